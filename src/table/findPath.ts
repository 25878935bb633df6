// From a module along a dotted path: at each step the part's rank among all names, then that rank
// in one sorted list.

import type { Columns } from './columns.ts'
import { at } from './varints.ts'

/** The number of the entry that the path ends at, or -1. */
export function findPath(columns: Columns, module: number, symbol: string): number {
  const entry = walk(columns, module, symbol)
  // Names that hold a dot themselves are rare: npm has exports that are called so.
  if (entry >= 0 || !hasDottedEntries(columns)) return entry
  return search({ columns, symbol, failed: new Set() }, module, 0)
}

function walk(columns: Columns, module: number, symbol: string): number {
  let list = module
  for (let start = 0; ; ) {
    const dot = symbol.indexOf('.', start)
    const entry = entryIn(columns, list, symbol.slice(start, dot < 0 ? undefined : dot))
    if (entry < 0 || dot < 0) return entry
    list = columns.modules.count + at(columns.entries.target, entry)
    start = dot + 1
  }
}

type Search = Readonly<{ columns: Columns; symbol: string; failed: Set<string> }>

/** Every way to cut the path, short parts first. What failed once is not tried again. */
function search({ columns, symbol, failed }: Search, list: number, start: number): number {
  const place = `${list} ${start}`
  if (failed.has(place)) return -1
  failed.add(place)
  for (let dot = symbol.indexOf('.', start); dot >= 0; dot = symbol.indexOf('.', dot + 1)) {
    const entry = entryIn(columns, list, symbol.slice(start, dot))
    if (entry < 0) continue
    const below = columns.modules.count + at(columns.entries.target, entry)
    const found = search({ columns, symbol, failed }, below, dot + 1)
    if (found >= 0) return found
  }
  return entryIn(columns, list, symbol.slice(start))
}

function entryIn({ names, entries }: Columns, list: number, name: string): number {
  const rank = names.find(name)
  if (rank < 0) return -1
  return indexIn(entries.name, at(entries.starts, list), at(entries.starts, list + 1), rank)
}

/** Where the value stands in an ascending stretch of a column, or -1. */
export function indexIn(column: Uint32Array, start: number, end: number, value: number): number {
  let low = start
  let high = end - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = at(column, middle)
    if (found === value) return middle
    if (found > value) high = middle - 1
    else low = middle + 1
  }
  return -1
}

const dotted = new WeakMap<Columns, boolean>()

function hasDottedEntries(columns: Columns): boolean {
  const known = dotted.get(columns)
  if (known !== undefined) return known
  const isDotted = columns.names.dotted()
  const found = columns.entries.name.some((rank) => isDotted[rank] === 1)
  dotted.set(columns, found)
  return found
}
