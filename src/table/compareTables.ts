// Where two tables differ, path by path. Their payloads say whether they do.

import type { SymbolRow } from './format/table.ts'
import type { OpenTable } from './tableView.ts'

export type RowDifference = Readonly<{
  /** Which table has the path: the first, the second, or both with other facts. */
  side: 'first' | 'second' | 'both'
  module: string
  symbol: string
  /** Fields that differ, for a path that both have. */
  fields: readonly (keyof SymbolRow)[]
}>

/** In the order of rows. Lazily: the first few are enough for most. */
export function* compareTables(one: OpenTable, other: OpenTable): Generator<RowDifference> {
  const left = one.rows()[Symbol.iterator]()
  const right = other.rows()[Symbol.iterator]()
  let a = left.next()
  let b = right.next()
  while (!a.done || !b.done) {
    const order = a.done ? 1 : b.done ? -1 : compareRows(a.value, b.value)
    if (order < 0 && !a.done) yield difference('first', a.value, [])
    if (order > 0 && !b.done) yield difference('second', b.value, [])
    if (order === 0 && !a.done && !b.done) {
      const fields = changedFields(a.value, b.value)
      if (fields.length > 0) yield difference('both', a.value, fields)
    }
    if (order <= 0) a = left.next()
    if (order >= 0) b = right.next()
  }
}

function difference(
  side: RowDifference['side'],
  { module, symbol }: SymbolRow,
  fields: RowDifference['fields'],
): RowDifference {
  return { side, module, symbol, fields }
}

function changedFields(one: SymbolRow, other: SymbolRow): (keyof SymbolRow)[] {
  // The keys of a row are exactly those of its type.
  const keys = Object.keys(one) as (keyof SymbolRow)[]
  return keys.filter((key) => one[key] !== other[key])
}

/** The order in which tables list their rows: by module, then part by part. */
function compareRows(one: SymbolRow, other: SymbolRow): number {
  if (one.module !== other.module) return one.module < other.module ? -1 : 1
  if (one.symbol === other.symbol) return 0
  const parts = one.symbol.split('.')
  const others = other.symbol.split('.')
  for (const [i, part] of parts.entries()) {
    const against = others[i]
    if (against === undefined) return 1
    if (part !== against) return part < against ? -1 : 1
  }
  return -1
}
