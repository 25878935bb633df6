// The members of exported types, inherited ones included.

import { describe, expect, test } from 'vitest'
import { encodeTable } from '../../../../../src/table/format/encodeTable.ts'
import { mayHoldMore } from '../../../../../src/table/mayHoldMore.ts'
import { openTable } from '../../../../../src/table/openTable.ts'
import { entriesOf, entryAt, membersAt, tableOf } from '../../tableOf.ts'

const ROWS: readonly (readonly [rule: string, text: string, expected: string[]])[] = [
  [
    'of a class: methods, accessors, fields and statics, without the constructor',
    'export class X { constructor(); m(): void; get g(): 1; set g(v); f: 1; static s: 1; "a-b": 1 }',
    ['a-b', 'f', 'g', 'm', 's'],
  ],
  [
    'names that cannot be written are none',
    'export class X { #p: 1; [Symbol.iterator](): 1; y: 1 }',
    ['y'],
  ],
  [
    'through classes and interfaces, with those that merge',
    `interface A { a: 1 } interface B extends A { b: 1 } class C<T> implements B { c: T; static cs: 1 }
     export class X extends C<1> { x: 1 } export interface X extends B {} export {}`,
    ['a', 'b', 'c', 'cs', 'x'],
  ],
  ['of an enum', 'export enum X { A, "b-c" = 2 }', ['A', 'b-c']],
  [
    'of namespaces that merge',
    'export namespace X { const a: 1 } export namespace X.Y { const b: 1 }',
    ['Y', 'a'],
  ],
  ['of a type literal behind a constant', 'export const X: { a: 1; m(): void }', ['a', 'm']],
  [
    'of an alias',
    'interface A { a: 1 } export type X = A & { b: 1 } & Partial<{ c: 1 }>; export {}',
    ['a', 'b', 'c'],
  ],
  ['that all parts of a union have', 'export type X = { a: 1; b: 1 } | { a: 2; c: 1 }', ['a']],
  [
    'Pick, Omit and Record',
    `interface A { a: 1; b: 1; c: 1 } type K = 'a' | 'b'
     export interface X extends Pick<A, K>, Omit<{ d: 1; e: 1 }, 'd'>, Record<'r' | 's', 1> {}; export {}`,
    ['a', 'b', 'e', 'r', 's'],
  ],
  [
    'of mapped types, renamed keys included',
    `interface A { a: 1; b: 1 }
     export type X = { [K in keyof A as \`get\${Capitalize<K>}\`]: A[K] } & { [K in Exclude<keyof A, 'a'>]: 1 }
     export {}`,
    ['b', 'getA', 'getB'],
  ],
  [
    'of the branch that a text takes',
    `interface Tags { div: { d: 1 }; a: { href: 1 } }
     type Made<P> = ((props: P) => void) | (new () => P)
     type Props<T> = T extends Made<infer P> ? P : T extends keyof Tags ? Tags[T] : {}
     export interface X extends Props<'a'> {} export {}`,
    ['href'],
  ],
  [
    'what a type parameter brings',
    'type Mix<T, U> = Omit<T, keyof U> & U; export interface X extends Mix<{ a: 1; b: 1 }, { b: 2; c: 1 }> {}; export {}',
    ['a', 'b', 'c'],
  ],
  [
    'of a class that a value makes',
    `declare const Base: (new () => { a: 1 }) & typeof Other; declare class Other { o: 1; static os: 1 }
     export class X extends Base { x: 1 } export {}`,
    ['a', 'o', 'os', 'x'],
  ],
  [
    'through a generic constructor type',
    'type Ctor<T> = new (...a: any[]) => T; declare const B: Ctor<{ b: 1 }>; export class X extends B {}; export {}',
    ['b'],
  ],
  [
    'of typeof a namespace',
    'declare namespace N { const a: 1; type T = 1 } export const X: typeof N; export {}',
    ['a'],
  ],
  [
    'of an indexed type',
    "interface A { in: { deep: 1 } } export type X = A['in']; export {}",
    ['deep'],
  ],
  [
    'keys that enums and constants name',
    "enum E { K = 'key' } declare const C: 'con'; export interface X { [E.K]: 1; [C]: 1 }; export {}",
    ['con', 'key'],
  ],
]

