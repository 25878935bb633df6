// The hundred likeliest of the names that lie near, without weighing every one of thousands: a name
// whose downloads and the least that its edits can cost do not suffice for the list is passed over.

import { LEAST_COST_MAX, leastCost } from '../../domain/names/leastCost.ts'
import { dearestFor, nearScore } from '../../domain/names/nearest.ts'
import { weighNear } from '../../domain/names/slipCost.ts'
import { ADJACENT_MAX } from '../../limits.ts'
import type { NearName } from '../../ports/nameIndex.ts'
import { downloadsAt, type NearBuffer, startAt, textAt } from './nearBuffer.ts'

// Names are looked at by what they can reach at best, in bins of 2^7 ten-thousandths: counting
// them into bins takes a tenth of the time that sorting them would.
const BIN_BITS = 7
const BINS = 1 << 10
const LOWEST = nearScore(0, LEAST_COST_MAX)

/** One for a thread, because ranking never waits. */
const scratch = { ceilings: new Int32Array(1 << 10), order: new Uint32Array(1 << 10) }
const binStarts = new Uint32Array(BINS + 1)

/** Best first by score, then by name; at most `max`. The order of the names found is immaterial. */
export function rankNear(
  written: string,
  near: NearBuffer,
  max: number = ADJACENT_MAX,
): readonly NearName[] {
  if (max === 0) return []
  const weigh = weighNear(written)
  const best = bestOf(near, max)
  const offer = (index: number) => {
    const popularity = near.popularities[index] ?? 0
    const costMax = dearestFor(popularity, best.least())
    const cost = weigh(near.units, startAt(near, index), near.ends[index] ?? 0, costMax)
    if (cost <= costMax) best.offer(index, nearScore(popularity, cost), cost)
  }
  if (near.count > max) offerLikely(written, near, best, offer)
  else for (let index = 0; index < near.count; index++) offer(index)
  return best.names()
}

/** Offers what may be among the best, and passes over the rest. */
function offerLikely(
  written: string,
  near: NearBuffer,
  best: Best,
  offer: (index: number) => void,
): void {
  const { count } = near
  if (count > scratch.order.length) {
    scratch.ceilings = new Int32Array(2 * count)
    scratch.order = new Uint32Array(2 * count)
  }
  const { ceilings, order } = scratch
  orderByCeiling(written, near)
  for (let k = 0; k < count; k++) {
    const index = order[k] ?? 0
    const ceiling = ceilings[index] ?? 0
    if (best.takes(index, ceiling)) offer(index)
    else if (binTop(ceiling) < best.least()) break
  }
}

function binOf(ceiling: number): number {
  const bin = (ceiling - LOWEST) >> BIN_BITS
  return BINS - 1 - Math.max(0, Math.min(bin, BINS - 1))
}

/** No score of the same bin is higher. */
function binTop(ceiling: number): number {
  return ((ceiling - LOWEST) | ((1 << BIN_BITS) - 1)) + LOWEST
}

/** The likeliest bins first. */
function orderByCeiling(written: string, near: NearBuffer): void {
  const { ceilings, order } = scratch
  const least = leastCost(written)
  binStarts.fill(0)
  for (let index = 0, start = 0; index < near.count; index++) {
    const end = near.ends[index] ?? 0
    const cost = least(near.units, start, end, near.distances[index] ?? 0)
    const ceiling = nearScore(near.popularities[index] ?? 0, cost)
    ceilings[index] = ceiling
    const after = binOf(ceiling) + 1
    binStarts[after] = (binStarts[after] ?? 0) + 1
    start = end
  }
  for (let bin = 1; bin <= BINS; bin++) {
    binStarts[bin] = (binStarts[bin] ?? 0) + (binStarts[bin - 1] ?? 0)
  }
  for (let index = 0; index < near.count; index++) {
    const bin = binOf(ceilings[index] ?? 0)
    const place = binStarts[bin] ?? 0
    binStarts[bin] = place + 1
    order[place] = index
  }
}

type Best = ReturnType<typeof bestOf>

/** The best so many of what is offered, in order. */
function bestOf(near: NearBuffer, max: number) {
  const indexes = new Uint32Array(max)
  const scores = new Int32Array(max)
  const costs = new Int32Array(max)
  let size = 0

  function isBefore(index: number, score: number, place: number): boolean {
    const other = scores[place] ?? 0
    return score > other || (score === other && compareNames(near, index, indexes[place] ?? 0) < 0)
  }

  return {
    /** What has less is not taken. */
    least: () => (size < max ? Number.NEGATIVE_INFINITY : (scores[max - 1] ?? 0)),
    takes: (index: number, score: number) => size < max || isBefore(index, score, max - 1),
    offer(index: number, score: number, cost: number): void {
      if (size === max && !isBefore(index, score, max - 1)) return
      let low = 0
      for (let high = size; low < high; ) {
        const middle = (low + high) >>> 1
        if (isBefore(index, score, middle)) high = middle
        else low = middle + 1
      }
      const end = Math.min(size, max - 1)
      for (const list of [indexes, scores, costs]) list.copyWithin(low + 1, low, end)
      indexes[low] = index
      scores[low] = score
      costs[low] = cost
      size = Math.min(size + 1, max)
    },
    names: (): NearName[] =>
      Array.from({ length: size }, (_, place) => {
        const index = indexes[place] ?? 0
        return {
          name: textAt(near, index),
          distance: near.distances[index] ?? 0,
          downloads: downloadsAt(near, index),
          cost: costs[place] ?? 0,
        }
      }),
  }
}

/** By code units, as texts are compared. */
function compareNames(near: NearBuffer, a: number, b: number): number {
  const { units, ends } = near
  const startA = startAt(near, a)
  const startB = startAt(near, b)
  const lengthA = (ends[a] ?? 0) - startA
  const lengthB = (ends[b] ?? 0) - startB
  for (let i = 0; i < lengthA && i < lengthB; i++) {
    const difference = (units[startA + i] ?? 0) - (units[startB + i] ?? 0)
    if (difference !== 0) return difference
  }
  return lengthA - lengthB
}
