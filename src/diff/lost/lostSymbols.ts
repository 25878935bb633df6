// What one release has and the other has not: definitions, modules, and public paths to what is
// still there under another one. Read backwards, the same finds what is new.

import { keptIn } from '../../domain/maps.ts'
import { rankedEntry } from '../../table/findPath.ts'
import { ancestorsOf, sameAncestries } from '../../table/format/ancestors.ts'
import type { Columns } from '../../table/format/columns.ts'
import { kindOf, originOf } from '../../table/format/facts.ts'
import { isLoose } from '../../table/format/looseNames.ts'
import { at, byteAt, signedAt } from '../../table/format/varints.ts'
import { mayHoldMore } from '../../table/mayHoldMore.ts'
import { hasSameBases } from '../hasSameBases.ts'
import { demandOf } from '../isDemanded.ts'
import { isDeclaredFunction, isOfPython, LOST, type Matches } from '../matchSurfaces.ts'
import { isDynamic, isRead, moduleName, onlyFails, publicModules } from '../modules.ts'
import { type Apart, isApart } from '../otherPackages.ts'
import { inheritedEntries, isForeign, pathOf } from '../surface.ts'
import type { SymbolName, WritePath } from '../symbolName.ts'
import { isDeclaredElsewhere } from '../typescript/declaredTwins.ts'
import { isUnderAnyKey } from './anyKeys.ts'
import { borrowedNames } from './borrowedNames.ts'
import { hasSameForeignBases } from './foreignBases.ts'

/** `caveat`: the module or the definition that lost it, when it may have more than is listed. */
export type Removed = SymbolName & Readonly<{ caveat: string | null }>

export function* lostSymbols(
  matches: Matches,
  write: WritePath,
  apart: Apart,
): Generator<Removed | undefined> {
  for (const lost of lostModules(matches, write)) yield { ...lost, caveat: null }
  const { from, definition, homeless } = matches
  for (const one of homeless) {
    yield
    if (signedAt(definition, one) !== LOST || isImplied(matches, one)) continue
    if (isByAnother(matches, one) && !isApart(from, one, apart)) continue
    if (isModuleItself(matches, one)) continue
    const list = signedAt(from.homeList, one)
    if (list < from.columns.modules.count && onlyFails(from.columns, list)) continue
    if (isUndeclared(matches, list, one) || isOfClasses(matches, list, lastOf(from, one))) continue
    if (isUnderAnyKey(matches, list, one) || isDeclaredElsewhere(from, list)) continue
    yield {
      symbol: write(pathOf(from, one)),
      kind: kindOf(at(from.columns.definitions.facts, one)),
      caveat: openAbove(matches, list, lastOf(from, one), write),
    }
  }
  yield* lostPaths(matches, write)
}

/**
 * Whether a member of a list is one that only the code had, of what has a declaration now: the code may
 * have it as before.
 */
function isUndeclared({ from, to, definition }: Matches, list: number, one: number): boolean {
  const { definitions, modules, texts } = from.columns
  const owner = list - modules.count
  const there = owner < 0 ? -1 : signedAt(definition, owner)
  if (there < 0) return false
  const fileOf = (each: number) => texts.words.text(at(definitions.file, each))
  const now = to.columns.texts.words.text(at(to.columns.definitions.file, there))
  const isDeclared = now !== null && /\.d\.[cm]?ts$/.test(now)
  // What the language's own classes bring stands in no file.
  return isDeclared && /\.[cm]?jsx?$/.test(fileOf(one) ?? fileOf(owner) ?? '')
}

/** Whether a name is one that every class has, and what had it is a class now. */
function isOfClasses({ from, to, definition }: Matches, list: number, name: number): boolean {
  const owner = list - from.columns.modules.count
  const there = owner < 0 ? -1 : signedAt(definition, owner)
  if (there < 0 || from.columns.names.text(name) !== 'prototype') return false
  return kindOf(at(to.columns.definitions.facts, there)) === 'class'
}

/**
 * `isDemanded`: whoever makes objects of what it is a member of must give it now. `perhapsBy` is what it
 * is a member of, where that may be so.
 */
export type Added = SymbolName & Readonly<{ isDemanded: boolean; perhapsBy: SymbolName | null }>

