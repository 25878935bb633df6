// A large wheel that stays where it is: its end is fetched first, then the parts that a reader asks
// for. The reader says beforehand what it will read; neighbouring parts are fetched together, a few
// requests ahead of the reading, and let go once they are read.

import { orAborted } from '../../domain/orAborted.ts'
import type { Artifact, RemoteArtifact } from '../../domain/release.ts'
import { ServiceError } from '../../errors.ts'
import type { SourceRange } from '../../ports/extraction.ts'
import type { RangedArtifact } from '../../ports/registry.ts'
import { declaredArtifact } from './fetchArtifact.ts'
import { joinRanges, type Span } from './joinRanges.ts'
import { type RangeFetcher, type RangeSource, rangeFetcher } from './rangeFetcher.ts'
import { eitherSignal } from './stopAfter.ts'

/**
 * Null when the file is not a wheel of the size from which on the declared digest counts, or its
 * host does not serve parts. Throws `registry_unavailable`.
 */
export async function openRanges(
  source: RangeSource,
  remote: RemoteArtifact,
  signal: AbortSignal,
): Promise<RangedArtifact | null> {
  const { limits } = source
  // A page of the index may not say how large the file is; then the first response does.
  const isWorthAsking = declaredArtifact(remote, remote.sizeBytes ?? Infinity, limits) !== null
  if (!isWorthAsking) return null
  const fetcher = rangeFetcher(source, remote)
  const tail = await fetcher.fetchTail(signal)
  const artifact = declaredArtifact(remote, tail?.sizeBytes ?? null, limits)
  if (tail === null || artifact === null) return null
  return rangedArtifact({ artifact, fetcher, tail: tail.bytes, limits })
}

/** A span on its way; `left` is how many of its ranges have not been read yet. */
type Planned = { readonly span: Span; left: number; bytes: Promise<Buffer> | null }

type Opened = Readonly<{
  artifact: Artifact
  fetcher: RangeFetcher
  tail: Buffer
  limits: RangeSource['limits']
}>

function rangedArtifact({ artifact, fetcher, tail, limits }: Opened): RangedArtifact {
  const { sizeBytes } = artifact
  const tailOffset = sizeBytes - tail.length
  const closing = new AbortController()
  let plan: readonly Planned[] = []
  let planSignal = closing.signal

  async function fetch(range: SourceRange, signal: AbortSignal): Promise<Buffer> {
    const either = eitherSignal(signal, closing.signal)
    try {
      return await fetcher.fetch(range, either.signal)
    } finally {
      either.release()
    }
  }

  /** Starts the span at `index` and the next few, as far as they are not under way. */
  function startFrom(index: number): void {
    for (const planned of plan.slice(index, index + limits.rangesAtOnceMax)) {
      if (planned.bytes !== null || planned.left === 0) continue
      planned.bytes = fetch(planned.span, planSignal)
      // Whoever reads from it hears of the failure; nobody may come to read.
      planned.bytes.catch(() => {})
    }
  }

  async function readPlanned(index: number, range: SourceRange, signal: AbortSignal) {
    startFrom(index)
    const planned = plan[index]
    if (planned === undefined || planned.bytes === null) return fetch(range, signal)
    const bytes = await orAborted(planned.bytes, signal)
    planned.left -= 1
    // Read a second time, a part is fetched again: rare, and cheaper than keeping all of them.
    if (planned.left <= 0) planned.bytes = null
    const from = range.offset - planned.span.offset
    return bytes.subarray(from, from + range.lengthBytes)
  }

  async function readBeforeTail(range: SourceRange, signal: AbortSignal): Promise<Buffer> {
    const index = plan.findIndex(({ span }) => isInside(range, span))
    return index === -1 ? fetch(range, signal) : readPlanned(index, range, signal)
  }

  return {
    artifact,
    sizeBytes,
    async read(range, signal) {
      const end = requireInside(range, sizeBytes)
      closing.signal.throwIfAborted()
      if (range.lengthBytes === 0) return new Uint8Array(0)
      if (range.offset >= tailOffset) {
        return tail.subarray(range.offset - tailOffset, end - tailOffset)
      }
      const head = { offset: range.offset, lengthBytes: Math.min(end, tailOffset) - range.offset }
      const bytes = await readBeforeTail(head, signal)
      if (end <= tailOffset) return bytes
      return Buffer.concat([bytes, tail.subarray(0, end - tailOffset)])
    },
    async prefetch(ranges, signal) {
      for (const range of ranges) requireInside(range, sizeBytes)
      const spans = joinRanges(withoutTail(ranges, tailOffset), {
        gapMaxBytes: limits.rangeGapMaxBytes,
        spanMaxBytes: limits.rangeMaxBytes,
        spansMax: limits.rangesPlannedMax,
        totalMaxBytes: limits.rangesMaxBytes - fetcher.fetched().bytes,
      })
      requireAffordable(spans, limits, artifact.filename)
      plan = spans.map((span) => ({ span, left: span.ranges, bytes: null }))
      planSignal = signal
      startFrom(0)
    },
    fetched: fetcher.fetched,
    close() {
      closing.abort(new ServiceError('registry_unavailable', `${artifact.filename}: closed`))
      plan = []
    },
  }
}

/** Before anything is fetched, so that a file that needs too much costs nothing. */
function requireAffordable(
  spans: readonly Span[],
  { rangesMax, rangesMaxBytes }: RangeSource['limits'],
  filename: string,
): void {
  const bytes = spans.reduce((sum, { lengthBytes }) => sum + lengthBytes, 0)
  if (spans.length <= rangesMax && bytes <= rangesMaxBytes) return
  const message = `${filename}: ${spans.length} ranges of ${bytes} bytes are needed`
  throw new ServiceError('artifact_too_large', message)
}

/** Where the range ends. Offsets come from the file itself, but a reader has checked them. */
function requireInside({ offset, lengthBytes }: SourceRange, sizeBytes: number): number {
  const end = offset + lengthBytes
  if (!Number.isSafeInteger(offset) || offset < 0 || lengthBytes < 0 || !(end <= sizeBytes)) {
    throw new RangeError('a range outside the file')
  }
  return end
}

function isInside(range: SourceRange, span: SourceRange): boolean {
  const end = range.offset + range.lengthBytes
  return range.offset >= span.offset && end <= span.offset + span.lengthBytes
}

/** What lies before the tail; the tail is there already. */
function withoutTail(ranges: readonly SourceRange[], tailOffset: number): SourceRange[] {
  return ranges.flatMap(({ offset, lengthBytes }) => {
    const head = Math.min(offset + lengthBytes, tailOffset) - offset
    return head > 0 ? [{ offset, lengthBytes: head }] : []
  })
}
