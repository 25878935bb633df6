// What makes matching fast, against the plain way to the same: random tables, and random tables of
// which some things are gone.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchSurfaces } from '../../src/diff/matchSurfaces.ts'
import { publicSurface, type Surface } from '../../src/diff/surface.ts'
import { rankedEntry } from '../../src/table/findPath.ts'
import { ancestorsOf, sameAncestries } from '../../src/table/format/ancestors.ts'
import type { Columns } from '../../src/table/format/columns.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import type { SymbolTable } from '../../src/table/format/table.ts'
import { sameTexts } from '../../src/table/format/textPool.ts'
import { at, signedAt } from '../../src/table/format/varints.ts'
import { openTable } from '../../src/table/openTable.ts'
import type { OpenTable } from '../../src/table/tableView.ts'
import { symbolTable } from '../table/arbitraryTable.ts'

const RUNS = { numRuns: 150 }

/** Each entry of each module stays or goes. */
function without({ modules, unreadable }: SymbolTable, isGone: () => boolean): SymbolTable {
  const left = modules.map((module) => ({
    ...module,
    entries: module.entries.filter(() => !isGone()),
  }))
  return { modules: left, unreadable }
}

const pair = fc
  .tuple(symbolTable, symbolTable, fc.boolean(), fc.infiniteStream(fc.nat({ max: 5 })))
  .map(([from, other, isUnrelated, random]) => {
    const to = isUnrelated ? other : without(from, () => random.next().value === 0)
    return { from: openTable(encodeTable(from)), to: openTable(encodeTable(to)) }
  })

function surfacesOf({ from, to }: Readonly<{ from: OpenTable; to: OpenTable }>) {
  return { from: publicSurface(from.columns), to: publicSurface(to.columns) }
}

test('a definition leads to what a search for its path comes to', () => {
  fc.assert(
    fc.property(pair, (tables) => {
      const { from, to } = surfacesOf(tables)
      const { definition, module, homeless } = matchSurfaces(from, to)
      const moduleCount = from.columns.modules.count
      const theirCount = to.columns.modules.count
      for (const one of from.order) {
        if (homeless.includes(one)) continue
        const list = signedAt(from.homeList, one)
        const there =
          list < moduleCount
            ? signedAt(module, list)
            : theirCount + signedAt(definition, list - moduleCount)
        const name = nameOf(from, signedAt(from.homeEntry, one))
        const entry = rankedEntry(to.columns, there, to.columns.names.find(name))
        expect(signedAt(definition, one)).toBe(at(to.columns.entries.target, entry))
      }
    }),
    RUNS,
  )
})

function nameOf({ columns }: Surface, entry: number): string {
  return columns.names.text(at(columns.entries.name, entry))
}

test('what is found does not depend on what was looked for before', () => {
  fc.assert(
    fc.property(pair, fc.infiniteStream(fc.nat()), (tables, random) => {
      const { from, to } = surfacesOf(tables)
      const { starts } = from.columns.entries
      const places: { list: number; entry: number }[] = []
      for (let list = 0; list + 1 < starts.length; list += 1) {
        for (let entry = at(starts, list); entry < at(starts, list + 1); entry += 1) {
          places.push({ list, entry })
        }
      }
      const shared = matchSurfaces(from, to)
      for (const { list, entry } of places.toSorted(() => (random.next().value % 3) - 1)) {
        expect(shared.find(list, entry)).toBe(matchSurfaces(from, to).find(list, entry))
      }
    }),
    { numRuns: 60 },
  )
})

test('matches read backwards are those of the tables the other way round', () => {
  fc.assert(
    fc.property(pair, (tables) => {
      const { from, to } = surfacesOf(tables)
      const derived = matchSurfaces(to, from, matchSurfaces(from, to))
      const plain = matchSurfaces(to, from)
      expect(derived.definition).toEqual(plain.definition)
      expect(derived.module).toEqual(plain.module)
      expect(derived.ranks).toEqual(plain.ranks)
    }),
    RUNS,
  )
})

test('texts are the same when they read the same, however often they are compared', () => {
  fc.assert(
    fc.property(pair, ({ from, to }) => {
      const [one, other] = [from.columns.texts.words, to.columns.texts.words]
      const isSame = sameTexts(one, other)
      for (let round = 0; round < 2; round += 1) {
        for (let i = 0; i < one.starts.length; i += 1) {
          for (let j = 0; j < other.starts.length; j += 1) {
            expect(isSame(i, j)).toBe(one.text(i) === other.text(j))
          }
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('ancestries are the same when their names are, one by one', () => {
  fc.assert(
    fc.property(pair, ({ from, to }) => {
      const [before, after] = [from.columns, to.columns]
      const isSame = (one: number, other: number) =>
        lastName(before, one) === lastName(after, other)
      const hasSame = sameAncestries(before.definitions, after.definitions, isSame)
      const names = (columns: Columns, one: number) =>
        Array.from(ancestorsOf(columns.definitions, one), (each) => lastName(columns, each))
      for (let i = 0; i < before.definitions.count; i += 1) {
        for (let j = 0; j < after.definitions.count; j += 1) {
          const expected = JSON.stringify(names(before, i)) === JSON.stringify(names(after, j))
          expect(hasSame(i, j)).toBe(expected)
        }
      }
    }),
    { numRuns: 100 },
  )
})

function lastName({ definitions, names }: Columns, definition: number): string {
  return names.text(at(definitions.last, definition))
}
