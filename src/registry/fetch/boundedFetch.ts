// The one way out of the process: every request has a deadline over all its tries, a bound on its
// size and its redirects, a breaker for each origin, and an address guard for hosts that are not
// configuration. Nothing here knows what a registry is.

import { setTimeout as sleep } from 'node:timers/promises'
import { jsonMeter } from '../../domain/texts/jsonMeter.ts'
import {
  BREAKER_FAILURES,
  BREAKER_OPEN_MS,
  CONNECT_TIMEOUT_MS,
  METADATA_JSON,
  METADATA_MAX_BYTES,
  METADATA_TIMEOUT_MS,
  REDIRECTS_MAX,
  RETRY_AFTER_HONOURED_MAX_MS,
  RETRY_BASE_MS,
  TRIES_MAX,
} from '../../limits.ts'
import { inStage } from '../../stages.ts'
import { circuitBreaker } from './circuitBreaker.ts'
import type { DispatcherOptions, Dispatchers } from './dispatchers.ts'
import type { ExchangeRequest, ExchangeResponse } from './exchange.ts'
import { FetchError } from './fetchError.ts'
import type { ResolveAll } from './guardedLookup.ts'
import { parseHttpUrl } from './httpUrl.ts'
import { isMarkup } from './markup.ts'
import { type ProxySettings, proxyUrls } from './proxies.ts'
import { parseRetryAfter, retryPause } from './retryPause.ts'
import { type Stop, stopAfter } from './stopAfter.ts'

const USER_AGENT = 'assay'

const FETCH_LIMITS = {
  connectTimeoutMs: CONNECT_TIMEOUT_MS,
  triesMax: TRIES_MAX,
  retryBaseMs: RETRY_BASE_MS,
  retryAfterHonouredMaxMs: RETRY_AFTER_HONOURED_MAX_MS,
  redirectsMax: REDIRECTS_MAX,
  breakerFailures: BREAKER_FAILURES,
  breakerOpenMs: BREAKER_OPEN_MS,
}

export type FetchLimits = Readonly<typeof FETCH_LIMITS>

export type BoundedFetchOptions = Readonly<{
  now: () => Date
  /** In [0, 1); spreads retries so that clients do not come back together. */
  random: () => number
  proxy?: ProxySettings
  extraCa?: readonly string[]
  userAgent?: string
  resolve?: ResolveAll
  limits?: Partial<FetchLimits>
  /** Another source of connections than those of this client alone. */
  connect?: Connect
}>

export type Connect = (options: DispatcherOptions) => Promise<Dispatchers>

export type FetchOptions = Readonly<{
  accept?: string
  authorization?: ExchangeRequest['authorization']
  /** Which hosts are configuration. None by default: every host is guarded. */
  isTrusted?: ExchangeRequest['isTrusted']
  /** Value of the Range header. */
  range?: string
  maxBytes?: number
  /** Bound on the whole fetch: every try, pause and redirect. */
  timeoutMs?: number
  /** It can be done without: tried once, and its failure is not held against the origin. */
  isOptional?: true
}>

export type FetchedDocument = Readonly<{
  status: number
  url: URL
  contentType: string
  body: Buffer
}>

type Bounds = Readonly<{ stop: Stop; isOptional: boolean }>

/** What is made of a response; called once for each try that got one worth reading. */
type Consume<T> = (response: ExchangeResponse) => Promise<T>

export type BoundedFetch = ReturnType<typeof boundedFetch>

async function ownConnections(options: DispatcherOptions): Promise<Dispatchers> {
  const { dispatchers } = await import('./dispatchers.ts')
  return dispatchers(options)
}

