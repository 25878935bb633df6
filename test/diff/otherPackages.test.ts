// What another package defines, below something of this one.

import { expect, test } from 'vitest'
import { diffTables } from '../../src/diff/diffTables.ts'
import { writePath } from '../../src/domain/names/symbolPath.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { openTable } from '../../src/table/openTable.ts'
import { tableOf } from '../extract/npm/tableOf.ts'

const LOGGER =
  "import { Base } from 'dep'\nexport interface Logger extends Base { level: string }\nexport declare const logger: Logger\n"

function opened(types: string, dep: string) {
  return openTable(encodeTable(tableOf(types, { dep: { files: { 'index.d.ts': dep } } })))
}

function changed(from: ReturnType<typeof opened>, to: ReturnType<typeof opened>) {
  const write = (path: readonly string[]) => writePath('npm', 'pkg', path)
  const versions = { from: '1.0.0', to: '1.1.0' }
  return diffTables({ from, to }, { language: 'typescript', versions, write }).changed.map(
    ({ symbol }) => symbol,
  )
}

const [OLD, NEW] = ['export interface Base { x: string }', 'export interface Base { x: number }']

test('is a matter of that package, also where the newer release passes it on itself', () => {
  expect(changed(opened(LOGGER, OLD), opened(LOGGER, NEW))).toEqual([])
  const passing = `${LOGGER}export { Base } from 'dep'\n`
  expect(changed(opened(LOGGER, OLD), opened(passing, NEW))).toEqual([])
})

test('is compared where both releases pass it on', () => {
  const passing = `${LOGGER}export { Base } from 'dep'\n`
  expect(changed(opened(passing, OLD), opened(passing, NEW))).toEqual(['pkg.Base.x'])
})

test('is not compared with code of before there were declarations', () => {
  const code = { 'index.js': `module.exports = require('dep')` }
  const dep = { dep: { files: { 'index.js': 'module.exports = class A { a() {} }' } } }
  const from = openTable(encodeTable(tableOf(code, dep)))
  const typed = { ...code, 'index.d.ts': 'declare function f(a: string): void\nexport = f' }
  const to = openTable(encodeTable(tableOf(typed, dep)))
  expect(changed(from, to)).toEqual([])
})
