// What the slips between two near texts cost at least, for a fraction of what weighing them takes: of
// thousands of neighbours only those are weighed that can be among the likeliest.

import {
  CHEAPEST_SLIP,
  COST,
  DIGRAPHS,
  isDigit,
  isSeparator,
  NEAR_BAND,
  replacementCost,
} from './slipPrices.ts'

/** Two edits never cost less than their price one by one, and that is no more than this. */
export const LEAST_COST_MAX = 2 * COST.other + COST.firstLetter

type LeastCost = (units: Uint16Array, start: number, end: number, distance: number) => number

/**
 * What a name at distance 1 or 2 costs at least. One slip does for two edits only when it takes two
 * letters at once. Without such slips, two slips are two edits of the kinds that the lengths allow,
 * and three cost three times the cheapest that there is between the letters of the two.
 */
export function leastCost(written: string): LeastCost {
  const own = unitsOf(written)
  const ownIndel = leastIndel(own, 0, own.length)
  const replacements = leastReplacements(own)
  const ofEdits: LeastCost = (units, start, end, distance) => {
    if (distance < 2) return CHEAPEST_SLIP
    if (mayHavePair(own, units, start, end)) {
      return isOnePair(written, units, start, end) ? CHEAPEST_SLIP : 2 * CHEAPEST_SLIP
    }
    const indel = leastIndel(units, start, end)
    let replacement: number = COST.other
    for (let at = start; at < end; at++) {
      const least = replacements[units[at] ?? 0] ?? COST.other
      if (least < replacement) replacement = least
    }
    const three = 3 * Math.min(indel, ownIndel, replacement)
    const longer = end - start - own.length
    if (longer > 1 || longer < -1) return Math.min(2 * (longer > 0 ? indel : ownIndel), three)
    if (longer !== 0) return Math.min((longer > 0 ? indel : ownIndel) + replacement, three)
    let replaced = 0
    for (let i = 0; i < own.length; i++) {
      replaced += replacementCost(own[i] ?? 0, units[start + i] ?? 0)
    }
    return Math.min(replaced, indel + ownIndel, three)
  }
  const first = own[0] ?? 0
  // Texts that begin with different letters have a slip that touches one of those; a separator is
  // left out or added for its own price.
  const isFree = isSeparator(first)
  return (units, start, end, distance) => {
    const other = units[start] ?? 0
    const touched = first === other || isFree || isSeparator(other) ? 0 : COST.firstLetter
    return touched + ofEdits(units, start, end, distance)
  }
}

/** By ASCII unit: what it costs at least to put it in the place of another letter of the text. */
function leastReplacements(own: Uint16Array): Uint8Array {
  const least = new Uint8Array(128).fill(COST.other)
  for (const unit of new Set(own)) {
    for (let other = 0; other < 128; other++) {
      if (other === unit) continue
      least[other] = Math.min(least[other] ?? COST.other, replacementCost(unit, other))
    }
  }
  return least
}

/** False only when no slip that takes two letters at once can be among those of two near texts. */
function mayHavePair(own: Uint16Array, units: Uint16Array, start: number, end: number): boolean {
  const mine = digraphsIn(own, 0, own.length)
  const theirs = digraphsIn(units, start, end)
  if (((mine & (theirs >> ONE_BITS)) | (theirs & (mine >> ONE_BITS))) & PAIR_MASK) return true
  for (let at = start + 1; at < end; at++) {
    const left = units[at - 1] ?? 0
    const right = units[at] ?? 0
    if (left === right) continue
    const from = Math.max(1, at - start - NEAR_BAND)
    const to = Math.min(own.length - 1, at - start + NEAR_BAND)
    for (let i = from; i <= to; i++) if (own[i] === left && own[i - 1] === right) return true
  }
  return false
}

const ONE_BITS = DIGRAPHS.length
const PAIR_MASK = (1 << ONE_BITS) - 1

/** Bit k: the two letters of digraph k come one after the other; bit k + 3: the one they look like. */
function digraphsIn(units: Uint16Array, start: number, end: number): number {
  let found = 0
  for (let at = start; at < end; at++) {
    const unit = units[at] ?? 0
    const bits = unit < 128 ? (DIGRAPH_LETTERS[unit] ?? 0) : 0
    if (bits === 0) continue
    found |= bits & ~PAIR_MASK
    const left = at > start ? (units[at - 1] ?? 0) : 0
    for (let k = 0; k < ONE_BITS; k++) {
      if ((bits >> k) & 1 && DIGRAPHS[k]?.[0] === left) found |= 1 << k
    }
  }
  return found
}

/** Bit k: the second letter of digraph k; bit k + 3: the one that the two look like. */
const DIGRAPH_LETTERS = new Uint8Array(128)
for (const [k, [, right, one]] of DIGRAPHS.entries()) {
  DIGRAPH_LETTERS[right] = (DIGRAPH_LETTERS[right] ?? 0) | (1 << k)
  DIGRAPH_LETTERS[one] = (DIGRAPH_LETTERS[one] ?? 0) | (1 << (k + ONE_BITS))
}

/** What the cheapest letter of a text costs to leave out. */
function leastIndel(units: Uint16Array, start: number, end: number): number {
  if (end > start && isDigit(units[end - 1] ?? 0)) return COST.number
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
