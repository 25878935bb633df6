// Which rows of a diff are told of code.

import { expect, test } from 'vitest'
import { type Use, usedChanges } from '../../../src/check/upgrade/usedChanges.ts'
import type { TableDiff } from '../../../src/diff/diffTables.ts'
import type { Reason } from '../../../src/diff/reasons.ts'
import { finish } from '../../../src/domain/finish.ts'

const HELD = { state: 'determined', finding: null }

function use(symbol: string, isImport: boolean, isRequired: boolean): Use {
  const reference = {
    ...{ module: 'pkg', line: 1, column: 1, call: null, isImport, softBecause: null },
    ...{ isTypeOnly: false, ...(isImport && isRequired ? { isRequired: true } : {}) },
  }
  const planned = { source: { path: 'a.js' }, reference }
  const used = { state: 'found', symbols: [symbol] }
  return { planned, used, before: HELD, after: HELD, lost: null } as unknown as Use
}

function told(reason: Reason, kind: 'module' | 'constant', isRequired: boolean): string[] {
  const symbol = kind === 'module' ? 'pkg' : 'pkg.a'
  const row = { symbol, kind, previous: null, next: null, reason, reasons: [reason] }
  const diff = {
    ...{ added: [], removed: [], deprecated: [], undetermined: [] },
    changed: [{ ...row, severity: 'breaking' }],
  } as unknown as TableDiff
  const uses = [use('pkg', true, isRequired), use('pkg.a', false, isRequired)]
  const found = finish(usedChanges(uses, diff, () => true))
  return found.map((one) => `${one.row.symbol} ${one.affects}`)
}

test('a name that only import gets now concerns code that requires it', () => {
  expect(told('became_esm', 'constant', true)).toEqual(['pkg.a true'])
  expect(told('became_esm', 'constant', false)).toEqual([])
})

test('a name that only require gets now concerns code that imports it', () => {
  expect(told('became_commonjs', 'constant', true)).toEqual([])
  expect(told('became_commonjs', 'constant', false)).toEqual(['pkg.a true'])
})

test('how modules are loaded is told elsewhere', () => {
  expect(told('became_esm', 'module', true)).toEqual([])
})
