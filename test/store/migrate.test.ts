import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adopter } from '../../src/log/adopt.ts'
import type { Database } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrate.ts'
import { MIGRATIONS, type Migration } from '../../src/store/migrations.ts'
import { openStore } from '../../src/store/openStore.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'

const NOW = '2026-03-01T12:00:00.000Z'
const FIRST: Migration = { id: '0001_a', up: 'CREATE TABLE a (n BIGINT);' }
const SECOND: Migration = {
  id: '0002_b',
  up: 'CREATE TABLE b (n BIGINT); INSERT INTO b (n) VALUES (1); ALTER TABLE a ADD COLUMN m TEXT;',
}

let base: string
let server: PostgresServer
let count = 0

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'assay-migrate-'))
  server = await startPostgres()
})

afterAll(async () => {
  await server?.stop()
  await rm(base, { recursive: true, force: true })
})

describe.each(['sqlite', 'postgres'] as const)('migrate on %s', (kind) => {
  let place: { databaseUrl: string | null; dataDir: string }

  beforeEach(async () => {
    count += 1
    const databaseUrl = kind === 'postgres' ? await server.url(`migrate_${count}`) : null
    place = { databaseUrl, dataDir: join(base, String(count)) }
  })

  async function withDatabase<T>(use: (database: Database) => Promise<T>): Promise<T> {
    const { databaseUrl, dataDir } = place
    const database = await (databaseUrl === null
      ? openSqlite({ dataDir })
      : openPostgres({ url: databaseUrl }))
    try {
      return await use(database)
    } finally {
      await database.close()
    }
  }

  const apply = (...migrations: Migration[]) =>
    withDatabase((database) => migrate(database, { migrations, nowIso: () => NOW }))

  const applied = () =>
    withDatabase((database) =>
      database.query<{ id: string; applied_at: string | null }>(
        'SELECT id, applied_at FROM migration ORDER BY id',
      ),
    )

  test('an empty database gets every migration, in order', async () => {
    expect(await apply(FIRST, SECOND)).toEqual(['0001_a', '0002_b'])
    // A copy, because the rows of SQLite have no prototype.
    expect((await applied()).map((row) => ({ ...row }))).toEqual([
      { id: '0001_a', applied_at: NOW },
      { id: '0002_b', applied_at: NOW },
    ])
  })

  test('keys of before the ledger keep what they have and what they spent', async () => {
    const key = 'c'.repeat(64)
    await apply(...MIGRATIONS.filter(({ id }) => id < '0006'))
    await withDatabase(async (database) => {
      await database.write(
        `INSERT INTO credit_key (key_hash, label, balance_micro_usd, entries, issued_at)
         VALUES ($1, 'old', 3000, 2, $2)`,
        [key, NOW],
      )
      for (const [id, amount, reason] of [
        [1, 5_000, 'issued'],
        [2, -2_000, 'package_exists'],
      ] as const) {
        await database.write(
          `INSERT INTO credit_entry (key_hash, id, amount_micro_usd, reason, made_at)
           VALUES ($1, $2, $3, $4, $5)`,
          [key, id, amount, reason, NOW],
        )
      }
    })
    const store = await openStore(place)
    try {
      expect((await store.ledger.check({ graceMs: 0 })).violations).toEqual([])
      const found = await store.credits.load(key)
      expect(found).toMatchObject({ balanceMicroUsd: 3_000, heldMicroUsd: 0 })
      expect(await store.credits.ledger(key, 10)).toMatchObject([
        { seq: 2, to: 'revenue', amountMicroUsd: 2_000, reason: 'migrated:package_exists' },
        { seq: 1, from: 'issued', amountMicroUsd: 5_000 },
      ])
    } finally {
      await store.close()
    }
  })

  test('answers and retractions of before the log are given indexes, sealed, in the order of their hashes', async () => {
    const hashOf = (digit: string) => `0x${digit.repeat(64)}`
    await apply(...MIGRATIONS.filter(({ id }) => id < '0017'))
    await withDatabase(async (database) => {
      for (const [digit, signedAt] of [
        ['a', '2026-03-03T00:00:00.000Z'],
        ['b', '2026-03-01T00:00:00.000Z'],
        ['c', '2026-03-02T00:00:00.000Z'],
      ] as const) {
        await database.write(
          `INSERT INTO answer
             (attestation_hash, type, verdict, attestation, signature, answer, signed_at)
           VALUES ($1, 'assay.package_exists/1', 'exists', '{}', $2, '{}', $3)`,
          [hashOf(digit), `0x${digit.repeat(130)}`, signedAt],
        )
      }
      await database.write(
        `INSERT INTO retraction (attestation_hash, seq, type, reason, found_by, retracted_at)
         VALUES ($1, 1, 'assay.package_exists/1', 'wrong', 'python/2', $2)`,
        [hashOf('a'), NOW],
      )
    })
    const store = await openStore(place)
    try {
      expect((await store.log.head()).size).toBe(0)
      // One that is given out again before it is adopted is given its index then.
      const again = await store.answers.load(hashOf('c'))
      if (again === null) throw new Error('the answer is gone')
      expect(await store.answers.save(again, 'open')).toBe(0)
      const adopting = adopter(store.log)
      while (await adopting.step(1));
      expect(await adopting.isWaiting()).toBe(false)
      const rows = await store.log.rows({ from: 0, limit: 10 })
      expect(
        rows.map(({ form, signature, retraction }) => [
          retraction === null ? 'answer' : 'retraction',
          signature?.[2],
          form,
        ]),
      ).toEqual([
        ['answer', 'c', 'sealed'],
        ['answer', 'a', 'sealed'],
        ['answer', 'b', 'sealed'],
        ['retraction', 'a', 'sealed'],
      ])
    } finally {
      await store.close()
    }
  })

  test('leaves of the wider table keep their places and forms', async () => {
    const hash = `0x${'ab'.repeat(32)}`
    await apply(...MIGRATIONS.filter(({ id }) => id < '0019'))
    await withDatabase(async (database) => {
      await database.write(
        `INSERT INTO answer
           (attestation_hash, type, verdict, attestation, signature, answer, signed_at)
         VALUES ($1, 'assay.package_exists/1', 'exists', '{}', '0x1', '{}', $2)`,
        [hash, NOW],
      )
      await database.write(
        `INSERT INTO retraction (attestation_hash, seq, type, reason, found_by, retracted_at)
         VALUES ($1, 1, 'assay.package_exists/1', 'wrong', 'python/2', $2)`,
        [hash, NOW],
      )
      for (const [index, isRetraction, seal] of [
        [0, 1, new Uint8Array(32)],
        [1, 0, null],
      ] as const) {
        await database.write(
          `INSERT INTO log_leaf (log_index, attestation_hash, is_retraction, seal)
           VALUES ($1, $2, $3, $4)`,
          [index, hash, isRetraction, seal],
        )
      }
    })
    const store = await openStore(place)
    try {
      expect(await store.log.rows({ from: 0, limit: 10 })).toMatchObject([
        { index: 0, form: 'sealed', signature: '0x1', retraction: { reason: 'wrong' } },
        { index: 1, form: 'open', attestation: '{}', retraction: null },
      ])
    } finally {
      await store.close()
    }
  })

  test('a second run applies nothing', async () => {
    await apply(FIRST, SECOND)
    expect(await apply(FIRST, SECOND)).toEqual([])
  })

  test('only what is missing is applied', async () => {
    await apply(FIRST)
    expect(await apply(FIRST, SECOND)).toEqual(['0002_b'])
  })

  test.each([
    {
      refused: 'an edited migration',
      migrations: [{ ...FIRST, up: `${FIRST.up} ` }, SECOND],
      message: 'migration 0001_a is not the text that the store was made with',
    },
    {
      refused: 'a store that is newer than the code',
      migrations: [FIRST],
      message: 'the store has migration 0002_b, which this version does not know; upgrade',
    },
    {
      refused: 'a migration that was slipped in before others',
      migrations: [FIRST, { id: '0001_z', up: 'CREATE TABLE z (n BIGINT);' }, SECOND],
      message: 'the store has migration 0002_b but not all before it',
    },
  ])('$refused is refused, and nothing changes', async ({ migrations, message }) => {
    await apply(FIRST, SECOND)
    await expect(apply(...migrations)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: `migrate: ${message}`,
    })
    expect(await apply(FIRST, SECOND)).toEqual([])
  })

  test('a migration that fails leaves nothing of itself or of those before it', async () => {
    const broken = {
      id: '0003_c',
      up: 'CREATE TABLE c (n BIGINT); INSERT INTO nowhere VALUES (1);',
    }
    await apply(FIRST)
    await expect(apply(FIRST, SECOND, broken)).rejects.toThrow(/nowhere/)
    expect(await applied()).toHaveLength(1)
    expect(await apply(FIRST, SECOND)).toEqual(['0002_b'])
  })

  test('eight nodes that start at once apply each migration once', async () => {
    const runs = await Promise.all(Array.from({ length: 8 }, () => apply(FIRST, SECOND)))
    expect(runs.flat().sort()).toEqual(['0001_a', '0002_b'])
  })

  test('the store starts on a new place, and again, four times at once', async () => {
    for (let round = 0; round < 2; round += 1) {
      const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(place)))
      await Promise.all(stores.map((store) => store.ping()))
      await Promise.all(stores.map((store) => store.close()))
    }
    expect(await applied()).toHaveLength(MIGRATIONS.length)
  })

  test('the store refuses a database of newer code, with a sentence', async () => {
    await (await openStore(place)).close()
    const future = { id: '9999_future', up: 'CREATE TABLE future (n BIGINT);' }
    await apply(...MIGRATIONS, future)
    await expect(openStore(place)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('9999_future'),
    })
  })
})

test('ids are numbered in order', () => {
  const ids = MIGRATIONS.map(({ id }) => id)
  expect(ids).toEqual([...ids].sort())
  expect(ids.every((id, i) => id.startsWith(String(i + 1).padStart(4, '0')))).toBe(true)
})
