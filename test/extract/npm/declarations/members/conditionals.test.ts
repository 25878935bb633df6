// Members of types that conditions, keys and indexes decide, as the checker decides them.

import { describe, expect, test } from 'vitest'
import { membersAt, tableOf } from '../../tableOf.ts'

type Row = readonly [rule: string, text: string, expected: string[]]

const CONDITIONS: readonly Row[] = [
  [
    'a text against texts',
    "type C<T> = T extends 'a' | 'b' ? { yes: 1 } : { no: 1 }; export type X = C<'a'> & C<'c'>",
    ['no', 'yes'],
  ],
  [
    'a primitive against another, and against an object',
    'type C<T> = T extends string ? { s: 1 } : T extends object ? { o: 1 } : { n: 1 }; export type X = C<number> & C<{}>',
    ['n', 'o'],
  ],
  [
    'each part of a union by itself',
    "type C<T> = T extends string ? 'text' : 'other'; export type X = Record<C<'a' | 1>, 1>",
    ['other', 'text'],
  ],
  [
    'a union as a whole, in brackets',
    'type C<T> = [T] extends [string] ? { all: 1 } : { some: 1 }; export type X = C<"a" | 1>',
    ['some'],
  ],
  [
    'never has no parts',
    "type C<T> = T extends string ? 'a' : 'b'; export type X = Record<C<never> | 'c', 1>",
    ['c'],
  ],
  [
    'any takes both branches',
    "type C<T> = T extends string ? 'a' : 'b'; export type X = Record<C<any>, 1>",
    ['a', 'b'],
  ],
  [
    'unknown is assignable to nothing but itself',
    'type C<T> = unknown extends T ? { u: 1 } : { k: 1 }; export type X = C<unknown> & C<string>',
    ['k', 'u'],
  ],
  [
    'an open parameter has what both branches have',
    'export type X<T> = { own: 1 } & (T extends string ? { a: 1; b: 1 } : { b: 2; c: 1 })',
    ['b', 'own'],
  ],
  [
    'a constraint decides for what is less than it',
    'export type X<T extends string> = T extends string ? { s: 1 } : { o: 1 }',
    ['s'],
  ],
  [
    'less than a constraint may do more',
    'export type X<T extends object> = T extends { a: 1 } ? { both: 1; a: 1 } : { both: 1; b: 1 }',
    ['both'],
  ],
  [
    'a class against the class it comes from',
    `declare class A { a: 1 } declare class B extends A { b: 1 }
     type C<T> = T extends A ? { yes: 1 } : { no: 1 }; export type X = C<B>; export {}`,
    ['yes'],
  ],
  [
    'a class with private members is nothing but itself',
    `declare class A { private p: 1 } declare class B { private p: 1 }
     type C<T> = T extends A ? { yes: 1 } : { no: 1 }; export type X = C<B>; export {}`,
    ['no'],
  ],
  [
    'an object by its members',
    `type C<T> = T extends { a: string } ? { yes: 1 } : { no: 1 }
     export type X = C<{ a: 'x'; b: 1 }> & Record<keyof C<{ b: 1 }> | keyof C<{ a: 1 }>, 1>`,
    ['no', 'yes'],
  ],
  [
    'nothing in common with what is all optional',
    'type C<T> = T extends { a?: 1 } ? { yes: 1 } : { no: 1 }; export type X = C<{ b: 1 }>',
    ['no'],
  ],
  [
    'what may be missing is not there',
    'type C<T> = T extends { a: any } ? { yes: 1 } : { no: 1 }; export type X = C<Partial<{ a: 1 }>> & C<Required<{ a?: 1 }>>',
    ['no', 'yes'],
  ],
  [
    'an index of anything takes objects, one of unknown those that are written out',
    `interface A { a: 1 } type C<T> = T extends Record<string, unknown> ? { yes: 1 } : { no: 1 }
     type D<T> = T extends { [key: string]: any } ? { any: 1 } : { none: 1 }
     export type X = C<{ a: 1 }> & Record<keyof C<A>, 1> & D<A>; export {}`,
    ['any', 'no', 'yes'],
  ],
  [
    'a union turned into an intersection',
    `type All<U> = (U extends any ? (u: U) => void : never) extends (i: infer I) => void ? I : never
     export type X = All<{ a: 1 } | { b: 1 } | { c: 1 }>`,
    ['a', 'b', 'c'],
  ],
  [
    'whether a type is any',
    'type IsAny<T> = 0 extends 1 & T ? { any: 1 } : { known: 1 }; export type X = IsAny<any> & IsAny<{ a: 1 }>',
    ['any', 'known'],
  ],
  [
    'keys of an open parameter are not those of its constraint',
    "export type X<T extends { a?: 1; b: 1 }> = { own: 1 } & ('a' extends keyof T ? { a: 1 } : { b: 1 })",
    ['own'],
  ],
  [
    'functions, and what is none',
    `type C<T> = T extends Function ? { f: 1 } : T extends (...a: any[]) => any ? { g: 1 } : { o: 1 }
     export type X = C<() => void> & C<{ a: 1 }>`,
    ['f', 'o'],
  ],
  [
    'what cannot be told leaves what both have',
    `import type { Missing } from 'missing'
     type C<T> = T extends Missing ? { a: 1; b: 1 } : { b: 1; c: 1 }; export type X = C<{ d: 1 }>; export {}`,
    ['b'],
  ],
]

