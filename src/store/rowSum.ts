// Disks forget, and somebody may have been in the file: what answers rest on is told from what was
// written by a digest beside it.

import { createHash } from 'node:crypto'

export function rowSum(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}

/** Whether a row says what was written. One that was written before there were sums vouches for itself. */
export function isAsWritten(sum: string | null, values: readonly unknown[]): boolean {
  return sum === null || sum === rowSum(values)
}
