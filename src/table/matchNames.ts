// Which name of one table is which of another, by their ranks. Both pools are sorted, so one walk
// through the two finds all.

import type { NamePool } from './namePool.ts'

/** For each rank of the first pool the rank of the same name in the second, or -1. */
export function matchNames(one: NamePool, other: NamePool): Int32Array {
  const ranks = new Int32Array(one.count).fill(-1)
  let theirs = 0
  for (let rank = 0; rank < one.count && theirs < other.count; ) {
    const order = one.compare(rank, other, theirs)
    if (order === 0) ranks[rank] = theirs
    if (order <= 0) rank += 1
    if (order >= 0) theirs += 1
  }
  return ranks
}
