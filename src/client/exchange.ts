// One request and its reply, with a bound on time and a few tries where another one is harmless.

import { setTimeout as sleep } from 'node:timers/promises'
import { replyBytes } from '../domain/replyBytes.ts'
import { jsonIn } from '../domain/texts/jsonValue.ts'
import { AssayError } from './clientErrors.ts'

const TIMEOUT_MS = 30_000
const RETRIES = 2
/** A service that asks for more patience than this is reported instead. */
const RETRY_AFTER_MAX_S = 10
/** Where the service asks for none that can be understood. */
const RETRY_AFTER_MIN_S = 0.2
/** The largest diffs have some megabytes. */
const REPLY_MAX_BYTES = 64 * 1024 * 1024
/** After a reply that does not say when, or none. */
const PAUSE_S = 1

export type ExchangeOptions = Readonly<{
  baseUrl: string
  fetch?: typeof fetch
  timeoutMs?: number
  retries?: number
}>

export type Call = Readonly<{ signal?: AbortSignal }>

export type HttpRequest = Readonly<{
  method: 'GET' | 'POST'
  path: string
  body?: string
  headers?: Readonly<Record<string, string>>
}>

export type HttpReply = Readonly<{
  status: number
  headers: Headers
  text: string
  /** What the text was made of. */
  bytes: Uint8Array
}>

/**
 * `once`: only a 503 is tried again, for which nothing is ever charged. `named`: the service knows
 * the request again when it comes a second time, so that whatever left its outcome open is repeated.
 */
export type Repeat = 'once' | 'named'

/** Any reply is returned; `AssayError` is thrown when none came. */
export type Exchange = (request: HttpRequest, repeat: Repeat, call?: Call) => Promise<HttpReply>

export function exchange(options: ExchangeOptions): Exchange {
  const { timeoutMs = TIMEOUT_MS, retries = RETRIES } = options
  const send = options.fetch ?? fetch
  const base = options.baseUrl.replace(/\/+$/, '')

  async function once({ path, ...request }: HttpRequest, signal?: AbortSignal): Promise<HttpReply> {
    const timeout = AbortSignal.timeout(timeoutMs)
    const bounded = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
    try {
      // A redirect could carry the key elsewhere.
      const init: RequestInit = { ...request, redirect: 'error', signal: bounded }
      const response = await send(`${base}${path}`, init)
      const bytes = await boundedBytes(response)
      const { status, headers } = response
      return { status, headers, text: bytes.toString('utf8'), bytes }
    } catch (cause) {
      signal?.throwIfAborted()
      if (cause instanceof AssayError) throw cause
      const isLate = timeout.aborted
      throw new AssayError({
        status: null,
        code: isLate ? 'timeout' : 'unreachable',
        message: isLate ? `No answer within ${timeoutMs} ms` : 'The service cannot be reached',
        cause,
      })
    }
  }

  return async (request, repeat, { signal } = {}) => {
    const pause = (seconds: number) =>
      sleep(seconds * 1_000, undefined, signal === undefined ? {} : { signal })
    for (let tries = 0; ; tries += 1) {
      const isLast = tries >= retries
      try {
        const reply = await once(request, signal)
        const waitS = Math.max(retryAfterOf(reply) ?? PAUSE_S, RETRY_AFTER_MIN_S)
        if (isLast || !isOpen(reply, repeat) || waitS > RETRY_AFTER_MAX_S) return reply
        await pause(waitS)
      } catch (error) {
        if (isLast || repeat === 'once' || !(error instanceof AssayError)) throw error
        await pause(PAUSE_S)
      }
    }
  }
}

async function boundedBytes(response: Response): Promise<Buffer> {
  const bytes = await replyBytes(response, REPLY_MAX_BYTES)
  if (bytes !== null) return bytes
  const message = `The reply has more than ${REPLY_MAX_BYTES} bytes`
  throw new AssayError({ status: response.status, code: 'reply_too_large', message })
}

/** Whether a call that was paid for may yet be charged, or answered when it is made again. */
export function isUndecided(reply: HttpReply): boolean {
  return reply.status === 429 || isOpen(reply, 'named')
}

function isOpen(reply: HttpReply, repeat: Repeat): boolean {
  if (reply.status === 503) return true
  if (repeat === 'once') return false
  return reply.status >= 500 || refusalOf(reply).code === 'request_in_progress'
}

/** The text of a 200; everything else is thrown. */
export function textOf(reply: HttpReply): string {
  if (reply.status === 200) return reply.text
  throw refusalOf(reply)
}

export function refusalOf(reply: HttpReply): AssayError {
  const { status } = reply
  const body = jsonIn(reply.text)
  const { code, message } = wordsOf(body)
  return new AssayError({
    status,
    code: code ?? `http_${status}`,
    message: message ?? `The service answered ${status}`,
    retryAfterS: retryAfterOf(reply),
    body,
  })
}

function retryAfterOf({ headers }: HttpReply): number | null {
  const after = Number(headers.get('retry-after') || Number.NaN)
  return Number.isFinite(after) ? after : null
}

/** A problem has `code` and `detail`; a 422 has a list whose first entry says the same. */
function wordsOf(body: unknown): Readonly<{ code?: string; message?: string }> {
  if (typeof body !== 'object' || body === null || !('detail' in body)) return {}
  const { detail } = body
  const [first]: readonly unknown[] = Array.isArray(detail) ? detail : [null]
  if (typeof first === 'object' && first !== null && 'type' in first && 'msg' in first) {
    return { code: String(first.type), message: String(first.msg) }
  }
  return {
    ...('code' in body ? { code: String(body.code) } : {}),
    ...(typeof detail === 'string' ? { message: detail } : {}),
  }
}
