// Where a number stands in a sorted column.

import { at } from './varints.ts'

/** Where the value stands in an ascending stretch of a column, or -1. */
export function indexIn(column: Uint32Array, start: number, end: number, value: number): number {
  let low = start
  let high = end - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = at(column, middle)
    if (found === value) return middle
    if (found > value) high = middle - 1
    else low = middle + 1
  }
  return -1
}
