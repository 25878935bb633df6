// What only the embedded database has to get right: its files, its queue of writers, and other
// connections to the same file.

import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database, Transaction } from '../../src/store/database.ts'
import { openStore } from '../../src/store/openStore.ts'
import { openSqlite, SQLITE_FILE } from '../../src/store/sqlite.ts'

let base: string
let dataDir: string
let database: Database | null = null

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'assay-sqlite-'))
  dataDir = join(base, 'deep', 'data')
})

afterEach(async () => {
  await database?.close()
  database = null
  await rm(base, { recursive: true, force: true })
})

async function openTable(): Promise<Database> {
  database = await openSqlite({ dataDir })
  await database.transaction((tx) => tx.script('CREATE TABLE t (n BIGINT PRIMARY KEY)'))
  return database
}

async function numbers(from: Database): Promise<number[]> {
  return (await from.query<{ n: number }>('SELECT n FROM t ORDER BY n')).map(({ n }) => n)
}

const insert = (tx: Transaction, n: number) => tx.query('INSERT INTO t (n) VALUES ($1)', [n])

describe('files', () => {
  test('the folder and every file in it are for their owner only', async () => {
    const store = await openStore({ databaseUrl: null, dataDir })
    await store.quota.take({ client: '192.0.2.1', day: '2026-03-01', limit: 1 })
    const mode = async (path: string) => (await stat(path)).mode & 0o777
    const files = await readdir(dataDir)
    expect(files.sort()).toEqual([SQLITE_FILE, `${SQLITE_FILE}-shm`, `${SQLITE_FILE}-wal`])
    for (const file of files) expect(await mode(join(dataDir, file))).toBe(0o600)
    expect(await mode(dataDir)).toBe(0o700)
    await store.close()
  })

  test('the folder of an operator keeps its mode', async () => {
    await mkdir(dataDir, { recursive: true })
    await chmod(dataDir, 0o750)
    database = await openSqlite({ dataDir })
    expect((await stat(dataDir)).mode & 0o777).toBe(0o750)
  })

  test.each([
    { file: 'text', bytes: Buffer.from('this is not a database. '.repeat(200)) },
    { file: 'a short text', bytes: Buffer.from('x') },
    { file: 'zeros', bytes: Buffer.alloc(8192) },
  ])('a file of $file is refused with a sentence and without its path', async ({ bytes }) => {
    await mkdir(dataDir, { recursive: true })
    await writeFile(join(dataDir, SQLITE_FILE), bytes)
    const error = await openStore({ databaseUrl: null, dataDir }).catch((e: unknown) => e)
    expect(error).toMatchObject({
      code: 'store_unavailable',
      message: expect.stringMatching(/is not a database/),
    })
    expect(String(error)).not.toContain(base)
    // It may be somebody's file: it is refused, not overwritten.
    expect(await readFile(join(dataDir, SQLITE_FILE))).toEqual(bytes)
  })

  test('a damaged page is store_unavailable when it is read', async () => {
    const writer = await openTable()
    await writer.transaction(async (tx) => {
      for (let n = 0; n < 20_000; n += 1) await insert(tx, n)
    })
    await writer.close()
    const bytes = await readFile(join(dataDir, SQLITE_FILE))
    await writeFile(join(dataDir, SQLITE_FILE), bytes.fill(0x5a, 8_192, 120_000))
    database = await openSqlite({ dataDir })
    await expect(numbers(database)).rejects.toMatchObject({ code: 'store_unavailable' })
  })

  test('a full disk is store_unavailable, and the store goes on when there is room', async () => {
    const open = await openTable()
    const fill = (from: number) =>
      open.transaction(async (tx) => {
        for (let n = from; n < from + 5_000; n += 1) await insert(tx, n)
      })
    await open.transaction((tx) => tx.script('PRAGMA max_page_count = 8'))
    await expect(fill(0)).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(await numbers(open)).toEqual([])
    await open.transaction((tx) => tx.script('PRAGMA max_page_count = 1000'))
    await fill(0)
    expect(await numbers(open)).toHaveLength(5_000)
  })

  test('a data folder that is a file is store_unavailable', async () => {
    await writeFile(join(base, 'deep'), '')
    await expect(openStore({ databaseUrl: null, dataDir })).rejects.toMatchObject({
      code: 'store_unavailable',
    })
  })
})

