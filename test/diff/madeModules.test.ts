import { expect, test } from 'vitest'
import { diffTables } from '../../src/diff/diffTables.ts'
import { isMade } from '../../src/diff/modules.ts'
import { writePath } from '../../src/domain/names/symbolPath.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { openTable } from '../../src/table/openTable.ts'
import { tableOf } from '../extract/npm/tableOf.ts'

const OFFERED = { exports: { '.': './index.js', './*': './*' } }

function table(files: Readonly<Record<string, string>>) {
  return openTable(encodeTable(tableOf(files, {}, OFFERED)))
}

test('parts that a bundler names by a digest are compared with nothing', () => {
  const from = table({
    'index.js': 'exports.run = function () {}',
    'dist/index-7889832e.js': 'exports.only = function () {}',
    'dist/release-20240131.js': 'exports.dated = function () {}',
  })
  const to = table({
    'index.js': 'exports.run = function () {}',
    'dist/index-61c8686f.js': 'exports.other = function () {}',
  })
  const diff = diffTables(
    { from, to },
    {
      language: 'typescript',
      versions: { from: '1.0.0', to: '1.1.0' },
      write: (path) => writePath('npm', 'pkg', path),
    },
  )
  expect(diff.removed.map(({ symbol }) => symbol)).toEqual([
    'pkg/dist/release-20240131.js',
    'pkg/dist/release-20240131.js.dated',
    'pkg/dist/release-20240131.js.default',
  ])
  expect(diff.added).toEqual([])
})

test.each([
  ['./dist/index-7889832e.js', true],
  ['./dist/rpc-85fe6402', true],
  ['./chunk-6A7WQXKD.js', true],
  ['./dist/index.B3zjcR_8.mjs', true],
  ['./dist/index-36694964.js', true],
  ['./dist/index-20240131.js', false],
  ['./lib/jest-defaults.js', false],
  ['./lib/deadbeef.js', false],
  ['pkg.x-7889832e', false],
])('%s is made: %s', (name, expected) => {
  expect(isMade(name)).toBe(expected)
})
