// How long a range of versions may be. What nobody writes is not read, because each of its clauses is
// put to each release; it is shortened instead, and whoever meets such a text says that it is unread.

import { VERSION_LENGTH_MAX } from '../limits.ts'

const RANGE_LENGTH_MAX = 1_000
const RANGE_CLAUSES_MAX = 40
const SHOWN_LENGTH = 100
/** Part of no version and of no range of either ecosystem. */
const CUT = '…'

/** Of PEP 440 by commas, of npm by spaces and bars. */
export function isReadableRange(range: string): boolean {
  if (range.length > RANGE_LENGTH_MAX || range.includes(CUT)) return false
  return range.split(/[,|\s]+/).length <= RANGE_CLAUSES_MAX
}

export function isReadableVersion(version: string): boolean {
  return version.length <= VERSION_LENGTH_MAX && !version.includes(CUT)
}

/** The same text, or the beginning of one that is not read. */
export function shownRange(range: string): string {
  return isReadableRange(range) ? range : shortened(range)
}

export function shownVersion(version: string): string {
  return isReadableVersion(version) ? version : shortened(version)
}

function shortened(text: string): string {
  return `${text.slice(0, SHOWN_LENGTH).toWellFormed()}${CUT}`
}
