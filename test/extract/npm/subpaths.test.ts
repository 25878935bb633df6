// What stands behind the subpaths of a package.

import { expect, test } from 'vitest'
import { outline, tableOf } from './tableOf.ts'

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

test('files that nothing closes are there, and not read', () => {
  const table = tableOf({ 'index.js': 'exports.a = 1', 'plugin/utc.js': 'exports.b = 1' })
  const deep = table.modules.find(({ name }) => name === './plugin/utc')
  expect(deep).toMatchObject({
    state: 'unread',
    isPublic: false,
    file: 'plugin/utc.js',
    entries: [],
  })
  const closed = tableOf(
    { 'index.js': 'exports.a = 1', 'plugin/utc.js': 'exports.b = 1' },
    {},
    { exports: './index.js' },
  )
  expect(closed.modules.map(({ name }) => name)).toEqual(['.'])
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
