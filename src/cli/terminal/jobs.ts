// How many packages a command works on at once.

import { INGESTS_AT_ONCE_MAX } from '../../limits.ts'
import { JOBS_DEFAULT } from '../words/options.ts'

/** A whole number within bounds, else null. */
export function parseCount(text: string, max: number): number | null {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= max ? count : null
}

/** A sentence when it is out of bounds. */
export function parseJobs(text: string | undefined): number | string {
  if (text === undefined) return JOBS_DEFAULT
  return parseCount(text, INGESTS_AT_ONCE_MAX) ?? `assay: --jobs takes 1 to ${INGESTS_AT_ONCE_MAX}`
}
