// The queue over a real PostgreSQL server: the contract, and what only a shared queue can get wrong.

import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JobQueue } from '../../src/ports/jobs.ts'
import { openBossQueue } from '../../src/queue/bossQueue.ts'
import type { QueueTimes } from '../../src/queue/queueTimes.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import {
  awaitBatch,
  DONE,
  gate,
  INGESTED,
  keysOf,
  namesOf,
  queueContract,
} from './queueContract.ts'

const TIMES: QueueTimes = {
  heartbeatMs: 200,
  expireS: 5,
  maintenanceS: 1,
  idleMs: 50,
  retryPauseMs: 1_000,
}

let server: PostgresServer
let databases = 0
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

const freshUrl = () => server.url(`queue_${databases++}`)

queueContract(async () => openBossQueue({ databaseUrl: await freshUrl(), times: TIMES }))

describe('a shared queue', () => {
  const options = { maxAgeMs: 1_000 }
  const onTrouble = () => {}

  async function openTwo(): Promise<readonly [JobQueue, JobQueue, string]> {
    const databaseUrl = await freshUrl()
    // At once: both may have to make the tables.
    const [one, two] = await Promise.all([
      openBossQueue({ databaseUrl, times: TIMES }),
      openBossQueue({ databaseUrl, times: TIMES }),
    ])
    return [one, two, databaseUrl]
  }

  test('gives each job to one worker', async () => {
    const [one, two] = await openTwo()
    const names = Array.from({ length: 60 }, (_, i) => `p${i}`)
    const done: string[] = []
    const stop = new AbortController()
    const batch = await one.submit(keysOf(...names), options)
    const working = [one, two].map((queue) =>
      queue.work(
        async ({ key }) => {
          done.push(key.name)
          return DONE
        },
        { lanes: 4, onTrouble },
        stop.signal,
      ),
    )
    await awaitBatch(batch)
    stop.abort()
    await Promise.all(working)
    expect(done.sort()).toEqual(names.sort())
    await Promise.all([one.close(), two.close()])
  })

  test('a dead worker is followed, a slow one is not doubled', async () => {
    const [dying, living] = await openTwo()
    const batch = await living.submit(keysOf('a'), options)
    const taken = gate()
    const never = new Promise<never>(() => {})
    const stop = new AbortController()
    void dying.work(
      async () => {
        taken.open()
        return never
      },
      { lanes: 1, onTrouble },
      stop.signal,
    )
    await taken.promise
    // It falls silent, as a process that is gone.
    await dying.close()
    let begun = 0
    const working = living.work(
      async () => {
        begun += 1
        // Twice as long as a silent worker is given.
        await sleep(2 * TIMES.expireS * 1_000)
        return DONE
      },
      { lanes: 2, onTrouble },
      stop.signal,
    )
    const { ended } = await awaitBatch(batch)
    expect(ended.map(({ outcome }) => outcome)).toEqual([INGESTED])
    expect(begun).toBe(1)
    stop.abort()
    await working
    await living.close()
  })

  test('what another run takes back is added again by the one that waits', async () => {
    const [one, two] = await openTwo()
    const first = await one.submit(keysOf('a', 'b'), options)
    const second = await two.submit(keysOf('b'), options)
    await first.withdraw()
    const stop = new AbortController()
    const working = two.work(async () => DONE, { lanes: 1, onTrouble }, stop.signal)
    expect(namesOf((await awaitBatch(second)).ended)).toEqual(['b'])
    stop.abort()
    await working
    await Promise.all([one.close(), two.close()])
  })

  test('a job over which worker after worker dies is given up', async () => {
    const [one, two, url] = await openTwo()
    const batch = await one.submit(keysOf('poison'), options)
    const client = new Client({ connectionString: url })
    await client.connect()
    // As the last of many workers left it.
    await client.query(
      `UPDATE assay_queue.job SET state = 'active', retry_count = retry_limit,
         started_on = now() - interval '1 hour'`,
    )
    await client.end()
    const { ended } = await awaitBatch(batch)
    expect(ended.map(({ outcome }) => [outcome.state, outcome.reason])).toEqual([
      ['failed', 'worker_lost'],
    ])
    await Promise.all([one.close(), two.close()])
  })

  test('a job that nobody can read ends as failed and stops nobody', async () => {
    const [one, two, url] = await openTwo()
    const batch = await one.submit(keysOf('a', 'b'), options)
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(
      `UPDATE assay_queue.job SET data = '{"ecosystem":"npm","name":"../x"}' WHERE singleton_key = $1`,
      ['npm:a'],
    )
    await client.end()
    const stop = new AbortController()
    const working = one.work(async () => DONE, { lanes: 1, onTrouble }, stop.signal)
    const { ended } = await awaitBatch(batch)
    const reasons = Object.fromEntries(ended.map(({ key, outcome }) => [key.name, outcome.reason]))
    expect(reasons).toEqual({ a: 'unreadable_job', b: null })
    stop.abort()
    await working
    await Promise.all([one.close(), two.close()])
  })
})

// Last, because it takes the server away.
describe('a database that goes away', () => {
  test('is trouble and not an end: work goes on when it is back', async () => {
    const databaseUrl = await freshUrl()
    const queue = await openBossQueue({ databaseUrl, times: TIMES })
    const batch = await queue.submit(keysOf('a', 'b', 'c'), { maxAgeMs: 1_000 })
    await server.kill()
    const trouble = gate<unknown>()
    const stop = new AbortController()
    const onTrouble = (error: unknown) => trouble.open(error)
    const working = queue.work(async () => DONE, { lanes: 2, onTrouble }, stop.signal)
    expect(await trouble.promise).toMatchObject({ code: 'store_unavailable' })
    await expect(batch.takeNews()).rejects.toMatchObject({ code: 'store_unavailable' })
    await server.restart()
    expect(namesOf((await awaitBatch(batch)).ended)).toEqual(['a', 'b', 'c'])
    stop.abort()
    await working
    await queue.close()
  })
})
