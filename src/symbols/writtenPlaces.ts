// Where the path that was written leads, part by part, as far as each part can be meant: the lists
// in which the last name is looked for first. Along it names are found that are at home elsewhere:
// inherited ones, other paths of a definition, private ones.

import { pathOf } from '../diff/surface.ts'
import { ownEntry } from '../table/findPath.ts'
import { ancestorsOf } from '../table/format/ancestors.ts'
import { isPublic, stateOf } from '../table/format/facts.ts'
import { indexIn } from '../table/format/indexIn.ts'
import { at, signedAt } from '../table/format/varints.ts'
import { HEAD_COST, type HeadCosts, partCost } from './headCosts.ts'
import { TOO_FAR } from './nameCost.ts'
import { costOf, type NearNames, nearHomes } from './nearNames.ts'
import type { SymbolIndex } from './symbolIndex.ts'

/** A list and how it is written: its module, then names. */
export type Place = Readonly<{ list: number; cost: number; path: () => readonly string[] }>

/** A name in a list, how far it lies off, and what it costs besides. */
type NamedEntry = Readonly<{ entry: number; name: number; cost: number; extra: number }>

const ENTRY_POINT = '.'
const PLACES_MAX = 24
const PLACE_COST_MAX = 160
/** A private name is offered to who asked for something next to it, after the public ones. */
const PRIVATE_COST = 15

export function writtenPlaces(
  index: SymbolIndex,
  heads: readonly NearNames[],
  costs: HeadCosts,
): readonly Place[] {
  let places = withDefaults(index, [...entryPoint(index, costs, 0)])
  for (const [i, near] of heads.entries()) {
    const found = [
      ...entryPoint(index, costs, i + 1),
      ...homes(index, near, costs, i + 1),
      ...further(index, places, near),
    ]
    places = withDefaults(index, cheapest(found))
  }
  return places
}

/** The module that npm calls `.`, which has no part of its own. */
function* entryPoint({ surface }: SymbolIndex, costs: HeadCosts, count: number): Generator<Place> {
  const { names, modules } = surface.columns
  const module = indexIn(modules.name, 0, modules.count, names.find(ENTRY_POINT))
  if (module >= 0) {
    yield { list: module, cost: signedAt(costs.of(module), count), path: () => [ENTRY_POINT] }
  }
}

/** `chalk.red` is looked for in what `chalk` exports as its default, too. */
function withDefaults(index: SymbolIndex, places: readonly Place[]): readonly Place[] {
  const { modules, entries, names } = index.surface.columns
  const rank = names.find('default')
  if (rank < 0) return places
  return places.flatMap((place) => {
    const { list, cost, path } = place
    if (list >= modules.count) return [place]
    const entry = ownEntry(index.surface.columns, list, rank)
    if (entry < 0) return [place]
    const below = modules.count + at(entries.target, entry)
    const leftOut = cost + HEAD_COST.leftOutDefault
    return [place, { list: below, cost: leftOut, path: () => [...path(), 'default'] }]
  })
}

/** Modules and public definitions that are called like the last of the first `count` parts. */
function* homes(
  index: SymbolIndex,
  near: NearNames,
  costs: HeadCosts,
  count: number,
): Generator<Place> {
  const { surface } = index
  const { names, modules } = surface.columns
  for (const id of near.ids) {
    if (partCost(costOf(near.costs, id)) === TOO_FAR) break
    for (const module of index.modulesOf(id)) {
      if (stateOf(at(modules.facts, module)) === 'unread') continue
      const extra = isPublic(at(modules.facts, module)) ? 0 : PRIVATE_COST
      const path = () => [names.text(at(modules.name, module))]
      yield { list: module, cost: signedAt(costs.of(module), count) + extra, path }
    }
  }
  for (const { definition, cost } of nearHomes(index, near)) {
    if (partCost(cost) === TOO_FAR) break
    const list = modules.count + definition
    yield { list, cost: signedAt(costs.of(list), count), path: () => pathOf(surface, definition) }
  }
}

/** From where the parts before led, along the next. */
function* further(index: SymbolIndex, places: readonly Place[], near: NearNames): Generator<Place> {
  const { names, modules, entries } = index.surface.columns
  for (const { list, cost, path } of places) {
    for (const { entry, name, cost: nameCost, extra } of nearEntries(index, list, near)) {
      const part = partCost(nameCost)
      if (part === TOO_FAR) continue
      yield {
        list: modules.count + at(entries.target, entry),
        cost: cost + part + extra,
        path: () => [...path(), names.text(name)],
      }
    }
  }
}

/** One place for each list; of two that cost the same the first. */
function cheapest(found: readonly Place[]): readonly Place[] {
  const best = new Map<number, Place>()
  for (const place of found) {
    const before = best.get(place.list)
    if (place.cost > PLACE_COST_MAX || (before && before.cost <= place.cost)) continue
    best.set(place.list, place)
  }
  return [...best.values()].sort((a, b) => a.cost - b.cost || a.list - b.list).slice(0, PLACES_MAX)
}

/** The near names among everything that stands in a list, what is inherited included. */
export function* nearEntries(
  index: SymbolIndex,
  list: number,
  near: NearNames,
): Generator<NamedEntry> {
  const { columns } = index.surface
  yield* ownEntries(index, list, near)
  if (list < columns.modules.count) return
  for (const ancestor of ancestorsOf(columns.definitions, list - columns.modules.count)) {
    yield* ownEntries(index, columns.modules.count + ancestor, near)
  }
}

function* ownEntries(
  { surface }: SymbolIndex,
  list: number,
  { costs }: NearNames,
): Generator<NamedEntry> {
  const { entries } = surface.columns
  const end = at(entries.starts, list + 1)
  for (let entry = at(entries.starts, list); entry < end; entry += 1) {
    const name = at(entries.name, entry)
    const cost = costOf(costs, name)
    if (cost === TOO_FAR) continue
    yield { entry, name, cost, extra: isPublic(at(entries.facts, entry)) ? 0 : PRIVATE_COST }
  }
}
