// Which requests fetch a list of ranges. A request costs a round trip, so ranges that lie close to
// each other are fetched together with what is between them.

import type { SourceRange } from '../../ports/extraction.ts'

/** A stretch that is fetched as one, and how many of the ranges lie in it. */
export type Span = SourceRange & Readonly<{ ranges: number }>

export type JoinLimits = Readonly<{
  /** What may lie between two ranges that are fetched together. */
  gapMaxBytes: number
  /** A span is not joined beyond this; one range alone may be longer. */
  spanMaxBytes: number
  /** With more spans than this, wider gaps are bridged. */
  spansMax: number
  /** All spans together: no gap is bridged at the price of more. */
  totalMaxBytes: number
}>

/** `ranges` are sorted and apart. Every range lies in exactly one span; so do the spans' gaps. */
export function joinRanges(ranges: readonly SourceRange[], limits: JoinLimits): readonly Span[] {
  const { gapMaxBytes, spanMaxBytes, spansMax, totalMaxBytes } = limits
  let spans = joinAcross(ranges, gapMaxBytes, spanMaxBytes)
  for (let gap = gapMaxBytes * 2; spans.length > spansMax && gap < spanMaxBytes; gap *= 2) {
    const wider = joinAcross(ranges, gap, spanMaxBytes)
    if (wider.reduce((sum, { lengthBytes }) => sum + lengthBytes, 0) > totalMaxBytes) break
    spans = wider
  }
  return spans
}

function joinAcross(
  ranges: readonly SourceRange[],
  gapMaxBytes: number,
  spanMaxBytes: number,
): readonly Span[] {
  const spans: Span[] = []
  for (const { offset, lengthBytes } of ranges) {
    const last = spans.at(-1)
    const gap = last === undefined ? 0 : offset - (last.offset + last.lengthBytes)
    const joined = last === undefined ? 0 : offset + lengthBytes - last.offset
    if (last !== undefined && gap <= gapMaxBytes && joined <= spanMaxBytes) {
      spans[spans.length - 1] = { ...last, lengthBytes: joined, ranges: last.ranges + 1 }
    } else {
      spans.push({ offset, lengthBytes, ranges: 1 })
    }
  }
  return spans
}
