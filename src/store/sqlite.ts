// The embedded database: one file, one connection that writes and one that only reads.
//
// The driver is synchronous, so a statement never interleaves with another; a transaction does, at
// each `await` of its body. Everything that writes therefore queues behind one mutex. Other
// processes may have the file open as well: a busy file is waited for with timers, because waiting
// inside SQLite would stop the event loop (and with it a transaction of this process that is the
// one being waited for).

import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  DatabaseSync,
  type DatabaseSyncInstance,
  type StatementSyncInstance,
} from '@photostructure/sqlite'
import { ServiceError } from '../errors.ts'
import { checkParams, type Database, type SqlValue, type Transaction } from './database.ts'
import { isBusy, sqliteFailure } from './sqliteError.ts'

export const SQLITE_FILE = 'assay.db'

/** How long a statement waits for other processes, in all. */
export const SQLITE_WAIT_MS = 10_000
/** Spent inside SQLite, with the event loop stopped; most writers are done by then. */
const BUSY_TIMEOUT_MS = 5
const RETRY_FIRST_MS = 1
const RETRY_LAST_MS = 25
/** Writers of this process in a row before others get a chance to take the lock of the file. */
const TURNS_BEFORE_PAUSE = 64
const PAUSE_MS = 2
const WAL_KEPT_MAX_BYTES = 64 * 1024 * 1024

type Run = <Row>(sql: string, params?: readonly SqlValue[]) => Row[]

/** Opens or creates the database file in `dataDir`, both for the owner's eyes only. */
export async function openSqlite({ dataDir }: { dataDir: string }): Promise<Database> {
  const path = join(dataDir, SQLITE_FILE)
  await createOwnerOnly(dataDir, path)
  const writer = await openConnection(path, { readOnly: false })
  try {
    return sqliteDatabase(writer, await openConnection(path, { readOnly: true }))
  } catch (error) {
    writer.close()
    throw error
  }
}

async function createOwnerOnly(dataDir: string, path: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    // SQLite gives the log files beside the database the mode of the database itself.
    await (await open(path, 'a', 0o600)).close()
  } catch (error) {
    throw new ServiceError('store_unavailable', 'sqlite.open: the data folder cannot be written', {
      cause: error,
    })
  }
}

async function openConnection(
  path: string,
  { readOnly }: { readOnly: boolean },
): Promise<DatabaseSyncInstance> {
  return whenFree('sqlite.open', SQLITE_WAIT_MS, () => {
    const connection = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MS })
    try {
      // FULL: an acknowledged write survives a power cut, not only the end of the process.
      const settings = readOnly
        ? 'PRAGMA query_only = ON'
        : `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
           PRAGMA journal_size_limit = ${WAL_KEPT_MAX_BYTES}; PRAGMA trusted_schema = OFF`
      connection.exec(settings)
      // Reads the file: a file that is no database is found here and not in the first question.
      connection.exec('SELECT count(*) FROM sqlite_schema')
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  })
}

function sqliteDatabase(writer: DatabaseSyncInstance, reader: DatabaseSyncInstance): Database {
  const runWrite = runner(writer)
  const runRead = runner(reader)
  const exclusive = mutex()
  let closed: Promise<void> | null = null

  function assertOpen(): void {
    if (closed !== null) throw new ServiceError('store_unavailable', 'sqlite: the store is closed')
  }

  async function transaction<T>(
    body: (tx: Transaction) => Promise<T>,
    { waitMs = SQLITE_WAIT_MS }: { waitMs?: number } = {},
  ): Promise<T> {
    assertOpen()
    return exclusive(async () => {
      await whenFree('sqlite.begin', waitMs, () => writer.exec('BEGIN IMMEDIATE'))
      const { tx, end } = openTransaction(writer, runWrite)
      try {
        const result = await body(tx)
        end()
        writer.exec('COMMIT')
        return result
      } catch (error) {
        end()
        // Some failures (a full disk) have rolled back already.
        if (writer.isTransaction) writer.exec('ROLLBACK')
        throw sqliteFailure('sqlite.transaction', error)
      }
    })
  }

  return {
    kind: 'sqlite',
    forUpdate: '',
    async query<Row>(sql: string, params: readonly SqlValue[] = []) {
      assertOpen()
      return whenFree('sqlite.query', SQLITE_WAIT_MS, () => runRead<Row>(sql, params))
    },
    write: (sql, params) => transaction((tx) => tx.query(sql, params)),
    transaction,
    close() {
      closed ??= exclusive(async () => {
        reader.close()
        writer.close()
      })
      return closed
    },
  }
}

function openTransaction(connection: DatabaseSyncInstance, run: Run) {
  let ended = false
  // A statement that its body forgot to await would otherwise join somebody else's transaction.
  function assertRunning(): void {
    if (ended) throw new Error('sqlite: the transaction is over')
  }
  const tx: Transaction = {
    async query<Row>(sql: string, params?: readonly SqlValue[]) {
      assertRunning()
      return run<Row>(sql, params)
    },
    async script(sql) {
      assertRunning()
      connection.exec(sql)
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

/** Runs statements on a connection. Each text is prepared once; the store has a fixed set. */
function runner(connection: DatabaseSyncInstance): Run {
  const prepared = new Map<string, StatementSyncInstance>()
  return <Row>(sql: string, params: readonly SqlValue[] = []) => {
    checkParams(params)
    let statement = prepared.get(sql)
    if (statement === undefined) {
      // SQLite reads `$1` as a name and `?1` as a position.
      statement = connection.prepare(sql.replace(/\$(\d+)/g, '?$1'))
      prepared.set(sql, statement)
    }
    // The driver is untyped here; the columns of each statement are in the text beside its Row.
    return statement.all(...params.map(toSqlite)) as Row[]
  }
}

// The driver binds a number beyond 32 bits as a float, which arithmetic in SQL would carry on.
function toSqlite(value: SqlValue): string | number | bigint | null {
  return typeof value === 'number' ? BigInt(value) : value
}

async function whenFree<T>(operation: string, waitMs: number, attempt: () => T): Promise<T> {
  let waitedMs = 0
  for (let delayMs = RETRY_FIRST_MS; ; delayMs = Math.min(delayMs * 2, RETRY_LAST_MS)) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || waitedMs >= waitMs) throw sqliteFailure(operation, error)
    }
    await sleep(delayMs)
    waitedMs += delayMs + BUSY_TIMEOUT_MS
  }
}

/** One at a time, in the order of the calls. */
function mutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let turns = 0
  return (work) => {
    waiting += 1
    const mine = last.then(async () => {
      waiting -= 1
      turns = waiting === 0 ? 0 : turns + 1
      // A process that writes without a break would keep the lock of the file from all others.
      if (turns % TURNS_BEFORE_PAUSE === TURNS_BEFORE_PAUSE - 1) await sleep(PAUSE_MS)
      return work()
    })
    last = mine.catch(() => undefined)
    return mine
  }
}
