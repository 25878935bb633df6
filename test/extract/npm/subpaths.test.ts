// What stands behind the subpaths of a package.

import { describe, expect, test } from 'vitest'
import { membersAt, outline, tableOf } from './tableOf.ts'

test('modules that one script declares each have their own names', () => {
  const types = `
declare module 'pkg' { export function main(): void }
declare module 'pkg/sub' { export function sub(): void }
`
  const exports = {
    '.': { types: './t.d.ts', default: './index.js' },
    './sub': { types: './t.d.ts', default: './sub.js' },
    './other': { types: './t.d.ts', default: './other.js' },
  }
  const files = {
    't.d.ts': types,
    'index.js': 'export function main() {}',
    'sub.js': 'export function sub() {}',
    'other.js': 'export function only() {}',
  }
  const table = tableOf(files, {}, { type: 'module', exports })
  expect(outline(table)).toEqual(['main function'])
  expect(outline(table, './sub')).toEqual(['sub function'])
  expect(outline(table, './other')).toEqual(['only function'])
})

test('a script beside that which says anew what the module is', () => {
  const files = {
    'index.d.ts':
      "declare class Kit { a(): void }\ndeclare module 'pkg' { export = Kit }\ndeclare namespace Kit { const one: 1 }",
    'kit-1.0.d.ts': "declare class Kit { old(): void }\ndeclare module 'pkg' { export = Kit }",
  }
  const table = tableOf(files)
  expect(membersAt(table, 'default')).toEqual(['a', 'one'])
  // What only adds to it counts.
  const more = { ...files, 'more.d.ts': 'declare namespace Kit { const two: 2 }' }
  expect(membersAt(tableOf(more), 'default')).toEqual(['a', 'one', 'two'])
})

test('a declared default to which the code gives more is open', () => {
  const files = {
    'index.d.ts': 'declare const kit: { a: string }\nexport default kit',
    'index.js': 'exports.default = { a: 1, b: 2 }',
  }
  const open = tableOf(files).modules[0]?.entries.find(({ name }) => name === 'default')
  expect(open?.definition.isOpen).toBe(true)
  const same = tableOf({ ...files, 'index.js': 'exports.default = { a: 1 }' })
  const whole = same.modules[0]?.entries.find(({ name }) => name === 'default')
  expect(whole?.definition.isOpen).toBe(false)
})

describe('what `require` gets is declared otherwise', () => {
  const exports = {
    '.': {
      import: { types: './index.d.ts', default: './index.js' },
      require: { types: './index.d.cts', default: './index.cjs' },
    },
  }
  const manifest = { type: 'module', exports }

  test('names of either half are there', () => {
    const table = tableOf(
      {
        'index.d.ts': 'export interface Both { a: 1 }\nexport const imported: 1',
        'index.d.cts':
          'declare namespace kit { interface Both { b: 1 } interface OnlyRequired { c: 1 } }\ndeclare const kit: { call(): void }\nexport = kit',
        'index.js': 'export const imported = 1',
        'index.cjs': 'exports.call = () => {}; exports.atRunTime = 1',
      },
      {},
      manifest,
    )
    expect(outline(table)).toEqual([
      'Both interface -',
      'OnlyRequired interface -',
      'atRunTime constant',
      'call method',
      'default namespace',
      'imported constant',
    ])
    expect(membersAt(table, 'Both')).toEqual(['a'])
    expect(table.modules[0]).toMatchObject({ state: 'complete', file: 'index.d.ts' })
  })

  test('`export =` of the other half is no name', () => {
    const files = {
      'index.d.ts': 'export const a: 1',
      'index.d.cts': "import * as all from './index.js'\nexport = all",
      'index.js': 'export const a = 1',
      'index.cjs': 'exports.a = 1',
    }
    expect(outline(tableOf(files, {}, manifest))).toEqual(['a constant'])
  })

  test('a half that rests on what is not there leaves the module open', () => {
    const table = tableOf(
      { 'index.d.ts': 'export const a: 1', 'index.d.cts': "export * from 'missing'" },
      {},
      manifest,
    )
    expect(table.modules[0]).toMatchObject({
      state: 'dynamic',
      stateReason: 'takes over all names of missing',
    })
  })

  test('the same text under two endings is read once', () => {
    const files = {
      'index.d.ts': "export { A } from './a.js'",
      'a.d.ts': 'export interface A { a: 1 }',
    }
    const twice = {
      ...files,
      'index.d.cts': "export { A } from './a.cjs'",
      'a.d.cts': 'export interface A { a: 1 }',
    }
    expect(tableOf(twice, {}, manifest)).toEqual(tableOf(files, {}, manifest))
  })

  test('`@types` of two halves', () => {
    const types = {
      '@types/pkg': {
        files: { 'index.d.mts': 'export const a: 1', 'index.d.ts': 'export const b: 1' },
        manifest: { exports: { '.': { import: './index.d.mts', require: './index.d.ts' } } },
      },
    }
    const table = tableOf({ 'index.js': 'exports.a = 1' }, types, { types: undefined })
    expect(outline(table)).toEqual(['a constant', 'b constant', 'default namespace'])
  })
})

describe('a map that leads nowhere offers nothing', () => {
  const files = {
    'index.js': 'exports.a = 1',
    'index.d.ts': 'export const a: 1',
    'lib/x.js': 'exports.b = 1',
  }
  test.each([
    ['outside', '../../etc/x.js'],
    ['outside, behind a folder', './lib/../../x.js'],
    ['a file that does not ship', './dist/index.js'],
    ['declarations that do not ship', { types: './dist/index.d.ts', default: './dist/index.js' }],
    ['null', { '.': null }],
    ['a subpath alone', { './x': './none.js' }],
    ['nothing', {}],
    ['false', false],
    ['an empty list', []],
    ['a list of nothing', [null]],
    ['modules of others', './node_modules/other/index.js'],
    ['the name of a package', 'other'],
    ['no path', 'index.js'],
    ['subpaths beside conditions', { '.': './index.js', import: './index.js' }],
  ])('%s', (_, exports) => {
    const table = tableOf(files, {}, { exports, main: './index.js', types: './index.d.ts' })
    expect(table.modules).toEqual([])
  })

  test('what Node is not offered is there, and not public', () => {
    const table = tableOf(files, {}, { exports: { browser: './lib/x.js' } })
    expect(table.modules[0]).toMatchObject({ name: '.', isPublic: false })
    expect(outline(table)).toContain('b constant')
  })

  test('a map that leads to code leaves the types to `types`', () => {
    const table = tableOf(files, {}, { exports: './lib/x.js', types: './index.d.ts' })
    expect(outline(table)).toEqual(['a constant', 'b constant', 'default namespace'])
  })

  test('a list goes on behind a target that is none', () => {
    const table = tableOf(files, {}, { exports: { '.': ['other', './lib/x.js'] } })
    expect(outline(table)).toContain('b constant')
  })
})