const INFERRED: readonly Row[] = [
  [
    'of a member',
    'type C<T> = T extends { k: infer K } ? K : never; export type X = C<{ k: { a: 1 } }>',
    ['a'],
  ],
  [
    'of an optional member, without undefined',
    'type C<T> = T extends { k?: infer K | undefined } ? K : never; export type X = C<{ k?: { a: 1 } }>',
    ['a'],
  ],
  [
    'of what a function takes and gives',
    `type P<T> = T extends (a: infer A, ...r: any[]) => any ? A : never
     export type X = P<(a: { a: 1 }, b: 1) => void> & ReturnType<() => { r: 1 }>`,
    ['a', 'r'],
  ],
  [
    'of all that a function takes',
    'export type X = Parameters<(a: { first: 1 }, b: 1) => void>[0]',
    ['first'],
  ],
  [
    'of what a class makes',
    'declare class A { a: 1 } export type X = InstanceType<typeof A>; export {}',
    ['a'],
  ],
  [
    'of the first and the rest of a list',
    `type F<T> = T extends [infer H, ...infer R] ? H & F<R> : {}; export type X = F<[{ a: 1 }, { b: 1 }, { c: 1 }]>`,
    ['a', 'b', 'c'],
  ],
  [
    'of the elements of a list',
    'type E<T> = T extends (infer I)[] ? I : never; export type X = E<{ a: 1 }[]>',
    ['a'],
  ],
  ['of a promise', 'export type X = Awaited<Promise<Promise<{ a: 1 }>>>', ['a']],
  [
    'of a generic interface, through what extends it',
    `interface G<T> { g: T } interface H extends G<{ a: 1 }> {}
     type C<T> = T extends G<infer I> ? I : never; export type X = C<H>; export {}`,
    ['a'],
  ],
  [
    'of parts of a text',
    `type C<T> = T extends \`\${infer A}.\${infer B}\` ? A | B : never
     export type X = Record<C<'left.right.end'>, 1>`,
    ['left', 'right.end'],
  ],
  [
    'with a constraint',
    "type C<T> = T extends [infer H extends string, ...any] ? H : 'none'; export type X = Record<C<['a', 1]> | C<[1]>, 1>",
    ['a', 'none'],
  ],
]

