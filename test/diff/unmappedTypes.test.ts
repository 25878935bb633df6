// Declarations that `types` names and that `exports` does not lead to.

import { expect, test } from 'vitest'
import { diffTables } from '../../src/diff/diffTables.ts'
import { writePath } from '../../src/domain/names/symbolPath.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { openTable } from '../../src/table/openTable.ts'
import { tableOf } from '../extract/npm/tableOf.ts'

const CODE = {
  'dist/a.js': 'export const run = (x) => x\n',
  'src/a.js': 'export const run = (x) => x\n',
}
const TYPES =
  'export declare function run(x: string): string\nexport interface Options { deep: boolean }\n'
/** A checker finds declarations beside the code that a map names. */
const MAPPED = { type: 'module', types: './dist/a.d.ts', exports: { import: './dist/a.js' } }
const UNMAPPED = { ...MAPPED, exports: { import: './src/a.js' } }
const OPEN = { type: 'module', types: './dist/a.d.ts', main: './src/a.js' }

function opened(manifest: object, types = TYPES) {
  return openTable(encodeTable(tableOf({ ...CODE, 'dist/a.d.ts': types }, {}, manifest)))
}

function changed(from: ReturnType<typeof opened>, to: ReturnType<typeof opened>) {
  const write = (path: readonly string[]) => writePath('npm', 'pkg', path)
  const versions = { from: '1.0.0', to: '1.1.0' }
  return diffTables({ from, to }, { language: 'typescript', versions, write }).changed.map(
    ({ symbol, reasons }) => `${symbol}: ${reasons.join(', ')}`,
  )
}

test('are declared no more to checkers that go by the map', () => {
  const gone = ['pkg.Options: declaration_removed', 'pkg.run: declaration_removed']
  expect(changed(opened(MAPPED), opened(UNMAPPED))).toEqual(gone)
  expect(changed(opened(OPEN), opened(UNMAPPED))).toEqual(['pkg: became_esm', ...gone])
})

test('are compared where both releases have them so, or where they are found again', () => {
  const other = TYPES.replace('deep: boolean', 'deep: string')
  expect(changed(opened(UNMAPPED), opened(UNMAPPED, other))).toEqual([
    'pkg.Options.deep: type_changed',
  ])
  expect(changed(opened(UNMAPPED), opened(MAPPED))).toEqual([])
})
