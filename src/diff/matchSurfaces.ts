// Which definition of one release is which of another: the one that the same path leads to. A
// definition that moved is found by any public path that both have.

import { rankedEntry } from '../table/findPath.ts'
import type { Columns } from '../table/format/columns.ts'
import { isOpen, isPublic, isTypeOnly, kindOf, originOf } from '../table/format/facts.ts'
import type { Origin } from '../table/format/table.ts'
import { at, byteAt, signedAt } from '../table/format/varints.ts'
import { matchNames, reverseNames } from '../table/matchNames.ts'
import { mayHoldMore } from '../table/mayHoldMore.ts'
import { isRead } from './modules.ts'
import type { Surface } from './surface.ts'

/** There is none; or nobody can tell, because a module of the other side cannot be read. */
export const LOST = -1
export const UNKNOWN = -2

export type Matches = Readonly<{
  from: Surface
  to: Surface
  /** For each definition its number on the other side, `LOST` or `UNKNOWN`. */
  definition: Int32Array
  /** The same for each module. */
  module: Int32Array
  /** For each name its rank on the other side, or -1. */
  ranks: Int32Array
  /** Definitions that the other side has not under the path where they are at home, in order. */
  homeless: readonly number[]
  /** The entry of the other side's list under the same name, inherited ones too; or `LOST`. */
  find(list: number, entry: number): number
}>

/** `known`: matches of the same two read backwards. */
export function matchSurfaces(from: Surface, to: Surface, known: Matches | null = null): Matches {
  const ranks =
    known === null
      ? matchNames(from.columns.names, to.columns.names)
      : reverseNames(known.ranks, from.columns.names.count)
  const module = matchModules(from.columns, to.columns, ranks)
  const definition = new Int32Array(from.columns.definitions.count).fill(LOST)
  const moduleCount = from.columns.modules.count
  const { name } = from.columns.entries
  const { starts: theirStarts, name: theirName, target: theirTarget } = to.columns.entries

  /** The list of the other side that stands for a list of this side. */
  function listOf(list: number): number {
    if (list < moduleCount) return signedAt(module, list)
    const matched = signedAt(definition, list - moduleCount)
    return matched < 0 ? matched : to.columns.modules.count + matched
  }

  // What a name leads to may be of a package that could not be had, and with that whether it is public.
  const isEitherGapped = from.columns.isGapped === true || to.columns.isGapped === true

  // Most lists are as they were, and so a name is where it stands as far from the one that was found
  // last as on this side: that is tried before it is searched for.
  let shift = 0

  function find(list: number, entry: number): number {
    const there = listOf(list)
    if (there < 0) return there
    const rank = signedAt(ranks, at(name, entry))
    if (rank >= 0) {
      const likely = entry + shift
      const isThere =
        likely >= at(theirStarts, there) &&
        likely < at(theirStarts, there + 1) &&
        at(theirName, likely) === rank
      const other = isThere ? likely : rankedEntry(to.columns, there, rank)
      if (other >= 0 && isOffered(to.columns, other)) {
        shift = other - entry
        return other
      }
      if (other >= 0 && isEitherGapped) return UNKNOWN
    }
    return isHidden(list, there) ? UNKNOWN : LOST
  }

  /** All was listed before, and now there may be more than is. */
  function isHidden(list: number, there: number): boolean {
    const other = there - to.columns.modules.count
    if (list < moduleCount || isDeclaredFunction(to.columns, other)) return false
    if (!mayHoldMore(to.columns, other)) return false
    // What it may hold may come from what could not be had.
    if (to.columns.isGapped === true) return true
    return !mayHoldMore(from.columns, list - moduleCount)
  }

  function targetOf(list: number, entry: number): number {
    const other = find(list, entry)
    return other < 0 ? other : at(theirTarget, other)
  }

  /** Fills `definition` by the paths where definitions are at home; returns those without a match. */
  function matchHomes(): readonly number[] {
    const { order, homeList, homeEntry } = from
    const { facts } = to.columns.entries
    const homeless: number[] = []
    let list = -1
    let [start, end] = [0, 0]
    for (const one of order) {
      const entry = signedAt(homeEntry, one)
      if (signedAt(homeList, one) !== list) {
        list = signedAt(homeList, one)
        const there = listOf(list)
        start = there < 0 ? 0 : at(theirStarts, there)
        end = there < 0 ? 0 : at(theirStarts, there + 1)
      }
      // What `find` comes to for nearly all, without a call: this is most of what a diff does.
      const likely = entry + shift
      const isThere =
        likely >= start &&
        likely < end &&
        at(theirName, likely) === signedAt(ranks, at(name, entry)) &&
        isPublic(at(facts, likely))
      const target = isThere ? at(theirTarget, likely) : targetOf(list, entry)
      definition[one] = target
      if (target < 0) homeless.push(one)
    }
    return homeless
  }

  const homeless = matchHomes()
  if (homeless.length > 0) {
    const paths = otherPaths(from, homeless)
    for (const one of homeless) {
      // What stands above it may have been found by another path in the meantime.
      const home = targetOf(signedAt(from.homeList, one), signedAt(from.homeEntry, one))
      const targets = [
        home,
        ...(paths.get(one) ?? []).map(([list, entry]) => targetOf(list, entry)),
      ]
      const target = targets.find((each) => each >= 0)
      definition[one] = target ?? (targets.includes(UNKNOWN) ? UNKNOWN : LOST)
    }
  }
  return { from, to, definition, module, ranks, homeless, find }
}