/** Matches backwards: what is new, and what stays but is at home under a path that is new. */
export function* gainedSymbols(
  matches: Matches,
  write: WritePath,
  apart: Apart,
): Generator<Added | undefined> {
  for (const gained of lostModules(matches, write))
    yield { ...gained, isDemanded: false, perhapsBy: null }
  const { from, definition, homeless, find } = matches
  const further = furtherLists(matches)
  const named = (one: number): SymbolName => {
    const kind = kindOf(at(from.columns.definitions.facts, one))
    return { symbol: write(pathOf(from, one)), kind }
  }
  for (const one of homeless) {
    yield
    const isLost = signedAt(definition, one) === LOST && !isImplied(matches, one)
    const isKept = signedAt(definition, one) >= 0
    const isHomeLost =
      isKept && find(signedAt(from.homeList, one), signedAt(from.homeEntry, one)) === LOST
    if ((!isLost && !isHomeLost) || wasImported(matches, one)) continue
    if (isDeclaredElsewhere(from, signedAt(from.homeList, one))) continue
    const kind = kindOf(at(from.columns.definitions.facts, one))
    const lists = isLost ? [signedAt(from.homeList, one), ...(further.get(one) ?? NONE)] : NONE
    const demands = lists.map((list) => demandOf(matches, one, list))
    const demanded = demands.includes('yes')
    if (isLost && isByAnother(matches, one)) {
      // What need not be given is for a diff of the other package.
      if (!demanded || !isApart(from, one, apart)) continue
    }
    const owner = (lists[demands.indexOf('perhaps')] ?? 0) - from.columns.modules.count
    yield {
      symbol: write(pathOf(from, one)),
      kind,
      isDemanded: demanded,
      perhapsBy: demanded || owner < 0 ? null : named(owner),
    }
  }
}

/** Read backwards: a name that the older module imported for its own use was there before. */
function wasImported({ from, to, module, ranks }: Matches, one: number): boolean {
  const list = signedAt(from.homeList, one)
  const there = list < from.columns.modules.count ? signedAt(module, list) : LOST
  const rank = signedAt(ranks, at(from.columns.entries.name, signedAt(from.homeEntry, one)))
  if (there < 0 || rank < 0) return false
  const entry = rankedEntry(to.columns, there, rank)
  return entry >= 0 && isOfPython(to.columns, entry)
}

/** What else has a member: a module that is an object has what the interface of the object has. */
function furtherLists({ from, definition }: Matches): ReadonlyMap<number, readonly number[]> {
  const { columns, others } = from
  const found = new Map<number, number[]>()
  for (let i = 0; i < others.entries.length; i += 1) {
    const one = at(columns.entries.target, signedAt(others.entries, i))
    if (signedAt(definition, one) !== LOST) continue
    keptIn(found, one, () => []).push(signedAt(others.lists, i))
  }
  return found
}

/** What another package defines goes with what brought it here. */
function isImplied({ from, definition }: Matches, one: number): boolean {
  const { columns, homeList } = from
  const owner = signedAt(homeList, one) - columns.modules.count
  if (owner < 0 || at(columns.definitions.file, one) !== 0) return false
  return signedAt(definition, owner) === LOST
}

/** While what brought it here stays as it was, it is the other package that changed. */
function isByAnother({ from, to, definition }: Matches, one: number): boolean {
  const { columns, homeList } = from
  const owner = signedAt(homeList, one) - columns.modules.count
  if (owner < 0 || !isForeign(from, one)) return false
  const there = signedAt(definition, owner)
  if (there < 0 || !hasSameBases(columns, owner, to.columns, there)) return false
  return hasSameForeignBases(from, owner, to, there)
}

/**
 * `export =` of a namespace or of an object, the names of which the module exports itself now: what
 * `import a from` and `require` give is the module either way.
 */
function isModuleItself(matches: Matches, one: number): boolean {
  const { columns, homeList } = matches.from
  const owner = signedAt(homeList, one) - columns.modules.count
  if (owner < 0) return moduleOf(matches, one) >= 0
  const there = moduleOf(matches, owner)
  return there >= 0 && hasName(matches, there, lastOf(matches.from, one))
}

