// A database of a file of its own, for what stands alone beside the store: the memory of a witness and
// that of a monitor. Every statement is done, and on the disk, when its call returns.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { keptIn } from '../../domain/maps.ts'
import { sqliteFailure } from '../failures/sqliteError.ts'
import { sqliteLibrary } from '../library/sqliteLibrary.ts'

const BUSY_TIMEOUT_MS = 5_000

type SmallValue = string | number | Uint8Array | null

export type SmallDatabase = ReturnType<typeof openSmallDatabase>

/** `schema`: statements that leave be what is there. Throws `store_unavailable`. */
export function openSmallDatabase(folder: string, fileName: string, schema: string) {
  const database = during('open', () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { DatabaseSync } = sqliteLibrary()
    const opened = new DatabaseSync(join(folder, fileName), { timeout: BUSY_TIMEOUT_MS })
    opened.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA synchronous = FULL; ${schema}`)
    return opened
  })

  // The stores have a fixed set of statements, so the map does not grow.
  const prepared = new Map<string, ReturnType<typeof database.prepare>>()
  const statement = (sql: string) => keptIn(prepared, sql, () => database.prepare(sql))

  return {
    /** All of it or nothing, and nobody else writes meanwhile. */
    transaction<T>(work: () => T): T {
      during('begin', () => database.exec('BEGIN IMMEDIATE'))
      try {
        const result = work()
        during('commit', () => database.exec('COMMIT'))
        return result
      } catch (error) {
        // The first failure is the one to tell.
        if (database.isTransaction !== false) rollBack(database)
        throw error
      }
    },
    /** Rows; `Row` has the columns that the text names. */
    rows<Row>(sql: string, ...values: readonly SmallValue[]): Row[] {
      return during('read', () => statement(sql).all(...values) as Row[])
    },
    change(sql: string, ...values: readonly SmallValue[]): void {
      during('write', () => statement(sql).run(...values))
    },
    close(): void {
      prepared.clear()
      database.close()
    },
  }
}

function rollBack(database: Readonly<{ exec(sql: string): void }>): void {
  try {
    database.exec('ROLLBACK')
  } catch {
    // It has ended by itself.
  }
}

function during<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw sqliteFailure(`sqlite.${what}`, error)
  }
}
