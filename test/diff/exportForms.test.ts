// A module that is all of one thing (`export =`), to `require` and to `import`.

import { expect, test } from 'vitest'
import { diffTables } from '../../src/diff/diffTables.ts'
import { writePath } from '../../src/domain/names/symbolPath.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { openTable } from '../../src/table/openTable.ts'
import { tableOf } from '../extract/npm/tableOf.ts'

const CLASS = 'declare class Long { low: number }\n'
const ASSIGNED = `${CLASS}export = Long\n`
const DEFAULT = `${CLASS}export default Long\n`
const PASSED = 'import Long from "../index.js"\nexport = Long\n'
const CODE = {
  'index.js': 'export default class Long {}\n',
  'umd/index.js': 'module.exports = class Long {}\n',
}
const ONE = { '.': { types: './index.d.ts', import: './index.js', require: './umd/index.js' } }
const TWO = {
  '.': {
    import: { types: './index.d.ts', default: './index.js' },
    require: { types: './umd/index.d.ts', default: './umd/index.js' },
  },
}

function opened(files: Readonly<Record<string, string>>, exports: object) {
  return openTable(encodeTable(tableOf({ ...CODE, ...files }, {}, { exports })))
}

function changed(from: ReturnType<typeof opened>, to: ReturnType<typeof opened>) {
  const write = (path: readonly string[]) => writePath('npm', 'pkg', path)
  const versions = { from: '1.0.0', to: '1.1.0' }
  return diffTables({ from, to }, { language: 'typescript', versions, write }).changed.map(
    ({ symbol, reasons }) => `${symbol}: ${reasons.join(', ')}`,
  )
}

test('that stays so to require breaks nobody when import has it as a default', () => {
  const before = opened({ 'index.d.ts': ASSIGNED }, ONE)
  const after = opened({ 'index.d.ts': DEFAULT, 'umd/index.d.ts': PASSED }, TWO)
  expect(changed(before, after)).toEqual([])
})

test('that is a default to both breaks those who require it', () => {
  const before = opened({ 'index.d.ts': ASSIGNED }, ONE)
  const gone = ['pkg.default: export_assignment_removed']
  expect(changed(before, opened({ 'index.d.ts': DEFAULT }, ONE))).toEqual(gone)
  const both = opened({ 'index.d.ts': DEFAULT, 'umd/index.d.ts': PASSED }, TWO)
  expect(changed(both, opened({ 'index.d.ts': DEFAULT }, ONE))).toEqual(gone)
})