export function boundedFetch(options: BoundedFetchOptions) {
  const limits = { ...FETCH_LIMITS, ...options.limits }
  const { now, random, proxy = {}, extraCa = [], userAgent = USER_AGENT, resolve } = options
  const { connect = ownConnections } = options
  // A wrong setting shows at the start; the client of HTTP is loaded when something is fetched.
  proxyUrls(proxy)
  let opened: ReturnType<typeof open> | null = null
  function client() {
    opened ??= open()
    return opened
  }
  async function open() {
    const { connectTimeoutMs } = limits
    const guard = resolve ? { resolve } : {}
    const [lines, { exchange }] = await Promise.all([
      connect({ connectTimeoutMs, proxy, extraCa, ...guard }),
      import('./exchange.ts'),
    ])
    return { lines, exchange }
  }
  const { breakerFailures: failuresMax, breakerOpenMs: openMs } = limits
  const breaker = circuitBreaker({ now, failuresMax, openMs })

  /** One try under the breaker. Only the origin's own failures count against it. */
  async function attempt<T>(
    asked: ExchangeRequest,
    consume: Consume<T>,
    { stop, isOptional }: Bounds,
  ): Promise<T> {
    const permit = breaker.enter(asked.url.origin)
    if (permit === null) {
      throw new FetchError('circuit_open', `${asked.url.host}: not asked after repeated failures`)
    }
    try {
      const { lines, exchange } = await client()
      const response = await exchange(lines, asked, stop.signal)
      try {
        if (isRefusal(response.status)) throw refusal(response, now())
        const result = await consume(response)
        permit.succeed()
        return result
      } finally {
        response.discard()
      }
    } catch (error) {
      const isFault =
        stop.reason() === 'timeout' || (stop.reason() === null && isOriginsFault(error))
      if (isFault && !isOptional) {
        permit.fail()
      } else {
        permit.cancel()
      }
      throw error
    }
  }

  async function attempts<T>(
    asked: ExchangeRequest,
    consume: Consume<T>,
    bounds: Bounds,
  ): Promise<T> {
    const { stop, isOptional } = bounds
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(asked, consume, bounds)
      } catch (error) {
        if (stop.reason() !== null || !isRetryable(error)) throw error
        const { retryAfterMs } = error
        const pauseMs = retryPause({ ...limits, tries, random: random(), retryAfterMs })
        if (isOptional || tries >= limits.triesMax || pauseMs === null) {
          const count = tries === 1 ? '1 try' : `${tries} tries`
          throw new FetchError(error.failure, `${error.message} after ${count}`, { cause: error })
        }
        await sleep(pauseMs, undefined, { signal: stop.signal })
      }
    }
  }

  async function run<T>(
    url: string,
    { encoding, ...given }: FetchOptions & Pick<ExchangeRequest, 'encoding'>,
    consume: Consume<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const parsed = parseHttpUrl(url)
    if (parsed === null) throw new FetchError('malformed_url', 'not an http(s) address')
    const timeoutMs = given.timeoutMs ?? METADATA_TIMEOUT_MS
    const asked: ExchangeRequest = {
      url: parsed,
      accept: given.accept ?? '*/*',
      userAgent,
      authorization: given.authorization ?? null,
      isTrusted: given.isTrusted ?? (() => false),
      encoding,
      range: given.range ?? null,
      maxBytes: given.maxBytes ?? METADATA_MAX_BYTES,
      redirectsMax: limits.redirectsMax,
      // Each try gets its share, or one silent connection would use up the time of them all.
      headersTimeoutMs: Math.ceil(timeoutMs / limits.triesMax),
    }
    // Before the clock runs: what is loaded here is no part of the fetch.
    await client()
    const stop = stopAfter(timeoutMs, signal)
    try {
      return await attempts(asked, consume, { stop, isOptional: given.isOptional === true })
    } catch (error) {
      const reason = stop.reason()
      if (reason === null) throw error
      throw new FetchError(reason, `${parsed.host}: ${reason}`, { cause: error })
    } finally {
      stop.release()
    }
  }

  return {
    /** The whole body, decompressed. Any status but 429 and 5xx is an answer; throws `FetchError`. */
    getDocument: (url: string, given: FetchOptions, signal: AbortSignal) =>
      inStage('registry', () => run(url, { ...given, encoding: 'decode' }, collect, signal)),
    /**
     * Streams the bytes as they were sent into `consume`, which starts afresh on each try. Throws
     * `FetchError`, and whatever else `consume` throws, without a retry.
     */
    download: <T>(url: string, given: FetchOptions, consume: Consume<T>, signal: AbortSignal) =>
      inStage('download', () => run(url, { ...given, encoding: 'raw' }, consume, signal)),
    /** Ends every connection; fetches under way fail. */
    async close() {
      await (await opened)?.lines.close()
    },
  }
}

async function collect(response: ExchangeResponse): Promise<FetchedDocument> {
  const { status, url, contentType } = response
  const isWithin = isMarkup(contentType) ? () => true : jsonMeter(METADATA_JSON)
  const chunks: Buffer[] = []
  for await (const chunk of response.body) {
    if (!isWithin(chunk)) throw new FetchError('too_large', `${url.host}: JSON past its bounds`)
    chunks.push(chunk)
  }
  return { status, url, contentType, body: Buffer.concat(chunks) }
}

function isRefusal(status: number): boolean {
  return status === 429 || status >= 500
}

function refusal({ status, url, retryAfter }: ExchangeResponse, now: Date): FetchError {
  const retryAfterMs = retryAfter === null ? null : parseRetryAfter(retryAfter, now)
  return new FetchError('status', `${url.host}: ${status}`, { status, retryAfterMs })
}

function isRetryable(error: unknown): error is FetchError {
  return error instanceof FetchError && (error.failure === 'network' || error.failure === 'status')
}

/** A 429 says that we are too many, not that the origin is down. */
function isOriginsFault(error: unknown): boolean {
  return isRetryable(error) && error.status !== 429
}
