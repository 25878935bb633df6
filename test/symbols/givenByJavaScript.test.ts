// What the language gives to functions, classes and plain values is there, though no file says so.

import { describe, expect, test } from 'vitest'
import { extractNpm } from '../../src/extract/npm/extractNpm.ts'
import { findSymbol } from '../../src/symbols/findSymbol.ts'
import { classOf, OF_VALUES } from '../../src/symbols/givenByJavaScript.ts'
import { objectMembers } from '../../src/symbols/objectTypes.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { openTable } from '../../src/table/openTable.ts'
import { type Files, packageOf } from '../extract/npm/packageOf.ts'

function asking(files: Files, manifest: object) {
  const { table } = extractNpm(packageOf(files, manifest), { get: () => null })
  const open = openTable(encodeTable(table))
  return (symbol: string): string => {
    const found = findSymbol(open, { ecosystem: 'npm', packageName: 'pkg' }, symbol)
    if (found.state === 'found') return found.row.alias_of ?? 'listed'
    return found.state === 'not_found' && found.caveat === null ? 'absent' : 'open'
  }
}

describe('what is declared', () => {
  const ask = asking(
    {
      'index.d.ts': `export const text: string; export const either: "a" | "b" | undefined
        export const one: 1; export const list: readonly string[]; export const mixed: string | number
        export function f(): void; export const g: (a: string) => void; export const map: Map<string, 1>
        export class C { m(): void; p?: string; static s: number[]; static n: 1; static sync: { read(a: string): C; "x-y"?: { z: "a;}" } }; u: { a: 1 } | 2 }
        export enum E { A = "a" }; export interface I { x: string }; export const o: { y: 1 }`,
      'index.js': '',
    },
    { types: './index.d.ts' },
  )

  test.each([
    ['text.length', 'String.prototype.length'],
    ['either.replace', 'String.prototype.replace'],
    ['one.toFixed', 'Number.prototype.toFixed'],
    ['list.map', 'lib.ReadonlyArray.map'],
    ['f.call', 'Function.prototype.call'],
    ['g.bind', 'Function.prototype.bind'],
    ['pkg.f.name', 'Function.prototype.name'],
    ['C.prototype', 'Function.prototype.prototype'],
    ['C.prototype.m', 'listed'],
    ['pkg.C.prototype.m', 'listed'],
    ['C.m.apply', 'Function.prototype.apply'],
    ['C.p.trim', 'String.prototype.trim'],
    ['C.toString', 'Object.prototype.toString'],
    ['E.A.length', 'String.prototype.length'],
    ['I.x.slice', 'String.prototype.slice'],
    ['C.s.length', 'Array.prototype.length'],
    ['C.n.toFixed', 'Number.prototype.toFixed'],
    ['C.sync.read', 'listed'],
    ['C.sync.read.call', 'Function.prototype.call'],
    ['C.sync.x-y.z', 'listed'],
    ['C.sync.x-y.z.trim', 'String.prototype.trim'],
    ['C.sync.nope', 'open'],
    ['C.u.a', 'open'],
    ['C.nope', 'absent'],
    ['C.prototype.nope', 'absent'],
    ['I.nope', 'absent'],
    ['o.hasOwnProperty', 'open'],
    ['toString', 'open'],
    ['mixed.length', 'open'],
    ['map.nope', 'absent'],
    ['nope', 'absent'],
    ['call', 'absent'],
  ])('%s: %s', (symbol, answer) => {
    expect(ask(symbol)).toBe(answer)
  })
})

test.each([
  ['Array', 'module.exports = ["a"]', ['map', 'length'], ['has', 'trim', 'nope']],
  ['Set', 'module.exports = new Set(["a"])', ['has', 'forEach', 'size'], ['map', 'nope']],
  ['String', 'module.exports = "a"', ['trim', 'length'], ['map', 'nope']],
  ['Map', 'module.exports = new Map()', ['get', 'size'], ['nope']],
])('a module that is a thing of %s has its members', (cls, code, names, others) => {
  const ask = asking({ 'index.js': code }, { main: './index.js' })
  for (const name of names) {
    const answer = cls === 'Map' ? 'listed' : `${cls}.prototype.${name}`
    expect(ask(name)).toBe(answer)
    expect(ask(`pkg.${name}`)).toBe(answer)
  }
  for (const name of others) expect(ask(name)).toBe('absent')
})

test('a module that is a function has what functions have, by whatever name', () => {
  const ask = asking({ 'index.js': 'module.exports = function () {}' }, { main: './index.js' })
  expect(ask('pkg.call')).toBe('Function.prototype.call')
  expect(ask('call')).toBe('open')
  expect(ask('nope')).toBe('absent')
})

test('the lists are those of the language', () => {
  for (const [name, members] of OF_VALUES) {
    const { prototype } = globalThis[name as 'String']
    for (const member of members) expect(Object.getOwnPropertyNames(prototype)).toContain(member)
  }
})

test.each([
  ['string', 'String'],
  ['"a | b" | `c`', 'String'],
  ['-1 | 2.5e3', 'Number'],
  ['null | true', 'Boolean'],
  ['Array<string | number>', 'Array'],
  ['readonly ["a", 1]', 'Array'],
  ['unique symbol', 'Symbol'],
  ['string | number', null],
  ['Array<string> | string', null],
  ['Stringy', null],
  ['any', null],
  ['', null],
])('%s is of %s', (type, cls) => {
  expect(classOf(type)).toBe(cls)
})

test.each([
  ['{ a: string; b?: (C) => void }', 'a b'],
  ['{ readonly "x-y": 1; z: Array<{ inner: 1 }> }', 'x-y z'],
  ['{ (string) => void; a: { b: 1; c: 2 }; [string]: any }', 'a'],
  ['{ a: "}; b: 1"; c: `;` }', 'a c'],
  ['{ a: <T0>(T0) => { b: 1 }; c: 1 }', 'a c'],
  ['{ a: 1 } | { b: 1 }', null],
  ['{ a: 1 } & B', null],
  ['Array<{ a: 1 }>', null],
  ['{ a: 1', null],
  ['string', null],
])('members of %s', (type, names) => {
  const members = objectMembers(type)
  expect(members === null ? null : [...members.keys()].join(' ')).toBe(names)
})
