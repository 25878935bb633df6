// The seam between the SQL of the store and the two drivers that run it. The SQL is the same text
// on both, with `$1` placeholders; what differs between the dialects is in this interface and
// nowhere else.

import { invariant } from '../errors.ts'

export type SqlValue = string | number | Uint8Array | null

export interface Transaction {
  query<Row>(sql: string, params?: readonly SqlValue[]): Promise<readonly Row[]>
  /** How many rows the statement changed: on SQLite half the cost of a RETURNING. */
  change(sql: string, params?: readonly SqlValue[]): Promise<number>
  /** Several statements without parameters, for migrations. */
  script(sql: string): Promise<void>
  /** Makes callers that name the same lock wait for each other, over every node, until the end. */
  lock(name: string): Promise<void>
}

/** How long a transaction may wait for others before it gives up with `store_unavailable`. */
export type TransactionOptions = Readonly<{ waitMs?: number }>

export interface Database {
  readonly kind: 'sqlite' | 'postgres'
  /** Ends a SELECT that must lock its rows. Empty where a transaction is alone anyway. */
  readonly forUpdate: 'FOR UPDATE' | ''
  /**
   * SQL for a time by the clock of the database, written as every time in the store is. `inMs` is
   * the SQL of how many milliseconds from now. Nodes that compare their own clocks disagree.
   */
  timeIn(inMs: string): string
  /** What the texts of migrations presuppose; runs before them and may run again. */
  readonly prelude: string
  /** Reads. On SQLite this is a connection that cannot write. */
  query<Row>(sql: string, params?: readonly SqlValue[]): Promise<readonly Row[]>
  /** One statement that writes, in a transaction of its own. */
  write<Row>(sql: string, params?: readonly SqlValue[]): Promise<readonly Row[]>
  /**
   * All or nothing. The body may run again when the database asks for a retry, so it does nothing
   * but query; it never opens another transaction, which on SQLite would wait for itself.
   */
  transaction<T>(body: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Waits for transactions under way. Later calls fail with `store_unavailable`. */
  close(): Promise<void>
}

/**
 * Whether a text comes back from both databases as it went in. PostgreSQL refuses NUL in one, and
 * both turn a lone surrogate into U+FFFD: a text that comes back changed would break the hash of its
 * proof row, so neither gets that far.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** The first row; null without any. */
export async function firstOf<Row>(rows: Promise<readonly Row[]>): Promise<Row | null> {
  return (await rows)[0] ?? null
}

/** Whether a statement found, changed or returned anything. */
export async function isAny(rows: Promise<readonly unknown[]>): Promise<boolean> {
  return (await rows).length > 0
}

/** Both drivers call this before a statement runs, so that both refuse the same values. */
export function checkParams(params: readonly SqlValue[]): void {
  for (const [index, value] of params.entries()) {
    if (typeof value === 'string') {
      invariant(isStorable(value), `parameter $${index + 1} is a text that cannot be stored`)
    } else {
      invariant(
        value === null || value instanceof Uint8Array || Number.isSafeInteger(value),
        `parameter $${index + 1} is not an exact integer`,
      )
    }
  }
}
