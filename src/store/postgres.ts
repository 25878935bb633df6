// PostgreSQL, for several nodes over one store.

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { keptIn } from '../domain/maps.ts'
import { invariant, ServiceError } from '../errors.ts'
import { checkParams, type Database, type SqlValue, type Transaction } from './database.ts'
import { isRetryable, keepsConnection, postgresFailure } from './failures/postgresError.ts'
import { createPool, InexactInteger, SILENCE_MS } from './library/postgresPool.ts'

const END_TIMEOUT_MS = 2_000
const TRIES_MAX = 5
const RETRY_BASE_MS = 5

// Keys compare byte by byte, as in SQLite. The collation of a database comes from its system, and
// an upgrade that changes it breaks indexes; punctuation, of which names are full, has moved once.
const KEY_TEXT = `
  DO $$ BEGIN
    CREATE DOMAIN key_text AS TEXT COLLATE "C";
  EXCEPTION WHEN duplicate_object THEN NULL;
  END $$;`

// SQLite has both.
const HEX = `
  CREATE OR REPLACE FUNCTION hex(BYTEA) RETURNS TEXT LANGUAGE SQL IMMUTABLE STRICT
  AS $$ SELECT encode($1, 'hex') $$;
  CREATE OR REPLACE FUNCTION unhex(TEXT) RETURNS BYTEA LANGUAGE SQL IMMUTABLE STRICT
  AS $$ SELECT decode($1, 'hex') $$;`

type Attempt = <T>(body: (tx: Transaction) => Promise<T>, waitMs: number | null) => Promise<T>

