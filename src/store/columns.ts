// A record of the ports as columns: each field is named once, and rows are read as the record itself.

import { createHash } from 'node:crypto'
import type { SqlValue } from './database.ts'

/** `names`: the column of each field. */
export function columnsOf<Fields extends { readonly [K in keyof Fields]: SqlValue }>(
  names: Readonly<Record<keyof Fields & string, string>>,
) {
  // The type of `names` has just these keys.
  const fields = Object.keys(names) as (keyof Fields & string)[]
  return {
    /** For an INSERT. */
    names: fields.map((field) => names[field]).join(', '),
    /** `$1, $2`, one for each. */
    marks: fields.map((_, place) => `$${place + 1}`).join(', '),
    /** For an UPDATE by the first of them: each of the others. */
    sets: fields
      .slice(1)
      .map((field, place) => `${names[field]} = $${place + 2}`)
      .join(', '),
    /** For a SELECT: its rows are records. */
    read: fields.map((field) => `${names[field]} AS "${field}"`).join(', '),
    /** In the order of `names`. */
    values: (record: Fields): SqlValue[] => fields.map((field) => record[field]),
  }
}

/**
 * Disks forget, and somebody may have been in the file: what answers rest on is told from what was
 * written by this digest beside it.
 */
export function rowSum(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}

/** Whether a row says what was written. One that was written before there were sums vouches for itself. */
export function isAsWritten(sum: string | null, values: readonly unknown[]): boolean {
  return sum === null || sum === rowSum(values)
}
