// A table that is unpacked when somebody looks into it says what one that was opened at once says.

import { expect, test } from 'vitest'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { TableError } from '../../src/table/format/tableError.ts'
import { openTable } from '../../src/table/openTable.ts'
import { tableCache, WHEN_ASKED } from '../../src/table/tableCache.ts'
import { sizeWhenOpen, tableWhenAsked } from '../../src/table/tableWhenAsked.ts'
import { definitionOf, entryOf, moduleOf, tableOf } from './tableData.ts'

const names = Array.from({ length: 200 }, (_, at) => `name${at}`).sort()
const bytes = encodeTable(
  tableOf(
    moduleOf(
      'kit',
      names.map((name) => entryOf(name, definitionOf('kit', name))),
    ),
  ),
)

test('every question has the same answer', () => {
  const [later, now] = [tableWhenAsked(bytes), openTable(bytes)]
  expect(Object.keys(later).sort()).toEqual(Object.keys(now).sort())
  expect(later.lookup('kit', 'name7')).toEqual(now.lookup('kit', 'name7'))
  expect(later.lookup('kit', 'nothing')).toBeNull()
  expect([...later.rows()]).toEqual([...now.rows()])
  expect([...later.modules()]).toEqual([...now.modules()])
  expect([...later.entriesOf(0)]).toEqual([...now.entriesOf(0)])
  expect(later.findModule('kit')).toBe(now.findModule('kit'))
  expect(later.definition(3)).toEqual(now.definition(3))
  expect(later.counts).toEqual(now.counts)
  expect(later.gaps).toBeNull()
  const gaps = { packages: ['other'], isUndescribed: false }
  expect(tableWhenAsked(bytes, gaps).gaps).toBe(gaps)
})

test('room is set aside for what it takes once it is open', () => {
  expect(sizeWhenOpen(bytes)).toBeGreaterThanOrEqual(openTable(bytes).sizeBytes)
})

test('bytes that are no table are refused, and looking into a damaged one fails', async () => {
  const cache = tableCache(1_000_000, WHEN_ASKED)
  await expect(cache.open('a', async () => Buffer.from('nothing'))).rejects.toThrow(TableError)
  const damaged = Buffer.from(bytes)
  damaged.writeUInt8(damaged.readUInt8(damaged.length - 3) ^ 0xff, damaged.length - 3)
  const table = await cache.open('b', async () => damaged)
  expect(() => table?.findModule('kit')).toThrow(TableError)
  expect(() => table?.findModule('kit')).toThrow(TableError)
})
