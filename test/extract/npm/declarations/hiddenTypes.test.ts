import { expect, test } from 'vitest'
import { signatureAt, tableOf } from '../tableOf.ts'

const EXPORTS = { exports: { '.': { types: './index.d.ts', default: './index.js' } } }

function hiddenIn(files: Readonly<Record<string, string>>): string[] {
  const { hidden = [] } = tableOf(files, {}, EXPORTS)
  return hidden.map(({ name, kind, signature }) => `${kind} ${name} ${signature}`).sort()
}

test('values of which signatures say typeof are listed, others are not', () => {
  const files = {
    'index.d.ts': `
      import { func as core, c } from './lib'
      export declare const f: typeof core
      export type Key = keyof typeof c
      export declare const g: typeof import('./lib').g
      export declare const shown: string
      export declare const same: typeof shown`,
    'lib.d.ts': `
      export declare function func(a: string): void
      export declare function g(): void
      export declare const c: { a: string }
      export declare const unnamed: string`,
  }
  expect(hiddenIn(files)).toEqual([
    'constant c { a: string }',
    'function func (string) => void',
    'function g () => void',
  ])
})

test('of types with the same name the one that is exported has it', () => {
  const text = `
    interface Options$1 { a: string }
    interface Options { a: number }
    interface Options$2 { a: boolean }
    declare function f(a: Options, b: Options$1, c: Options$2): void
    export { f, type Options$1 as Options }`
  expect(signatureAt(tableOf(text), 'f')).toBe('(Options_1, Options, Options_2) => void')
  expect(hiddenIn({ 'index.d.ts': text })).toEqual([
    'interface Options_1 null',
    'interface Options_2 null',
  ])
})

test('a number that only one type of a file has is left out', () => {
  const text = 'interface A$3 { a: string }; declare function f(a: A$3): void; export { f }'
  expect(signatureAt(tableOf(text), 'f')).toBe('(A) => void')
})

test('what passes from one file of a bundler to another has its own name and no letter', () => {
  const files = {
    'index.d.ts': `
      import { R as RawMap, H as Hidden, o as Own$1 } from './chunk-a.js'
      interface Own { a: string }
      declare function f(a: RawMap, b: Hidden, c: Own, d: Own$1): void
      export { R as RawMap } from './chunk-a.js'
      export { f, type Own }`,
    'chunk-a.d.ts': `
      interface RawMap { a: string }
      interface Hidden { b: string }
      interface Own { c: string }
      export type { RawMap as R, Hidden as H, Own as o }`,
  }
  const table = tableOf(files, {}, EXPORTS)
  expect(signatureAt(table, 'f')).toBe('(RawMap, Hidden, Own, Own_1) => void')
  expect(hiddenIn(files)).toEqual(['interface Hidden null', 'interface Own_1 null'])
})

test('a hidden type tells where its inherited members are from, and a file what it calls a type', () => {
  const files = {
    'index.d.ts': `
      import { Base } from './base'
      interface Own extends Base<string> { own: number }
      declare namespace space { interface Inner { at: Other } interface Other { a: 1 } }
      declare function f(): Own
      export { f, space }`,
    'base.d.ts': 'export interface Base<T> { based: T }',
  }
  const { hidden = [] } = tableOf(files, {}, EXPORTS)
  expect(hidden.find(({ name }) => name === 'Own')?.members).toEqual([
    {
      name: 'based',
      kind: 'property',
      signature: 'T0',
      isPublic: true,
      file: 'base.d.ts',
      of: 'Base',
    },
    { name: 'own', kind: 'property', signature: 'number', isPublic: true },
  ])
  expect(hidden.find(({ name }) => name === 'Other')).toMatchObject({
    namedIn: ['index.d.ts'],
    as: { module: '.', name: 'space.Other' },
    members: [],
  })
})