/** The module of the newer release that is what a `default` was; -1 where there is none. */
function moduleOf(matches: Matches, one: number): number {
  const { from, module } = matches
  const { columns, homeList, homeEntry } = from
  const { definitions, entries, modules, names } = columns
  const [list, entry] = [signedAt(homeList, one), signedAt(homeEntry, one)]
  if (list < 0 || list >= modules.count || signedAt(module, list) < 0) return -1
  const isWhole = originOf(at(entries.facts, entry)) === 'inherited'
  if (!isWhole || names.text(at(entries.name, entry)) !== 'default') return -1
  const kind = kindOf(at(definitions.facts, one))
  if (kind === 'namespace') return signedAt(module, list)
  const own = modules.count + one
  const [start, end] = [at(entries.starts, own), at(entries.starts, own + 1)]
  if (kind !== 'constant' || start === end) return -1
  for (let each = start; each < end; each += 1) {
    if (!hasName(matches, signedAt(module, list), at(entries.name, each))) return -1
  }
  return signedAt(module, list)
}

/** Whether a module of the newer release has a name of the older one. */
function hasName({ to, ranks }: Matches, module: number, name: number): boolean {
  const { entries } = to.columns
  const rank = signedAt(ranks, name)
  for (let entry = at(entries.starts, module); entry < at(entries.starts, module + 1); entry += 1) {
    if (at(entries.name, entry) === rank) return true
  }
  return false
}

function* lostModules({ from, module }: Matches, write: WritePath): Generator<SymbolName> {
  for (const one of publicModules(from.columns)) {
    if (signedAt(module, one) !== LOST || !isRead(from.columns, one)) continue
    if (onlyFails(from.columns, one)) continue
    yield { symbol: write([moduleName(from.columns, one)]), kind: 'module' }
  }
}

function lastOf({ columns }: Matches['from'], definition: number): number {
  return at(columns.definitions.last, definition)
}

/**
 * The innermost of what a list stands in that may have a name, by its number, although it is not
 * listed; null where none may.
 */
function openAbove(matches: Matches, list: number, name: number, write: WritePath): string | null {
  const { from, to, definition, module } = matches
  const { modules, names } = from.columns
  const isSet = to.columns.loose !== null && isLoose(to.columns, names.text(name))
  let at_ = list
  for (; at_ >= modules.count; at_ = signedAt(from.homeList, at_ - modules.count)) {
    const there = signedAt(definition, at_ - modules.count)
    const isHidden = there >= 0 && mayHoldMore(to.columns, there)
    if (there >= 0 && (isSet || (isHidden && !isDeclaredFunction(to.columns, there)))) {
      return write(pathOf(from, at_ - modules.count))
    }
  }
  const there = signedAt(module, at_)
  if (there < 0 || !(isSet || isDynamic(to.columns, there))) return null
  return write([moduleName(to.columns, there)])
}

function* lostPaths(matches: Matches, write: WritePath): Generator<Removed> {
  const { columns } = matches.from
  const isBorrowed = borrowedNames(columns)
  for (const [list, entries] of lostByList(matches)) {
    const owner = list - columns.modules.count
    const caveatOf = (name: number) => openAbove(matches, list, name, write)
    if (owner >= 0) {
      yield* named(columns, entries, pathOf(matches.from, owner), write, caveatOf)
      continue
    }
    const lost = entries.filter((entry) => !isBorrowed(list, entry))
    yield* named(columns, lost, [moduleName(columns, list)], write, caveatOf)
  }
}

