// What only PostgreSQL has to get right: connections that fail, secrets in messages, retries.

import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database, Transaction } from '../../src/store/database.ts'
import { POSTGRES_CONNECTIONS_MAX } from '../../src/store/library/postgresPool.ts'
import { logPlaces } from '../../src/store/logPlaces.ts'
import { migrate } from '../../src/store/migrate.ts'
import { openStore } from '../../src/store/openStore.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'

const SECRET = 'hunter2-hunter2'

let server: PostgresServer
let url: string
let database: Database

beforeAll(async () => {
  server = await startPostgres()
  url = await server.url('seam')
})

afterAll(async () => {
  await server?.stop()
})

beforeEach(async () => {
  database = await openPostgres({ url })
  await database.transaction((tx) =>
    tx.script('DROP TABLE IF EXISTS t; CREATE TABLE t (n BIGINT PRIMARY KEY, v BIGINT)'),
  )
  return () => database.close()
})

async function numbers(): Promise<number[]> {
  return (await database.query<{ n: number }>('SELECT n FROM t ORDER BY n')).map(({ n }) => n)
}

const insert = (tx: Transaction, n: number) => tx.query('INSERT INTO t (n) VALUES ($1)', [n])

async function asAdmin(sql: string): Promise<void> {
  const admin = new Client({ connectionString: url })
  await admin.connect()
  await admin.query(sql)
  await admin.end()
}

describe('a database that cannot be used', () => {
  const cases: readonly { what: string; make: (good: URL) => string }[] = [
    { what: 'a wrong password', make: (good) => edit(good, { password: SECRET }) },
    { what: 'an unknown user', make: (good) => edit(good, { username: 'x', password: SECRET }) },
    { what: 'an unknown database', make: (good) => edit(good, { pathname: '/nowhere' }) },
    { what: 'a closed port', make: () => `postgres://u:${SECRET}@127.0.0.1:1/d` },
    { what: 'a port that is no number', make: () => `postgres://u:${SECRET}@127.0.0.1:port/d` },
    { what: 'a bad escape', make: () => `postgres://u:${SECRET}%zz@127.0.0.1/%zz` },
    { what: 'another protocol', make: () => `mysql://u:${SECRET}@127.0.0.1/d` },
    { what: 'no URL at all', make: () => SECRET },
  ]

  test.each(cases)('$what: store_unavailable, and no secret in it', async ({ make }) => {
    const bad = make(new URL(url))
    const error = await openStore({ databaseUrl: bad, dataDir: '' }).catch((e: unknown) => e)
    expect(error).toMatchObject({ name: 'ServiceError', code: 'store_unavailable' })
    const everything = inspect(error, { depth: 10, showHidden: true })
    expect(everything).not.toContain(SECRET)
    expect(everything).not.toContain(new URL(url).password)
  })

  test('an encoding other than UTF8 is refused', async () => {
    await asAdmin(`CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0`)
    await expect(
      openStore({ databaseUrl: edit(new URL(url), { pathname: '/ascii' }), dataDir: '' }),
    ).rejects.toMatchObject({ code: 'store_unavailable' })
  })
})

function edit(good: URL, change: Partial<Pick<URL, 'username' | 'password' | 'pathname'>>): string {
  return Object.assign(new URL(good), change).href
}

describe('places in the log', () => {
  test('are taken and filled by one statement: who stops half-way keeps nobody waiting', async () => {
    const copy = await openPostgres({ url: await server.url('places') })
    try {
      await migrate(copy)
      const statements: string[] = []
      const places = logPlaces({
        ...copy,
        transaction: () => Promise.reject(new Error('a transaction has several statements')),
        write(sql, params) {
          statements.push(sql)
          return copy.write(sql, params)
        },
      })
      const answer = {
        attestationHash: `0x${'a'.repeat(64)}`,
        type: 'assay.package_exists/1',
        verdict: 'exists',
        attestation: '{}',
        signature: '0x1',
        answer: '{}',
        signedAt: '2026-03-01T12:00:00.000Z',
      }
      expect(await places.saveAnswer(answer, 'open')).toBe(0)
      const { attestationHash } = answer
      expect(await places.fill([{ attestationHash, isRetraction: true, form: 'open' }])).toBe(1)
      expect(statements).toHaveLength(2)
    } finally {
      await copy.close()
    }
  })
})

