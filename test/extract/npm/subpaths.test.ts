// What stands behind the subpaths of a package, where no text says it better: the rest is in
// test/extract/cases/npm/subpaths.txt.

import { describe, expect, test } from 'vitest'
import { outline, tableOf } from './tableOf.ts'

describe('what `require` gets is declared otherwise', () => {
  const exports = {
    '.': {
      import: { types: './index.d.ts', default: './index.js' },
      require: { types: './index.d.cts', default: './index.cjs' },
    },
  }
  const manifest = { type: 'module', exports }

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
