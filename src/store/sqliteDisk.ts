// What of the embedded database is on the disk. SQLite writes commits to its log; here the disk is
// made to take the log, and the log is moved into the file, both aside: within SQLite either wait
// would stop the event loop, tens of milliseconds on a busy disk.

import { open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { ServiceError } from '../errors.ts'
import { sqliteLibrary } from './library/sqliteLibrary.ts'

export type SqliteDisk = Readonly<ReturnType<typeof sqliteDisk>>

/** What the disk is asked for; a test hands in one that is slow or fails. */
type SqliteLog = Readonly<{
  sync(): Promise<void>
  move(): Promise<void>
  close(): Promise<void>
}>

/** The log of a database that is open. */
export async function openLog(databasePath: string): Promise<SqliteLog> {
  const log = await open(`${databasePath}-wal`, 'r+')
  const mover = logMover(databasePath)
  return {
    sync: () => log.datasync(),
    move: mover.move,
    async close() {
      await mover.close()
      await log.close()
    },
  }
}

export function sqliteDisk(log: SqliteLog) {
  let keeping: Promise<void> | null = null
  return {
    /** Has the disk take what is committed. */
    keep(): Promise<void> {
      keeping ??= log.sync().then(
        () => {
          keeping = null
        },
        // The disk has lost no one knows what. The promise stays, and so all that follows fails.
        (error: unknown) => {
          throw notKept(error)
        },
      )
      return keeping
    },
    /** Resolves when nothing is committed that the disk has not taken; null when that is so already. */
    settled: () => keeping,
    /** Moves the log into the file, as far as nobody reads it. Rejects when that could not be done. */
    moveLog: () => log.move(),
    close: () => log.close(),
  }
}

function notKept(cause: unknown): ServiceError {
  const message = 'sqlite.commit: the disk did not take what was written; start the service again'
  return new ServiceError('store_unavailable', message, { cause })
}

// Source text, because it runs the same from TypeScript and compiled, and needs no loader in the
// thread.
const MOVER = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require(workerData.library)
const database = new DatabaseSync(workerData.path)
database.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0')
const move = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')
parentPort.on('message', (wanted) => {
  if (wanted === 'move') {
    move.get()
    parentPort.postMessage('moved')
  } else {
    database.close()
    parentPort.close()
  }
})
`

/** A thread that moves the log. It begins with the first move: most commands write too little. */
function logMover(path: string): Pick<SqliteLog, 'move' | 'close'> {
  let thread: Worker | null = null

  function begin(): Worker {
    const { file: library } = sqliteLibrary()
    const begun = new Worker(MOVER, { eval: true, execArgv: [], workerData: { library, path } })
    // Whoever waits for a move hears of it; between two moves nobody needs to.
    begun.on('error', () => {})
    begun.once('exit', () => {
      thread = null
    })
    begun.unref()
    return begun
  }

  return {
    move() {
      thread ??= begin()
      const mover = thread
      mover.ref()
      return new Promise((resolve, reject) => {
        const ended = () => reject(new Error('the thread that moves the log ended'))
        mover.once('exit', ended)
        mover.once('message', () => {
          mover.off('exit', ended)
          mover.unref()
          resolve()
        })
        mover.postMessage('move')
      })
    },
    async close() {
      const mover = thread
      if (mover === null) return
      mover.ref()
      const ended = new Promise((resolve) => mover.once('exit', resolve))
      mover.postMessage('close')
      await ended
    },
  }
}
