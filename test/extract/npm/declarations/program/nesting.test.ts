// Declarations made to have no end: they end in an error, in a module that says so or in a bounded
// table, and never in a crash.

import { describe, expect, test } from 'vitest'
import { nestingOf } from '../../../../../src/syntax/javascript/typeScriptNesting.ts'
import { entryAt, outline, tableOf } from '../../tableOf.ts'

describe('too deep for any parser', () => {
  const many = 60_000
  const right = (link: string) => `export type X = ${link.repeat(many)}1`
  const around = (open: string, close: string) =>
    `export type X = ${open.repeat(many)}1${close.repeat(many)}`
  const NESTED: readonly (readonly [what: string, text: string])[] = [
    ['brackets', `export type X = ${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['parentheses', around('(', ')')],
    ['objects', around('{ a: ', ' }')],
    ['type arguments', around('A<', '>')],
    ['type arguments that nothing closes', right('A<')],
    ['templates', around('`${', '}`')],
    ['parameters', around('(a: ', ') => 1')],
    ['constraints', around('<T extends ', '>() => 1')],
    ['namespaces', `${'namespace a {'.repeat(20_000)}${'}'.repeat(20_000)}`],
    ['namespaces with dots', `declare namespace ${'a.'.repeat(many)}b {}`],
    ['conditional types', right('1 extends 2 ? 3 : ')],
    ['conditional types without blanks', right('1 extends 2?3:')],
    ['conditional types over lines', right('1 extends 2\n  ? 3\n  : ')],
    ['operators', right('keyof ')],
    ['operators of lists', right('readonly ')],
    ['functions', right('() => ')],
    ['constructors', right('abstract new () => ')],
    ['lists of lists', `export type X = A${'[]'.repeat(many)}`],
    ['assertions', `export default ${'<a>'.repeat(many)}b`],
    ['assignments', `export const x = ${'a = '.repeat(many)}1`],
    ['powers', `export enum E { a = ${'1 ** '.repeat(many)}1 }`],
    ['conditions', `${'if (a) '.repeat(many)}b`],
    ['other conditions', `${'if (a) b; else '.repeat(many)}c`],
    ['loops', `${'do '.repeat(many)}b`],
    ['labels', `${'a: '.repeat(many)}b`],
  ]
  const files = { 'other.d.ts': 'export const there: 1' }

  test.each(NESTED)('%s: the module is not read, and the others are', (_, text) => {
    const table = tableOf({ ...files, 'index.d.ts': text })
    const [main, other] = ['.', './other'].map((name) =>
      table.modules.find((one) => one.name === name),
    )
    expect(main).toMatchObject({ state: 'unreadable', entries: [] })
    expect(main?.stateReason).toMatch(/^index\.d\.ts nests \d+ levels deep$/)
    expect(table.unreadable[0]).toMatchObject({ file: 'index.d.ts' })
    expect(other).toMatchObject({ state: 'complete', stateReason: null })
  })

  const deep = right('keyof ')

  test('what takes over all of its names is not read either', () => {
    const table = tableOf({
      'index.d.ts': "export * from './deep'\nexport const a: 1",
      'deep.d.ts': deep,
    })
    expect(outline(table)).toEqual(['a constant'])
    expect(table.modules[0]).toMatchObject({ state: 'unreadable' })
    expect(table.modules[0]?.stateReason).toContain('deep.d.ts nests')
  })

  test.each([
    ["export { X } from './deep'"],
    ["export { X } from './between'"],
    ["import { X } from './deep'; export { X }"],
    ["import X from './deep'; export { X }"],
    ["import * as X from './deep'; export { X }"],
    ["export * as X from './deep'"],
    ["import X = require('./deep'); export { X }"],
  ])('%s: a name that is there, of which nothing is known', (text) => {
    const table = tableOf({
      'index.d.ts': text,
      'between.d.ts': "export { X } from './deep'",
      'deep.d.ts': deep,
    })
    expect(outline(table)).toEqual(['X constant'])
    const main = table.modules.find(({ name }) => name === '.')
    expect(main).toMatchObject({ state: 'dynamic' })
    expect(main?.stateReason).toContain('deep.d.ts nests')
  })

  test('a class that extends one of its is open, and its module complete', () => {
    const table = tableOf({
      'index.d.ts': "import { B } from './deep'; export declare class X extends B { a: 1 }",
      'deep.d.ts': deep,
    })
    expect(entryAt(table, 'X').definition).toMatchObject({ isOpen: true })
    expect(table.modules.find(({ name }) => name === '.')).toMatchObject({ state: 'complete' })
  })

  test('the whole of it by `export =`', () => {
    const table = tableOf({
      'index.d.ts': "import x = require('./deep'); export = x",
      'deep.d.ts': deep,
    })
    expect(table.modules.find(({ name }) => name === '.')).toMatchObject({ state: 'unreadable' })
  })

  test('what is long and not deep is read', () => {
    const many = Array.from({ length: 5_000 }, (_, i) => i)
    const texts = [
      `export type X = ${many.map((i) => `'a${i}'`).join(' | ')}`,
      `export type X =\n${many.map((i) => `  | N.K${i}`).join('\n')}`,
      `export interface X {\n${many.map((i) => `  a${i}?: string`).join('\n')}\n}`,
      `export interface X {\n${many.map((i) => `  a${i}: () => string`).join('\n')}\n}`,
      `export type X = { ${many.map((i) => `readonly a${i}: A<B>`).join(', ')} }`,
      `export type X = [${many.map((i) => `a${i}?: number`).join(', ')}]`,
      `export const X: ${many.map((i) => `{ a${i}: 1 }`).join(' & ')}`,
      many.map((i) => `declare const a${i}: keyof A\n`).join(''),
      many.map((i) => `if (a < ${i}) b()\n`).join(''),
    ]
    for (const text of texts) expect(nestingOf(text)).toBeLessThan(20)
  })
})
