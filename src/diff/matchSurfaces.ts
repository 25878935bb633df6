// Which definition of one release is which of another: the one that the same path leads to. A
// definition that moved is found by any public path that both have.

import type { Columns } from '../table/columns.ts'
import { isPublic, isTypeOnly, originOf } from '../table/facts.ts'
import { indexIn, rankedEntry } from '../table/findPath.ts'
import { matchNames, reverseNames } from '../table/matchNames.ts'
import { mayHoldMore } from '../table/mayHoldMore.ts'
import type { Origin } from '../table/table.ts'
import { at } from '../table/varints.ts'
import { isPublicModule, isRead } from './modules.ts'
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

  /** The list of the other side that stands for a list of this side. */
  function listOf(list: number): number {
    if (list < moduleCount) return at(module, list)
    const matched = at(definition, list - moduleCount)
    return matched < 0 ? matched : to.columns.modules.count + matched
  }

  // What the other side has in a list stays found, and is asked for several times.
  const { starts } = from.columns.entries
  const found = new Int32Array(from.columns.entries.name.length).fill(LOST)

  function find(list: number, entry: number): number {
    const isOwn = entry >= at(starts, list) && entry < at(starts, list + 1)
    if (isOwn && at(found, entry) >= 0) return at(found, entry)
    const there = listOf(list)
    if (there < 0) return there
    const rank = at(ranks, at(from.columns.entries.name, entry))
    const other = rank < 0 ? LOST : entryFor(to.columns, there, rank)
    if (isOwn) found[entry] = other
    return other === LOST && isHidden(list, there) ? UNKNOWN : other
  }

  /** All was listed before, and now there may be more than is. */
  function isHidden(list: number, there: number): boolean {
    if (list < moduleCount || !mayHoldMore(to.columns, there - to.columns.modules.count)) {
      return false
    }
    return !mayHoldMore(from.columns, list - moduleCount)
  }

  function targetOf(list: number, entry: number): number {
    const other = find(list, entry)
    return other < 0 ? other : at(to.columns.entries.target, other)
  }

  const homeless: number[] = []
  for (const one of from.order) {
    const target = targetOf(at(from.homeList, one), at(from.homeEntry, one))
    definition[one] = target
    if (target < 0) homeless.push(one)
  }
  if (homeless.length > 0) {
    const paths = otherPaths(from, homeless)
    for (const one of homeless) {
      // What stands above it may have been found by another path in the meantime.
      const home = targetOf(at(from.homeList, one), at(from.homeEntry, one))
      const targets = [
        home,
        ...(paths.get(one) ?? []).map(([list, entry]) => targetOf(list, entry)),
      ]
      const target = targets.find((each) => each >= 0)
      definition[one] = target ?? (targets.includes(UNKNOWN) ? UNKNOWN : LOST)
    }
  }
  return { from, to, definition, module, ranks, find }
}

function matchModules(from: Columns, to: Columns, ranks: Int32Array): Int32Array {
  const matched = new Int32Array(from.modules.count).fill(LOST)
  for (let module = 0; module < from.modules.count; module += 1) {
    const rank = at(ranks, at(from.modules.name, module))
    const there = rank < 0 ? -1 : indexIn(to.modules.name, 0, to.modules.count, rank)
    if (there < 0) continue
    if (!isRead(to, there)) matched[module] = UNKNOWN
    else if (isPublicModule(to, there)) matched[module] = there
  }
  return matched
}

function entryFor(columns: Columns, list: number, rank: number): number {
  const entry = rankedEntry(columns, list, rank)
  if (entry < 0) return LOST
  const isOffered = isPublic(at(columns.entries.facts, entry))
  return isOffered || isOnlyUnlisted(columns, entry) ? entry : LOST
}

const PYTHON: ReadonlySet<Origin> = new Set(['py', 'pyi', 'star', 'lazy'])

/**
 * In Python a name that a list no longer has can be imported as before. What another package defines
 * is something else under the same name: `import time`.
 */
function isOnlyUnlisted({ entries, definitions }: Columns, entry: number): boolean {
  const facts = at(entries.facts, entry)
  if (!PYTHON.has(originOf(facts)) || isTypeOnly(facts)) return false
  return at(definitions.file, at(entries.target, entry)) !== 0
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
    const entry = at(others.entries, i)
    const target = at(columns.entries.target, entry)
    const list = at(others.lists, i)
    if (at(isWanted, target) === 0 || at(homeList, target) === list) continue
    const place: Place = [list, entry]
    const known = places.get(target)
    if (known === undefined) places.set(target, [place])
    else known.push(place)
  }
  return places
}
