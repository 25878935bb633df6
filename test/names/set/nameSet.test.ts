// A set must find exactly what brute force finds, whatever it holds and whatever is asked.

import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eachFamily } from '../../../src/names/near/families.ts'
import { openNameSet } from '../../../src/names/set/nameSet.ts'
import { arenaWriter, sortedOrder } from '../../../src/names/stored/nameArena.ts'
import { NameFileInvalid } from '../../../src/names/stored/nameFile.ts'
import { levenshtein } from '../levenshtein.ts'
import { madeSet, setFile } from '../madeSet.ts'

function bruteForce(names: readonly string[], written: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const name of new Set(names)) {
    const distance = levenshtein(written, name)
    if (distance === 1 || distance === 2) found.set(name, distance)
  }
  return found
}

function asMap(near: readonly { name: string; distance: number }[]): Map<string, number> {
  const found = new Map(near.map(({ name, distance }) => [name, distance]))
  expect(found.size, 'a name is found once').toBe(near.length)
  return found
}

// Few letters, so that names are near each other; a capital, an accent and an astral sign, so that
// some of them are in no automaton and some characters are two units.
const letters = fc.constantFrom('a', 'a', 'b', 'c', '-', '/', '@', 'A', 'é', '𝒳')
const anyName = fc.string({ unit: letters, minLength: 1, maxLength: 9 })
const plainName = fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 1, maxLength: 12 })

