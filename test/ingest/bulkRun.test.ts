// Bulk ingestion as one process does it on the embedded store, against a registry that misbehaves.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createIngestApp, type IngestApp } from '../../src/app/ingestApp.ts'
import { loadConfig } from '../../src/config.ts'
import type { PackageKey } from '../../src/domain/names/packageName.ts'
import { findChainFault } from '../../src/domain/proofChain.ts'
import { QUEUE_TIMES } from '../../src/queue/queueTimes.ts'
import { buildTarball } from '../fake/archives/tarBuilder.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { keyOf, keysOf } from '../queue/queueContract.ts'

const DAY_MS = 86_400_000

let registry: FakeRegistry
let folder: string
let clock: Date
/** Paths that are answered with a status of their own, so many times. */
let faults: Map<string, { status: number; times: number }>
/** Called with the path of each request. */
let onRequest: (path: string) => void

beforeEach(async () => {
  faults = new Map()
  onRequest = () => {}
  clock = new Date('2026-01-01T00:00:00.000Z')
  folder = await mkdtemp(join(tmpdir(), 'assay-bulk-'))
  registry = await fakeRegistry({
    intercept(request, response) {
      const path = request.url ?? ''
      onRequest(path)
      const fault = [...faults].find(([part]) => path.includes(part))?.[1]
      if (fault === undefined || fault.times <= 0) return false
      fault.times -= 1
      response.writeHead(fault.status).end()
      return true
    },
  })
})
afterEach(async () => {
  await registry.close()
  await rm(folder, { recursive: true, force: true })
})

function publish(...names: string[]): void {
  for (const name of names) {
    registry.npm.publish({
      name,
      version: '1.0.0',
      files: { 'package.json': JSON.stringify({ name }) },
    })
  }
}

async function withApp<T>(use: (app: IngestApp) => Promise<T>): Promise<T> {
  const env = {
    ASSAY_DATA_DIR: folder,
    ASSAY_LOG_LEVEL: 'silent',
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_REGISTRY_TIMEOUT_MS: '20000',
  }
  const times = { ...QUEUE_TIMES, retryPauseMs: 20 }
  const app = await createIngestApp(loadConfig(env, folder, folder), { now: () => clock, times })
  try {
    return await use(app)
  } finally {
    await app.close()
  }
}

async function run(app: IngestApp, keys: readonly PackageKey[], stop?: AbortController) {
  const request = { keys, lanes: 2, maxAgeMs: DAY_MS }
  const hooks = {
    onProgress: () => {},
    onTrouble: (error: unknown) => {
      throw error
    },
  }
  return app.bulk(request, hooks, (stop ?? new AbortController()).signal)
}

const failuresOf = ({ failed }: Awaited<ReturnType<typeof run>>) =>
  failed.map(({ reason, count, examples }) => ({
    reason,
    count,
    names: examples.map(({ name }) => name).sort(),
  }))

const requestCount = () => [...registry.requests.values()].reduce((sum, n) => sum + n, 0)

