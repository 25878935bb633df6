// What a failure of PostgreSQL means for a caller, by the class of its SQLSTATE.

import { DatabaseError } from 'pg'
import { ServiceError } from '../../errors.ts'

// The statement was rolled back whole and may simply run again.
const RETRYABLE: ReadonlySet<string> = new Set(['40001', '40P01'])

// Classes that speak of the machine, the network or the operator's settings. All others (a broken
// constraint, a wrong statement) are bugs and stay what they are.
const UNAVAILABLE_CLASSES: ReadonlySet<string> = new Set([
  '08', // connection
  '25', // state of the transaction: a standby is read-only, an idle transaction was ended
  '28', // authorization
  '3D', // no such database
  '40', // rolled back, more often than we retry
  '53', // resources
  '55', // object not ready: locks
  '57', // the operator, or a time limit
  '58', // the system under the database
  'F0', // its configuration
  'XX', // its own bugs and damaged pages
])

// Two gave the same leaf a place in the log at once. The next time the first one's is seen.
const NOT_UNIQUE = '23505'
const PLACED_AT_ONCE: ReadonlySet<string> = new Set(['answer_pkey', 'log_place_once'])

export function isRetryable(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  const { code = '', constraint = '' } = error
  if (code === NOT_UNIQUE) return PLACED_AT_ONCE.has(constraint)
  return RETRYABLE.has(code)
}

/** Whether the connection may go on being used after this failure. */
export function keepsConnection(error: unknown): boolean {
  return error instanceof DatabaseError && !(error.code ?? '').startsWith('57P')
}

/**
 * The failure to throw instead of `error`. The message names the operation and a code: neither the
 * URL nor anything of it, since messages reach clients and logs.
 */
export function postgresFailure(operation: string, error: unknown): unknown {
  if (error instanceof DatabaseError) {
    const state = error.code ?? ''
    if (!UNAVAILABLE_CLASSES.has(state.slice(0, 2))) return error
    return unavailable(`${operation}: PostgreSQL refused (SQLSTATE ${state})`, error)
  }
  // Whatever the driver throws without a SQLSTATE is about the connection.
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? ` (${error.code})`
      : ''
  return unavailable(`${operation}: no connection to PostgreSQL${code}`, error)
}

function unavailable(message: string, cause: unknown): ServiceError {
  return new ServiceError('store_unavailable', message, { cause })
}
