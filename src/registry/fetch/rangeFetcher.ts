// Requests for the parts of one file, under one budget of bytes, requests and time.

import type { RemoteArtifact } from '../../domain/release.ts'
import { ServiceError } from '../../errors.ts'
import type { SourceRange } from '../../ports/extraction.ts'
import type { ExchangeResponse } from './exchange.ts'
import { asRegistryFailure } from './failures.ts'
import type { ArtifactLimits, ArtifactSource } from './fetchArtifact.ts'
import { FetchError } from './fetchError.ts'
import {
  RangeRefused,
  rangeHeader,
  readExactly,
  requirePart,
  requireSame,
  suffixHeader,
  type Validators,
  validatorsOf,
} from './rangeRequest.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** Under these torch (539 MB) takes 7 requests and 2.9 % of its bytes, tensorflow 18 and 2.5 %. */
export const RANGE_LIMITS = {
  /** Bound on one request, every try included. */
  rangeTimeoutMs: 30_000,
  /** The end of the file, fetched first: at least this much, and more of larger files. */
  rangeTailMinBytes: 128 * KIB,
  rangeTailMaxBytes: MIB,
  /** What is fetched needlessly rather than asked for separately. */
  rangeGapMaxBytes: 128 * KIB,
  /** One request. */
  rangeMaxBytes: 4 * MIB,
  rangesAtOnceMax: 4,
  /** Planned requests; past it, wider gaps are fetched along. */
  rangesPlannedMax: 64,
  /** Requests and bytes in all; past either the file is too large to be read in parts. */
  rangesMax: 256,
  rangesMaxBytes: 128 * MIB,
}

/** The time of the file counts while a request is under way, not while its reader is busy itself. */
export type RangeLimits = Readonly<typeof RANGE_LIMITS> & Pick<ArtifactLimits, 'artifactTimeoutMs'>

export type RangeSource = ArtifactSource & Readonly<{ now: () => Date; limits: RangeLimits }>

export type RangeFetcher = ReturnType<typeof rangeFetcher>

export function rangeFetcher(source: RangeSource, artifact: RemoteArtifact) {
  const { http, access, limits, now } = source
  const { url, filename } = artifact
  const operation = `${source.label}.readRange(${filename})`
  const fetched = { requests: 0, bytes: 0 }
  const asked = { requests: 0, bytes: 0 }
  const busy = { requests: 0, sinceMs: 0, beforeMs: 0 }
  let whole: Readonly<{ sizeBytes: number; validators: Validators }> | null = null

  const count = (bytes: number) => {
    fetched.bytes += bytes
  }

  /** Before the request, so that many at once cannot pass the bounds together. */
  function spend(lengthBytes: number): void {
    asked.requests += 1
    asked.bytes += lengthBytes
    if (asked.requests > limits.rangesMax || asked.bytes > limits.rangesMaxBytes) {
      const message = `${operation}: more than ${limits.rangesMax} ranges or ${limits.rangesMaxBytes} bytes`
      throw new ServiceError('artifact_too_large', message)
    }
  }

  /** How long requests were under way; those at the same time count once. */
  function busyMs(): number {
    return busy.beforeMs + (busy.requests > 0 ? now().getTime() - busy.sinceMs : 0)
  }

  async function request(
    range: string,
    lengthBytes: number,
    consume: (response: ExchangeResponse) => Promise<Buffer>,
    signal: AbortSignal,
  ): Promise<Buffer> {
    spend(lengthBytes)
    const timeoutMs = Math.min(limits.rangeTimeoutMs, limits.artifactTimeoutMs - busyMs())
    if (timeoutMs <= 0) throw new FetchError('timeout', 'the file took too long in all')
    const given = { ...access(url), range, maxBytes: lengthBytes, timeoutMs }
    const counted = (response: ExchangeResponse) => {
      fetched.requests += 1
      return consume(response)
    }
    if (busy.requests === 0) busy.sinceMs = now().getTime()
    busy.requests += 1
    try {
      return await http.download(url, given, counted, signal)
    } finally {
      if (busy.requests === 1) busy.beforeMs = busyMs()
      busy.requests -= 1
    }
  }

  async function fetchTail(signal: AbortSignal) {
    const { sizeBytes: declared } = artifact
    const share = Math.min(Math.floor((declared ?? 0) / 256), limits.rangeTailMaxBytes)
    const tailBytes = Math.min(Math.max(share, limits.rangeTailMinBytes), declared ?? Infinity)
    const header =
      declared === null
        ? suffixHeader(tailBytes)
        : rangeHeader({ offset: declared - tailBytes, lengthBytes: tailBytes })
    const consume = async (response: ExchangeResponse) => {
      const range = requirePart(response)
      const totalBytes = declared ?? range.totalBytes
      const validators = validatorsOf(response)
      const lengthBytes = Math.min(tailBytes, totalBytes)
      const expected = { offset: totalBytes - lengthBytes, lengthBytes, totalBytes }
      requireSame({ range, validators }, { range: expected, validators })
      const bytes = await readExactly(response, lengthBytes, count)
      whole = { sizeBytes: totalBytes, validators }
      return bytes
    }
    const bytes = await request(header, tailBytes, consume, signal)
    return { bytes, sizeBytes: whole?.sizeBytes ?? bytes.length }
  }

  async function fetchPart(part: SourceRange, signal: AbortSignal): Promise<Buffer> {
    const consume = async (response: ExchangeResponse) => {
      const { sizeBytes, validators } = whole ?? { sizeBytes: 0, validators: NOTHING }
      requireSame(
        { range: requirePart(response), validators: validatorsOf(response) },
        { range: { ...part, totalBytes: sizeBytes }, validators },
      )
      return readExactly(response, part.lengthBytes, count)
    }
    return request(rangeHeader(part), part.lengthBytes, consume, signal)
  }

  async function fetch(range: SourceRange, signal: AbortSignal): Promise<Buffer> {
    const parts: Buffer[] = []
    const end = range.offset + range.lengthBytes
    for (let offset = range.offset; offset < end; offset += limits.rangeMaxBytes) {
      const lengthBytes = Math.min(limits.rangeMaxBytes, end - offset)
      parts.push(await fetchPart({ offset, lengthBytes }, signal))
    }
    const [only] = parts
    return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)
  }

  return {
    /** The end of the file, and thereby its size; null when the host does not serve parts of it. */
    fetchTail: (signal: AbortSignal) =>
      asRegistryFailure(operation, signal, async () => {
        try {
          return await fetchTail(signal)
        } catch (error) {
          if (error instanceof RangeRefused) return null
          // A host that sends more than the part does not serve parts either.
          if (error instanceof FetchError && error.failure === 'too_large') return null
          throw error
        }
      }),
    /** Only after the tail. Long ranges take several requests, one after the other. */
    fetch: (range: SourceRange, signal: AbortSignal) =>
      asRegistryFailure(operation, signal, async () => {
        try {
          return await fetch(range, signal)
        } catch (error) {
          if (!(error instanceof RangeRefused)) throw error
          const code = error.isChanged ? 'artifact_mismatch' : 'registry_unavailable'
          throw new ServiceError(code, `${operation}: ${error.message}`, { cause: error })
        }
      }),
    fetched: () => ({ ...fetched }),
  }
}

const NOTHING: Validators = { etag: null, lastModified: null }
