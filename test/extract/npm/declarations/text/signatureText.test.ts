// Signatures in normal form: what a caller cannot see does not show.

import { describe, expect, test } from 'vitest'
import { extracted, signatureAt, tableOf } from '../../tableOf.ts'

const SAME: readonly (readonly [rule: string, one: string, other: string])[] = [
  [
    'names of parameters',
    'export function x(a: string, b?: number): void',
    'export function x(c: string, d?: number): void',
  ],
  ['names of type parameters', 'export function x<T>(a: T): T', 'export function x<U>(a: U): U'],
  [
    'the order of a union',
    'export type x = "b" | "a" | null',
    'export type x = null | ("a" | "b")',
  ],
  ['the order of members', 'export const x: { a: 1; b: 2 }', 'export const x: {b: 2,\n a: 1}'],
  ['T[] and Array<T>', 'export const x: string[]', 'export const x: Array<string>'],
  [
    'readonly T[] and ReadonlyArray<T>',
    'export const x: readonly string[]',
    'export const x: ReadonlyArray<string>',
  ],
  [
    'an optional parameter that may be undefined',
    'export function x(a?: string | undefined): void',
    'export function x(a?: string): void',
  ],
  [
    'the name that an import was given',
    "import { A as B } from 'p'; export const x: B; export {}",
    "import * as p from 'p'; export const x: p.A; export {}",
  ],
  [
    'the name of a short helper',
    'type H = string | number; export const x: H; export {}',
    'type Other = number | string; export const x: Other; export {}',
  ],
  ['private members', 'export const x: { a: 1 }', 'export const x: { a: 1; }'],
]

const DIFFERENT: readonly (readonly [rule: string, one: string, other: string])[] = [
  [
    'a parameter that must be given',
    'export function x(a?: string): void',
    'export function x(a: string): void',
  ],
  [
    'another package',
    "import { A } from 'p'; export const x: A; export {}",
    "import { A } from 'q'; export const x: A; export {}",
  ],
  [
    'the order of overloads',
    'export function x(a: 1): 1; export function x(a: 2): 2',
    'export function x(a: 2): 2; export function x(a: 1): 1',
  ],
  [
    'a base',
    'class B {} export class x extends B {} export {}',
    'class B {} export class x {} export {}',
  ],
  [
    'the constructor',
    'export class x { constructor(a: 1) }',
    'export class x { constructor(a: 2) }',
  ],
]