describe('connections', () => {
  test('idle connections that the server ends are replaced', async () => {
    await Promise.all(Array.from({ length: 20 }, () => database.query('SELECT pg_sleep(0.01)')))
    await asAdmin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE application_name = 'assay'`)
    await answersAgain()
    expect(await numbers()).toEqual([])
  })

  test('a connection that ends in a transaction: nothing is written, others go on', async () => {
    const lost = database.transaction(async (tx) => {
      await insert(tx, 1)
      await tx.query('SELECT pg_terminate_backend(pg_backend_pid())')
    })
    await expect(lost).rejects.toMatchObject({ code: 'store_unavailable' })
    await database.transaction((tx) => insert(tx, 2))
    expect(await numbers()).toEqual([2])
  })

  test('a connection that ends between two statements does not end the process', async () => {
    const lost = database.transaction(async (tx) => {
      const [self] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      await asAdmin(`SELECT pg_terminate_backend(${self?.pid})`)
      // The driver hears of it while no statement runs, which makes it an event.
      await sleep(50)
      await insert(tx, 1)
    })
    await expect(lost).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(await numbers()).toEqual([])
  })

  test('a database that takes no writes does not count as one that answers', async () => {
    const copy = await server.url('copy')
    const store = await openStore({ databaseUrl: copy, dataDir: 'unused' })
    try {
      await store.ping()
      await asAdmin('ALTER DATABASE copy SET default_transaction_read_only = on')
      await asAdmin("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'copy'")
      expect(await answersAgain(() => store.answers.count())).toBe(0)
      await expect(store.ping()).rejects.toMatchObject({ code: 'store_unavailable' })
      await asAdmin('ALTER DATABASE copy RESET default_transaction_read_only')
      await asAdmin("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'copy'")
      await answersAgain(() => store.ping())
    } finally {
      await store.close()
    }
  })

  test('the store outlives a crash of the server', async () => {
    const store = await openStore({ databaseUrl: await server.url('outlives'), dataDir: '' })
    await store.ping()
    await server.kill()
    await expect(store.ping()).rejects.toMatchObject({ code: 'store_unavailable' })
    await server.restart()
    await store.ping()
    await store.close()
    await answersAgain()
  })

  test('there are never more connections than the bound', async () => {
    const open = await Promise.all(
      Array.from({ length: 5 * POSTGRES_CONNECTIONS_MAX }, () =>
        database.query<{ n: number }>(
          `SELECT count(*) AS n FROM pg_stat_activity WHERE application_name = 'assay'`,
        ),
      ),
    )
    const most = Math.max(...open.flat().map(({ n }) => n))
    expect(most).toBeLessThanOrEqual(POSTGRES_CONNECTIONS_MAX)
  })

  /** The pool learns of a broken connection when its socket says so, which takes a moment. */
  async function answersAgain(
    ask: () => Promise<unknown> = () => database.query('SELECT 1'),
  ): Promise<unknown> {
    for (let tries = 0; tries < POSTGRES_CONNECTIONS_MAX; tries += 1) {
      const outcome = await ask().then(
        (answer) => ({ answer }),
        () => null,
      )
      if (outcome !== null) return outcome.answer
    }
    return ask()
  }
})

describe('transactions', () => {
  const FAIL = `DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`

  test('a serialization failure is tried again, from a clean start', async () => {
    let runs = 0
    await database.transaction(async (tx) => {
      runs += 1
      await insert(tx, runs)
      if (runs < 3) await tx.script(FAIL)
    })
    expect(await numbers()).toEqual([3])
  })

  test('and not for ever', async () => {
    let runs = 0
    const failing = database.transaction(async (tx) => {
      runs += 1
      await tx.script(FAIL)
    })
    await expect(failing).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(runs).toBe(5)
  })

  test('two transactions that deadlock both end well', async () => {
    await database.query('INSERT INTO t (n, v) VALUES (1, 0), (2, 0)')
    const add = (tx: Transaction, n: number) => tx.query('UPDATE t SET v = v + 1 WHERE n = $1', [n])
    let waiting = 0
    let release: () => void = () => undefined
    const both = new Promise<void>((resolve) => {
      release = resolve
    })
    const crossing = ([first, second]: readonly [number, number]) =>
      database.transaction(async (tx) => {
        await add(tx, first)
        waiting += 1
        if (waiting === 2) release()
        await both
        await add(tx, second)
      })
    await Promise.all([crossing([1, 2]), crossing([2, 1])])
    const rows = await database.query<{ v: number }>('SELECT v FROM t')
    expect(rows.map(({ v }) => v)).toEqual([2, 2])
    expect(waiting).toBeGreaterThan(2)
  })

  test('a statement has a time limit', async () => {
    const slow = database.transaction((tx) => tx.query('SELECT pg_sleep(30)'), { waitMs: 50 })
    await expect(slow).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(await numbers()).toEqual([])
  })

  test('an error of the body is thrown as it is, and nothing is written', async () => {
    const own = new TypeError('mine')
    const failing = database.transaction(async (tx) => {
      await insert(tx, 1)
      throw own
    })
    await expect(failing).rejects.toBe(own)
    expect(await numbers()).toEqual([])
  })

  test('a failed statement cannot be ignored', async () => {
    const ignoring = database.transaction(async (tx) => {
      await insert(tx, 1)
      await insert(tx, 1).catch(() => undefined)
    })
    await expect(ignoring).rejects.toThrow('a failed statement was ignored')
    expect(await numbers()).toEqual([])
  })

  test('a transaction that is over takes no more statements', async () => {
    let kept: Transaction | undefined
    await database.transaction(async (tx) => {
      kept = tx
    })
    await expect(kept?.query('SELECT 1')).rejects.toThrow('the transaction is over')
  })

  test('a default of the operator for isolation does not reach us', async () => {
    const strict = `${url}?options=${encodeURIComponent(
      '-c default_transaction_isolation=serializable',
    )}`
    const other = await openPostgres({ url: strict })
    const [level] = await other.transaction((tx) =>
      tx.query<{ transaction_isolation: string }>('SHOW transaction_isolation'),
    )
    await other.close()
    expect(level?.transaction_isolation).toBe('read committed')
  })
})

describe('values', () => {
  test('every key compares by its bytes, whatever the collation of the database', async () => {
    await (await openStore({ databaseUrl: url, dataDir: '' })).close()
    const columns = await database.query<{ key: string; collation: string }>(`
      SELECT index.relname AS key, pg_collation.collname AS collation
      FROM pg_index
      JOIN pg_class AS index ON index.oid = pg_index.indexrelid
      JOIN pg_attribute ON pg_attribute.attrelid = index.oid
      JOIN pg_collation ON pg_collation.oid = pg_attribute.attcollation
      WHERE index.relnamespace = 'public'::regnamespace AND index.relname <> 'migration_pkey'`)
    expect(columns.length).toBeGreaterThan(10)
    expect(columns.filter(({ collation }) => collation !== 'C')).toEqual([])
  })

  test('integers of 64 bits come as exact numbers, or not at all', async () => {
    const [row] = await database.query<{ n: number }>('SELECT 9007199254740991::int8 AS n')
    expect(row?.n).toBe(Number.MAX_SAFE_INTEGER)
    await expect(database.query('SELECT 9007199254740993::int8 AS n')).rejects.toThrow(
      'beyond the exact range',
    )
  })

  test.each([0.5, Number.NaN, 2 ** 53, 'a\0', '\ud800'])('%j is no parameter', async (value) => {
    await expect(database.query('SELECT $1::text AS v', [value])).rejects.toThrow(
      'invariant: parameter $1',
    )
  })
})
