// From a module along a dotted path: at each step the part's rank among all names, then that rank
// in one sorted list. A module that stands in another one is gone through like anything else.

import { keptIn } from '../domain/maps.ts'
import { hasNoAncestors, nextList } from './format/ancestors.ts'
import { type Columns, hasEntries } from './format/columns.ts'
import { kindOf } from './format/facts.ts'
import { indexIn } from './format/indexIn.ts'
import { at } from './format/varints.ts'

/** The entry that a path ends at, and whether the definition before it only inherits that entry. */
export type FoundEntry = Readonly<{ entry: number; isInherited: boolean }>

export function findPath(columns: Columns, module: number, symbol: string): FoundEntry | null {
  const found = walk(columns, module, symbol)
  // Names that hold a dot themselves are rare: npm has exports that are called so.
  if (found !== null || !hasDottedEntries(columns)) return found
  return search({ columns, symbol, failed: new Set() }, module, 0)
}

function walk(columns: Columns, module: number, symbol: string): FoundEntry | null {
  let list = module
  for (let start = 0; ; ) {
    const dot = symbol.indexOf('.', start)
    const found = entryIn(columns, list, symbol.slice(start, dot < 0 ? undefined : dot))
    if (found === null || dot < 0) return found
    list = listBelow(columns, at(columns.entries.target, found.entry))
    start = dot + 1
  }
}

/** What stands below a definition: the names of the module that it stands for, else its members. */
function listBelow(columns: Columns, definition: number): number {
  const module = moduleMeant(columns, definition)
  return module < 0 ? columns.modules.count + definition : module
}

/** The module of this table that a definition without members stands for, or -1. */
export function moduleMeant(columns: Columns, definition: number): number {
  const { definitions, modules, names } = columns
  if (kindOf(at(definitions.facts, definition)) !== 'module') return -1
  if (hasEntries(columns, modules.count + definition) || !hasNoAncestors(definitions, definition))
    return -1
  const isWhole = names.text(at(definitions.last, definition)) === ''
  return isWhole ? indexIn(modules.name, 0, modules.count, at(definitions.module, definition)) : -1
}

type Search = Readonly<{ columns: Columns; symbol: string; failed: Set<string> }>

/** Every way to cut the path, short parts first. What failed once is not tried again. */
function search(
  { columns, symbol, failed }: Search,
  list: number,
  start: number,
): FoundEntry | null {
  const place = `${list} ${start}`
  if (failed.has(place)) return null
  failed.add(place)
  for (let dot = symbol.indexOf('.', start); dot >= 0; dot = symbol.indexOf('.', dot + 1)) {
    const step = entryIn(columns, list, symbol.slice(start, dot))
    if (step === null) continue
    const below = listBelow(columns, at(columns.entries.target, step.entry))
    const found = search({ columns, symbol, failed }, below, dot + 1)
    if (found !== null) return found
  }
  return entryIn(columns, list, symbol.slice(start))
}

function entryIn(columns: Columns, list: number, name: string): FoundEntry | null {
  const rank = columns.names.find(name)
  return rank < 0 ? null : entryRanked(columns, list, rank)
}

/** Lists are numbered as in the table: the modules' first, then those of the definitions. */
export function entryRanked(columns: Columns, list: number, rank: number): FoundEntry | null {
  const entry = rankedEntry(columns, list, rank)
  if (entry < 0) return null
  const { starts } = columns.entries
  return { entry, isInherited: entry < at(starts, list) || entry >= at(starts, list + 1) }
}

/** The entry of that rank in the list or in those of its ancestors, or -1. */
export function rankedEntry(columns: Columns, list: number, rank: number): number {
  const own = ownEntry(columns, list, rank)
  const { definitions, modules } = columns
  if (own >= 0 || list < modules.count) return own
  const { ancestors, ancestorStarts } = definitions
  // As `ancestorsOf` goes, without the cost of a generator: comparisons ask this of every name.
  for (let from = list - modules.count; from >= 0; from = nextList(definitions, from)) {
    const end = at(ancestorStarts, from + 1)
    for (let i = at(ancestorStarts, from); i < end; i += 1) {
      const entry = ownEntry(columns, modules.count + at(ancestors, i), rank)
      if (entry >= 0) return entry
    }
  }
  return -1
}

/** The entry of that rank in the list itself, or -1. */
export function ownEntry({ entries }: Columns, list: number, rank: number): number {
  return indexIn(entries.name, at(entries.starts, list), at(entries.starts, list + 1), rank)
}

const dotted = new WeakMap<Columns, boolean>()

function hasDottedEntries(columns: Columns): boolean {
  return keptIn(dotted, columns, () => {
    const isDotted = columns.names.dotted()
    return columns.entries.name.some((rank) => isDotted[rank] === 1)
  })
}
