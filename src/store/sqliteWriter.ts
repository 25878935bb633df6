// Everything that writes to the embedded database, one after the other.
//
// A statement cannot interleave with another, the driver being synchronous, but a transaction can,
// at each `await` of its body; hence the queue. A commit waits for the disk with the event loop
// stopped, so what has queued up is committed together: each body runs in a savepoint of its own,
// and nobody is answered before the commit. A body that fails takes back its own work only.

import { setImmediate as nextLoop, setTimeout as sleep } from 'node:timers/promises'
import type { SqlValue, Transaction, TransactionOptions } from './database.ts'
import { SQLITE_WAIT_MS, type SqliteConnection, whenFree } from './sqliteConnection.ts'
import { sqliteFailure } from './sqliteError.ts'

const COMMITTED_TOGETHER_MAX = 64
/** Commits in a row before other processes get a chance to take the lock of the file. */
const COMMITS_BEFORE_PAUSE = 16
const PAUSE_MS = 2

type Job = Readonly<{
  waitMs: number
  /** Runs the body; returns how to answer its caller once the commit is known. */
  run(): Promise<() => void>
  fail(error: unknown): void
}>

export type SqliteWriter = Readonly<{
  transaction<T>(body: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Resolves when nothing is queued. */
  idle(): Promise<void>
}>

export function sqliteWriter(connection: SqliteConnection): SqliteWriter {
  const queue: Job[] = []
  let draining: Promise<void> | null = null

  async function drain(): Promise<void> {
    for (let commits = 1; queue.length > 0; commits += 1) {
      // Lets the calls that are ready in this turn of the event loop join the same commit.
      await nextLoop()
      // A process that writes without a break would keep the lock of the file from all others.
      if (commits % COMMITS_BEFORE_PAUSE === 0) await sleep(PAUSE_MS)
      await commitTogether(connection, queue.splice(0, COMMITTED_TOGETHER_MAX))
    }
    draining = null
  }

  return {
    transaction(body, { waitMs = SQLITE_WAIT_MS } = {}) {
      return new Promise((resolve, reject) => {
        queue.push({
          waitMs,
          run: async () => {
            const outcome = await inSavepoint(connection, body)
            return () => ('value' in outcome ? resolve(outcome.value) : reject(outcome.error))
          },
          fail: reject,
        })
        draining ??= drain()
      })
    },
    async idle() {
      await draining
    },
  }
}

/** Never rejects: each job hears of its own outcome. */
async function commitTogether(connection: SqliteConnection, jobs: readonly Job[]): Promise<void> {
  const answers: (() => void)[] = []
  try {
    const waitMs = Math.max(...jobs.map((job) => job.waitMs))
    await whenFree('sqlite.begin', waitMs, () => connection.script('BEGIN IMMEDIATE'))
    for (const job of jobs) answers.push(await job.run())
    connection.script('COMMIT')
  } catch (error) {
    for (const job of jobs) job.fail(sqliteFailure('sqlite.commit', error))
    rollBack(connection)
    return
  }
  for (const answer of answers) answer()
}

function rollBack(connection: SqliteConnection): void {
  try {
    // Some failures (a full disk) have rolled back already.
    if (connection.isTransaction()) connection.script('ROLLBACK')
  } catch {
    // The file is beyond reach. The callers have been told, and the next BEGIN fails as well.
  }
}

/** Throws only when the whole transaction is lost. */
async function inSavepoint<T>(
  connection: SqliteConnection,
  body: (tx: Transaction) => Promise<T>,
): Promise<{ value: T } | { error: unknown }> {
  const { tx, end } = openTransaction(connection)
  connection.script('SAVEPOINT job')
  try {
    const value = await body(tx).finally(end)
    connection.script('RELEASE job')
    return { value }
  } catch (error) {
    if (!connection.isTransaction()) throw error
    connection.script('ROLLBACK TO job; RELEASE job')
    return { error: sqliteFailure('sqlite.transaction', error) }
  }
}

function openTransaction(connection: SqliteConnection) {
  let ended = false
  // A statement that its body forgot to await would otherwise join somebody else's transaction.
  function assertRunning(): void {
    if (ended) throw new Error('sqlite: the transaction is over')
  }
  const tx: Transaction = {
    async query<Row>(sql: string, params?: readonly SqlValue[]) {
      assertRunning()
      return connection.run<Row>(sql, params)
    },
    async change(sql: string, params?: readonly SqlValue[]) {
      assertRunning()
      return connection.change(sql, params)
    },
    async script(sql) {
      assertRunning()
      connection.script(sql)
    },
    // BEGIN IMMEDIATE has excluded every other writer.
    async lock() {
      assertRunning()
    },
  }
  return {
    tx,
    end: () => {
      ended = true
    },
  }
}
