// What the slips cost that lead from a name to what was written.

import {
  COST,
  DIGRAPHS,
  isDigit,
  isDigraphEnd,
  isSeparator,
  NEAR_BAND,
  replacementCost,
} from './slipPrices.ts'

/** More than anything costs. */
const FAR = 1 << 24
const NO_MAX = Number.POSITIVE_INFINITY

/** `max`: where it costs more than that, any number above it will do. */
type Weigh = (units: Uint16Array, start: number, end: number, max: number) => number
// One question can weigh thousands of names, so nothing is made anew for each of them. A call never
// waits, hence no other one can come between.
let table = new Int32Array(64 * 64)
let asked = new Uint16Array(64)
let compared = new Uint16Array(64)
let removed = new Uint8Array(64)
let added = new Uint8Array(64)

/**
 * Cost of the cheapest series of slips that turns `name` into `written`, in hundredths. Slips are
 * weighed by how people mistype and how squatters imitate; equal texts cost 0.
 */
export function slipCost(written: string, name: string): number {
  if (name.length > compared.length) compared = new Uint16Array(2 * name.length)
  for (let i = 0; i < name.length; i++) compared[i] = name.charCodeAt(i)
  ask(written)
  return cost(written.length, compared, 0, name.length, NO_MAX, NO_MAX)
}

/**
 * The same for names within distance 2, as code units, of one text; good until the next text is
 * weighed.
 */
export function weighNear(written: string): Weigh {
  ask(written)
  return (units, start, end, max) => cost(written.length, units, start, end, NEAR_BAND, max)
}

function ask(written: string): void {
  if (written.length > asked.length) {
    asked = new Uint16Array(2 * written.length)
    removed = new Uint8Array(2 * written.length)
  }
  for (let i = 0; i < written.length; i++) asked[i] = written.charCodeAt(i)
  fillIndelCosts(removed, asked, 0, written.length)
}

/** Writes what it costs to leave out, or to add, each letter of a text. */
function fillIndelCosts(costs: Uint8Array, units: Uint16Array, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    const unit = units[i] ?? 0
    const isDoubled = (i > start && units[i - 1] === unit) || (i + 1 < end && units[i + 1] === unit)
    if (isSeparator(unit)) {
      costs[i - start] = COST.separator
      continue
    }
    const cost = isDoubled ? COST.doubledLetter : COST.other
    costs[i - start] = cost + (i === start ? COST.firstLetter : 0)
  }
  const last = end - 1
  if (last > start && isDigit(units[last] ?? 0)) costs[last - start] = COST.number
}

/** Of what was asked and a name; cells further than `band` from the diagonal are not looked at. */
function cost(
  length: number,
  units: Uint16Array,
  start: number,
  end: number,
  band: number,
  max: number,
): number {
  const width = end - start + 1
  const size = (length + 1) * width
  if (size > table.length) table = new Int32Array(2 * size)
  if (width > added.length) added = new Uint8Array(2 * width)
  fillIndelCosts(added, units, start, end)
  // cells[i * width + j]: cost for the first i letters of the one and the first j of the other.
  const [cells, written, out, into] = [table, asked, removed, added]
  cells[0] = 0
  for (let j = 1; j < width; j++) cells[j] = (cells[j - 1] ?? 0) + (into[j - 1] ?? 0)
  let leastBefore = 0
  for (let i = 1; i <= length; i++) {
    const row = i * width
    const lost = out[i - 1] ?? 0
    cells[row] = (cells[row - width] ?? 0) + lost
    const a = written[i - 1] ?? 0
    const from = Math.max(1, i - band)
    const to = Math.min(width - 1, i + band)
    if (from > 1) cells[row + from - 1] = FAR
    let least = cells[row + from - 1] ?? 0
    let previous = from > 1 ? (units[start + from - 2] ?? 0) : -1
    for (let j = from; j <= to; j++) {
      const here = row + j
      const b = units[start + j - 1] ?? 0
      let best = cells[here - width - 1] ?? 0
      if (a !== b) {
        best += replacementCost(a, b) + (i === 1 || j === 1 ? COST.firstLetter : 0)
        if (a === previous || isDigraphEnd(a, b)) {
          best = Math.min(best, pairSlip(width, i, units, start, j))
        }
      }
      best = Math.min(best, (cells[here - width] ?? 0) + lost)
      best = Math.min(best, (cells[here - 1] ?? 0) + (into[j - 1] ?? 0))
      cells[here] = best
      if (best < least) least = best
      previous = b
    }
    if (to < width - 1) cells[row + to + 1] = FAR
    // A slip that takes two letters at once passes over one row, never over two.
    if (least > max && leastBefore > max) return FAR
    leastBefore = least
  }
  return cells[size - 1] ?? 0
}

/** Cheapest way here by a slip that takes two letters at once: swapped, or two that look like one. */
function pairSlip(width: number, i: number, units: Uint16Array, start: number, j: number): number {
  const here = i * width + j
  const a = asked[i - 1] ?? 0
  const b = units[start + j - 1] ?? 0
  const beforeA = i > 1 ? (asked[i - 2] ?? 0) : -1
  const beforeB = j > 1 ? (units[start + j - 2] ?? 0) : -1
  let best = FAR
  if (a === beforeB && b === beforeA) {
    const first = i === 2 || j === 2 ? COST.firstLetter : 0
    best = (table[here - 2 * width - 2] ?? 0) + COST.transposition + first
  }
  if (!isDigraphEnd(a, b)) return best
  for (const [left, right, one] of DIGRAPHS) {
    if (b === one && a === right && beforeA === left) {
      const first = i === 2 || j === 1 ? COST.firstLetter : 0
      best = Math.min(best, (table[here - 2 * width - 1] ?? 0) + COST.homoglyph + first)
    }
    if (a === one && b === right && beforeB === left) {
      const first = i === 1 || j === 2 ? COST.firstLetter : 0
      best = Math.min(best, (table[here - width - 2] ?? 0) + COST.homoglyph + first)
    }
  }
  return best
}
