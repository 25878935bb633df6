// pg-boss over a few connections of its own. Everything is bounded, as it is in the store: the
// number of connections, the wait for one, and the time of a statement.

import { Pool } from 'pg'
import PgBoss from 'pg-boss'
import { ServiceError } from '../errors.ts'
import type { QueueTimes } from './queueTimes.ts'

/** Apart from the tables of the store, which migrate in a way of their own. */
export const QUEUE_SCHEMA = 'assay_queue'
export const QUEUE_NAME = 'ingest'

/** Advisory locks are numbers that all users of a database share; this one was drawn by lot. */
const CREATION_LOCK = 7_203_518_846

const CONNECTIONS_MAX = 3
const CONNECTION_WAIT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
const SILENCE_MS = 2_000
const KEEP_DAYS = 1

export type SqlRow = Readonly<Record<string, unknown>>

export type BossConnection = Awaited<ReturnType<typeof openBoss>>

/** Creates or migrates the tables of the queue. Throws `store_unavailable`. */
export async function openBoss(databaseUrl: string, times: QueueTimes) {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + SILENCE_MS,
    keepAlive: true,
    application_name: 'assay-queue',
  })
  // A connection that breaks while nobody uses it leaves the pool by itself.
  pool.on('error', () => undefined)
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: QUEUE_SCHEMA,
    schedule: false,
    supervise: true,
    maintenanceIntervalSeconds: times.maintenanceS,
    deleteAfterDays: KEEP_DAYS,
  })
  // Maintenance that fails is tried again at its next turn, by this process or another.
  boss.on('error', () => undefined)
  try {
    await reaching('queue.open', () => createTables(pool, boss))
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    boss,
    /** Throws `store_unavailable`. */
    query: (operation: string, text: string, values: unknown[]) =>
      reaching(operation, async () => (await pool.query<SqlRow>(text, values)).rows),
    async close() {
      // What is under way has ended before; nothing is left that a wait could help.
      await boss.stop({ graceful: false })
      await pool.end()
    },
  }
}

/** One process at a time: two that create the same queue at once end in a deadlock. */
async function createTables(pool: Pool, boss: PgBoss): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [CREATION_LOCK])
    await boss.start()
    if ((await boss.getQueue(QUEUE_NAME)) === null) {
      await boss.createQueue(QUEUE_NAME, { name: QUEUE_NAME, policy: 'short' })
    }
  } finally {
    // Closed and not given back: the lock ends with the connection, whatever happened to it.
    client.release(true)
  }
}

/** Whatever the driver throws means that the queue cannot be used right now. */
export async function reaching<T>(operation: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ServiceError) throw error
    // The code says what is wrong; the text of a driver's error may hold the address.
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    const message = `${operation}: the queue cannot be reached${code}`
    throw new ServiceError('store_unavailable', message, { cause: error })
  }
}
