// What the slips between two near texts cost at least, for a fraction of what weighing them takes: of
// thousands of neighbours only those are weighed that can be among the likeliest.

import {
  CHEAPEST_SLIP,
  COST,
  isDigraphEnd,
  isSeparator,
  NEAR_BAND,
  replacementCost,
} from './slipPrices.ts'

export type LeastNear = (units: Uint16Array, start: number, end: number, distance: number) => number

/**
 * What a name at this distance costs at least, told without weighing it. One slip does for two edits
 * only when it takes two letters at once. Without such slips, two of them are two edits of the kinds
 * that the lengths allow, and three are never cheaper than three of the cheapest.
 */
export function leastNear(written: string): LeastNear {
  const own = unitsOf(written)
  const ownIndel = leastIndel(own, 0, own.length)
  return (units, start, end, distance) => {
    if (distance < 2) return CHEAPEST_SLIP
    if (mayHavePair(own, units, start, end)) {
      return isOnePair(written, units, start, end) ? CHEAPEST_SLIP : 2 * CHEAPEST_SLIP
    }
    const longer = end - start - own.length
    const indel = longer > 0 ? leastIndel(units, start, end) : ownIndel
    if (longer > 1 || longer < -1) return Math.min(2 * indel, 3 * CHEAPEST_SLIP)
    if (longer !== 0) return Math.min(indel + CHEAPEST_SLIP, 3 * CHEAPEST_SLIP)
    let replaced = 0
    for (let i = 0; i < own.length; i++) {
      replaced += replacementCost(own[i] ?? 0, units[start + i] ?? 0)
    }
    const moved = indel + leastIndel(units, start, end)
    return Math.min(replaced, moved, 3 * CHEAPEST_SLIP)
  }
}

/** False only when no slip that takes two letters at once can be among those of two near texts. */
function mayHavePair(own: Uint16Array, units: Uint16Array, start: number, end: number): boolean {
  for (let i = 0; i < own.length; i++) {
    const a = own[i] ?? 0
    const from = Math.max(start, start + i - NEAR_BAND)
    const to = Math.min(end - 1, start + i + NEAR_BAND)
    for (let at = from; at <= to; at++) {
      const b = units[at] ?? 0
      if (a === b) continue
      const isSwapped = i > 0 && at > start && a === units[at - 1] && b === own[i - 1]
      if (isSwapped || isDigraphEnd(a, b)) return true
    }
  }
  return false
}

/** What the cheapest letter of a text costs to leave out. */
function leastIndel(units: Uint16Array, start: number, end: number): number {
  let least: number = COST.other
  for (let i = start; i < end; i++) {
    const unit = units[i] ?? 0
    if (isSeparator(unit)) return COST.separator
    if (i > start && units[i - 1] === unit) least = COST.doubledLetter
  }
  return least
}

/** Whether the texts are equal but for two neighbouring letters of the one or the other. */
function isOnePair(written: string, units: Uint16Array, start: number, end: number): boolean {
  const length = end - start
  const longer = Math.max(written.length, length)
  if (longer - Math.min(written.length, length) > 1) return false
  let head = 0
  while (head < longer && written.charCodeAt(head) === units[start + head]) head++
  const left = written.length - head
  const right = length - head
  if (left === right && written.charCodeAt(head) !== units[start + head + 1]) return false
  // What lies behind the pair: two letters on the longer side, on the other two or one.
  const tail = Math.max(left, right) - 2
  for (let k = 1; k <= tail; k++) {
    if (written.charCodeAt(written.length - k) !== units[end - k]) return false
  }
  return true
}

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
}
