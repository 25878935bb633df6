// What one release has and the other has not: definitions, modules, and public paths to what is
// still there under another one. Read backwards, the same finds what is new.

import { ancestorsOf } from '../table/ancestors.ts'
import type { Columns } from '../table/columns.ts'
import { kindOf } from '../table/facts.ts'
import { at } from '../table/varints.ts'
import { borrowedNames } from './borrowedNames.ts'
import { hasSameBases } from './hasSameBases.ts'
import { LOST, type Matches } from './matchSurfaces.ts'
import { isDynamic, isRead, moduleName, publicModules } from './modules.ts'
import { inheritedEntries, isForeign, listsInherited, ownEntries, pathOf } from './surface.ts'
import type { SymbolName, WritePath } from './symbolName.ts'

/** `caveat`: the module that lost it, when names may be made there at run time. */
export type Removed = SymbolName & Readonly<{ caveat: string | null }>

export function* lostSymbols(matches: Matches, write: WritePath): Generator<Removed> {
  for (const lost of lostModules(matches, write)) yield { ...lost, caveat: null }
  const { from, definition } = matches
  for (const one of from.order) {
    if (at(definition, one) !== LOST || isImplied(matches, one)) continue
    const caveat = dynamicModuleOf(matches, one)
    yield {
      symbol: write(pathOf(from, one)),
      kind: kindOf(at(from.columns.definitions.facts, one)),
      caveat: caveat === null ? null : write([caveat]),
    }
  }
  yield* lostPaths(matches, write)
}

/** Matches backwards: what is new, and what stays but is at home under a path that is new. */
export function* gainedSymbols(matches: Matches, write: WritePath): Generator<SymbolName> {
  yield* lostModules(matches, write)
  const { from, definition, find } = matches
  for (const one of from.order) {
    const isLost = at(definition, one) === LOST && !isImplied(matches, one)
    const isKept = at(definition, one) >= 0
    const isHomeLost = isKept && find(at(from.homeList, one), at(from.homeEntry, one)) === LOST
    if (!isLost && !isHomeLost) continue
    const kind = kindOf(at(from.columns.definitions.facts, one))
    yield { symbol: write(pathOf(from, one)), kind }
  }
}

/**
 * What another package defines goes with what brought it here; and while that stays as it was, it is
 * the other package that changed.
 */
function isImplied({ from, to, definition }: Matches, one: number): boolean {
  const { columns, homeList } = from
  const owner = at(homeList, one) - columns.modules.count
  if (owner < 0 || at(columns.definitions.file, one) !== 0) return false
  const there = at(definition, owner)
  if (there === LOST) return true
  return isForeign(from, one) && there >= 0 && hasSameBases(columns, owner, to.columns, there)
}

function* lostModules({ from, module }: Matches, write: WritePath): Generator<SymbolName> {
  for (const one of publicModules(from.columns)) {
    if (at(module, one) !== LOST || !isRead(from.columns, one)) continue
    yield { symbol: write([moduleName(from.columns, one)]), kind: 'module' }
  }
}

function dynamicModuleOf(matches: Matches, definition: number): string | null {
  const { columns, homeList } = matches.from
  let list = at(homeList, definition)
  while (list >= columns.modules.count) list = at(homeList, list - columns.modules.count)
  return dynamicIn(matches, list)
}

function dynamicIn({ to, module }: Matches, list: number): string | null {
  const there = at(module, list)
  return there >= 0 && isDynamic(to.columns, there) ? moduleName(to.columns, there) : null
}

function* lostPaths(matches: Matches, write: WritePath): Generator<Removed> {
  const { columns, order } = matches.from
  const isBorrowed = borrowedNames(columns)
  for (const module of publicModules(columns)) {
    const path = () => [moduleName(columns, module)]
    const caveat = dynamicIn(matches, module)
    const own = [...ownEntries(columns, module)].filter((entry) => !isBorrowed(module, entry))
    for (const lost of lostIn(matches, module, own, path, write)) {
      yield { ...lost, caveat: caveat === null ? null : write([caveat]) }
    }
  }
  for (const one of order) {
    if (at(matches.definition, one) < 0) continue
    const list = columns.modules.count + one
    const path = () => pathOf(matches.from, one)
    yield* lostIn(matches, list, ownEntries(columns, list), path, write)
    if (hasSameAncestors(matches, one)) continue
    yield* lostIn(matches, list, inheritedEntries(columns, one), path, write)
  }
}

/** Entries of a list whose names are gone there, while what they lead to is still somewhere. */
function* lostIn(
  { from: { columns }, definition, find }: Matches,
  list: number,
  entries: Iterable<number>,
  path: () => readonly string[],
  write: WritePath,
): Generator<Removed> {
  const seen = new Set<number>()
  for (const entry of entries) {
    const target = at(columns.entries.target, entry)
    if (at(definition, target) < 0 || find(list, entry) !== LOST) continue
    const name = at(columns.entries.name, entry)
    if (seen.has(name)) continue
    seen.add(name)
    const kind = kindOf(at(columns.definitions.facts, target))
    yield { symbol: write([...path(), columns.names.text(name)]), kind, caveat: null }
  }
}

/** Then whatever is no longer inherited is lost by an ancestor, which says so itself. */
function hasSameAncestors({ from, to, definition }: Matches, one: number): boolean {
  const { columns } = from
  // Those that list what is inherited have no ancestors to compare.
  if (columns.definitions.ancestors.length === 0) return !listsInherited(columns, one)
  const theirs = ancestorsOf(to.columns.definitions, at(definition, one))
  for (const ancestor of ancestorsOf(columns.definitions, one)) {
    const next = theirs.next()
    if (next.done || nameOf(columns, ancestor) !== nameOf(to.columns, next.value)) return false
  }
  return theirs.next().done === true
}

function nameOf({ names, definitions }: Columns, definition: number): string {
  const module = names.text(at(definitions.module, definition))
  return `${module}.${names.text(at(definitions.last, definition))}`
}
