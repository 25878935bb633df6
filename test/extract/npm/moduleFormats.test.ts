// How Node loads the paths into a package, by its manifest and its files.

import { expect, test } from 'vitest'
import { extractNpm } from '../../../src/extract/npm/extractNpm.ts'
import { encodeTable } from '../../../src/table/format/encodeTable.ts'
import { openTable } from '../../../src/table/openTable.ts'
import { type Files, packageOf } from './packageOf.ts'

/** `import, require, require of older releases of Node`, and whether it waits. */
function formats(manifest: object, files: Files): Record<string, string> {
  const { table } = extractNpm(packageOf(files, manifest), { get: () => null })
  const opened = openTable(encodeTable(table))
  return Object.fromEntries(
    [...opened.modules()].map(({ name, formats: found }) => {
      const { imported, required, requiredBefore, waits } = found ?? {}
      const all = [imported, required, ...(requiredBefore === required ? [] : [requiredBefore])]
      return [name, [...all, ...(waits === 'unknown' ? [] : [waits])].join(' ')]
    }),
  )
}

const ESM = 'export const a = 1\n'
const CJS = 'exports.a = 1\n'

test.each<readonly [string, object, Files, Record<string, string>]>([
  ['no word on it', {}, { 'index.js': CJS }, { '.': 'commonjs commonjs' }],
  [
    'no word on it, and the syntax says it',
    {},
    { 'index.js': ESM },
    { '.': 'module module never' },
  ],
  ['a main', { main: 'lib' }, { 'lib/index.js': CJS }, { '.': 'commonjs commonjs' }],
  ['type', { type: 'module', exports: './a.js' }, { 'a.js': CJS }, { '.': 'module module never' }],
  [
    'type, an ending',
    { type: 'module', exports: './a.cjs' },
    { 'a.cjs': CJS },
    { '.': 'commonjs commonjs' },
  ],
  [
    'conditions for both',
    { type: 'module', exports: { import: './a.js', require: './a.cjs' } },
    { 'a.js': ESM, 'a.cjs': CJS },
    { '.': 'module commonjs' },
  ],
  ['one condition', { exports: { import: './a.mjs' } }, { 'a.mjs': ESM }, { '.': 'module none' }],
  [
    'one that older releases of Node do not know',
    { exports: { 'module-sync': './a.mjs', default: './a.cjs' } },
    { 'a.mjs': ESM, 'a.cjs': CJS },
    { '.': 'module module commonjs never' },
  ],
  ['data', { exports: { './data': './d.json' } }, { 'd.json': '{}' }, { './data': 'json json' }],
  [
    'a target that does not ship is not passed over',
    { exports: { '.': { require: './gone.js', default: './a.js' } } },
    { 'a.js': CJS },
    { '.': 'commonjs none' },
  ],
  [
    'something waits at the top level of what it imports',
    { exports: './a.mjs' },
    { 'a.mjs': "export * from './b.mjs'\n", 'b.mjs': 'export const a = await 1\n' },
    { '.': 'module module always' },
  ],
  [
    'what waits is not imported, or waits in a function',
    { exports: './a.mjs' },
    { 'a.mjs': `${ESM}async () => { await 1 }\n`, 'b.mjs': 'await 1\n' },
    { '.': 'module module never' },
  ],
  [
    'another package may wait',
    { exports: './a.mjs', dependencies: { other: '1' } },
    { 'a.mjs': "import 'other'\n" },
    { '.': 'module module others' },
  ],
])('%s', (_, manifest, files, expected) => {
  const found = formats(manifest, files)
  expect(Object.fromEntries(Object.keys(expected).map((path) => [path, found[path]]))).toEqual(
    expected,
  )
})

test('the manifest of a folder counts for what is below it', () => {
  const manifest = { type: 'module', exports: { import: './a.js', require: './cjs/x/a.js' } }
  const files = { 'a.js': ESM, 'cjs/x/a.js': CJS }
  expect(formats(manifest, files)['.']).toBe('module module never')
  const more = { ...files, 'cjs/package.json': '{"type": "commonjs"}' }
  expect(formats(manifest, more)['.']).toBe('module commonjs')
})

test('a path without its ending is nothing that import finds', () => {
  const found = formats({}, { 'index.js': CJS, 'lib/x.js': CJS })
  expect([found['./lib/x'], found['./lib/x.js']]).toEqual(['none commonjs', 'commonjs commonjs'])
})

test('the releases of Node that the package asks for stand in its table', () => {
  const from = packageOf({ 'index.js': CJS }, { engines: { node: '>=18' } })
  const { table } = extractNpm(from, { get: () => null })
  expect(openTable(encodeTable(table)).nodes).toBe('>=18')
})
