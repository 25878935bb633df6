// An edit: so many characters of a file, and what stands there afterwards. Offsets are UTF-16 units.

import type { Finding } from '../check/report/finding.ts'

export type Change = Readonly<{ start: number; end: number; text: string }>

export type Edit = Readonly<{
  path: string
  finding: Finding
  /** They are made together or not at all. */
  changes: readonly Change[]
  /** What proves it, as a sentence. */
  proof: string
}>

/** What is not changed, and why: one sentence. */
export type Refusal = Readonly<{ finding: Finding; reason: string }>

export const OVERLAPS = 'Another edit changes the same text.'

/** Those whose changes lie apart; of two that overlap, the one that comes first. */
export function apart(edits: readonly Edit[]): Readonly<{
  edits: readonly Edit[]
  refused: readonly Refusal[]
}> {
  const kept: Edit[] = []
  const refused: Refusal[] = []
  for (const edit of edits) {
    const others = kept.filter(({ path }) => path === edit.path)
    if (others.some((one) => one.changes.some((a) => edit.changes.some((b) => overlap(a, b))))) {
      refused.push({ finding: edit.finding, reason: OVERLAPS })
    } else kept.push(edit)
  }
  return { edits: kept, refused }
}

/**
 * Two that insert at one place do, too: which of them goes first would be chance. Where both put in the same
 * it is one change.
 */
function overlap(one: Change, other: Change): boolean {
  if (isSame(one, other) && one.start === one.end) return false
  if (one.start === other.start) return true
  return one.start < other.end && other.start < one.end
}

function isSame(one: Change, other: Change): boolean {
  return one.start === other.start && one.end === other.end && one.text === other.text
}

/** The text with changes that lie apart. */
export function changed(text: string, changes: readonly Change[]): string {
  const parts: string[] = []
  let at = 0
  const once = changes.filter(
    (one, index) => changes.findIndex((two) => isSame(one, two)) === index,
  )
  for (const { start, end, text: put } of once.sort((a, b) => a.start - b.start)) {
    parts.push(text.slice(at, start), put)
    at = end
  }
  return [...parts, text.slice(at)].join('')
}

/** Where lines begin, as parsers and editors count them. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length)
  return starts
}
