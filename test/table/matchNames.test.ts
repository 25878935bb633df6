// Names that many tables share are matched in runs: the result is that of looking each up.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type NamePool, readNames, writeNames } from '../../src/table/format/namePool.ts'
import { byteReader, byteWriter } from '../../src/table/format/varints.ts'
import { matchNames, reverseNames } from '../../src/table/matchNames.ts'
import { name } from './arbitraryTable.ts'

function poolOf(names: Iterable<string>): NamePool {
  const writer = byteWriter()
  writeNames(writer, [...names].sort())
  return readNames(byteReader(writer.finish()), 1_000_000)
}

/** Two sets that have most of their names in common, in long runs. */
const pools = fc
  .record({
    shared: fc.integer({ min: 0, max: 120 }),
    one: fc.array(name, { maxLength: 6 }),
    other: fc.array(name, { maxLength: 6 }),
    gaps: fc.array(fc.nat({ max: 120 }), { maxLength: 4 }),
  })
  .map(({ shared, one, other, gaps }) => {
    const common = Array.from({ length: shared }, (_, i) => `name${String(i).padStart(3, '0')}`)
    const kept = common.filter((_, i) => !gaps.includes(i))
    return {
      one: poolOf(new Set([...common, ...one])),
      other: poolOf(new Set([...kept, ...other])),
    }
  })

test('each name has the rank under which the other table finds it', () => {
  fc.assert(
    fc.property(pools, ({ one, other }) => {
      const expected = (from: NamePool, to: NamePool) =>
        Array.from({ length: from.count }, (_, rank) => to.find(from.text(rank)))
      const ranks = matchNames(one, other)
      expect([...ranks]).toEqual(expected(one, other))
      expect([...reverseNames(ranks, other.count)]).toEqual(expected(other, one))
    }),
    { numRuns: 200 },
  )
})

test.each([
  { what: 'of equal length', one: ['aa', 'ab', 'b'], other: ['aa', 'ac', 'b'] },
  { what: 'cut elsewhere', one: ['a', 'bb', 'c'], other: ['ab', 'b', 'c'] },
])('a run of names $what is no run of the same', ({ one, other }) => {
  const rest = Array.from({ length: 40 }, (_, i) => `z${String(i).padStart(2, '0')}`)
  const [first, second] = [poolOf([...one, ...rest]), poolOf([...other, ...rest])]
  const expected = [...one, ...rest].map((text) => second.find(text))
  expect([...matchNames(first, second)]).toEqual(expected)
})
