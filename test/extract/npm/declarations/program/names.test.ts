// What a package exports, one row for each way in which declarations say so.

import { describe, expect, test } from 'vitest'
import type { Files } from '../../packageOf.ts'
import { entryAt, extracted, type Others, outline, tableOf } from '../../tableOf.ts'

type Row = readonly [rule: string, files: Files | string, expected: string[], others?: Others]

const ROWS: readonly Row[] = [
  [
    'declarations of every kind',
    `export class C {} export function f(): void; export enum E { A } export interface I {}
     export type T = string; export namespace N { const x: 1 } export const v: number`,
    ['C class', 'E enum', 'I interface -', 'N namespace', 'T type -', 'f function', 'v constant'],
  ],
  [
    'merged declarations count as the first of class, function, enum, interface, type, namespace',
    `export interface A {} export class A {} export namespace A {}
     export function b(): void; export namespace b { type X = 1 }
     export interface C {} export const C: C; export type D = 1; export declare namespace D {}`,
    ['A class', 'C interface', 'D type -', 'b function'],
  ],
  [
    'a file without an export list exports all that it declares',
    'declare const hidden: 1; export const shown: 2',
    ['hidden constant', 'shown constant'],
  ],
  [
    'an export list is the whole list',
    'declare const hidden: 1; declare const shown: 2; export { shown as public }',
    ['public constant'],
  ],
  [
    'names that come from other files, under other names, and as a module',
    {
      'index.d.ts': `export * from './a'; export { b as c, default as d } from './b'
        export * as ns from './a'; import * as again from './b'; export { again }`,
      'a.d.ts': 'export const a: 1; export default a',
      'b.d.ts': 'export const b: 1; export default class B {}',
    },
    ['a constant', 'again namespace', 'c constant', 'd class', 'ns namespace'],
  ],
  [
    'what a module says itself wins over what a star brings, and the first star over the next',
    {
      'index.d.ts': "export * from './a'; export * from './b'; export interface x {}",
      'a.d.ts': 'export class x {} export class y {}',
      'b.d.ts': 'export function y(): void',
    },
    ['x interface -', 'y class'],
  ],
  [
    'stars in a circle',
    {
      'index.d.ts': "export * from './a'; export const i: 1",
      'a.d.ts': "export * from './index'; export * from './b'; export const a: 1",
      'b.d.ts': "export * from './a'; export const b: 1",
    },
    ['a constant', 'b constant', 'i constant'],
  ],
  [
    'types only',
    {
      'index.d.ts': `export type { A } from './a'; export { type B } from './a'
        import type { C } from './a'; export { C }`,
      'a.d.ts': 'export class A {} export class B {} export class C {}',
    },
    ['A class -', 'B class -', 'C class -'],
  ],
  [
    'a specifier of the source where only declarations ship',
    {
      'index.d.ts': "export * from './a.ts'; export * from './b.js'; export * from './c.mjs'",
      'a.d.ts': 'export const a: 1',
      'b.d.ts': 'export const b: 1',
      'c.d.mts': 'export const c: 1',
    },
    ['a constant', 'b constant', 'c constant'],
  ],
  [
    'export default: a declaration, a name, an expression',
    {
      'index.d.ts': `export { default as a } from './a'; export { default as b } from './b'
        export { default as c } from './c'; export default function (): void`,
      'a.d.ts': 'export default interface A {}',
      'b.d.ts': 'declare class B {} export default B',
      'c.d.ts': 'declare const _default: { x: 1 }; export default _default',
    },
    ['a interface -', 'b class', 'c constant', 'default function'],
  ],
  [
    'export = a namespace: its names, and default',
    'declare namespace N { const a: 1; type T = 1 } export = N',
    ['T type -', 'a constant', 'default namespace'],
  ],
  [
    'export = beside other names: those as well',
    'declare const x: { a: 1 }; export interface I {} export const c: 1; export = x',
    ['I interface -', 'a property', 'c constant', 'default constant'],
  ],
  [
    'export = a class: its statics are names of the module',
    'declare class C { static make(): C; x: 1 } declare namespace C { interface O {} } export = C',
    ['O interface -', 'default class', 'make method'],
  ],
  [
    'export = a value: what its type has can be imported',
    'interface S { debounce(): void } declare const s: S; export = s',
    ['debounce method', 'default constant'],
  ],
  [
    'import x = require and import x = a.b',
    {
      'index.d.ts': `import a = require('./a'); export import b = a.inner; export { a }`,
      'a.d.ts': 'declare namespace A { namespace inner { const z: 1 } } export = A',
    },
    ['a namespace', 'b namespace'],
  ],
  [
    'a global name for scripts is no export',
    'export const a: 1; export as namespace Lib',
    ['a constant'],
  ],
  [
    'an ambient module under the name of the package',
    "declare module 'pkg' { export const a: 1; export default a }",
    ['a constant', 'default constant'],
  ],
  [
    'an ambient module in several files',
    {
      'index.d.ts': `/// <reference path="more.d.ts" />\ndeclare module 'pkg' { export const a: 1 }`,
      'more.d.ts': "declare module 'pkg' { export class B {} }",
    },
    ['B class', 'a constant'],
  ],
  [
    'additions to a module: relative, by the own name, by the name of another package',
    {
      'index.d.ts': "import './more'; export * from 'dep'; export interface I {}",
      'more.d.ts': `export {}
        declare module './index' { interface I { x: 1 } const added: 1 }
        declare module 'pkg' { const self: 1 }
        declare module 'dep' { interface Foreign {} }`,
    },
    ['Foreign interface -', 'I interface -', 'added constant', 'd constant', 'self constant'],
    { dep: { files: { 'index.d.ts': 'export const d: 1' } } },
  ],
  [
    'files that references lead to',
    {
      'index.d.ts':
        '/// <reference path="globals.d.ts" />\nexport { Shared } from "virtual"; export { G }',
      'globals.d.ts': 'declare module "virtual" { class Shared {} } declare class G {}',
    },
    ['G class', 'Shared class'],
  ],
  [
    'names of other packages, and of those that are described elsewhere',
    "export * from 'dep'; export { x } from 'untyped'; export * from '@s/c/sub'",
    ['d constant', 's constant', 'x function'],
    {
      dep: { files: { 'index.d.ts': 'export const d: 1' } },
      untyped: { files: { 'index.js': '' }, manifest: {} },
      '@types/untyped': { files: { 'index.d.ts': 'export function x(): void' } },
      '@s/c': { files: { 'sub.js': '' }, manifest: {} },
      '@types/s__c': { files: { 'sub.d.ts': 'export const s: 1' }, manifest: {} },
    },
  ],
  [
    'a name whose package is not there is a name all the same',
    "export { gone } from 'absent'; export { type Lost } from 'absent'",
    ['Lost type -', 'gone constant'],
  ],
  ['a name that stands for itself is none', 'export { a as a }; export const b: 1', ['b constant']],
  ['unless it is one of the library', 'export { Promise }', ['Promise constant']],
  [
    'or one that a reference may bring',
    '/// <reference types="other" />\nexport { a }',
    ['a constant'],
  ],
  [
    'a module that re-exports its own name from itself',
    {
      'index.d.ts': `export { a } from './index'; export { b } from 'pkg'; export { c as d } from '.'
        export { e } from './ring'; export * as self from './index'; export const f: 1`,
      'ring.d.ts': "export { e } from './index'; export * from './index'",
    },
    ['f constant', 'self namespace'],
  ],
  [
    'a circle of stars keeps what is declared in it',
    {
      'index.d.ts': "export * from './a'; export { x } from './a'",
      'a.d.ts': "export * from './index'; export * from './b'; export const y: 1",
      'b.d.ts': "export * from './a'; export const x: 1",
    },
    ['x constant', 'y constant'],
  ],
]