describe('members', () => {
  test.each(ROWS)('%s', (_, text, expected) => {
    expect(membersAt(tableOf(text), 'X')).toEqual(expected)
  })

  test('of the library that every program has', () => {
    const members = membersAt(tableOf('export class X extends Error { code: 1 }'), 'X')
    expect(members).toEqual(expect.arrayContaining(['code', 'message', 'name', 'stack']))
  })

  test('of a class of another package, said to be inherited', () => {
    const files = { 'index.d.ts': 'export class Base { b(): void; private p: 1 }' }
    const table = tableOf(
      "import { Base } from 'dep'; export class X extends Base { x: 1 }; export {}",
      { dep: { files } },
    )
    expect(membersAt(table, 'X')).toEqual(['b', 'p', 'x'])
    expect(entryAt(table, 'X.b')).toMatchObject({
      origin: 'inherited',
      definition: { module: 'dep' },
    })
    expect(entryAt(table, 'X.p').isPublic).toBe(false)
  })

  test('of a module of Node, by the package that describes them', () => {
    const files = {
      'index.d.ts': '/// <reference path="events.d.ts" />',
      'events.d.ts': `declare module 'events' { class EventEmitter { on(): this }
        namespace EventEmitter { export { EventEmitter } } export = EventEmitter }
        declare module 'node:events' { import e = require('events'); export = e }`,
    }
    const table = tableOf(
      `import { EventEmitter } from 'node:events'
       export class X extends EventEmitter { x: 1 } export {}`,
      { '@types/node': { files } },
    )
    expect(membersAt(table, 'X')).toEqual(expect.arrayContaining(['on', 'x']))
  })

  test('of the global scope that files of the package add to', () => {
    const table = tableOf({
      'index.d.ts':
        "import './global'; export class X implements Express.Request {}; export interface Y extends Express.Request {}; export {}",
      'global.d.ts':
        'export {}; declare global { namespace Express { interface Request { user: 1 } } }',
    })
    expect(membersAt(table, 'Y')).toEqual(['user'])
  })

  test.each([
    ['a constant', '{ made: 1 }'],
    ['a constant that makes it', '{ new (): X; prototype: X; made: 1 }'],
  ])('of an alias beside %s of its name', (_, value) => {
    const table = tableOf(`interface Y { getMeta(): void; index: 1 }
      export type X = Y; export const X: ${value}; export {}`)
    expect(membersAt(table, 'X')).toEqual(expect.arrayContaining(['getMeta', 'index', 'made']))
    expect(entryAt(table, 'X')).toMatchObject({
      isTypeOnly: false,
      definition: { kind: 'type', isOpen: false },
    })
  })

  test.each([
    ['an alias that cannot be told', "import { M } from 'gone'; export type X = M", true],
    ['an alias of anything', 'export type X = any', true],
    ['an alias of texts', "export type X = 'a' | 'b'", false],
    ['an alias of what the constant has', 'export type X = (typeof X)[keyof typeof X]', false],
    ['an alias of a number', 'export type X = number', false],
  ])('%s beside a constant', (_, alias, isOpen) => {
    const table = tableOf(`${alias}; export declare const X: { A: 'a'; B: 'b' }; export {}`)
    expect(membersAt(table, 'X')).toEqual(['A', 'B'])
    expect(entryAt(table, 'X').definition.isOpen).toBe(isOpen)
  })

  test.each([
    ['any', true],
    ['unique symbol', false],
    ['string', false],
  ])('an interface beside a constant of type %s', (type, isOpen) => {
    const table = tableOf(`export interface X { a: 1 } export declare const X: ${type}`)
    expect(membersAt(table, 'X')).toEqual(['a'])
    expect(entryAt(table, 'X').definition.isOpen).toBe(isOpen)
  })

  test('what cannot be told is left out, and the rest is there', () => {
    const table = tableOf(`type Odd<T> = T extends Missing ? { a: 1 } : { b: 1 }
      import { Missing } from 'missing'; export interface X extends Odd<{ c: 1 }> { own: 1 } export {}`)
    expect(membersAt(table, 'X')).toEqual(['own'])
  })
})

describe('a name that is imported from where nothing is known of it', () => {
  // Every program has a `Plugin`, an `EventTarget` and a `Partial`; these are others.
  const HEAD = "import { Plugin, EventTarget, Partial } from 'nowhere'\n"
  test.each([
    ['a type', 'export type X = Plugin'],
    ['a base', 'export declare class X extends EventTarget {}'],
    ['a base of an interface', 'export interface X extends Plugin {}'],
    ['the type of a value', 'export declare const X: typeof EventTarget'],
    ['a value', 'export declare const X: Plugin'],
    ['a utility', 'export type X = Partial<{ a: 1 }>'],
  ])('is not the one that every program has: %s', (_, text) => {
    const [entry] = entriesOf(tableOf(`${HEAD}${text}`))
    expect(entry?.definition.members).toEqual([])
    const columns = openTable(encodeTable(tableOf(`${HEAD}${text}`))).columns
    expect(mayHoldMore(columns, 0)).toBe(true)
  })
})
