// One try of a fetch: a GET and the redirects it leads to, up to a response whose body is a stream
// that ends in an error when it is longer, shorter or otherwise than announced.

import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Dispatcher, request } from 'undici'
import { orAborted } from '../../domain/orAborted.ts'
import type { Dispatchers } from './dispatchers.ts'
import { FetchError } from './fetchError.ts'
import { AddressRefusedError } from './guardedLookup.ts'
import { parseHttpUrl } from './httpUrl.ts'

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * True: a host that is configuration. `inside`: one of a private network, named by a registry there.
 * False: anything else, which must be public.
 */
export type Trust = boolean | 'inside'

export type ExchangeRequest = Readonly<{
  url: URL
  accept: string
  userAgent: string
  /** Sent to its own origin only, whatever the redirects lead to. */
  authorization: Readonly<{ origin: string; value: string }> | null
  /** Hosts that are configuration; every other one is reached through the address guard. */
  isTrusted: (url: URL) => Trust | Promise<Trust>
  /** `decode`: gzip is asked for and undone. `raw`: bytes as they were sent. */
  encoding: 'decode' | 'raw'
  /** Value of the Range header; null asks for everything. */
  range: string | null
  maxBytes: number
  redirectsMax: number
  /** Bound on the wait for the head of a response; a silent connection is then tried again. */
  headersTimeoutMs: number
}>

export type ExchangeResponse = Readonly<{
  status: number
  /** Where the redirects ended. */
  url: URL
  /** Lower case, without parameters; empty when there is none. */
  contentType: string
  /** Lower case; null for none. With `decode` it has been undone already. */
  contentEncoding: string | null
  /** Null when it was not announced, or does not count the bytes that `body` gives. */
  contentLength: number | null
  /** False when only the end of the connection ends the body: a truncation would not show. */
  isFramed: boolean
  retryAfter: string | null
  /** Any other header, by its name in lower case. */
  header(name: string): string | null
  body: AsyncIterable<Buffer>
  /** Lets go of the connection; to be called when the body is not read to its end. */
  discard(): void
}>

export async function exchange(
  dispatchers: Dispatchers,
  asked: ExchangeRequest,
  signal: AbortSignal,
): Promise<ExchangeResponse> {
  let url = asked.url
  for (let hop = 0; ; hop += 1) {
    const response = await get(dispatchers, asked, url, signal)
    if (!REDIRECTS.has(response.statusCode)) return read(asked, url, response)
    response.body.on('error', ignore).destroy()
    if (hop >= asked.redirectsMax) {
      throw new FetchError('redirect', `${url.host}: more than ${asked.redirectsMax} redirects`)
    }
    url = redirectTarget(url, headerText(response, 'location'))
  }
}

async function get(
  { admit, trusted, guarded, inside }: Dispatchers,
  asked: ExchangeRequest,
  url: URL,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const { authorization } = asked
  try {
    // Both may resolve a name, which takes as long as the resolver likes.
    const isTrusted = await orAborted(Promise.resolve(asked.isTrusted(url)), signal)
    const isInside = isTrusted === 'inside'
    if (isTrusted !== true) await orAborted(admit(url, isInside), signal)
    return await request(url, {
      method: 'GET',
      dispatcher: isTrusted === true ? trusted : isInside ? inside : guarded,
      signal,
      headersTimeout: asked.headersTimeoutMs,
      headers: {
        accept: asked.accept,
        'accept-encoding': asked.encoding === 'decode' ? 'gzip' : 'identity',
        'user-agent': asked.userAgent,
        ...(asked.range === null ? {} : { range: asked.range }),
        ...(authorization?.origin === url.origin ? { authorization: authorization.value } : {}),
      },
    })
  } catch (error) {
    throw networkError(url.host, error)
  }
}

