import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CHECKPOINT_FILE_NAME, checkpointFile } from '../../src/log/checkpointFile.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-checkpoint-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('there is none before the first, and then the last that was kept', async () => {
  const memory = checkpointFile(dataDir)
  expect(await memory.load()).toBeNull()
  await memory.save('one')
  await memory.save('two')
  expect(await checkpointFile(dataDir).load()).toBe('two')
})

test('of several that are kept at once one is there, whole, and nothing else is left', async () => {
  const notes = Array.from({ length: 20 }, (_, i) => `${i} `.repeat(10_000))
  await Promise.all(notes.map((note) => checkpointFile(dataDir).save(note)))
  expect(notes).toContain(await checkpointFile(dataDir).load())
  expect(await readdir(dataDir)).toEqual([CHECKPOINT_FILE_NAME])
})
