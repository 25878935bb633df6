// The server and the command line have the embedded database open at the same time.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../../src/store/openStore.ts'
import { SQLITE_FILE } from '../../src/store/sqlite.ts'
import { checkIntegrity, checkStore, type Place, prepareStore, type Said } from './crashCheck.ts'
import { AT } from './crashData.ts'
import { startWriter } from './startWriter.ts'

const WRITES = 400

let place: Place
let said: Said

beforeEach(async () => {
  place = { databaseUrl: null, dataDir: await mkdtemp(join(tmpdir(), 'assay-processes-')) }
  said = await prepareStore(place)
  return () => rm(place.dataDir, { recursive: true, force: true })
})

let writers: ReturnType<typeof startWriter>[] = []

afterEach(async () => {
  await Promise.all(writers.map((writer) => writer.kill()))
})

test('processes that write without a break all get their turn, and lose nothing', async () => {
  writers = ['a', 'b'].map((tag) => startWriter(place, tag))
  await Promise.all(writers.map((writer) => writer.acknowledged(1)))
  const third = await openStore(place)
  try {
    for (let i = 0; i < 10; i += 1) {
      const keyHash = i.toString(16).padStart(64, '0')
      await third.credits.issue({ keyHash, label: 'third', balanceMicroUsd: 1, at: AT })
    }
    await Promise.all(writers.map((writer) => writer.acknowledged(WRITES)))
    expect(await third.credits.list()).toHaveLength(11)
  } finally {
    await third.close()
  }
  await Promise.all(writers.map((writer) => writer.kill()))
  for (const writer of writers) writer.addTo(said)
  checkIntegrity(join(place.dataDir, SQLITE_FILE))
  await checkStore(place, said)
})
