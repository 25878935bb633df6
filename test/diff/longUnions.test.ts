// Unions and lists whose texts a table cuts off: what stands before the cut is compared. And types that
// are long and are not cut off.

import { expect, test } from 'vitest'
import { diffTables } from '../../src/diff/diffTables.ts'
import { writePath } from '../../src/domain/names/symbolPath.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { openTable } from '../../src/table/openTable.ts'
import { tableOf } from '../extract/npm/tableOf.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWX']
/** 144 names of some thirty characters: more than a text holds. */
const NAMES = LETTERS.slice(0, 6).flatMap((first) =>
  LETTERS.map((second) => `${first}${'a'.repeat(25)}${second}Node`),
)

function union(names: readonly string[]) {
  const parts = names.map((name) => `export interface ${name} { type: "${name}"; size: number }`)
  return [...parts, `export type Node = ${names.join(' | ')}\nexport declare function f(): Node`]
}

function reasons(
  before: readonly string[],
  after: readonly string[],
  write: (names: readonly string[]) => readonly string[] = union,
): readonly string[] {
  const table = (names: readonly string[]) =>
    openTable(encodeTable(tableOf({ 'index.d.ts': write(names).join('\n') })))
  const { changed } = diffTables(
    { from: table(before), to: table(after) },
    {
      language: 'typescript',
      versions: { from: '1.0.0', to: '1.1.0' },
      write: (path) => writePath('npm', 'pkg', path),
    },
  )
  return changed.flatMap(({ symbol, reasons: all }) => (symbol === 'pkg.Node' ? all : []))
}

const EARLY = `A${'a'.repeat(25)}BbNode`
const LATE = 'ZNode'

test('a part that is new before the cut breaks whoever goes through the parts', () => {
  expect(reasons(NAMES, [...NAMES, EARLY])).toEqual(['type_changed'])
})

test('a part that is gone before the cut breaks them as well', () => {
  expect(reasons([...NAMES, EARLY], NAMES)).toEqual(['type_changed'])
})

test('a part behind the cut is not seen, and nobody can tell', () => {
  expect(reasons(NAMES, [...NAMES, LATE])).toEqual(['type_changed_undecided'])
})

test('of a long union that is not cut off all parts are compared', () => {
  const some = NAMES.slice(0, 96)
  expect(reasons(some, [...some, LATE])).toEqual(['type_widened'])
})

test('keys of a long type that nobody can name, beside something else, are not fewer', () => {
  const keys = (names: readonly string[]) => [
    `interface Node { ${names.map((name) => `${name}: string`).join('; ')} }`,
    'declare function f<K extends keyof Node | symbol>(key: K): void',
    'declare namespace pkg { const Node: typeof f }',
    'export = pkg',
  ]
  expect(reasons(NAMES, [...NAMES, LATE], keys)).not.toContain('type_parameter_narrowed')
})

/** A list of texts that is too long to be kept, and what it holds. */
function list(names: readonly string[]) {
  const items = names.map((name) => JSON.stringify(name)).join(', ')
  return [`export declare const Node: readonly [${items}]`]
}

test('an item that is another one before the cut is another list', () => {
  expect(reasons(NAMES, [EARLY, ...NAMES], list)).toEqual(['type_changed'])
})

test('an item behind the cut is not seen, and nobody can tell', () => {
  expect(reasons(NAMES, [...NAMES, LATE], list)).toEqual(['type_changed_undecided'])
})

/** What is got, of a type that nobody can name and that has many members. */
function got(last: string) {
  return (names: readonly string[]) => [
    `interface Assert { ${names.map((name) => `${name}(a: any, message?: string): void`).join('; ')}; match${last}: void }`,
    'export declare const Node: Assert',
    'export {}',
  ]
}

test('of a long type that nobody can name every member is compared', () => {
  const write = (names: readonly string[]) =>
    got(names === NAMES ? '(a: any)' : '(a: string)')(names)
  expect(reasons(NAMES, [...NAMES], write)).toEqual(['type_widened'])
})
