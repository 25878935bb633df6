import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ARCHIVE_LIMITS } from '../../src/artifact/bytes/archiveLimits.ts'
import { openArtifact } from '../../src/artifact/openArtifact.ts'
import { EXTRACT_LIMITS } from '../../src/extract/extractLimits.ts'
import {
  INVENTORY_LINE_EXTRA_MAX_BYTES,
  inventory,
  parseInventory,
} from '../../src/extract/inventory.ts'
import { buildWheel, WHEEL_NAME } from '../fake/archives/wheelBuilder.ts'

test('lists every file, sorted by path, and reads back', async () => {
  const input = { kind: 'wheel', filename: WHEEL_NAME, bytes: buildWheel() } as const
  const opened = { ...input, ...(await openArtifact(input, new AbortController().signal)) }
  const output = await inventory(opened)
  const expected = opened.tree.entries.map(({ path, sizeBytes }) => {
    const bytes = opened.tree.read(path)
    return { path, sizeBytes, sha256: bytes && hash('sha256', bytes, 'hex') }
  })
  expect(parseInventory(output)).toEqual(expected)
  expect(expected).toContainEqual({ path: 'demo/data.bin', sizeBytes: 11, sha256: null })
  expect(Buffer.from(await inventory(opened))).toEqual(Buffer.from(output))
})

test('the largest inventory that the readers allow is one that a child may send', () => {
  const linesMax = ARCHIVE_LIMITS.entriesMax * INVENTORY_LINE_EXTRA_MAX_BYTES
  expect(ARCHIVE_LIMITS.headerBytesMax + linesMax).toBeLessThan(EXTRACT_LIMITS.outputMaxBytes)
})

test('an archive without files has an empty inventory', () => {
  expect(parseInventory(new Uint8Array())).toEqual([])
})

describe('is not an inventory', () => {
  const line = `${'a'.repeat(64)} 1 path`
  const rows: readonly (readonly [string, string | Uint8Array])[] = [
    ['a last line without end', line],
    ['an empty line', `${line}\n\n`],
    ['a digest that is too short', `${'a'.repeat(63)} 1 path\n`],
    ['two dashes for a digest', '-- 1 path\n'],
    ['a size that is no number', `${'a'.repeat(64)} one path\n`],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0x0a])],
  ]
  test.each(rows)('%s', (_, output) => {
    expect(() => parseInventory(Buffer.from(output))).toThrow()
  })
})