describe('transactions', () => {
  test('bodies that wait do not interleave', async () => {
    const open = await openTable()
    const log: string[] = []
    const slowly = (name: string) =>
      open.transaction(async () => {
        log.push(`${name} begins`)
        await sleep(5)
        log.push(`${name} ends`)
      })
    await Promise.all([slowly('a'), slowly('b'), slowly('c')])
    expect(log).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]))
  })

  test('a body that fails takes back its own work and nobody else’s', async () => {
    const open = await openTable()
    const results = await Promise.allSettled(
      [1, 2, 3, 4].map((n) =>
        open.transaction(async (tx) => {
          await insert(tx, n)
          if (n % 2 === 0) throw new Error(`no ${n}`)
          return n
        }),
      ),
    )
    expect(results.map((r) => (r.status === 'fulfilled' ? r.value : String(r.reason)))).toEqual([
      1,
      'Error: no 2',
      3,
      'Error: no 4',
    ])
    expect(await numbers(open)).toEqual([1, 3])
  })

  test('when the commit is lost, everybody in it hears so', async () => {
    const open = await openTable()
    const results = await Promise.allSettled([
      open.transaction((tx) => insert(tx, 1)),
      open.transaction(async (tx) => {
        await tx.script('ROLLBACK')
        throw new Error('lost')
      }),
      open.transaction((tx) => insert(tx, 3)),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await numbers(open)).toEqual([])
    await open.transaction((tx) => insert(tx, 5))
    expect(await numbers(open)).toEqual([5])
  })

  test('two connections that read before they write do not lose each other’s work', async () => {
    const open = await openTable()
    const second = await openSqlite({ dataDir })
    const addNext = (on: Database) =>
      on.transaction(async (tx) => {
        const rows = await tx.query('SELECT n FROM t')
        await sleep(3)
        await insert(tx, rows.length)
      })
    await Promise.all([open, second, open, second, open, second].map(addNext))
    await second.close()
    expect(await numbers(open)).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('nothing is seen outside before the commit', async () => {
    const open = await openTable()
    const seen = await open.transaction(async (tx) => {
      await insert(tx, 1)
      return { inside: (await tx.query('SELECT n FROM t')).length, outside: await numbers(open) }
    })
    expect(seen).toEqual({ inside: 1, outside: [] })
    expect(await numbers(open)).toEqual([1])
  })

  test('a transaction that is over takes no more statements', async () => {
    const open = await openTable()
    let kept: Transaction | undefined
    await open.transaction(async (tx) => {
      kept = tx
    })
    await expect(kept?.query('SELECT 1')).rejects.toThrow('the transaction is over')
    await expect(kept?.script('SELECT 1')).rejects.toThrow('the transaction is over')
  })

  test('the connection for reads cannot write', async () => {
    const open = await openTable()
    await expect(open.query('INSERT INTO t (n) VALUES (1)')).rejects.toThrow()
    expect(await numbers(open)).toEqual([])
  })

  test.each([1, -(2 ** 31) - 1, 2 ** 40, Number.MAX_SAFE_INTEGER])(
    '%d is an integer to SQL and comes back as it was',
    async (value) => {
      const open = await openTable()
      const [row] = await open.query('SELECT $1 AS v, typeof($1) AS t', [value])
      expect(row).toMatchObject({ v: value, t: 'integer' })
    },
  )

  test.each([0.5, Number.NaN, 2 ** 53, 'a\0', '\ud800'])('%j is no parameter', async (value) => {
    const open = await openTable()
    await expect(open.query('SELECT $1 AS v', [value])).rejects.toThrow('invariant: parameter $1')
  })
})

describe('a file that another connection holds', () => {
  function hold(): DatabaseSyncInstance {
    const other = new DatabaseSync(join(dataDir, SQLITE_FILE))
    other.exec('BEGIN IMMEDIATE')
    return other
  }

  test('is waited for while the event loop goes on', async () => {
    const open = await openTable()
    const other = hold()
    const writing = open.write('INSERT INTO t (n) VALUES (1)')
    // Only a loop that turns gets here; a wait inside SQLite would end in a failure instead.
    await sleep(60)
    expect(await numbers(open)).toEqual([])
    other.exec('COMMIT')
    other.close()
    await writing
    expect(await numbers(open)).toEqual([1])
  })

  test('is not waited for without end', async () => {
    const open = await openTable()
    const other = hold()
    await expect(open.transaction((tx) => insert(tx, 1), { waitMs: 40 })).rejects.toMatchObject({
      code: 'store_unavailable',
    })
    other.close()
    await open.transaction((tx) => insert(tx, 2))
    expect(await numbers(open)).toEqual([2])
  })
})

describe('the disk', () => {
  /** A disk that takes nothing before the test says so. */
  async function openOnSlowDisk() {
    const waiting: { take(): void; refuse(): void }[] = []
    let isSlow = false
    const sync = () =>
      isSlow
        ? new Promise<void>((resolve, reject) => {
            waiting.push({ take: resolve, refuse: () => reject(new Error('EIO')) })
          })
        : Promise.resolve()
    const log = { sync, move: async () => {}, close: async () => {} }
    database = await openSqlite({ dataDir, log: async () => log })
    await database.transaction((tx) => tx.script('CREATE TABLE t (n BIGINT PRIMARY KEY)'))
    isSlow = true
    const written = database.transaction((tx) => insert(tx, 1))
    while (waiting.length === 0) await sleep(1)
    return { database, written, waiting }
  }

  const isOver = (promise: Promise<unknown>) =>
    Promise.race([promise.then(() => true), sleep(20).then(() => false)])

  test('neither who writes nor who reads it is answered before the disk has taken it', async () => {
    const { database, written, waiting } = await openOnSlowDisk()
    const read = numbers(database)
    expect(await isOver(written)).toBe(false)
    expect(await isOver(read)).toBe(false)
    waiting[0]?.take()
    await written
    expect(await read).toEqual([1])
  })

  test('a disk that failed once gets nothing more, and nobody is told that it has it', async () => {
    const { database, written, waiting } = await openOnSlowDisk()
    const read = numbers(database)
    const refused = { code: 'store_unavailable', message: expect.stringContaining('the disk') }
    const all = Promise.all([
      expect(written).rejects.toMatchObject(refused),
      expect(read).rejects.toMatchObject(refused),
    ])
    waiting[0]?.refuse()
    await all
    await expect(database.transaction((tx) => insert(tx, 2))).rejects.toMatchObject(refused)
    await expect(numbers(database)).rejects.toMatchObject(refused)
    expect(waiting).toHaveLength(1)
  })

  /** As much as makes the log move, several times. */
  async function writeMuch(into: Database): Promise<void> {
    const text = 'x'.repeat(1024 * 1024)
    await into.transaction((tx) => tx.script('CREATE TABLE much (n BIGINT, words TEXT)'))
    for (let n = 0; n < 30; n += 1) {
      await into.transaction((tx) => tx.query('INSERT INTO much VALUES ($1, $2)', [n, text]))
    }
  }

  const logSize = async () => (await stat(join(dataDir, `${SQLITE_FILE}-wal`))).size

  test('the log moves into the file as it grows', async () => {
    database = await openSqlite({ dataDir })
    await writeMuch(database)
    expect(await logSize()).toBeLessThan(12 * 1024 * 1024)
    const rows = await database.query<{ n: number }>('SELECT n FROM much')
    expect(rows).toHaveLength(30)
  })

  test('it moves all the same when the thread that moves it cannot', async () => {
    const log = {
      sync: async () => {},
      move: () => Promise.reject(new Error('no thread')),
      close: async () => {},
    }
    database = await openSqlite({ dataDir, log: async () => log })
    await writeMuch(database)
    expect(await logSize()).toBeLessThan(12 * 1024 * 1024)
  })
})
