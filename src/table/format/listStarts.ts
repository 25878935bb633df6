// Where lists of which the lengths are known begin in a column that holds them all.

import { TABLE_MAX_BYTES } from '../../limits.ts'
import { TableError } from './tableError.ts'

/** Running sums of the lengths of lists, with the sum of all at the end. */
export function startsOf(...groups: readonly Uint32Array[]): Uint32Array {
  const starts = new Uint32Array(groups.reduce((sum, { length }) => sum + length, 1))
  let list = 0
  let total = 0
  for (const lengths of groups) {
    for (const length of lengths) {
      total += length
      if (total > TABLE_MAX_BYTES) throw new TableError('has lists that are too long')
      starts[++list] = total
    }
  }
  return starts
}