describe('near', () => {
  test('finds what brute force finds', () => {
    fc.assert(
      fc.property(fc.array(anyName, { maxLength: 60 }), fc.array(anyName), (names, asked) => {
        const set = madeSet({ names })
        for (const written of [...names.slice(0, 10), ...asked]) {
          expect(asMap(set.near(written))).toEqual(bruteForce(names, written))
        }
      }),
      { numRuns: 300 },
    )
  })

  test('finds what brute force finds among names that share heads and tails', () => {
    fc.assert(
      fc.property(
        fc.array(plainName, { minLength: 50, maxLength: 200 }),
        fc.array(plainName, { minLength: 5 }),
        (names, asked) => {
          const set = madeSet({ names })
          for (const written of asked) {
            expect(asMap(set.near(written))).toEqual(bruteForce(names, written))
          }
        },
      ),
      { numRuns: 100 },
    )
  })

  test('finds what brute force finds among short names of every letter there is', () => {
    const letter = fc.constantFrom(...'-./0123456789@_abcdefghijklmnopqrstuvwxyz')
    const shortName = fc.string({ unit: letter, minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(
        fc.array(shortName, { minLength: 400, maxLength: 800 }),
        fc.array(shortName, { minLength: 5, maxLength: 10 }),
        (names, asked) => {
          const set = madeSet({ names })
          expect(names.every(set.has)).toBe(true)
          for (const written of asked) {
            expect(asMap(set.near(written))).toEqual(bruteForce(names, written))
          }
        },
      ),
      { numRuns: 20 },
    )
  })

  test('finds long names by their far ends', () => {
    const long = 'x'.repeat(200)
    const names = [
      `a${long}b`,
      `${long}bb`,
      `aa${long}`,
      `${long.slice(0, 100)}--${long.slice(100)}`,
    ]
    const set = madeSet({ names })
    for (const written of [long, `${long}b`, `a${long}`, `aa${long}b`, 'x'.repeat(510)]) {
      expect(asMap(set.near(written))).toEqual(bruteForce(names, written))
    }
  })

  test('an empty set has no neighbours', () => {
    expect(madeSet({ names: [] }).near('anything')).toEqual([])
    expect(madeSet({ names: [] }).has('anything')).toBe(false)
  })
})

describe('has', () => {
  test('knows its names and no others', () => {
    fc.assert(
      fc.property(fc.array(anyName), fc.array(anyName), (names, others) => {
        const set = madeSet({ names })
        for (const name of [...names, ...others]) expect(set.has(name)).toBe(names.includes(name))
      }),
    )
  })
})

describe('changes since the set was built', () => {
  test('count as if they were built in', () => {
    const change = fc.record({ names: fc.uniqueArray(anyName), added: fc.uniqueArray(anyName) })
    fc.assert(
      fc.property(change, anyName, ({ names, added }, written) => {
        const isNew = (name: string) => !names.includes(name)
        const removed = names.filter((_, place) => place % 3 === 0)
        const delta = {
          snapshot: '2026-11-02',
          sha256: 'f'.repeat(64),
          base: '0'.repeat(64),
          added: added.filter(isNew),
          removed,
          source: null,
        }
        const set = madeSet({ names }, delta)
        const now = [...names.filter((name) => !removed.includes(name)), ...delta.added]
        expect(asMap(set.near(written))).toEqual(bruteForce(now, written))
        expect(set.snapshot).toMatchObject({ size: now.length, snapshot: '2026-11-02' })
        for (const name of [...names, ...added]) expect(set.has(name)).toBe(now.includes(name))
      }),
    )
  })
})

describe('downloads', () => {
  test('are what was put in', () => {
    const counts = fc.dictionary(anyName, fc.integer({ min: 100, max: 4_294_967_295 }))
    fc.assert(
      fc.property(counts, anyName, (downloads, other) => {
        const set = madeSet({ names: [], downloads })
        expect(Object.fromEntries(set.popular(0))).toEqual({ ...downloads })
        for (const [name, count] of Object.entries(downloads)) {
          expect(set.downloads(name)).toBe(count)
        }
        if (!Object.hasOwn(downloads, other)) expect(set.downloads(other)).toBe(null)
      }),
    )
  })
})

describe('names that others are built on', () => {
  const names = ['ether', 'etherpy', 'etherx', 'etherx-cli', 'etherx-cli-two', 'etherx.']

  test.each([
    ['pypi', 'etherx'],
    ['npm', 'ether'],
  ] as const)('are likelier where downloads are not published: %s', (ecosystem, first) => {
    // Both are one letter away, and the doubled one cheaper to slip on.
    const set = madeSet({ names, ecosystem })
    expect(set.nearest('etherr').names.map(({ name }) => name)[0]).toBe(first)
    expect(set.near('etherr').map(({ downloads }) => downloads)).not.toContainEqual(2)
    expect(set.downloads('etherx')).toBe(null)
    expect([...set.popular(0)]).toEqual([])
  })

  test('are counted once for each name that begins with them and a dash', () => {
    const arena = arenaWriter()
    for (const name of names) arena.addText(name)
    const all = arena.finish()
    const found: Record<string, number> = {}
    eachFamily(all, sortedOrder(all, false), (start, end, members) => {
      found[Buffer.from(all.bytes.subarray(start, end)).toString()] = members
    })
    const counted = names
      .map((name) => [name, names.filter((other) => other.startsWith(`${name}-`)).length] as const)
      .filter(([, members]) => members > 0)
    expect(found).toEqual(Object.fromEntries(counted))
  })

  test('lose to downloads that are counted', () => {
    const set = madeSet({ names, ecosystem: 'pypi', downloads: { ether: 60_000 } })
    expect(set.nearest('etherr').names[0]).toMatchObject({ name: 'ether', downloads: 60_000 })
  })
})

describe('the file', () => {
  const made = {
    names: ['left-pad', 'express', 'JSONStream', 'express'],
    downloads: { express: 700, 'left-pad': 99 },
  }

  test('has the documented digest of its contents', () => {
    const lines = 'JSONStream\nexpress\t700\nleft-pad\n'
    const { snapshot } = madeSet(made)
    expect(snapshot).toEqual({
      snapshot: '2026-11-01',
      sha256: createHash('sha256').update(lines).digest('hex'),
      size: 3,
      metric: 'levenshtein',
    })
  })

  test('is the same whatever the order of the names', () => {
    const turned = { ...made, names: made.names.toReversed() }
    expect(Buffer.from(setFile(turned)).equals(Buffer.from(setFile(made)))).toBe(true)
  })

  test('with wrong contents under a right digest is refused or searched, and no more', () => {
    const file = Buffer.from(setFile(made))
    const first = 12 + file.readUInt32LE(8)
    for (let at = first; at < file.length - 32; at++) {
      if (file[at] === 0 && at % 16 !== 0) continue
      const bent = Buffer.from(file)
      bent[at] = (bent[at] ?? 0) ^ 0xff
      createHash('sha256')
        .update(bent.subarray(0, -32))
        .digest()
        .copy(bent, bent.length - 32)
      try {
        const set = openNameSet(bent)
        for (const written of ['a', 'left-pa', 'expres']) set.nearest(written)
      } catch (error) {
        expect(error).toBeInstanceOf(NameFileInvalid)
      }
    }
  })

  test('is refused when any byte of it changed, or when it is cut', () => {
    const file = setFile(made)
    for (let at = 0; at < file.length; at++) {
      const damaged = Uint8Array.from(file)
      damaged[at] = (damaged[at] ?? 0) ^ 0x20
      expect(() => openNameSet(damaged)).toThrow(NameFileInvalid)
      expect(() => openNameSet(file.slice(0, at))).toThrow(NameFileInvalid)
    }
  })
})
