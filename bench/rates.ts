// How many answers a second a server gives over HTTP, and what each costs it.

import autocannon from 'autocannon'
import type { MeasuredServer } from './child.ts'

/** Without a question it is a page, which is asked for by GET. */
export type Asked = Readonly<{ path: string; question?: string; acceptEncoding?: string }>
export type Sample = Readonly<{ rate: number; cpuMicrosPerRequest: number; p99Ms: number }>

export async function askOnce({ url }: MeasuredServer, asked: Asked): Promise<string> {
  const { path, question = null } = asked
  const { method, headers } = requestOf(asked)
  const response = await fetch(`${url}${path}`, { method, headers, body: question })
  if (response.status !== 200) throw new Error(`asked once, answered ${response.status}`)
  return response.text()
}

function requestOf({ question, acceptEncoding }: Asked) {
  const encoding = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }
  if (question === undefined) return { method: 'GET', headers: encoding } as const
  const headers = { 'content-type': 'application/json', ...encoding }
  return { method: 'POST', headers, body: question } as const
}

/**
 * `body`: the answer, of which every reply must have the length, where it is sent as it is.
 * `perSecond`: so many and no more. What a request costs falls as more of them arrive at once, so things
 * that a client reads at different speeds are compared at one rate.
 */
export async function measureRate(
  server: MeasuredServer,
  asked: Asked,
  body: string,
  seconds: number,
  perSecond?: number,
): Promise<Sample> {
  const before = await server.cpuMicros()
  const result = await autocannon({
    url: `${server.url}${asked.path}`,
    ...requestOf(asked),
    connections: 32,
    duration: seconds,
    ...(perSecond === undefined ? {} : { overallRate: perSecond }),
  })
  const cpuMicros = (await server.cpuMicros()) - before
  const answered = result['2xx']
  if (result.non2xx > 0 || result.errors > 0) throw new Error('not every request was answered')
  // served_in_ms is the only part that may differ in length.
  const least = asked.acceptEncoding === undefined ? answered * (body.length - 8) : 0
  if (result.throughput.total < least) throw new Error('the answers are shorter than the answer')
  return {
    rate: answered / result.duration,
    cpuMicrosPerRequest: cpuMicros / answered,
    p99Ms: result.latency.p99,
  }
}

/** Each sample against the one that was taken beside it, so that a slow second spoils one of many. */
export function ratioOf(
  samples: readonly Sample[],
  beside: readonly Sample[],
): Readonly<{ rate: number; cpu: number }> {
  return {
    rate: median(samples.map((sample, i) => sample.rate / (beside[i]?.rate ?? 0))),
    cpu: median(
      samples.map((sample, i) => {
        return (beside[i]?.cpuMicrosPerRequest ?? 0) / sample.cpuMicrosPerRequest
      }),
    ),
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