describe('signatures', () => {
  test.each(SAME)('%s does not count', (_, one, other) => {
    const signature = signatureAt(tableOf(one), 'x')
    expect(signature).not.toBeNull()
    expect(signatureAt(tableOf(other), 'x')).toBe(signature)
  })

  test('the path of an import does not count', () => {
    const texts = [
      "import { A } from './a'; export function x(a: A): void; export {}",
      "export function x(a: import('./b').A): void",
    ]
    const files = { 'a.d.ts': 'export interface A {}', 'b.d.ts': 'export interface A {}' }
    for (const text of texts) {
      const { table } = extracted({ 'index.d.ts': text, ...files })
      expect(signatureAt(table, 'x')).toBe('(A) => void')
    }
  })

  test('what is imported from a file that is not there is anything', () => {
    const { table } = extracted(
      {
        'index.d.ts': `
          import { A } from '../../src/a'
          import * as b from './b'
          import { C } from '../beside'
          import { D } from '../dep'
          import { E } from './e.js'
          import F from './f.json'
          export declare const x: [A, b.B, C, typeof b, import('./b').B, D, E, typeof F]
          export {}`,
        'e.d.mts': 'export interface E {}',
        'f.json': '{}',
      },
      { dep: { files: { 'index.d.ts': 'export interface D {}' } } },
    )
    expect(signatureAt(table, 'x')).toBe('[any, any, any, any, any, D, E, typeof F]')
  })

  test('tell functions from methods, guards by their parameter, and constant enums', () => {
    const table = tableOf(`
      export declare const o: { m(): void; f: () => void; g?: (() => void) | undefined; h: Function }
      export declare function is(this: string, a: unknown, b: unknown): b is string
      export declare function must(a: unknown, b: unknown): asserts b
      export declare const enum K { A }
      export declare enum E { A }
      export {}`)
    expect(['o', 'is', 'must', 'K', 'E'].map((path) => signatureAt(table, path))).toEqual([
      '{ f!: () => void; g!?: () => void; h: Function; m: () => void }',
      '(this: string, unknown, unknown) => arg1 is string',
      '(unknown, unknown) => asserts arg1',
      'const enum',
      null,
    ])
  })

  test.each(DIFFERENT)('%s counts', (_, one, other) => {
    expect(signatureAt(tableOf(other), 'x')).not.toBe(signatureAt(tableOf(one), 'x'))
  })

  test('of a member of a union are what any of its parts says', () => {
    const table = tableOf(`
      interface A { k: 'a'; n: number; m(): void; f?: string; readonly r: 1 }
      interface B { k: 'b'; n: number; m(x: string): void; f: null; r: 2 }
      export type U = B | A | { k: 'c' | 'd'; n: number; m(): void; f: 1; r: 3 }
      export type V = U
      export type O = { get x(): 1 } | { x(): 1; x(a: 1): 2 }
      export {}`)
    expect(
      ['U.k', 'U.n', 'U.m', 'U.f', 'U.r', 'V.k', 'O.x'].map((path) => signatureAt(table, path)),
    ).toEqual([
      '"a" | "b" | "c" | "d"',
      'number',
      '(() => void) | ((string) => void)',
      '(1 | null | string)?',
      'readonly 1 | 2 | 3',
      '"a" | "b" | "c" | "d"',
      null,
    ])
  })

  test('of classes and interfaces have what has no name that somebody could ask for', () => {
    const table = tableOf(`
      export interface I { a: 1; [Symbol.iterator](): Iterator<string>; [Symbol.dispose]?(): void }
      export declare class C<T> extends Array<T> { [key: string]: unknown; readonly [Symbol.toStringTag]: 'C'; static [Symbol.species]: C<1>; private [Symbol.iterator](): 1; [Symbol.toPrimitive]?(): T }
      export {}`)
    expect(['I', 'C'].map((path) => signatureAt(table, path))).toEqual([
      '{ [Symbol.dispose]?: () => void; [Symbol.iterator]: () => Iterator<string> }',
      'class<T0> extends Array<T0> { [Symbol.toPrimitive]?: (() => T0); [string]: unknown; readonly [Symbol.toStringTag]: "C" }',
    ])
  })

  test('are readable', () => {
    const table = tableOf(`
      import { Dep } from 'dep'
      export declare function f<T extends object = {}>(a: T, b?: string | null, ...rest: Dep<T>[]): Promise<T | undefined>
      export declare abstract class C<T> extends Array<T> implements Iterable<T> { constructor(a: T); m<U>(x: U): T; readonly p?: T; static s: 1; get g(): string; protected static q(): void }
      export declare enum E { A = 'a', B = 2 }
      export declare const c: { readonly [key: string]: (x: number) => void }
      export type M<T> = { readonly [K in keyof T]?: T[K] extends infer R ? R : never }
      export {}`)
    expect(
      ['f', 'C', 'C.m', 'C.p', 'C.s', 'C.g', 'C.q', 'E.A', 'E.B', 'c', 'M'].map((path) =>
        signatureAt(table, path),
      ),
    ).toEqual([
      '<T0 extends object = {}>(T0, (null | string)?, ...Array<dep#Dep<T0>>) => Promise<T0 | undefined>',
      'abstract class<T0> new (T0) extends Array<T0> implements Iterable<T0>',
      '<T1>(T1) => T0',
      'readonly T0?',
      'static 1',
      'readonly string',
      'protected static () => void',
      '"a"',
      '2',
      '{ readonly [string]: (number) => void }',
      '<T0> { readonly [T1 in keyof T0]?: T0[T1] extends (infer T2) ? T2 : never }',
    ])
  })
})
