// One request to a watched service, over a connection of its own: what is measured is what a client
// that comes for the first time would see. Redirects are answers and are not followed. The file that
// names the targets may name anything, so every address but our own is behind the guard.

import { type Dispatcher, request } from 'undici'
import { orAborted } from '../../domain/orAborted.ts'
import type { ProbeResult } from '../../domain/probe.ts'
import { WATCH_BODY_MAX_BYTES } from '../../limits.ts'
import { judgeAnswer, judgeFailure, needsBody } from './judgeAnswer.ts'
import type { Target } from './target.ts'

/** How connections are made; `registry/fetch/dispatchers.ts` has them. */
type ProbeLines = Readonly<{
  trusted: Dispatcher
  guarded: Dispatcher
  admit(url: URL): Promise<void>
}>

/** Throws only when `signal` is aborted: the probe was given up, not made. */
export type SendProbe = (target: Target, signal: AbortSignal) => Promise<ProbeResult>

export function probeSender(parts: {
  lines: ProbeLines
  /** When the certificate of the host that was last connected to ends. */
  certificateEnd: (host: string) => string | null
  userAgent: string
  monotonicMs: () => number
  now: () => Date
}): SendProbe {
  const { lines, monotonicMs } = parts
  /** Hosts that have answered; as many as there are targets. */
  const answered = new Set<string>()

  async function send(target: Target, stop: AbortSignal): Promise<ProbeResult> {
    const url = new URL(target.url)
    // A resolver takes as long as it likes.
    if (!target.isOwn) await orAborted(lines.admit(url), stop)
    const startedMs = monotonicMs()
    const response = await request(url, {
      method: target.method,
      dispatcher: target.isOwn ? lines.trusted : lines.guarded,
      signal: stop,
      // The bound on the whole probe is kept by `stop`.
      headersTimeout: 0,
      reset: true,
      body: target.body,
      headers: {
        accept: '*/*',
        'accept-encoding': 'identity',
        'user-agent': parts.userAgent,
        ...(target.body === null ? {} : { 'content-type': 'application/json' }),
      },
    })
    answered.add(url.hostname)
    const latencyMs = Math.max(0, Math.round(monotonicMs() - startedMs))
    // Between here and the first read nobody listens, and a stream's unheard error ends the process.
    response.body.on('error', () => {})
    try {
      const header = response.headers['payment-required']
      return judgeAnswer(target.expect, {
        status: response.statusCode,
        paymentRequired: (Array.isArray(header) ? header[0] : header) ?? null,
        body: needsBody(target.expect) ? await readBody(response.body) : null,
        latencyMs,
        tlsExpiresAt: url.protocol === 'https:' ? parts.certificateEnd(url.host) : null,
        at: parts.now().toISOString(),
      })
    } finally {
      response.body.destroy()
    }
  }

  return async (target, signal) => {
    const timeout = AbortSignal.timeout(target.timeoutMs)
    try {
      return await send(target, AbortSignal.any([signal, timeout]))
    } catch (error) {
      signal.throwIfAborted()
      const isKnownHost = answered.has(new URL(target.url).hostname)
      return judgeFailure({ code: codeOf(error), timedOut: timeout.aborted, isKnownHost })
    }
  }
}

async function readBody(body: AsyncIterable<Buffer>): Promise<string | 'too_large'> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > WATCH_BODY_MAX_BYTES) return 'too_large'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Of the error or of one that it was made of: several addresses may have been tried. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}
