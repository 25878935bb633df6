// PostgreSQL, for several nodes over one store. Everything is bounded: connections, the wait for
// one, the time of a statement on the server and, should the server be gone without a word, here.

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient, types } from 'pg'
import { invariant, ServiceError } from '../errors.ts'
import { checkParams, type Database, type SqlValue, type Transaction } from './database.ts'
import { isRetryable, keepsConnection, postgresFailure } from './postgresError.ts'

export const POSTGRES_CONNECTIONS_MAX = 10
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 10_000
/** Added to the server's own limit before we stop listening for its answer. */
const SILENCE_MS = 2_000
const IDLE_IN_TRANSACTION_MS = 30_000
const IDLE_TIMEOUT_MS = 30_000
const TRIES_MAX = 5
const RETRY_BASE_MS = 5

const INT8_OID = 20

type Attempt = <T>(body: (tx: Transaction) => Promise<T>, waitMs: number | null) => Promise<T>

/** Connects once, so that a wrong URL or an unfit database shows at the start. */
export async function openPostgres({ url }: { url: string }): Promise<Database> {
  const pool = createPool(url)
  // A connection that breaks while nobody uses it leaves the pool by itself; without listeners the
  // events would end the process. Pool clients need their own, between two statements.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
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

function createPool(url: string): Pool {
  if (!/^postgres(?:ql)?:\/\//i.test(url)) {
    throw new ServiceError('store_unavailable', 'postgres.open: the URL is not a postgres:// URL')
  }
  try {
    return new Pool({
      connectionString: url,
      max: POSTGRES_CONNECTIONS_MAX,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: STATEMENT_TIMEOUT_MS + SILENCE_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      keepAlive: true,
      application_name: 'assay',
      types: { getTypeParser },
    })
  } catch {
    // No cause: the error of a URL parser carries the URL, and that has the password in it.
    throw new ServiceError('store_unavailable', 'postgres.open: the URL cannot be parsed')
  }
}

// The driver gives 64-bit integers as text. Ours are exact as numbers, or something is very wrong.
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8_OID ? parseInt8 : types.getTypeParser(oid, format)

function parseInt8(text: string): number {
  const value = Number(text)
  invariant(Number.isSafeInteger(value), 'a stored integer is beyond the exact range')
  return value
}

function postgresDatabase(pool: Pool): Database {
  let closed: Promise<void> | null = null
  const attempt = attemptOn(pool)

  async function run<T>(operation: string, work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      if (closed !== null) {
        throw new ServiceError('store_unavailable', 'postgres: the store is closed')
      }
      try {
        return await work()
      } catch (error) {
        if (!isRetryable(error) || tries === TRIES_MAX) throw failure(operation, error)
      }
      await sleep(RETRY_BASE_MS * 2 ** tries)
    }
  }

  async function query<Row>(sql: string, params: readonly SqlValue[] = []) {
    checkParams(params)
    return run('postgres.query', async () => {
      // The driver is untyped here; the columns of each statement are in the text beside its Row.
      const { rows } = await pool.query({ text: sql, values: [...params] }).catch(rethrow)
      return rows as Row[]
    })
  }

  return {
    kind: 'postgres',
    forUpdate: 'FOR UPDATE',
    query,
    write: query,
    transaction: (body, { waitMs } = {}) =>
      run('postgres.transaction', () => attempt(body, waitMs ?? null)),
    close() {
      closed ??= pool.end()
      return closed
    },
  }
}

/** Marks what the driver threw, so that an error of a transaction's own body is left alone. */
class DriverFailure extends Error {
  override readonly name = 'DriverFailure'
}

function rethrow(error: unknown): never {
  throw isRetryable(error) ? error : new DriverFailure('driver', { cause: error })
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
        text,
        // Without values the driver sends a script as one message, as it must.
        ...(params === null ? {} : { values: [...params] }),
        ...(waitMs === null ? {} : { query_timeout: waitMs + SILENCE_MS }),
      })
      .catch(rethrow)
  }
  const tx: Transaction = {
    async query<Row>(sql: string, params: readonly SqlValue[] = []) {
      // See `query` above for the cast.
      return (await send(sql, params)).rows as Row[]
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

/** Advisory locks are numbers, shared by all that use the database: 48 bits of a hash of the name. */
function lockNumber(name: string): number {
  return createHash('sha256').update(`assay.lock/${name}`).digest().readUIntBE(0, 6)
}
