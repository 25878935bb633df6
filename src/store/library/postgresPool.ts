// The connections to PostgreSQL. Everything is bounded: their number, the wait for one, the time of
// a statement on the server and, should the server be gone without a word, here.

import { Client, Pool, types } from 'pg'
import { ServiceError } from '../../errors.ts'

export const POSTGRES_CONNECTIONS_MAX = 10
const CONNECTION_WAIT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 10_000
/** A node that stops within a transaction keeps its locks from others for so long. */
const IDLE_IN_TRANSACTION_MS = 5_000
const IDLE_TIMEOUT_MS = 30_000
/** Added to the server's own limit before we stop listening for its answer. */
export const SILENCE_MS = 2_000

const INT8_OID = 20

/** Does not connect yet. Throws `store_unavailable` when the URL is none. */
export function createPool(url: string): Pool {
  if (!/^postgres(?:ql)?:\/\//i.test(url)) {
    throw new ServiceError('store_unavailable', 'postgres.open: the URL is not a postgres:// URL')
  }
  const config = {
    connectionString: url,
    max: POSTGRES_CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + SILENCE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    application_name: 'assay',
    types: { getTypeParser },
  }
  try {
    // A pool reads the URL when it first connects; a client reads it here.
    new Client(config)
  } catch {
    // No cause: the error of a URL parser carries the URL, and that has the password in it.
    throw new ServiceError('store_unavailable', 'postgres.open: the URL cannot be parsed')
  }
  const pool = new Pool(config)
  // A connection that breaks while nobody uses it leaves the pool by itself; without listeners the
  // events would end the process. Clients need one of their own, for the time between two
  // statements of a transaction.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

// The driver gives 64-bit integers as text. Ours are exact as numbers, or something is very wrong.
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8_OID ? parseInt8 : types.getTypeParser(oid, format)

/** Thrown inside the driver, and not about the connection as all else that comes from there. */
export class InexactInteger extends Error {
  override readonly name = 'InexactInteger'
}

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) {
    throw new InexactInteger('a stored integer is beyond the exact range')
  }
  return value
}
