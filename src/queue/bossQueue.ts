// Jobs in PostgreSQL, shared by every process that has the store. pg-boss keeps them and hands each
// to one worker; what it lacks in this version is a heartbeat, and we add it: a job is given for a
// short time only, and a worker that lives renews it. So a dead worker is followed soon, and a slow
// one is left alone.

import { setTimeout as sleep } from 'node:timers/promises'
import { invariant, ServiceError } from '../errors.ts'
import type { JobHandler, JobQueue, JobVerdict, WorkOptions } from '../ports/jobs.ts'
import { submitBatch } from './bossBatch.ts'
import {
  type BossConnection,
  openBoss,
  QUEUE_NAME,
  QUEUE_SCHEMA,
  reaching,
} from './bossConnection.ts'
import { insertedJob, lost, parseJobData } from './jobRows.ts'
import { type QueueTimes, retryPauseMs } from './queueTimes.ts'

/** Below every first try. */
const RETRY_PRIORITY = -1_000_000
const TROUBLE_PAUSE_MAX_MS = 5_000
const COMPLETE_TRIES_MAX = 5

// Renewed only while it is still ours: one that was given to another counts one retry more.
const RENEW = `
  UPDATE ${QUEUE_SCHEMA}.job AS job SET started_on = now()
  FROM unnest($2::uuid[], $3::int[]) AS ours(id, retry_count)
  WHERE job.name = $1 AND job.state = 'active'
    AND job.id = ours.id AND job.retry_count = ours.retry_count`

type Taken = Readonly<{ id: string; retryCount: number; data: unknown }>

export async function openBossQueue(parts: {
  databaseUrl: string
  times: QueueTimes
}): Promise<JobQueue> {
  const { times } = parts
  const connection = await openBoss(parts.databaseUrl, times)
  const held = new Set<Taken>()
  const heartbeat = setInterval(() => {
    const ours = [...held]
    if (ours.length === 0) return
    const values = [QUEUE_NAME, ours.map(({ id }) => id), ours.map(({ retryCount }) => retryCount)]
    // One that fails leaves time for several more.
    connection.query('queue.renew', RENEW, values).catch(() => {})
  }, times.heartbeatMs)

  async function runJob(taken: Taken, handle: JobHandler): Promise<void> {
    held.add(taken)
    try {
      const parsed = parseJobData(taken.data)
      if (parsed === null) return await complete(connection, taken, UNREADABLE)
      const verdict = await handle(parsed.job)
      // The next try first: a worker that dies in between leaves one job too many, never none.
      if (verdict.again) await putBack(connection, times, parsed)
      await complete(connection, taken, verdict)
    } finally {
      held.delete(taken)
    }
  }

  async function workLane(handle: JobHandler, { onTrouble }: WorkOptions, stop: AbortSignal) {
    const pause = (ms: number) => sleep(ms, undefined, { signal: stop }).catch(() => {})
    let troubles = 0
    while (!stop.aborted) {
      try {
        const taken = await take(connection)
        if (taken === null) await pause(times.idleMs)
        else await runJob(taken, handle)
        troubles = 0
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        onTrouble(error)
        await pause(Math.min(times.idleMs * 2 ** troubles, TROUBLE_PAUSE_MAX_MS))
        troubles += 1
      }
    }
  }

  return {
    submit: (keys, { maxAgeMs }) => submitBatch(connection, times, keys, maxAgeMs),
    async work(handle, options, stop) {
      await Promise.all(
        Array.from({ length: options.lanes }, () => workLane(handle, options, stop)),
      )
    },
    async close() {
      clearInterval(heartbeat)
      await connection.close()
    },
  }
}

const UNREADABLE: JobVerdict = {
  again: false,
  outcome: lost('unreadable_job', 'the job is none that this version can do'),
}

async function take({ boss, query }: BossConnection): Promise<Taken | null> {
  let failure: unknown = null
  // pg-boss takes a database that does not answer for an empty queue; we have to know.
  const db = {
    executeSql: async (text: string, values: unknown[]) => {
      try {
        return { rows: [...(await query('queue.take', text, values))] }
      } catch (error) {
        failure = error
        throw error
      }
    },
  }
  const [job] = await boss.fetch<unknown>(QUEUE_NAME, { includeMetadata: true, batchSize: 1, db })
  if (failure !== null) throw failure
  return job ?? null
}

async function putBack(
  { boss }: BossConnection,
  times: QueueTimes,
  { job, batch }: NonNullable<ReturnType<typeof parseJobData>>,
): Promise<void> {
  const next = {
    ...insertedJob({ ...job, tries: job.tries + 1 }, batch, times),
    priority: RETRY_PRIORITY,
    startAfter: String(Math.ceil(retryPauseMs(times, job.tries) / 1_000)),
  }
  await reaching('queue.putBack', () => boss.insert([next]))
}

/** The work is done; a database that is away for a moment must not have it done again. */
async function complete({ boss }: BossConnection, { id }: Taken, verdict: JobVerdict) {
  for (let tries = 1; ; tries += 1) {
    try {
      await reaching('queue.complete', () => boss.complete(QUEUE_NAME, id, verdict))
      return
    } catch (error) {
      invariant(error instanceof ServiceError, 'queue.complete throws ServiceError only')
      if (tries === COMPLETE_TRIES_MAX) throw error
    }
    await sleep(200 * 2 ** tries)
  }
}
