// A record of the ports as columns: each field is named once, and rows are read as the record itself.

import type { SqlValue } from './database.ts'

type Columns<Fields> = Readonly<{
  /** For an INSERT. */
  names: string
  /** `$1, $2`, one for each. */
  marks: string
  /** For an UPDATE by the first of them: each of the others. */
  sets: string
  /** For a SELECT: its rows are records. */
  read: string
  /** In the order of `names`. */
  values(fields: Fields): SqlValue[]
}>

/** `names`: the column of each field. */
export function columnsOf<Fields extends { readonly [K in keyof Fields]: SqlValue }>(
  names: Readonly<Record<keyof Fields & string, string>>,
): Columns<Fields> {
  // The type of `names` has just these keys.
  const fields = Object.keys(names) as (keyof Fields & string)[]
  return {
    names: fields.map((field) => names[field]).join(', '),
    marks: fields.map((_, place) => `$${place + 1}`).join(', '),
    sets: fields
      .slice(1)
      .map((field, place) => `${names[field]} = $${place + 2}`)
      .join(', '),
    read: fields.map((field) => `${names[field]} AS "${field}"`).join(', '),
    values: (record) => fields.map((field) => record[field]),
  }
}