/** Connects once, so that a wrong URL or an unfit database shows at the start. */
export async function openPostgres({ url }: { url: string }): Promise<Database> {
  const pool = createPool(url)
  const database = postgresDatabase(pool)
  try {
    const [row] = await database.query<{ server_encoding: string }>('SHOW server_encoding')
    if (row?.server_encoding !== 'UTF8') {
      throw new ServiceError('store_unavailable', 'postgres.open: the database is not UTF8')
    }
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

function postgresDatabase(pool: Pool): Database {
  const underWay = new Set<Promise<unknown>>()
  const attempt = attemptOn(pool)
  let closed: Promise<void> | null = null

  async function run<T>(operation: string, work: () => Promise<T>): Promise<T> {
    if (closed !== null) {
      throw new ServiceError('store_unavailable', 'postgres: the store is closed')
    }
    const running = withRetries(operation, work)
    underWay.add(running)
    return running.finally(() => underWay.delete(running))
  }

  async function query<Row>(sql: string, params: readonly SqlValue[] = []) {
    checkParams(params)
    return run('postgres.query', async () => {
      // The driver is untyped here; the columns of each statement are in the text beside its Row.
      const { rows } = await pool.query(statement(sql, params)).catch(rethrow)
      return rows as Row[]
    })
  }

  return {
    kind: 'postgres',
    forUpdate: 'FOR UPDATE',
    timeIn,
    prelude: `${KEY_TEXT}${HEX}`,
    query,
    write: query,
    transaction: (body, { waitMs } = {}) =>
      run('postgres.transaction', () => attempt(body, waitMs ?? null)),
    close() {
      closed ??= endPool(pool, underWay)
      return closed
    },
  }
}

/** Not `now()`, which is when the transaction began: it may have waited for a lock since. */
function timeIn(inMs: string): string {
  const at = `clock_timestamp() + CAST(${inMs} AS BIGINT) * INTERVAL '1 millisecond'`
  return `to_char((${at}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/**
 * A statement under a name of its own is planned once for each connection, which is two thirds of
 * the cost of a lookup. The store has a fixed set of texts, so the names do not pile up.
 */
function statement(text: string, params: readonly SqlValue[]) {
  const name = keptIn(STATEMENT_NAMES, text, () =>
    createHash('sha256').update(text).digest('base64url'),
  )
  return { name, text, values: params.map(toPostgres) }
}

/** A function of the text alone, kept because it is asked for with every statement. */
const STATEMENT_NAMES = new Map<string, string>()

/** The driver takes only a Buffer for bytes; anything else it would send as JSON. */
function toPostgres(value: SqlValue): string | number | Buffer | null {
  if (!(value instanceof Uint8Array)) return value
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
}

async function withRetries<T>(operation: string, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isRetryable(error) || tries === TRIES_MAX) throw failure(operation, error)
    }
    await sleep(RETRY_BASE_MS * 2 ** tries)
  }
}

async function endPool(pool: Pool, underWay: ReadonlySet<Promise<unknown>>): Promise<void> {
  // A pool that is ending leaves those who wait for a connection to their time limit.
  await Promise.allSettled(underWay)
  // A server that does not answer must not hold up the end of the process.
  await Promise.race([pool.end(), sleep(END_TIMEOUT_MS, undefined, { ref: false })])
}

/** Marks what the driver threw, so that an error of a transaction's own body is left alone. */
class DriverFailure extends Error {
  override readonly name = 'DriverFailure'
}

function rethrow(error: unknown): never {
  if (isRetryable(error) || error instanceof InexactInteger) throw error
  throw new DriverFailure('driver', { cause: error })
}

function failure(operation: string, error: unknown): unknown {
  if (error instanceof DriverFailure) return postgresFailure(operation, error.cause)
  return isRetryable(error) ? postgresFailure(operation, error) : error
}

function attemptOn(pool: Pool): Attempt {
  return async (body, waitMs) => {
    const client = await pool.connect().catch(rethrow)
    let discard = false
    try {
      const { tx, end } = openTransaction(client, waitMs)
      // Named, because the operator may have set another default for the database.
      await client.query('BEGIN ISOLATION LEVEL READ COMMITTED').catch(rethrow)
      if (waitMs !== null) await tx.script(`SET LOCAL statement_timeout = ${waitMs}`)
      const result = await body(tx).finally(end)
      const { command } = await client.query('COMMIT').catch(rethrow)
      // A transaction with a failed statement answers COMMIT with ROLLBACK and no error.
      invariant(command === 'COMMIT', 'postgres: a failed statement was ignored')
      return result
    } catch (error) {
      discard = !(await rollBack(client, error))
      throw error
    } finally {
      client.release(discard)
    }
  }
}

/** Whether the connection is fit for the next caller. */
async function rollBack(client: PoolClient, error: unknown): Promise<boolean> {
  if (error instanceof DriverFailure && !keepsConnection(error.cause)) return false
  try {
    await client.query('ROLLBACK')
    return true
  } catch {
    return false
  }
}

function openTransaction(client: PoolClient, waitMs: number | null) {
  let ended = false
  async function send(text: string, params: readonly SqlValue[] | null) {
    if (ended) throw new Error('postgres: the transaction is over')
    if (params !== null) checkParams(params)
    return client
      .query({
        // Without values the driver sends a script as one message, as it must.
        ...(params === null ? { text } : statement(text, params)),
        ...(waitMs === null ? {} : { query_timeout: waitMs + SILENCE_MS }),
      })
      .catch(rethrow)
  }
  const tx: Transaction = {
    async query<Row>(sql: string, params: readonly SqlValue[] = []) {
      // See `query` above for the cast.
      return (await send(sql, params)).rows as Row[]
    },
    async change(sql, params = []) {
      return (await send(sql, params)).rowCount ?? 0
    },
    async script(sql) {
      await send(sql, null)
    },
    async lock(name) {
      await send('SELECT pg_advisory_xact_lock($1)', [lockNumber(name)])
    },
  }
  return {
    tx,
    end: () => {
      ended = true
    },
  }
}

/** Advisory locks are numbers, shared by all users of the database: 48 bits of the name's hash. */
function lockNumber(name: string): number {
  return createHash('sha256').update(`assay.lock/${name}`).digest().readUIntBE(0, 6)
}