const KEYS: readonly Row[] = [
  [
    'Exclude and Extract go by what is assignable',
    "export type X = Record<Exclude<'a' | 1 | 'b', number> | Extract<'c' | 2, string>, 1>",
    ['a', 'b', 'c'],
  ],
  [
    'a mapped type that leaves an index out',
    `type Known<T> = { [K in keyof T as string extends K ? never : K]: T[K] }
     export type X = Known<{ [key: string]: 1; a: 1; b: 1 }>`,
    ['a', 'b'],
  ],
  [
    'keys that are types, renamed',
    `interface A { kind: 'first' } interface B { kind: 'second' }
     export type X = { [N in A | B as N['kind']]: N }; export {}`,
    ['first', 'second'],
  ],
  [
    'values of a mapped type',
    `type Pairs<T> = { [K in keyof T]: T[K] extends string ? K : never }[keyof T]
     export type X = Record<Pairs<{ a: 'x'; b: 1; c: 'y' }>, 1>`,
    ['a', 'c'],
  ],
  [
    'nothing is left of what has an index',
    "export type X = { own: 1 } & Omit<{ [k: string]: 1; a: 1; b: 1 }, 'b'>",
    ['own'],
  ],
  [
    'what may be left out is not claimed',
    'export type X<T> = { own: 1 } & Omit<{ a: 1; b: 1 }, keyof T>',
    ['own'],
  ],
  [
    'private and protected members are no keys',
    'declare class A { a: 1; private p: 1; protected q: 1 } export interface X extends Partial<A> {}; export {}',
    ['a'],
  ],
  [
    'an index into a union, and into a list',
    "type U = { a: { x: 1; y: 1 } } | { a: { y: 1; z: 1 } }; export type X = U['a'] & [{ e: 1 }][number]",
    ['e', 'y'],
  ],
  [
    'members of constants name keys',
    "export declare const K: { readonly A: 'aa' }; type K = 1; declare const L = 'll'; export interface X { [K.A]: 1; [L]: 1 } export {}",
    ['aa', 'll'],
  ],
]

describe('conditions', () => {
  test.each(CONDITIONS)('%s', (_, text, expected) => {
    expect(membersAt(tableOf(text), 'X')).toEqual(expected)
  })
})

describe('what is inferred', () => {
  test.each(INFERRED)('%s', (_, text, expected) => {
    expect(membersAt(tableOf(text), 'X')).toEqual(expected)
  })
})

describe('keys and indexes', () => {
  test.each(KEYS)('%s', (_, text, expected) => {
    expect(membersAt(tableOf(text), 'X')).toEqual(expected)
  })
})

describe('names from elsewhere', () => {
  test('of the library, through the object that all of it belongs to', () => {
    const table = tableOf(
      'export type X = globalThis.ResponseInit; export const G: typeof globalThis',
    )
    expect(membersAt(table, 'X')).toEqual(['headers', 'status', 'statusText'])
    expect(membersAt(table, 'G')).toEqual(expect.arrayContaining(['Array', 'parseInt', 'fetch']))
  })

  test("statics of errors, those that Node's types add included", () => {
    const table = tableOf('export class X extends Error {}')
    expect(membersAt(table, 'X')).toEqual(expect.arrayContaining(['captureStackTrace', 'message']))
  })

  test('of a package that another file knows by a global name', () => {
    const files = {
      'index.d.ts':
        'export = U; export as namespace U; declare namespace U { interface A { a: 1 } }',
    }
    const table = tableOf(
      {
        'index.d.ts': "import './other'; export interface X extends U.A {}; export {}",
        'other.d.ts': "import type * as U from 'umd'; export {}",
      },
      { umd: { files } },
    )
    expect(membersAt(table, 'X')).toEqual(['a'])
  })

  test.each(["export { A } from './a'", "export * from './a'"])(
    'what is added to a module that says %s',
    (text) => {
      const files = { 'index.d.ts': text, 'a.d.ts': 'export interface A { a: 1 }' }
      const table = tableOf(
        "import { A } from 'dep'; declare module 'dep' { interface A { more: 1 } } export interface X extends A {}; export {}",
        { dep: { files } },
      )
      expect(membersAt(table, 'X')).toEqual(['a', 'more'])
    },
  )

  test('a default import of a module without one is the module', () => {
    const table = tableOf({
      'index.d.ts': "import D from './d'; export interface X extends D.A {}; export {}",
      'd.d.ts': 'export interface A { a: 1 }',
    })
    expect(membersAt(table, 'X')).toEqual(['a'])
  })
})