describe('a bulk run', () => {
  test('a second one makes no request, until what it knows is too old', async () => {
    publish('a', 'b', '@s/c')
    const keys = keysOf('a', 'b', '@s/c', 'a')
    const first = await withApp((app) => run(app, keys))
    expect(first).toMatchObject({ total: 3, states: { ingested: 3 }, interrupted: false })
    expect(first.bytes).toBeGreaterThan(0)
    const before = requestCount()

    clock = new Date(clock.getTime() + DAY_MS - 1)
    const second = await withApp((app) => run(app, keys))
    expect(second).toMatchObject({ total: 3, states: { fresh: 3, ingested: 0 }, bytes: 0 })
    expect(requestCount()).toBe(before)

    clock = new Date(clock.getTime() + 1)
    const third = await withApp((app) => run(app, keys))
    expect(third).toMatchObject({ states: { fresh: 0, unchanged: 3, ingested: 0 }, bytes: 0 })
  })

  test('interrupted, it finishes what is under way; resumed, it repeats nothing', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `p${i}`)
    publish(...names)
    const stop = new AbortController()
    onRequest = (path) => {
      if (path.includes('/p3/-/')) stop.abort()
    }
    const first = await withApp((app) => run(app, keysOf(...names), stop))
    expect(first.interrupted).toBe(true)
    // It was one of two under way, and both were finished.
    expect(first.states.ingested).toBeGreaterThanOrEqual(4)
    expect(first.states.ingested).toBeLessThan(12)
    const second = await withApp((app) => run(app, keysOf(...names)))
    expect(second.interrupted).toBe(false)
    expect(second.states.fresh).toBe(first.states.ingested)
    expect(second.states.ingested).toBe(12 - first.states.ingested)
    const files = [...registry.requests].filter(([path]) => path.includes('/-/'))
    expect(files.map(([, count]) => count)).toEqual(names.map(() => 1))
    await withApp(async ({ store }) => {
      for (const name of names) {
        const chain = await store.packages.loadChain(keyOf(name), { afterSeq: 0, limit: 9 })
        expect([chain.length, findChainFault(chain)]).toEqual([1, null])
      }
    })
  })

  test('a run that is stopped before it began does nothing', async () => {
    publish('a')
    const stop = new AbortController()
    stop.abort()
    const summary = await withApp((app) => run(app, keysOf('a'), stop))
    expect(summary).toMatchObject({ interrupted: true, states: { ingested: 0, fresh: 0 } })
    expect(requestCount()).toBe(0)
  })

  test('failures are told by their reason, with examples; refusals are no failures', async () => {
    publish('good', 'flaky', 'down1', 'down2')
    registry.npm.publish({ name: 'broken', version: '1.0.0', bytes: Buffer.from('no archive') })
    const members = [{ name: 'package/../../up', data: 'x' }]
    registry.npm.publish({ name: 'climber', version: '1.0.0', bytes: buildTarball(members) })
    registry.npm.publish({
      name: 'mismatch',
      version: '1.0.0',
      dist: { shasum: '0'.repeat(40), integrity: undefined },
    })
    // One answer is lost on the way: the client itself tries again.
    faults.set('/flaky', { status: 503, times: 4 })
    const names = ['good', 'flaky', 'broken', 'climber', 'mismatch', 'gone']
    const summary = await withApp((app) => run(app, keysOf(...names)))
    expect(failuresOf(summary)).toEqual([
      { reason: 'artifact_mismatch', count: 1, names: ['mismatch'] },
    ])
    expect(summary.states).toEqual({ ingested: 4, unchanged: 0, fresh: 0, absent: 1, failed: 1 })
    const unopened = summary.unopened.flatMap(({ examples }) => examples.map(({ name }) => name))
    expect(unopened.sort()).toEqual(['broken', 'climber'])
    expect(summary.unopened.every(({ reason }) => reason.startsWith('refused: '))).toBe(true)

    // Others are down for good. They come alone: enough failures in a row and the breaker opens,
    // which on this clock is for ever, and for every name of the registry.
    faults.set('/down', { status: 503, times: Number.POSITIVE_INFINITY })
    const down = await withApp((app) => run(app, keysOf('down1', 'down2')))
    expect(failuresOf(down)).toEqual([
      { reason: 'registry_unavailable', count: 2, names: ['down1', 'down2'] },
    ])
    expect(down.retried).toBe(4)

    // What failed is tried again by the next run; what was refused is indexed, and is not.
    faults.clear()
    const again = await withApp((app) => run(app, keysOf(...names, 'down1', 'down2')))
    expect(again.states).toMatchObject({ fresh: 4, ingested: 2, absent: 1, failed: 1 })
  })
})

describe('one release', () => {
  const never = new AbortController().signal

  test('latest and pinned, read once and then known', async () => {
    registry.npm.publish({ name: 'a', version: '1.0.0', files: { 'index.js': '', 'x.bin': 'x' } })
    registry.npm.publish({ name: 'a', version: '2.0.0', files: { 'index.js': '' } })
    await withApp(async ({ one, store }) => {
      const latest = await one.latest(keyOf('a'), never)
      expect(latest).toMatchObject({ state: 'ingested', version: '2.0.0', unopened: null })
      const pinned = await one.pinned(keyOf('a'), '1.0.0', never)
      expect(pinned).toMatchObject({
        state: 'ingested',
        version: '1.0.0',
        counts: { files: 2, read: 1 },
      })
      const before = requestCount()
      expect(await one.latest(keyOf('a'), never)).toMatchObject({ state: 'indexed', bytes: 0 })
      expect(await one.pinned(keyOf('a'), '1.0.0', never)).toMatchObject({ state: 'indexed' })
      expect(requestCount()).toBe(before)
      // A pinned release never moves the chain.
      const chain = await store.packages.loadChain(keyOf('a'), { afterSeq: 0, limit: 9 })
      expect(chain.map(({ release }) => release.version)).toEqual(['2.0.0'])
    })
  })

  test.each([
    ['a', '9.9.9', 'version_not_found'],
    ['none', '1.0.0', 'absent'],
    ['none', null, 'absent'],
  ])('%s@%s is %s', async (name, version, state) => {
    publish('a')
    await withApp(async ({ one }) => {
      const asked = version === null ? one.latest(keyOf(name), never) : null
      expect(await (asked ?? one.pinned(keyOf(name), version ?? '', never))).toMatchObject({
        state,
      })
    })
  })

  test('its files are listed from the cache, without another download', async () => {
    const files = { 'package.json': '{}', 'lib/a.js': 'a', 'logo.png': 'png' }
    const { path, sha256 } = registry.npm.publish({ name: 'a', version: '1.0.0', files })
    await withApp(async (app) => {
      await app.one.latest(keyOf('a'), never)
      const listing = await app.files(keyOf('a'), null, never)
      expect(listing).toMatchObject({ state: 'listed', version: '1.0.0', artifact: { sha256 } })
      const paths = 'files' in listing ? listing.files.map((file) => file.path) : []
      expect(paths).toEqual(expect.arrayContaining(['lib/a.js', 'package.json']))
    })
    expect(registry.requests.get(path)).toBe(1)
  })

  test('a file that we refuse to open is told, not listed', async () => {
    registry.npm.publish({ name: 'a', version: '1.0.0', bytes: Buffer.from('no archive') })
    await withApp(async (app) => {
      const listing = await app.files(keyOf('a'), null, never)
      expect(listing).toMatchObject({ state: 'unreadable', version: '1.0.0' })
      expect('reason' in listing && listing.reason).toMatch(/^refused: /)
    })
  })
})
