// Which name of one table is which of another, by their ranks. Both pools are sorted, so one walk
// through the two finds all.

import { compareNames, type NamePool } from './format/namePool.ts'
import { at } from './format/varints.ts'

/** For each rank of the first pool the rank of the same name in the second, or -1. */
export function matchNames(one: NamePool, other: NamePool): Int32Array {
  const ranks = new Int32Array(one.count).fill(-1)
  let rank = 0
  let theirs = 0
  while (rank < one.count && theirs < other.count) {
    if (isSameRun(one, rank, other, theirs)) {
      for (let i = 0; i < RUN; i += 1) ranks[rank++] = theirs++
      continue
    }
    for (let i = 0; i < RUN && rank < one.count && theirs < other.count; i += 1) {
      const order = compareNames(one, rank, other, theirs)
      if (order === 0) ranks[rank] = theirs
      if (order <= 0) rank += 1
      if (order >= 0) theirs += 1
    }
  }
  return ranks
}

/** Most names are the same and stand in a row: so many are compared at once. */
const RUN = 16

function isSameRun(one: NamePool, rank: number, other: NamePool, theirs: number): boolean {
  if (rank + RUN > one.count || theirs + RUN > other.count) return false
  const start = at(one.starts, rank)
  const otherStart = at(other.starts, theirs)
  for (let i = 1; i <= RUN; i += 1) {
    if (at(one.starts, rank + i) - start !== at(other.starts, theirs + i) - otherStart) return false
  }
  const end = at(one.starts, rank + RUN)
  const otherEnd = at(other.starts, theirs + RUN)
  return one.bytes.compare(other.bytes, otherStart, otherEnd, start, end) === 0
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
