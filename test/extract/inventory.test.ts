import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openArtifact } from '../../src/artifact/openArtifact.ts'
import { inventory, parseInventory } from '../../src/extract/inventory.ts'
import { buildWheel, WHEEL_NAME } from '../fake/archives/wheelBuilder.ts'

test('lists what was read, sorted by path, and reads back', async () => {
  const input = { kind: 'wheel', filename: WHEEL_NAME, bytes: buildWheel() } as const
  const artifact = await openArtifact(input, new AbortController().signal)
  const opened = { ...artifact, kind: input.kind }
  const output = await inventory(opened)
  const files = parseInventory(output)
  expect(files.map(({ path }) => path)).toEqual(opened.tree.paths)
  for (const { path, sizeBytes, sha256 } of files) {
    const bytes = opened.tree.read(path) ?? new Uint8Array()
    expect({ sizeBytes, sha256 }).toEqual({
      sizeBytes: bytes.length,
      sha256: hash('sha256', bytes, 'hex'),
    })
  }
  expect(Buffer.from(await inventory(opened))).toEqual(Buffer.from(output))
})

test('an archive of which nothing is read has an empty inventory', () => {
  expect(parseInventory(new Uint8Array())).toEqual([])
})

describe('is not an inventory', () => {
  const line = `${'a'.repeat(64)} 1 path`
  const rows: readonly (readonly [string, string | Uint8Array])[] = [
    ['a last line without end', line],
    ['an empty line', `${line}\n\n`],
    ['a digest that is too short', `${'a'.repeat(63)} 1 path\n`],
    ['a size that is no number', `${'a'.repeat(64)} one path\n`],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0x0a])],
  ]
  test.each(rows)('%s', (_, output) => {
    expect(() => parseInventory(Buffer.from(output))).toThrow()
  })
})
