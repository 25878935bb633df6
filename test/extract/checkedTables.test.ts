import { expect, test } from 'vitest'
import { checkedTables } from '../../src/extract/checkedTables.ts'
import type { Extraction, ExtractionOutcome } from '../../src/ports/extraction.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { definitionOf, entryOf, moduleOf, tableOf } from '../table/tableData.ts'

const counts = {
  files: 1,
  directories: 0,
  links: 0,
  keptFiles: 1,
  keptBytes: 1,
  unpackedBytes: 1,
}
const { signal } = new AbortController()

function run(output: Uint8Array, extractor: string): Promise<ExtractionOutcome> {
  const inner: Extraction = { run: async () => ({ state: 'extracted', output, counts }) }
  const job = {
    kind: 'wheel',
    filename: 'a.whl',
    sha256: 'a'.repeat(64),
    extractor,
    source: { blobPath: 'a' },
  } as const
  return checkedTables(inner, new Set(['python/1'])).run(job, signal)
}

const table = encodeTable(
  tableOf(
    moduleOf('m', [entryOf('a', definitionOf('m', 'a')), entryOf('b', definitionOf('m', 'b'))]),
  ),
)

test('a table is counted', async () => {
  expect(await run(table, 'python/1')).toMatchObject({ state: 'extracted', symbols: 2 })
})

test('what a broken child gives for a table is undetermined', async () => {
  expect(await run(table.subarray(0, -1), 'python/1')).toMatchObject({
    state: 'undetermined',
    reason: 'crashed',
  })
})

test('what is no table need not be one', async () => {
  const outcome = await run(Buffer.from('text'), 'inventory/1')
  expect(outcome).toEqual({ state: 'extracted', output: Buffer.from('text'), counts })
})
