// What a new version of an extractor means for an index that an older one has filled.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createIngestApp, type IngestApp } from '../../src/app/ingestApp.ts'
import { loadConfig } from '../../src/config.ts'
import { parsePackageName } from '../../src/domain/names/packageName.ts'
import { type IngestedRelease, tableKeyOf } from '../../src/domain/release.ts'
import { openStore } from '../../src/store/openStore.ts'
import { SQLITE_FILE } from '../../src/store/sqlite.ts'
import { buildWheel, WHEEL_NAME } from '../fake/archives/wheelBuilder.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'

const OLDER = 'python/0'
const { signal } = new AbortController()

let registry: FakeRegistry
let dataDir: string
beforeEach(async () => {
  registry = await fakeRegistry()
  const files = [{ filename: WHEEL_NAME, bytes: buildWheel() }]
  registry.pypi.publish({ name: 'demo', version: '1.0', files })
  dataDir = await mkdtemp(join(tmpdir(), 'assay-extractor-'))
})
afterEach(async () => {
  await registry.close()
  await rm(dataDir, { recursive: true, force: true })
})

function open(): Promise<IngestApp> {
  const env = {
    ASSAY_LOG_LEVEL: 'silent',
    ASSAY_DATA_DIR: dataDir,
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
  }
  return createIngestApp(loadConfig(env, dataDir, dataDir))
}

async function within<T>(work: (app: IngestApp) => Promise<T>): Promise<T> {
  const app = await open()
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

function demo() {
  const name = parsePackageName('pypi', 'demo')
  if (name === null) throw new Error('no name')
  return { ecosystem: 'pypi', name } as const
}

function downloads(): number {
  const files = [...registry.requests].filter(([path]) => path.endsWith(WHEEL_NAME))
  return files.reduce((sum, [, count]) => sum + count, 0)
}

/** The index as the older version left it: its proofs, the cached file, that it was fetched, and no table. */
async function olderIndex(): Promise<IngestedRelease> {
  const key = demo()
  const { head } = await within(async (app) => {
    await app.one.latest(key, signal)
    const indexed = await app.store.packages.load(key)
    if (indexed === null) throw new Error('demo is not indexed')
    return indexed
  })
  for (const ending of ['', '-wal', '-shm'])
    await rm(join(dataDir, SQLITE_FILE + ending), { force: true })
  const store = await openStore({ databaseUrl: null, dataDir })
  const release = { ...head.release, extractor: OLDER }
  await store.packages.saveLatest(release, new Date().toISOString())
  await store.packages.savePinned(release)
  const { filename = '', sha256 = '' } = release.artifact ?? {}
  await store.provenance.saveFetched({ ...key, filename, sha256 })
  await store.close()
  return head.release
}

test('the latest release is read again, from the cache, and its chain grows', async () => {
  const release = await olderIndex()
  const before = downloads()
  await within(async (app) => {
    expect(await app.one.latest(demo(), signal)).toMatchObject({ state: 'ingested' })
    const chain = await app.store.packages.loadChain(demo(), { afterSeq: 0, limit: 9 })
    expect(chain.map((row) => row.release.extractor)).toEqual([OLDER, release.extractor])
    const key = tableKeyOf(release)
    expect(key && (await app.store.tables.has(key))).toBe(true)
  })
  expect(downloads()).toBe(before)
})

test('so is a pinned one, and its proof row is replaced', async () => {
  const release = await olderIndex()
  const before = downloads()
  await within(async (app) => {
    expect(await app.one.pinned(demo(), '1.0', signal)).toMatchObject({ state: 'ingested' })
    const pinned = await app.store.packages.loadPinned(demo(), '1.0')
    expect(pinned?.extractor).toBe(release.extractor)
    // Read once, it is known.
    expect(await app.one.pinned(demo(), '1.0', signal)).toMatchObject({ state: 'indexed' })
    expect(await app.tables.read(demo(), '1.0', signal)).toMatchObject({ state: 'read' })
  })
  expect(downloads()).toBe(before)
})

test('a pinned file that has other bytes by then is refused', async () => {
  await olderIndex()
  const files = [{ filename: WHEEL_NAME, bytes: Buffer.concat([buildWheel(), Buffer.from(' ')]) }]
  registry.pypi.publish({ name: 'demo', version: '1.0', files })
  await within(async (app) => {
    const reading = app.one.pinned(demo(), '1.0', signal)
    await expect(reading).rejects.toMatchObject({ code: 'artifact_changed' })
    expect((await app.store.packages.loadPinned(demo(), '1.0'))?.extractor).toBe(OLDER)
  })
})
