// From findings and counts to one word. `real` speaks of all that was handed in: it is not said where
// a file could not all be read, nor where most of what it names could not be told.

import { CHECK_SHARE_MIN } from '../../limits.ts'
import type { Finding } from './finding.ts'

export type CheckVerdict = 'real' | 'problems' | 'undetermined'

export type CheckCounts = Readonly<{
  files: number
  /** Files that could not all be read. */
  unread: number
  references: number
  determined: number
  undetermined: number
  /** Calls of what is there, of which nothing tells what they take. */
  callsUnjudged: number
  requirements: number
  /** Requirements of which nothing could be told. */
  requirementsUndetermined: number
}>

type Told = Pick<
  CheckCounts,
  'references' | 'undetermined' | 'requirements' | 'requirementsUndetermined'
>

/** What was determined of references and requirements, from 0 to 1; null where there are none. */
export function determinedShare(counts: Told): number | null {
  const all = counts.references + counts.requirements
  if (all === 0) return null
  return (all - counts.undetermined - counts.requirementsUndetermined) / all
}

/** Whether there was something to be told, and nothing of it could be. */
export function isNothingTold(counts: Told & Pick<CheckCounts, 'unread'>): boolean {
  const share = determinedShare(counts)
  return share === 0 || (share === null && counts.unread > 0)
}

/** Whether what is said speaks of the smaller part. */
export function isMostlyUntold(counts: Told): boolean {
  const share = determinedShare(counts)
  return share !== null && share < CHECK_SHARE_MIN
}

export function verdictOf(
  findings: readonly Finding[],
  counts: Told & Pick<CheckCounts, 'unread'>,
): CheckVerdict {
  if (findings.some(({ severity }) => severity === 'error')) return 'problems'
  // Where there is nothing to be told, nothing was.
  const isTold = determinedShare(counts) !== null && !isMostlyUntold(counts)
  return isTold && counts.unread === 0 ? 'real' : 'undetermined'
}

/** In whole per cent, and never more than it is. */
export function percentOf(share: number): string {
  return `${Math.floor(share * 100 + 1e-9)} %`
}

/** To four digits, and never more than it is: all of it is 1. */
export function shownShare(share: number | null): number | null {
  return share === null ? null : Math.floor(share * 10_000 + 1e-6) / 10_000
}
