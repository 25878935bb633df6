// One connection to the embedded database: how it is opened, how it runs a statement, and how it
// waits for other processes that have the file open.

import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import { keptIn } from '../domain/maps.ts'
import { ServiceError } from '../errors.ts'
import { checkParams, type SqlValue } from './database.ts'
import { isBusy, sqliteFailure } from './failures/sqliteError.ts'
import { sqliteLibrary } from './library/sqliteLibrary.ts'

/** How long a statement waits for other processes, in all. */
export const SQLITE_WAIT_MS = 10_000
/** Spent inside SQLite, with the event loop stopped; most writers are done by then. */
const BUSY_TIMEOUT_MS = 5
const RETRY_FIRST_MS = 1
const RETRY_LAST_MS = 25
const PAGE_BYTES = 4096
const WAL_KEPT_MAX_BYTES = 64 * 1024 * 1024

// NORMAL: the log is whole whatever happens, and `sqliteDisk` has the disk take it before anybody is
// answered, so that an acknowledged write survives a power cut and not only the end of the process.
const WRITER_SETTINGS = `
  PRAGMA synchronous = NORMAL;
  PRAGMA wal_autocheckpoint = 0;
  PRAGMA foreign_keys = ON;
  PRAGMA trusted_schema = OFF;
  PRAGMA journal_size_limit = ${WAL_KEPT_MAX_BYTES};`

const READER_SETTINGS = 'PRAGMA query_only = ON;'

export type SqliteConnection = ReturnType<typeof connectionOn>

/** The file must be there: see `openSqlite` for why SQLite is not left to create it. */
export async function openConnection(
  path: string,
  { readOnly }: { readOnly: boolean },
): Promise<SqliteConnection> {
  const { DatabaseSync } = sqliteLibrary()
  return whenFree('sqlite.open', SQLITE_WAIT_MS, () => {
    const database = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MS })
    try {
      // Some releases of Node's own library pass the option by.
      database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
      if (!readOnly) useLog(database)
      database.exec(readOnly ? READER_SETTINGS : WRITER_SETTINGS)
      // Reads the file: a file that is no database is found here and not by the first question.
      database.exec('SELECT count(*) FROM sqlite_schema')
      return connectionOn(database, readOnly)
    } catch (error) {
      database.close()
      throw error
    }
  })
}

/** Readers and the writer do not wait for each other only with a write-ahead log. */
function useLog(database: DatabaseSyncInstance): void {
  const { journal_mode: mode } = database.prepare('PRAGMA journal_mode = WAL').get()
  if (mode !== 'wal') {
    throw new ServiceError(
      'store_unavailable',
      'sqlite.open: the file system of the data folder cannot hold a write-ahead log',
    )
  }
}

function connectionOn(database: DatabaseSyncInstance, readOnly: boolean) {
  // Each text is prepared once. The store has a fixed set of them, so the map does not grow.
  const prepared = new Map<string, StatementSyncInstance>()
  function prepare(sql: string): StatementSyncInstance {
    return keptIn(prepared, sql, () => {
      // SQLite reads `$1` as a name and `?1` as a position.
      return database.prepare(sql.replace(/\$(\d+)/g, '?$1'))
    })
  }
  let logBytes = 0
  const count = (params: readonly SqlValue[]) => {
    logBytes += PAGE_BYTES
    for (const one of params) if (one !== null && typeof one !== 'number') logBytes += one.length
  }
  return {
    run<Row>(sql: string, params: readonly SqlValue[] = []): Row[] {
      checkParams(params)
      count(params)
      // The driver is untyped here; the columns of each statement are in the text beside its Row.
      return prepare(sql).all(...params.map(toSqlite)) as Row[]
    },
    /** How many rows it changed. */
    change(sql: string, params: readonly SqlValue[] = []): number {
      checkParams(params)
      count(params)
      return Number(prepare(sql).run(...params.map(toSqlite)).changes)
    },
    script: (sql: string): void => database.exec(sql),
    /** About how much was written to the log since it was moved into the file. */
    logBytes: () => logBytes,
    logMoved(): void {
      logBytes = 0
    },
    // Node's own library has had the property since 22.16.
    isTransaction: (): boolean => database.isTransaction ?? takesNoBegin(database),
    close(): void {
      // Statements end when they are collected, and the driver's connection lives on until then:
      // what SQLite would do for the last connection on closing has to be asked for.
      if (!readOnly) checkpoint(database)
      prepared.clear()
      database.close()
    },
  }
}

/** There is no transaction in a transaction. One that has begun and does nothing takes no lock. */
function takesNoBegin(database: DatabaseSyncInstance): boolean {
  try {
    database.exec('BEGIN')
  } catch {
    return true
  }
  database.exec('ROLLBACK')
  return false
}

/** Moves the log into the file. Without it nothing is lost, but a copy of the file alone is old. */
function checkpoint(database: DatabaseSyncInstance): void {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // Another process reads or writes; the log stays, and the next to open the file takes it over.
  }
}

// The driver binds a number beyond 32 bits as a float, which arithmetic in SQL would carry on.
function toSqlite(value: SqlValue): string | bigint | Uint8Array | null {
  return typeof value === 'number' ? BigInt(value) : value
}

/**
 * Tries until the file is free. The wait is on timers, because waiting inside SQLite would stop the
 * event loop, and with it a transaction of this very process that may be the one waited for.
 */
export async function whenFree<T>(operation: string, waitMs: number, attempt: () => T): Promise<T> {
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
