// One request and its reply, with a bound on time and a few tries where the service says "later".

import { setTimeout as sleep } from 'node:timers/promises'
import { AssayError } from './clientErrors.ts'

const TIMEOUT_MS = 30_000
const RETRIES = 2
/** A service that asks for more patience than this is reported instead. */
const RETRY_AFTER_MAX_S = 10
/** Where the service asks for none that can be understood. */
const RETRY_AFTER_MIN_S = 0.2
/** The largest diffs have some megabytes. */
const REPLY_MAX_BYTES = 64 * 1024 * 1024

export type ExchangeOptions = Readonly<{
  baseUrl: string
  apiKey?: string
  fetch?: typeof fetch
  timeoutMs?: number
  retries?: number
}>

type Call = Readonly<{ signal?: AbortSignal }>

/** The text of a 200; everything else is thrown as `AssayError`. */
export type Exchange = Readonly<{
  get(path: string, call?: Call): Promise<string>
  /** A text goes as it is: it is JSON already. */
  post(path: string, body: object | string, call?: Call): Promise<string>
}>

export function exchange(options: ExchangeOptions): Exchange {
  const { timeoutMs = TIMEOUT_MS, retries = RETRIES } = options
  const send = options.fetch ?? fetch
  const base = options.baseUrl.replace(/\/+$/, '')
  const key = options.apiKey === undefined ? {} : { 'x-api-key': options.apiKey }

  async function once(path: string, init: RequestInit, signal: AbortSignal | undefined) {
    const timeout = AbortSignal.timeout(timeoutMs)
    const bounded = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
    try {
      // A redirect could carry the key elsewhere.
      const response = await send(`${base}${path}`, { ...init, redirect: 'error', signal: bounded })
      return { response, text: await textOf(response) }
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

  async function ask(path: string, init: RequestInit, { signal }: Call = {}): Promise<string> {
    for (let tries = 0; ; tries += 1) {
      const { response, text } = await once(path, init, signal)
      if (response.status === 200) return text
      const error = refusalOf(response, text)
      const waitS = Math.max(error.retryAfterS ?? 1, RETRY_AFTER_MIN_S)
      // Nothing is charged for a 503, so that asking again cannot cost twice.
      if (response.status !== 503 || tries >= retries || waitS > RETRY_AFTER_MAX_S) throw error
      await sleep(waitS * 1_000, undefined, signal === undefined ? {} : { signal })
    }
  }

  return {
    get: (path, call) => ask(path, { headers: key }, call),
    post: (path, body, call) =>
      ask(
        path,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...key },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        },
        call,
      ),
  }
}

/** What came, up to a bound: a reply may be small on the way and large when it is unpacked. */
async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    length += read.value.length
    if (length > REPLY_MAX_BYTES) {
      await reader?.cancel()
      const message = `The reply has more than ${REPLY_MAX_BYTES} bytes`
      throw new AssayError({ status: response.status, code: 'reply_too_large', message })
    }
    parts.push(read.value)
  }
  return Buffer.concat(parts).toString('utf8')
}

function refusalOf(response: Response, text: string): AssayError {
  const body = parsed(text)
  const { status } = response
  const { code, message } = wordsOf(body)
  const after = Number(response.headers.get('retry-after') || Number.NaN)
  return new AssayError({
    status,
    code: code ?? `http_${status}`,
    message: message ?? `The service answered ${status}`,
    retryAfterS: Number.isFinite(after) ? after : null,
    body,
  })
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
