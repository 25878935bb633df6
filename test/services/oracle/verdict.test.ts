// The rules of docs/reference/verify.md, row by row, and what must hold of all of them.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CHECK_STATUSES, type CheckStatus } from '../../../src/services/oracle/outcome.ts'
import type { Require } from '../../../src/services/oracle/spec.ts'
import { type Settled, verdictOf } from '../../../src/services/oracle/verdict.ts'

const OF = { m: 'met', u: 'unmet', n: 'not_applicable', o: 'undetermined' } as const
/** `m` met, `u` unmet, `n` not applicable, `o` open; upper case: required. */
function checks(letters: string): readonly Settled[] {
  return [...letters].map((letter) => ({
    status: OF[letter.toLowerCase() as keyof typeof OF],
    isRequired: letter !== letter.toLowerCase(),
  }))
}

const half = { minScore: 0.5 }
const ROWS: readonly (readonly [string, Require, string, number | null])[] = [
  ['m', 'all', 'pass', 1],
  ['mm', 'all', 'pass', 1],
  ['mmn', 'all', 'pass', 1],
  ['mu', 'all', 'fail', 0.5],
  ['uo', 'all', 'fail', 0],
  ['mo', 'all', 'partial', 0.5],
  ['mou', 'all', 'fail', 0.3333],
  ['o', 'all', 'unverifiable', null],
  ['n', 'all', 'unverifiable', null],
  ['on', 'all', 'unverifiable', null],
  ['mu', 'any', 'pass', 0.5],
  ['mo', 'any', 'pass', 0.5],
  ['uo', 'any', 'partial', 0],
  ['uu', 'any', 'fail', 0],
  ['oo', 'any', 'unverifiable', null],
  ['mU', 'any', 'fail', 0.5],
  ['mO', 'any', 'partial', 0.5],
  ['Mu', 'any', 'pass', 0.5],
  ['mu', half, 'pass', 0.5],
  ['muu', half, 'fail', 0.3333],
  ['muo', half, 'partial', 0.3333],
  ['mmU', half, 'fail', 0.6666],
  ['mmmmmmmuuu', { minScore: 0.7 }, 'pass', 0.7],
  ['uu', { minScore: 1e-12 }, 'fail', 0],
  ['mmmmmmuuuu', { minScore: 0.7 }, 'fail', 0.6],
]

describe('verdicts', () => {
  test.each(ROWS)('%s under %o: %s', (letters, require, verdict, score) => {
    expect(verdictOf(checks(letters), require)).toEqual({ verdict, score })
  })
})

const anyChecks = fc.array(
  fc.record({
    status: fc.constantFrom<CheckStatus>(...CHECK_STATUSES),
    isRequired: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
)
const anyRequire = fc.oneof(
  fc.constantFrom<Require>('all', 'any'),
  fc.record({ minScore: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
)

test('nothing passes while a required check is not met', () => {
  fc.assert(
    fc.property(anyChecks, anyRequire, (all, require) => {
      const { verdict, score } = verdictOf(all, require)
      if (verdict !== 'pass') return
      const required = all.filter(({ isRequired }) => require === 'all' || isRequired)
      expect(required.every(({ status }) => status === 'met' || status === 'not_applicable')).toBe(
        true,
      )
      expect(all.some(({ status }) => status === 'met')).toBe(true)
      if (typeof require === 'object') expect(score).toBeGreaterThanOrEqual(require.minScore - 1e-4)
    }),
  )
})

test('what is open never makes a verdict better than if it were met', () => {
  const rank = { unverifiable: 0, fail: 0, partial: 1, pass: 2 }
  fc.assert(
    fc.property(anyChecks, anyRequire, (all, require) => {
      const closed = all.map((one) =>
        one.status === 'undetermined' ? { ...one, status: 'met' as const } : one,
      )
      const [before, after] = [verdictOf(all, require), verdictOf(closed, require)]
      expect(rank[before.verdict]).toBeLessThanOrEqual(rank[after.verdict])
      expect(before.score ?? 0).toBeLessThanOrEqual(after.score ?? 0)
    }),
  )
})