/** Names that are gone from a list of which something is left, while what they lead to is somewhere. */
function lostByList(matches: Matches): ReadonlyMap<number, number[]> {
  const { columns, homeList, homeEntry, isOwn, others, heirs } = matches.from
  const lost = new Map<number, number[]>()
  const add = (list: number, entry: number) => {
    if (isUndeclared(matches, list, at(columns.entries.target, entry))) return
    if (isOfClasses(matches, list, at(columns.entries.name, entry))) return
    if (isUnderAnyKey(matches, list, at(columns.entries.target, entry))) return
    if (isDeclaredElsewhere(matches.from, list)) return
    const known = lost.get(list)
    if (known === undefined) lost.set(list, [entry])
    else known.push(entry)
  }
  const isKept = (list: number) =>
    list < columns.modules.count || signedAt(matches.definition, list - columns.modules.count) >= 0
  for (const one of matches.homeless) {
    const [list, entry] = [signedAt(homeList, one), signedAt(homeEntry, one)]
    const isHere = byteAt(isOwn, entry) === 1 && isIn(columns, list, entry)
    if (isHere && isKept(list) && isPathLost(matches, list, entry)) add(list, entry)
  }
  for (let i = 0; i < others.entries.length; i += 1) {
    const list = signedAt(others.lists, i)
    const entry = signedAt(others.entries, i)
    if (isKept(list) && isPathLost(matches, list, entry)) add(list, entry)
  }
  const lostAncestors = ancestorsLost(matches)
  for (const one of heirs) {
    if (signedAt(matches.definition, one) < 0) continue
    const entries = inheritedLost(matches, one, lostAncestors)
    for (const entry of entries) add(columns.modules.count + one, entry)
  }
  return lost
}

function isIn({ entries }: Columns, list: number, entry: number): boolean {
  return entry >= at(entries.starts, list) && entry < at(entries.starts, list + 1)
}

/** Entries of a list that another one has lost. */
function ownLost(matches: Matches, list: number, loser: number): number[] {
  const { columns, isOwn } = matches.from
  const lost: number[] = []
  const end = at(columns.entries.starts, list + 1)
  for (let entry = at(columns.entries.starts, list); entry < end; entry += 1) {
    if (byteAt(isOwn, entry) === 1 && isPathLost(matches, loser, entry)) lost.push(entry)
  }
  return lost
}

/** The name is gone there, while what it leads to is still somewhere. */
function isPathLost({ from, definition, find }: Matches, list: number, entry: number): boolean {
  return (
    signedAt(definition, at(from.columns.entries.target, entry)) >= 0 && find(list, entry) === LOST
  )
}

function* named(
  columns: Columns,
  entries: readonly number[],
  path: readonly string[],
  write: WritePath,
  caveatOf: (name: number) => string | null,
): Generator<Removed> {
  const seen = new Set<number>()
  for (const entry of entries) {
    const name = at(columns.entries.name, entry)
    if (seen.has(name)) continue
    seen.add(name)
    const kind = kindOf(at(columns.definitions.facts, at(columns.entries.target, entry)))
    yield { symbol: write([...path, columns.names.text(name)]), kind, caveat: caveatOf(name) }
  }
}

/**
 * Members that it had from an ancestor and has no more. What an ancestor that is still one has lost
 * is said of the ancestor.
 */
function inheritedLost(
  matches: Matches,
  one: number,
  lostAncestors: (one: number) => readonly number[],
): readonly number[] {
  const { columns } = matches.from
  const list = columns.modules.count + one
  // Tables of npm list what is inherited and name no ancestors.
  if (columns.definitions.ancestors.length > 0) {
    const lost = lostAncestors(one)
    if (lost.length === 0) return NONE
    return lost.flatMap((ancestor) => ownLost(matches, columns.modules.count + ancestor, list))
  }
  const inherited = [...inheritedEntries(matches.from, one)]
  return inherited.filter((entry) => isPathLost(matches, list, entry))
}

/** What a definition that is kept inherits from no more. */
function ancestorsLost({ from, to, definition, ranks }: Matches) {
  const { definitions: before } = from.columns
  const { definitions: after } = to.columns
  const isSame = (ancestor: number, there: number) =>
    signedAt(ranks, at(before.last, ancestor)) === at(after.last, there) &&
    signedAt(ranks, at(before.module, ancestor)) === at(after.module, there)
  const hasSameAncestors = sameAncestries(before, after, isSame)
  return (one: number): readonly number[] => {
    const other = signedAt(definition, one)
    // Nearly always they are the same in the same order.
    if (hasSameAncestors(one, other)) return NONE
    const theirs = [...ancestorsOf(after, other)]
    return [...ancestorsOf(before, one)].filter(
      (ancestor) => !theirs.some((there) => isSame(ancestor, there)),
    )
  }
}

const NONE: readonly number[] = []
