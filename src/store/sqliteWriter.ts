// Everything that writes to the embedded database, one after the other.
//
// A statement cannot interleave with another, the driver being synchronous, but a transaction can,
// at each `await` of its body; hence the queue. What has queued up is committed together: each body
// runs in a savepoint of its own, and a body that fails takes back its own work only. SQLite writes
// the commit to its log and leaves it to us to have it on the disk: inside SQLite that wait would
// stop the event loop, tens of milliseconds on a busy disk. Nobody is answered before it is there,
// neither who wrote nor who read it meanwhile.

import { setImmediate as nextLoop, setTimeout as sleep } from 'node:timers/promises'
import type { SqlValue, Transaction, TransactionOptions } from './database.ts'
import { sqliteFailure } from './failures/sqliteError.ts'
import { SQLITE_WAIT_MS, type SqliteConnection, whenFree } from './sqliteConnection.ts'
import type { SqliteDisk } from './sqliteDisk.ts'

const COMMITTED_TOGETHER_MAX = 64
/** Commits in a row before other processes get a chance to take the lock of the file. */
const COMMITS_BEFORE_PAUSE = 16
const PAUSE_MS = 2
/** A log of about this size is moved into the file. */
const LOG_MOVED_BYTES = 4 * 1024 * 1024

type Job = Readonly<{
  waitMs: number
  /** Runs the body; returns how to answer its caller once the commit is known. */
  run(): Promise<() => void>
  fail(error: unknown): void
}>

export function sqliteWriter(connection: SqliteConnection, disk: SqliteDisk) {
  const queue: Job[] = []
  let draining: Promise<void> | null = null

  async function drain(): Promise<void> {
    for (let commits = 1; queue.length > 0; commits += 1) {
      // Lets the calls that are ready in this turn of the event loop join the same commit.
      await nextLoop()
      // A process that writes without a break would keep the lock of the file from all others.
      if (commits % COMMITS_BEFORE_PAUSE === 0) await sleep(PAUSE_MS)
      await commitTogether(connection, disk, queue.splice(0, COMMITTED_TOGETHER_MAX))
      if (connection.logBytes() > LOG_MOVED_BYTES) await moveLog(connection, disk)
    }
    draining = null
  }

  return {
    transaction<T>(
      body: (tx: Transaction) => Promise<T>,
      { waitMs = SQLITE_WAIT_MS }: TransactionOptions = {},
    ): Promise<T> {
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
    /** Resolves when nothing is queued. */
    async idle(): Promise<void> {
      await draining
    },
  }
}

/** Never rejects: each job hears of its own outcome. */
async function commitTogether(
  connection: SqliteConnection,
  disk: SqliteDisk,
  jobs: readonly Job[],
): Promise<void> {
  const answers: (() => void)[] = []
  try {
    await disk.settled()
    const waitMs = Math.max(...jobs.map((job) => job.waitMs))
    await whenFree('sqlite.begin', waitMs, () => connection.script('BEGIN IMMEDIATE'))
    for (const job of jobs) answers.push(await job.run())
    connection.script('COMMIT')
    await disk.keep()
  } catch (error) {
    for (const job of jobs) job.fail(sqliteFailure('sqlite.commit', error))
    rollBack(connection)
    return
  }
  for (const answer of answers) answer()
}

/** Nothing is written meanwhile: only a log that was moved whole is begun anew, and does not grow. */
async function moveLog(connection: SqliteConnection, disk: SqliteDisk): Promise<void> {
  connection.logMoved()
  await disk.moveLog().catch(() => moveHere(connection))
}

function moveHere(connection: SqliteConnection): void {
  try {
    connection.script('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // Nothing is lost: the log stays as it is, and is moved when it has grown again.
  }
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