function networkError(host: string, error: unknown): FetchError {
  if (error instanceof FetchError) return error
  if (error instanceof AddressRefusedError) {
    return new FetchError('address_refused', error.message, { cause: error })
  }
  // The code says what happened (ECONNREFUSED, UND_ERR_SOCKET, Z_BUF_ERROR) without any input.
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed'
  const words = NETWORK_WORDS[code] ?? 'the connection failed'
  return new FetchError('network', `${host}: ${words} (${code})`, { cause: error })
}

const NETWORK_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host could not be looked up',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that network',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'it did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'it stopped in the middle of its answer',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
}

function redirectTarget(from: URL, location: string | null): URL {
  const to = location === null ? null : parseHttpUrl(location, from)
  if (to === null) throw new FetchError('redirect', `${from.host}: redirect to no http(s) address`)
  // Someone on the way could answer the second request with anything.
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    throw new FetchError('redirect', `${from.host}: redirect from https to http`)
  }
  return to
}

function read(
  { encoding, maxBytes }: ExchangeRequest,
  url: URL,
  response: Dispatcher.ResponseData,
): ExchangeResponse {
  const { statusCode, body } = response
  // Between here and the first read nobody listens, and a stream's unheard error ends the process.
  body.on('error', ignore)
  const contentEncoding = parseEncoding(headerText(response, 'content-encoding'))
  const announced = parseLength(headerText(response, 'content-length'))
  const isDecoded = encoding === 'decode' && contentEncoding !== null
  const raw = bounded(body, { host: url.host, maxBytes, announced })
  return {
    status: statusCode,
    url,
    contentType: mediaType(headerText(response, 'content-type')),
    contentEncoding,
    contentLength: isDecoded ? null : announced,
    isFramed: announced !== null || headerText(response, 'transfer-encoding') !== null,
    retryAfter: headerText(response, 'retry-after'),
    header: (name) => headerText(response, name),
    body: isDecoded ? gunzipped(raw, contentEncoding, { host: url.host, maxBytes }) : raw,
    discard: () => body.destroy(),
  }
}

type Bounds = Readonly<{ host: string; maxBytes: number; announced?: number | null }>

/** A body that ends before its announced length is an error of the HTTP parser's own. */
async function* bounded(body: AsyncIterable<Buffer>, bounds: Bounds): AsyncGenerator<Buffer> {
  const { host, maxBytes, announced = null } = bounds
  if (announced !== null && announced > maxBytes) throw tooLarge(bounds)
  let sizeBytes = 0
  const chunks = body[Symbol.asyncIterator]()
  try {
    while (true) {
      // Only the read is wrapped: what the consumer of a chunk throws is not the network's.
      const next = await chunks.next().catch((error: unknown) => {
        throw networkError(host, error)
      })
      if (next.done) break
      sizeBytes += next.value.length
      if (sizeBytes > maxBytes) throw tooLarge(bounds)
      yield next.value
    }
  } finally {
    await chunks.return?.()
  }
}

async function* gunzipped(
  raw: AsyncIterable<Buffer>,
  contentEncoding: string,
  bounds: Bounds,
): AsyncGenerator<Buffer> {
  if (contentEncoding !== 'gzip') {
    throw new FetchError('network', `${bounds.host}: unknown content encoding`)
  }
  const gunzip = createGunzip()
  // A failure on either side destroys both, and the loop over `gunzip` throws it.
  pipeline(raw, gunzip, ignore)
  // The bound holds for what comes out too: a kilobyte can unfold into a gigabyte.
  yield* bounded(gunzip, bounds)
}

function tooLarge({ host, maxBytes }: Bounds): FetchError {
  return new FetchError('too_large', `${host}: more than ${maxBytes} bytes`)
}

function parseEncoding(text: string | null): string | null {
  const encoding = (text ?? '').trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') return null
  return encoding === 'x-gzip' ? 'gzip' : encoding
}

function parseLength(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

function headerText({ headers }: Dispatcher.ResponseData, name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}

function mediaType(text: string | null): string {
  const [type = ''] = (text ?? '').split(';', 1)
  return type.trim().toLowerCase()
}

function ignore(): void {}
