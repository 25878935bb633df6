// One question to a demo route.

import { describeFailure, TOO_LATE, UNREACHABLE } from './failure.ts'

export type Quota = Readonly<{ limit: number; remaining: number; resetInS: number }>

export type Outcome =
  | Readonly<{ ok: true; text: string; body: unknown; quota: Quota | null }>
  /** `againS`: what was begun goes on, and can be asked for again then. */
  | Readonly<{ ok: false; sentence: string; quota: Quota | null; againS: number | null }>

/** Beyond what the service itself allows for an answer. */
const TIMEOUT_MS = 180_000

/** Null when the caller gave up. */
export async function ask(
  path: string,
  question: unknown,
  given: AbortSignal,
): Promise<Outcome | null> {
  try {
    const reply = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question),
      signal: AbortSignal.any([given, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    const text = await reply.text()
    const body = parsed(text)
    const quota = quotaOf(reply.headers)
    if (reply.status === 200 && body !== null) return { ok: true, text, body, quota }
    const retryAfter = reply.headers.get('retry-after')
    return {
      ok: false,
      sentence: describeFailure({ status: reply.status, body, retryAfter }),
      quota,
      againS: reply.status === 503 ? secondsIn(retryAfter) : null,
    }
  } catch (error) {
    if (given.aborted) return null
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    return { ok: false, sentence: isLate ? TOO_LATE : UNREACHABLE, quota: null, againS: null }
  }
}

function secondsIn(retryAfter: string | null): number | null {
  const seconds = Number(retryAfter ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function quotaOf(headers: Headers): Quota | null {
  const number = (name: string) => Number(headers.get(name) ?? Number.NaN)
  const quota = {
    limit: number('ratelimit-limit'),
    remaining: number('ratelimit-remaining'),
    resetInS: number('ratelimit-reset'),
  }
  return Object.values(quota).every(Number.isFinite) ? quota : null
}

export function renderQuota({ limit, remaining, resetInS }: Quota): string {
  const hours = resetInS / 3_600
  const left = hours < 1 ? 'less than an hour' : `about ${Math.round(hours)} h`
  return `${remaining} of ${limit} free questions left today; all are back in ${left}.`
}
