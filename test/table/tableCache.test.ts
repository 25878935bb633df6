import { expect, test } from 'vitest'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { openTable } from '../../src/table/openTable.ts'
import { tableCache } from '../../src/table/tableCache.ts'
import { definitionOf, entryOf, moduleOf, tableOf } from './tableData.ts'

function encoded(name: string): Uint8Array {
  return encodeTable(tableOf(moduleOf(name, [entryOf('get', definitionOf(name, 'get'))])))
}

const sizeBytes = openTable(encoded('a')).sizeBytes

test('a table is loaded once, however many ask for it at once', async () => {
  const cache = tableCache(sizeBytes * 10)
  let loads = 0
  const load = async () => {
    loads += 1
    return encoded('a')
  }
  const opened = await Promise.all(Array.from({ length: 20 }, () => cache.open('a', load)))
  expect(await cache.open('a', load)).toBe(opened[0])
  expect(new Set(opened).size).toBe(1)
  expect(loads).toBe(1)
})

test('memory is bounded: the table that was not used for longest goes first', async () => {
  const cache = tableCache(Math.ceil(sizeBytes * 5))
  const loaded: string[] = []
  const open = (name: string) =>
    cache.open(name, async () => {
      loaded.push(name)
      return encoded(name)
    })
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await open(name)
  expect(loaded).toEqual(['a', 'b', 'c', 'b'])
  expect(cache.size().bytes).toBeLessThanOrEqual(sizeBytes * 5)
})

test('a table that is larger than the room is given out all the same', async () => {
  const cache = tableCache(10)
  expect((await cache.open('a', async () => encoded('a')))?.counts.modules).toBe(1)
  expect(cache.size()).toEqual({ tables: 0, bytes: 0 })
})

test('what is not there is not remembered as such, nor is what is broken', async () => {
  const cache = tableCache(sizeBytes * 10)
  expect(await cache.open('a', async () => null)).toBeNull()
  await expect(cache.open('a', async () => Buffer.from('no table'))).rejects.toThrow('are none')
  expect((await cache.open('a', async () => encoded('a')))?.counts.modules).toBe(1)
})
