// The embedded database: one file, one connection that writes and one that only reads, so that
// reads never wait for a transaction under way. Other processes may have the file open as well.

import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '../errors.ts'
import type { Database, SqlValue } from './database.ts'
import {
  openConnection,
  SQLITE_WAIT_MS,
  type SqliteConnection,
  whenFree,
} from './sqliteConnection.ts'
import { openLog, type SqliteDisk, sqliteDisk } from './sqliteDisk.ts'
import { sqliteWriter } from './sqliteWriter.ts'

export const SQLITE_FILE = 'assay.db'

const HEADER_BYTES = 512

/** Opens or creates the database file in `dataDir`; what it creates is for its owner only. */
export async function openSqlite({
  dataDir,
  log = openLog,
}: {
  dataDir: string
  log?: typeof openLog
}): Promise<Database> {
  const path = join(dataDir, SQLITE_FILE)
  await createOwnerOnly(dataDir, path)
  const opened: { close(): void }[] = []
  try {
    const writer = await openConnection(path, { readOnly: false })
    opened.push(writer)
    const reader = await openConnection(path, { readOnly: true })
    opened.push(reader)
    return sqliteDatabase(writer, reader, sqliteDisk(await log(path)))
  } catch (error) {
    for (const one of opened) one.close()
    throw error
  }
}

async function createOwnerOnly(dataDir: string, path: string): Promise<void> {
  const sizeBytes = await createFile(dataDir, path).catch((error: unknown) => {
    throw new ServiceError('store_unavailable', 'sqlite.open: the data folder cannot be written', {
      cause: error,
    })
  })
  // SQLite takes such a file for an empty database and writes over it.
  if (sizeBytes > 0 && sizeBytes < HEADER_BYTES) {
    throw new ServiceError('store_unavailable', `sqlite.open: ${SQLITE_FILE} is not a database`)
  }
}

/** The size of the file, which may have been there before. */
async function createFile(dataDir: string, path: string): Promise<number> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // SQLite would create it by the umask. It gives the files of the log the mode of this one.
  const file = await open(path, 'a', 0o600)
  try {
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

function sqliteDatabase(
  writing: SqliteConnection,
  reading: SqliteConnection,
  disk: SqliteDisk,
): Database {
  const writer = sqliteWriter(writing, disk)
  let closed: Promise<void> | null = null

  function assertOpen(): void {
    if (closed !== null) throw new ServiceError('store_unavailable', 'sqlite: the store is closed')
  }

  const transaction: Database['transaction'] = async (body, options) => {
    assertOpen()
    return writer.transaction(body, options)
  }

  async function close(): Promise<void> {
    await writer.idle()
    await disk.close()
    reading.close()
    writing.close()
  }

  return {
    kind: 'sqlite',
    forUpdate: '',
    // The processes that share the file share the machine, and so its clock.
    timeIn: (inMs) => `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (${inMs} / 1000.0) || ' seconds')`,
    prelude: '',
    async query<Row>(sql: string, params: readonly SqlValue[] = []) {
      assertOpen()
      const rows = await whenFree('sqlite.query', SQLITE_WAIT_MS, () =>
        reading.run<Row>(sql, params),
      )
      // What is read may have been committed a moment ago, and a power cut would still undo it.
      await disk.settled()
      return rows
    },
    write: (sql, params) => transaction((tx) => tx.query(sql, params)),
    transaction,
    close() {
      closed ??= close()
      return closed
    },
  }
}