test('a semicolon of its own hides nothing, and what makes no sense may', () => {
  const stateOf = (text: string) => tableOf(text).modules.find(({ name }) => name === '.')?.state
  expect(stateOf('export enum E { A }; export namespace N { interface A {}; }')).toBe('complete')
  expect(stateOf('export const a: ; export const b: 1')).not.toBe('complete')
})

describe('exports', () => {
  const rows = ROWS.map(([rule, files, expected, others = {}]) => ({
    rule,
    files,
    expected,
    others,
  }))
  test.each(rows)('$rule', ({ files, expected, others }) => {
    expect(outline(tableOf(files, others))).toEqual(expected)
  })
})

describe('modules', () => {
  const files = {
    'index.d.ts': 'export const a: 1',
    'sub.d.mts': 'export const b: 1',
    'index.js': 'exports.a = 1; exports.onlyHere = function () {}',
    'sub.mjs': 'export const b = 1',
  }
  const exports = {
    '.': { types: './index.d.ts', default: './index.js' },
    './sub': { types: './sub.d.mts', default: './sub.mjs' },
  }

  test('each subpath is a module', () => {
    const table = tableOf(files, {}, { exports })
    expect(table.modules.map(({ name }) => name)).toEqual(['.', './sub'])
    expect(outline(table, './sub')).toEqual(['b constant'])
  })

  test('names that only the code has are there, and say so', () => {
    const table = tableOf(files, {}, { exports })
    expect(entryAt(table, 'a').origin).toBe('dts')
    expect(entryAt(table, 'onlyHere')).toMatchObject({ origin: 'js', isTypeOnly: false })
  })

  test('a package without types is described by others, or by its code', () => {
    const code = { 'index.js': 'exports.run = function run(a, b) {}' }
    const bare = tableOf(code, {}, { types: undefined })
    expect(entryAt(bare, 'run').origin).toBe('js')
    const types = { files: { 'index.d.ts': 'export function run(a: string): void' } }
    const described = tableOf(code, { '@types/pkg': types }, { types: undefined })
    expect(entryAt(described, 'run')).toMatchObject({ origin: 'types', definition: { file: null } })
  })

  test('a star from a package that is not there leaves the module open', () => {
    const { table, wanted } = extracted(
      { 'index.d.ts': "export * from 'absent'" },
      {},
      {
        dependencies: { absent: '^2.0.0' },
      },
    )
    expect(table.modules[0]).toMatchObject({ state: 'dynamic' })
    expect(wanted).toEqual([
      { name: 'absent', range: '^2.0.0', from: { name: 'pkg', version: '1.0.0' } },
    ])
  })

  test('a script that declares global names is no module, and no empty one', () => {
    const scripted = tableOf('declare function it(): void; declare namespace jest { const fn: 1 }')
    expect(scripted.modules[0]).toMatchObject({ state: 'dynamic', entries: [] })
    expect(tableOf('export {}').modules[0]).toMatchObject({ state: 'complete', entries: [] })
  })

  test('what no export and no heritage leads to is not asked for', () => {
    const { wanted } = extracted(
      { 'index.d.ts': "import { X } from 'absent'; export function f(x: X): void" },
      {},
      { dependencies: { absent: '1' } },
    )
    expect(wanted).toEqual([])
  })

  test('a file that makes no sense is named', () => {
    const table = tableOf('export const a: 1; export const = ;')
    expect(table.unreadable.map(({ file }) => file)).toEqual(['index.d.ts'])
  })
})
