// What a failure of SQLite means for a caller. The driver gives a result code on some paths and
// only SQLite's own sentence on others, so both are read.

import { ServiceError } from '../../errors.ts'

type Trouble = 'busy' | 'damaged' | 'unavailable'

const BY_CODE: ReadonlyMap<number, Trouble> = new Map([
  [5, 'busy'], // SQLITE_BUSY
  [6, 'busy'], // SQLITE_LOCKED
  [7, 'unavailable'], // SQLITE_NOMEM
  [8, 'unavailable'], // SQLITE_READONLY
  [10, 'unavailable'], // SQLITE_IOERR
  [11, 'damaged'], // SQLITE_CORRUPT
  [13, 'unavailable'], // SQLITE_FULL
  [14, 'unavailable'], // SQLITE_CANTOPEN
  [15, 'busy'], // SQLITE_PROTOCOL: lost a race for the locks of the write-ahead log
  [26, 'damaged'], // SQLITE_NOTADB
])

const BY_SENTENCE: readonly (readonly [string, Trouble])[] = [
  ['database is locked', 'busy'],
  ['database table is locked', 'busy'],
  ['database schema is locked', 'busy'],
  ['locking protocol', 'busy'],
  ['out of memory', 'unavailable'],
  ['attempt to write a readonly database', 'unavailable'],
  ['disk I/O error', 'unavailable'],
  ['database or disk is full', 'unavailable'],
  ['unable to open database file', 'unavailable'],
  ['database disk image is malformed', 'damaged'],
  ['malformed database schema', 'damaged'],
  ['file is not a database', 'damaged'],
]

function troubleOf(error: unknown): Trouble | null {
  if (!(error instanceof Error)) return null
  if ('errcode' in error && typeof error.errcode === 'number') {
    // The low byte is the kind; the rest of an extended code says where it happened.
    return BY_CODE.get(error.errcode & 0xff) ?? null
  }
  if (!('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return null
  return BY_SENTENCE.find(([sentence]) => error.message.includes(sentence))?.[1] ?? null
}

export function isBusy(error: unknown): boolean {
  return troubleOf(error) === 'busy'
}

/**
 * The failure to throw instead of `error`. What is not the fault of the machine (a broken
 * constraint, a wrong statement) is a bug and stays what it is. The path of the file is left out:
 * these messages can reach clients.
 */
export function sqliteFailure(operation: string, error: unknown): unknown {
  const cause = { cause: error }
  switch (troubleOf(error)) {
    case 'busy':
      return unavailable(`${operation}: another process holds the database`, cause)
    case 'damaged':
      return unavailable(
        `${operation}: the database file is damaged or is not a database; restore a copy`,
        cause,
      )
    case 'unavailable':
      return unavailable(`${operation}: the database file cannot be read or written`, cause)
    case null:
      return error
  }
}

function unavailable(message: string, options: ErrorOptions): ServiceError {
  return new ServiceError('store_unavailable', message, options)
}
