import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findChanges } from '../../../src/names/set/nameChanges.ts'
import { arenaWriter, sortedOrder } from '../../../src/names/stored/nameArena.ts'
import { decodeNameFile } from '../../../src/names/stored/nameFile.ts'
import { setFile } from '../madeSet.ts'

const letters = fc.constantFrom('a', 'b', '-', '@', 'A', 'é')
const names = fc.uniqueArray(fc.string({ unit: letters, minLength: 1, maxLength: 6 }), {
  maxLength: 40,
})

function changes(before: readonly string[], after: readonly string[], max: number) {
  const arena = arenaWriter()
  for (const name of after) arena.addText(name)
  const written = arena.finish()
  const order = sortedOrder(written, false)
  return findChanges(decodeNameFile(setFile({ names: before })), written, order, max)
}

test('what came and what went are the differences of the two sets', () => {
  fc.assert(
    fc.property(names, names, (before, after) => {
      const found = changes(before, after, 1_000)
      expect([...(found?.added ?? [])].sort()).toEqual(
        after.filter((name) => !before.includes(name)).sort(),
      )
      expect([...(found?.removed ?? [])].sort()).toEqual(
        before.filter((name) => !after.includes(name)).sort(),
      )
    }),
    { numRuns: 500 },
  )
})

test('more changes than allowed are none', () => {
  fc.assert(
    fc.property(names, names, fc.integer({ min: 0, max: 5 }), (before, after, max) => {
      const all = changes(before, after, 1_000)
      const count = (all?.added.length ?? 0) + (all?.removed.length ?? 0)
      expect(changes(before, after, max) === null).toBe(count > max)
    }),
  )
})
