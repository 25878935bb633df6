import { expect, test } from 'vitest'
import { compareTables } from '../../src/table/compareTables.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import type { SymbolTable } from '../../src/table/format/table.ts'
import { openTable } from '../../src/table/openTable.ts'
import { definitionOf, entryOf, moduleOf, tableOf } from './tableData.ts'

const opened = (table: SymbolTable) => openTable(encodeTable(table))
const get = definitionOf('m', 'get', { signature: '(url)' })
const put = definitionOf('m', 'put')
const a = definitionOf('m', 'A', { kind: 'class', members: [entryOf('get', get)] })

const first = opened(
  tableOf(
    moduleOf('m', [entryOf('A', a), entryOf('A$', put), entryOf('get', get)]),
    moduleOf('m.old', []),
  ),
)
const second = opened(
  tableOf(
    moduleOf('m', [
      entryOf('A', { ...a, members: [] }),
      entryOf('get', { ...get, signature: '(url, *)', line: 2 }),
      entryOf('put', put),
    ]),
  ),
)

test('differences come in the order of rows, with the fields that changed', () => {
  const found = [...compareTables(first, second)].map(({ side, module, symbol, fields }) =>
    [side, module, symbol, ...fields].join(' '),
  )
  expect(found).toEqual([
    'first m A.get',
    'first m A$',
    'both m get signature line',
    'second m put',
    'first m.old ',
  ])
})

test('a table does not differ from itself', () => {
  expect([...compareTables(first, first)]).toEqual([])
})
