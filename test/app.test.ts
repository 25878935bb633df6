// Opening and closing the whole service, without its edge.

import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createIngestApp } from '../src/app/ingestApp.ts'
import { createApp } from '../src/app.ts'
import { loadConfig } from '../src/config.ts'
import { openStore } from '../src/store/openStore.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-app-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

function config(env: Readonly<Record<string, string>> = {}) {
  const set = { ASSAY_DATA_DIR: dataDir, ASSAY_LOG_LEVEL: 'silent', ...env }
  return loadConfig(set, dataDir, dataDir)
}

describe('an app that cannot be opened', () => {
  /** Closing a store empties its log into the file. */
  async function logBytes(): Promise<number> {
    return (await stat(join(dataDir, 'assay.db-wal')).catch(() => ({ size: 0 }))).size
  }

  test('because of the folder for files leaves no store open', async () => {
    await writeFile(join(dataDir, 'blobs'), 'in the way')
    await expect(createIngestApp(config())).rejects.toThrow()
    expect(await logBytes()).toBe(0)
  })

  test('because of another registry leaves no store open', async () => {
    const one = { ASSAY_NPM_REGISTRY: 'http://127.0.0.1:9/one/' }
    await (await createIngestApp(config(one))).close()
    const other = { ASSAY_NPM_REGISTRY: 'http://127.0.0.1:9/other/' }
    await expect(createIngestApp(config(other))).rejects.toThrow('this store holds the npm index')
    expect(await logBytes()).toBe(0)
  })

  test('because of its key leaves no store open', async () => {
    const gone = { ASSAY_VERIFIER_KEY_FILE: join(dataDir, 'gone.key') }
    await expect(createApp(config(gone))).rejects.toThrow()
    expect(await logBytes()).toBe(0)
  })
})

test('a start sweeps the leases of processes that died', async () => {
  const store = await openStore({ databaseUrl: null, dataDir })
  await store.leases.take({ key: 'dead', owner: 'gone', leaseMs: 1 })
  await sleep(20)
  await (await createIngestApp(config())).close()
  expect(await store.leases.sweep({ leaseMs: 15_000, limit: 10 })).toBe(0)
  await store.close()
})
