// Many processes on one PostgreSQL store, one of which keeps dying: everything is ingested, nothing
// twice but what died in the middle, and no chain shows a trace of it.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChainFault } from '../../src/domain/proofChain.ts'
import { openStore } from '../../src/store/openStore.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { type PopularRegistry, popularRegistry } from './popularRegistry.ts'
import { keyOf } from './queueContract.ts'
import { type RunningAssay, startAssay } from './startAssay.ts'

const COUNT = 60
const JOBS = 2

let server: PostgresServer
let popular: PopularRegistry
let folder: string
let workersUrl: string
beforeAll(async () => {
  server = await startPostgres()
  workersUrl = await server.url('workers')
  popular = await popularRegistry(COUNT, 400)
  folder = await mkdtemp(join(tmpdir(), 'assay-workers-'))
})
afterAll(async () => {
  await popular.registry.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Each on a machine of its own: another data folder, the same database. */
function start(machine: string, args: readonly string[], databaseUrl = workersUrl): RunningAssay {
  return startAssay(args, {
    HOME: folder,
    ASSAY_DATA_DIR: join(folder, machine),
    ASSAY_DATABASE_URL: databaseUrl,
    ASSAY_NPM_REGISTRY: popular.registry.npmUrl,
    ASSAY_PYPI_INDEX: popular.registry.pypiIndexUrl,
  })
}

test('three workers, one killed twice: all is ingested, once', async () => {
  const worker = (machine: string) => start(machine, ['worker', '--jobs', String(JOBS)])
  const steady = [worker('one'), worker('two')]
  let mortal = worker('three')
  await Promise.all([...steady, mortal].map((one) => one.says('Working on')))
  const top = ['ingest', '--top', String(COUNT), '--ecosystem', 'npm', '--jobs', '1', '--json']
  const run = start('four', top)
  for (const downloads of [10, 25]) {
    await popular.reached(downloads)
    mortal.child.kill('SIGKILL')
    expect((await mortal.ended).signal).toBe('SIGKILL')
    mortal = worker('three')
    await mortal.says('Working on')
  }
  const { status, stdout, stderr } = await run.ended
  expect({ status, stderr: stderr.includes('failed') }).toEqual({ status: 0, stderr: false })
  const summary = JSON.parse(stdout)
  expect(summary).toMatchObject({ total: COUNT, failed: 0, absent: 0, left: 0 })
  // A job that is taken over may find that its dead worker had just finished.
  expect(summary.ingested + summary.unchanged + summary.skipped).toBe(COUNT)

  const workers = [...steady, mortal]
  for (const { child } of workers) child.kill('SIGTERM')
  for (const { ended } of workers) expect(await ended).toMatchObject({ status: 0 })

  const downloads = popular.downloads()
  expect(downloads.filter((count) => count < 1 || count > 2)).toEqual([])
  expect(downloads.filter((count) => count === 2).length).toBeLessThanOrEqual(2 * JOBS)

  const store = await openStore({ databaseUrl: workersUrl, dataDir: folder })
  for (const name of popular.names) {
    const chain = await store.packages.loadChain(keyOf(name), { afterSeq: 0, limit: 10 })
    expect({ name, rows: chain.length, fault: findChainFault(chain) }).toEqual({
      name,
      rows: 1,
      fault: null,
    })
  }
  // Workers sign nothing, so none of their machines has become the verifier.
  expect(await store.verifiers.list()).toEqual([])
  await store.close()
})

test('a run that is killed leaves its jobs, one that is interrupted takes them back', async () => {
  const databaseUrl = await server.url('runs')
  const top = ['ingest', '--top', String(COUNT), '--ecosystem', 'npm', '--jobs', '2', '--json']
  const before = popular.downloads().reduce((sum, count) => sum + count, 0)

  async function waiting(): Promise<number> {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query(
      `SELECT count(*)::int AS jobs FROM assay_queue.job WHERE state < 'active'`,
    )
    await client.end()
    return rows[0].jobs
  }

  const killed = start('five', top, databaseUrl)
  await popular.reached(before + 4)
  killed.child.kill('SIGKILL')
  await killed.ended
  expect(await waiting()).toBeGreaterThan(COUNT / 2)

  // The jobs of the dead run are not its own: it works on them, and leaves them where they are.
  const interrupted = start('five', top, databaseUrl)
  await popular.reached(before + 12)
  interrupted.child.kill('SIGINT')
  const first = await interrupted.ended
  expect(first.status).toBe(3)
  expect(JSON.parse(first.stdout)).toMatchObject({ interrupted: true, failed: 0 })
  expect(await waiting()).toBeGreaterThan(0)

  // What a run has added itself, it takes back.
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('DELETE FROM assay_queue.job')
  await client.end()
  const again = start('five', top, databaseUrl)
  await popular.reached(before + 20)
  again.child.kill('SIGINT')
  expect((await again.ended).status).toBe(3)
  expect(await waiting()).toBe(0)
})
