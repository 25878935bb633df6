// Which name of one table is which of another, by their ranks. Both pools are sorted, so one walk
// through the two finds all.

import { compareNames, type NamePool } from './namePool.ts'

/** For each rank of the first pool the rank of the same name in the second, or -1. */
export function matchNames(one: NamePool, other: NamePool): Int32Array {
  const ranks = new Int32Array(one.count).fill(-1)
  let theirs = 0
  for (let rank = 0; rank < one.count && theirs < other.count; ) {
    const order = compareNames(one, rank, other, theirs)
    if (order === 0) ranks[rank] = theirs
    if (order <= 0) rank += 1
    if (order >= 0) theirs += 1
  }
  return ranks
}

/** The same from the other side: which name of the second pool is which of the first. */
export function reverseNames(ranks: Int32Array, otherCount: number): Int32Array {
  const reversed = new Int32Array(otherCount).fill(-1)
  for (let rank = 0; rank < ranks.length; rank += 1) {
    const theirs = ranks[rank] ?? -1
    if (theirs >= 0) reversed[theirs] = rank
  }
  return reversed
}