function matchModules(from: Columns, to: Columns, ranks: Int32Array): Int32Array {
  const matched = new Int32Array(from.modules.count).fill(LOST)
  let there = 0
  for (let module = 0; module < from.modules.count; module += 1) {
    // Some of its names may be listed, and of others nobody can tell.
    if (!isRead(from, module)) {
      matched[module] = UNKNOWN
      continue
    }
    const rank = signedAt(ranks, at(from.modules.name, module))
    // Both are sorted by name.
    while (there < to.modules.count && at(to.modules.name, there) < rank) there += 1
    if (there === to.modules.count || at(to.modules.name, there) !== rank) continue
    // Whoever wrote the path can still load it, also where nothing speaks for it any more (`native.js` and
    // `native/index.js` are both `pkg/native`).
    matched[module] = isRead(to, there) ? there : UNKNOWN
  }
  return matched
}

/** What it has beside the ways to call it is declared with it, in a namespace of its name. */
export function isDeclaredFunction({ definitions, texts }: Columns, one: number): boolean {
  const facts = at(definitions.facts, one)
  const file = texts.words.text(at(definitions.file, one))
  return kindOf(facts) === 'function' && !isOpen(facts) && /\.d\.[cm]?ts$/.test(file ?? '')
}

/** Whether a caller can use an entry. */
function isOffered(columns: Columns, entry: number): boolean {
  return isPublic(at(columns.entries.facts, entry)) || isOnlyUnlisted(columns, entry)
}

const PYTHON: ReadonlySet<Origin> = new Set(['py', 'pyi', 'star', 'lazy'])

/**
 * In Python a name that a list no longer has can be imported as before, also where another package
 * defines now what it leads to. A module is something else under the same name: `import time`.
 */
function isOnlyUnlisted(columns: Columns, entry: number): boolean {
  if (!isOfPython(columns, entry)) return false
  const { entries, definitions } = columns
  const target = at(entries.target, entry)
  return at(definitions.file, target) !== 0 || kindOf(at(definitions.facts, target)) !== 'module'
}

/** Whether code of Python gives a module a name. */
export function isOfPython({ entries }: Columns, entry: number): boolean {
  const facts = at(entries.facts, entry)
  return PYTHON.has(originOf(facts)) && !isTypeOnly(facts)
}

type Place = readonly [list: number, entry: number]

/** Every public place where one of the wanted definitions stands, besides its home. */
function otherPaths(
  { columns, homeList, others }: Surface,
  wanted: readonly number[],
): Map<number, Place[]> {
  const isWanted = new Uint8Array(columns.definitions.count)
  for (const one of wanted) isWanted[one] = 1
  const places = new Map<number, Place[]>()
  for (let i = 0; i < others.entries.length; i += 1) {
    const entry = signedAt(others.entries, i)
    const target = at(columns.entries.target, entry)
    const list = signedAt(others.lists, i)
    if (byteAt(isWanted, target) === 0 || signedAt(homeList, target) === list) continue
    const place: Place = [list, entry]
    const known = places.get(target)
    if (known === undefined) places.set(target, [place])
    else known.push(place)
  }
  return places
}
