import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LEAST_COST_MAX, leastCost } from '../../../src/domain/names/leastCost.ts'
import { boundedDistance, nearScore, popularityOf } from '../../../src/domain/names/nearest.ts'
import { slipCost } from '../../../src/domain/names/slipCost.ts'
import { CHEAPEST_SLIP } from '../../../src/domain/names/slipPrices.ts'
import { addName, nearBuffer, setDownloads, textAt } from '../../../src/names/near/nearBuffer.ts'
import { rankNear } from '../../../src/names/near/rankNear.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'r', 'n', 'm', '-', 'A'), maxLength: 6 })

test('the best so many are the best of all, weighed one by one', () => {
  const names = fc.uniqueArray(word, { maxLength: 60 })
  const powers = fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 60, maxLength: 60 })
  fc.assert(
    fc.property(word, names, powers, fc.integer({ min: 1, max: 8 }), (written, list, tens, max) => {
      const near = nearBuffer()
      const weighed: { name: string; score: number }[] = []
      list.forEach((name, place) => {
        const distance = boundedDistance(written, name, 2)
        if (distance === null || distance === 0) return
        const log10Downloads = (tens[place] ?? 0) / 10
        addName(near, name, distance)
        setDownloads(near, near.count - 1, null, log10Downloads)
        const score = nearScore(popularityOf(log10Downloads), slipCost(written, name))
        weighed.push({ name, score })
      })
      weighed.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
      const ranked = rankNear(written, near, max)
      expect(ranked.map(({ name }) => name)).toEqual(weighed.slice(0, max).map(({ name }) => name))
      for (const { name, cost } of ranked) expect(cost).toBe(slipCost(written, name))
    }),
    { numRuns: 1_000 },
  )
})

test('what is known of the cost beforehand is never too much', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = boundedDistance(a, b, 2)
      if (distance === null || distance === 0) return
      const units = Uint16Array.from(b, (letter) => letter.charCodeAt(0))
      const least = leastCost(a)(units, 0, b.length, distance)
      expect(slipCost(a, b)).toBeGreaterThanOrEqual(least)
      expect(least).toBeLessThanOrEqual(LEAST_COST_MAX)
    }),
    { numRuns: 20_000 },
  )
})

test('names of any characters come out as they went in', () => {
  const near = nearBuffer()
  const names = ['a', 'é', 'ж-名', '𝒳', 'x'.repeat(2_000)]
  for (const name of names) addName(near, name, 1)
  expect(names.map((_, index) => textAt(near, index))).toEqual(names)
})

test('no slip is cheaper than the cheapest', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      if (a !== b) expect(slipCost(a, b)).toBeGreaterThanOrEqual(CHEAPEST_SLIP)
    }),
    { numRuns: 2_000 },
  )
})
