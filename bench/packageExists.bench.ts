// Signed package answers a second over HTTP, warm, against a bare node:http server that returns the
// same bytes, in the same run. Machines are noisy: the ratio counts, not the rate.

import autocannon from 'autocannon'
import { fakeRegistry } from '../test/fake/registry.ts'
import { type MeasuredServer, startServer } from './child.ts'

const QUESTION = JSON.stringify({ ecosystem: 'npm', name: 'express' })
const PATH = '/demo/v1/package/exists'

type Sample = Readonly<{ rate: number; cpuMicrosPerRequest: number; p99Ms: number }>

export async function benchPackageExists(quick: boolean): Promise<void> {
  // Many short turns: a slow second of the machine then spoils one ratio of many.
  const rounds = quick ? 2 : 15
  const seconds = quick ? 1 : 2
  const registry = await fakeRegistry()
  registry.npm.publish({ name: 'express', version: '5.3.0' })
  const env = { ASSAY_NPM_REGISTRY: registry.npmUrl, ASSAY_PYPI_INDEX: registry.pypiIndexUrl }
  const cached = await startServer('assayServer.mjs', ['cached'], env)
  const anew = await startServer('assayServer.mjs', ['anew'], env)
  // The first answer says `lazy` and goes to the registry; the second is the warm one.
  await ask(anew)
  await ask(cached)
  const body = await ask(cached)
  const bare = await startServer('bareServer.mjs', [], { BENCH_BODY: body })
  const servers = { bare, cached, anew }
  try {
    const samples: Record<keyof typeof servers, Sample[]> = { bare: [], cached: [], anew: [] }
    for (const server of Object.values(servers)) await measure(server, body, 1)
    for (let round = 0; round < rounds; round++) {
      // Interleaved, so that a slow minute of the machine slows all of them.
      for (const name of ['bare', 'cached', 'anew'] as const) {
        samples[name].push(await measure(servers[name], body, seconds))
      }
    }
    print(samples, Buffer.byteLength(body))
  } finally {
    for (const server of Object.values(servers)) server.stop()
    await registry.close()
  }
}

async function ask({ url }: MeasuredServer): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}${PATH}`, { method: 'POST', headers, body: QUESTION })
  if (response.status !== 200) throw new Error(`asked once, answered ${response.status}`)
  return response.text()
}

async function measure(server: MeasuredServer, body: string, seconds: number): Promise<Sample> {
  const before = await server.cpuMicros()
  const result = await autocannon({
    url: `${server.url}${PATH}`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: QUESTION,
    connections: 32,
    duration: seconds,
  })
  const cpuMicros = (await server.cpuMicros()) - before
  const answered = result['2xx']
  if (result.non2xx > 0 || result.errors > 0) throw new Error('not every request was answered')
  // served_in_ms is the only part that may differ in length.
  const least = answered * (body.length - 8)
  if (result.throughput.total < least) throw new Error('the answers are shorter than the answer')
  return {
    rate: answered / result.duration,
    cpuMicrosPerRequest: cpuMicros / answered,
    p99Ms: result.latency.p99,
  }
}

function print(samples: Record<'bare' | 'cached' | 'anew', Sample[]>, bytes: number): void {
  const titles = {
    bare: 'bare node:http, same bytes',
    cached: 'signed answer, signature cached',
    anew: 'signed answer, signed anew each time',
  }
  console.log(`package answers over HTTP, warm, 32 connections, ${bytes} bytes each`)
  for (const [name, title] of Object.entries(titles) as [keyof typeof titles, string][]) {
    const ratio = median(samples[name].map((s, i) => s.rate / (samples.bare[i]?.rate ?? 0)))
    const cpu = median(
      samples[name].map(
        (s, i) => (samples.bare[i]?.cpuMicrosPerRequest ?? 0) / s.cpuMicrosPerRequest,
      ),
    )
    const rate = Math.round(median(samples[name].map((s) => s.rate)))
    const micros = median(samples[name].map((s) => s.cpuMicrosPerRequest)).toFixed(1)
    const p99 = median(samples[name].map((s) => s.p99Ms))
    console.log(
      `  ${title.padEnd(38)} rate ratio ${ratio.toFixed(2)}  CPU ratio ${cpu.toFixed(2)}` +
        `  (${rate}/s, ${micros} µs CPU each, p99 ${p99} ms)`,
    )
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
