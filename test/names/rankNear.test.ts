import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHEAPEST_SLIP, nearScore, slipCost } from '../../src/domain/nearest.ts'
import { rankNear } from '../../src/names/rankNear.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'r', 'n', 'm', '-', 'A'), maxLength: 6 })

test('the best so many are the best of all, weighed one by one', () => {
  const names = fc.uniqueArray(word, { maxLength: 40 })
  const powers = fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 40, maxLength: 40 })
  fc.assert(
    fc.property(word, names, powers, fc.integer({ min: 1, max: 8 }), (written, list, tens, max) => {
      const candidates = list
        .filter((name) => name !== written)
        .map((name, place) => {
          const log10Downloads = (tens[place] ?? 0) / 10
          return { name, distance: 1, downloads: null, log10Downloads }
        })
      const weighed = candidates
        .map(({ name, log10Downloads }) => ({
          name,
          score: nearScore(log10Downloads, slipCost(written, name)),
        }))
        .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
      const ranked = rankNear(written, candidates, max)
      expect(ranked.map(({ name }) => name)).toEqual(weighed.slice(0, max).map(({ name }) => name))
      for (const { name, cost } of ranked) expect(cost).toBe(slipCost(written, name))
    }),
    { numRuns: 1_000 },
  )
})

test('no slip is cheaper than the cheapest', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      if (a !== b) expect(slipCost(a, b)).toBeGreaterThanOrEqual(CHEAPEST_SLIP)
    }),
    { numRuns: 2_000 },
  )
})
