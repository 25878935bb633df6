// Declarations made to have no end: they end in an error, in a module that says so or in a bounded
// table, and never in a crash.

import { describe, expect, test } from 'vitest'
import { HostileDeclarations } from '../../../../../src/extract/npm/declarations/program/sourceFile.ts'
import { encodeTable } from '../../../../../src/table/format/encodeTable.ts'
import { membersAt, outline, signatureAt, tableOf } from '../../tableOf.ts'

describe('wide or going in circles', () => {
  test('a lattice of stars', () => {
    const files: Record<string, string> = { 'index.d.ts': "export * from './m0'" }
    for (let i = 0; i < 200; i += 1) {
      const next = [1, 2, 3, 5].map((step) => `export * from './m${(i + step) % 200}'`).join('\n')
      files[`m${i}.d.ts`] = `${next}\nexport const v${i}: ${i}`
    }
    expect(outline(tableOf(files))).toHaveLength(200)
  })

  test('a union of a hundred thousand', () => {
    const parts = Array.from({ length: 100_000 }, (_, i) => `'k${i}'`).join(' | ')
    const table = tableOf(`export type U = ${parts}; export type R = Record<U, 1>`)
    expect(signatureAt(table, 'U')?.length).toBeLessThan(5_000)
    expect(membersAt(table, 'R')).toEqual([])
    expect(encodeTable(table).length).toBeLessThan(100_000)
  })

  const CIRCLES: readonly (readonly [what: string, text: string])[] = [
    ['an interface that extends itself', 'export interface X extends X { a: 1 }'],
    [
      'interfaces that extend each other',
      'export interface X extends Y { a: 1 } interface Y extends X {}; export {}',
    ],
    ['an alias of itself', 'export type X = X & { a: 1 }'],
    ['a mapped type over itself', 'export type X = { [K in keyof X]: X[K] } & { a: 1 }'],
    [
      'a generic type that grows',
      'type G<T> = G<[T, T]> & Pick<G<T[]>, keyof T>; export interface X extends G<1> { a: 1 } export {}',
    ],
    [
      'a class that extends what it makes',
      'declare const B: new () => X; export class X extends B { a: 1 } export {}',
    ],
    ['typeof itself', 'export const X: typeof X & { a: 1 }'],
    [
      'a mapped type of mapped types of itself',
      'type M<T> = { [K in keyof T]: M<M<T>> }; export type X = M<M<{ a: 1 }>>',
    ],
    [
      'a condition that goes on for ever',
      'type C<T> = T extends string ? C<[T]> : C<[T, T]>; export type X = { a: 1 } & C<1>',
    ],
    [
      'a condition on itself',
      'type C<T> = C<T> extends string ? { b: 1 } : { c: 1 }; export type X = { a: 1 } & C<1>',
    ],
    [
      'an inference that grows',
      'type C<T> = T extends { k: infer K } ? C<{ k: { k: K; l: T } }> : T; export type X = { a: 1 } & C<{ k: 1 }>',
    ],
    [
      'objects that are compared member by member for ever',
      `interface L<T> { next: L<T[]>; same: R<T> } interface R<T> { next: R<T[]>; same: L<T> }
       export type X = { a: 1 } & (L<1> extends R<2> ? { b: 1 } : { c: 1 }); export {}`,
    ],
    [
      'an index into itself',
      "interface I { k: I['l']; l: I['k'] } export type X = { a: 1 } & I['k']; export {}",
    ],
    [
      'indexed by itself',
      "export interface X extends Y['a'] { a: 1 } type Y = { a: Y['a'] }; export {}",
    ],
  ]
  test.each(CIRCLES)('%s', (_, text) => {
    expect(membersAt(tableOf(text), 'X')).toContain('a')
  })

  test('a condition on each of a hundred thousand, and of products', () => {
    const parts = Array.from({ length: 100_000 }, (_, i) => `'k${i}'`).join(' | ')
    const table = tableOf(`type U = ${parts}; type C<T> = T extends \`\${infer A}9\` ? A : never
      type D = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'
      type P<A, B> = A extends D ? B extends D ? C<\`\${A}\${B}\`> | P<D, D> : never : never
      export type X = { a: 1 } & Record<C<U>, 1> & Record<P<D, D>, 1>; export {}`)
    expect(membersAt(table, 'X')).toEqual(['a'])
  })

  test('a tuple that doubles', () => {
    const table = tableOf(`type G<T extends any[]> = G<[...T, ...T]>
      export type X = { a: 1 } & G<[1, 2]>; export interface Y extends G<[1]> { a: 1 }`)
    expect(membersAt(table, 'X')).toEqual(['a'])
    expect(membersAt(table, 'Y')).toEqual(['a'])
  })

  test('many types that each go to the end of what is followed', () => {
    const many = Array.from({ length: 2_000 }, (_, i) => `export type X${i} = G<[${i}]>`).join('\n')
    const text = `type G<T> = G<[T, T]> & Pick<G<T[]>, keyof G<{ t: T }>>\n${many}`
    expect(() => tableOf(text)).toThrow(HostileDeclarations)
  })

  test('a namespace in itself', () => {
    const table = tableOf(
      'declare namespace N { export { N as self }; export const a: 1 } export { N }',
    )
    expect(membersAt(table, 'N.self.self')).toEqual(['a', 'self'])
    expect(encodeTable(table).length).toBeGreaterThan(0)
  })

  test('templates that multiply', () => {
    const digits = "'0'|'1'|'2'|'3'|'4'|'5'|'6'|'7'|'8'|'9'"
    const key = `\`${`\${D}`.repeat(8)}\``
    const table = tableOf(`type D = ${digits}; export type X = { [K in ${key}]: 1 }; export {}`)
    expect(membersAt(table, 'X')).toEqual([])
  })

  test.each([
    { count: 20, expected: ['a'] },
    // Too deep to tell.
    { count: 60, expected: [] },
  ])('types that double at each of $count steps', ({ count, expected }) => {
    const steps = Array.from(
      { length: count },
      (_, i) => `type T${i + 1}<A> = T${i}<A> & T${i}<A[]>;`,
    )
    const head = `type T0<A> = { a: A }; ${steps.join(' ')}`
    const table = tableOf(`${head} export interface X extends T${count}<1> {} export {}`)
    expect(membersAt(table, 'X')).toEqual(expected)
  })

  test('names of every object are names like others', () => {
    const table = tableOf(
      'export const constructor: 1; export namespace __proto__ { const toString: 1 } export interface X { hasOwnProperty: 1 }',
    )
    expect(outline(table)).toEqual(['X interface -', '__proto__ namespace', 'constructor constant'])
    expect(membersAt(table, '__proto__')).toEqual(['toString'])
  })
})
