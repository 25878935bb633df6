// Which symbols were probably meant by a path that leads nowhere: those whose last name lies near,
// on paths that lie near. docs/reference/symbols.md has the costs and what they were measured on.

import { pathOf } from '../diff/surface.ts'
import { writePath } from '../domain/names/symbolPath.ts'
import { CLOSEST_SYMBOLS_MAX } from '../limits.ts'
import { isDeprecated, isPublic } from '../table/format/facts.ts'
import { at, signedAt } from '../table/format/varints.ts'
import type { OpenTable } from '../table/tableView.ts'
import type { OfPackage } from './findSymbol.ts'
import { type HeadCosts, headCosts, pathCost } from './headCosts.ts'
import { costOf, type NearNames, nearHomes, nearNames, sameName } from './nearNames.ts'
import { modulePartCount, type SymbolIndex, symbolIndex } from './symbolIndex.ts'
import { nearEntries, type Place, writtenPlaces } from './writtenPlaces.ts'

/** Beyond it a name is a guess. */
const COST_MAX = 220
/** What lies elsewhere, and so much further off than the nearest, was not meant. */
const BEHIND_MAX = 90
const DEPRECATED_COST = 10
/** Who asks for a symbol seldom means a module. */
const MODULE_COST = 15

type Candidate = Readonly<{
  /** What it is, so that nothing is offered twice: a definition, or below zero a module. */
  target: number
  cost: number
  /** Whether it stands where it was looked for. */
  isThere: boolean
  path: () => readonly string[]
}>

type Search = Readonly<{ index: SymbolIndex; last: NearNames; headCount: number; costs: HeadCosts }>

/**
 * At most three, best first; fewer, or none, when nothing lies near. Each can be asked for as it is
 * written here and is then found.
 */
export function closestSymbols(
  { columns }: Pick<OpenTable, 'columns'>,
  of: OfPackage,
  written: string,
): readonly string[] {
  const parts = writtenParts(of, written)
  const lastPart = parts.at(-1)
  if (lastPart === undefined) return []
  const index = symbolIndex(columns)
  const heads = nearHeads(index, of, parts.slice(0, -1))
  const costs = headCosts(index, of, heads)
  const search = { index, last: nearNames(index, lastPart), headCount: heads.length, costs }
  const candidates = [
    ...namesIn(search, writtenPlaces(index, heads, costs)),
    ...namesElsewhere(search),
    ...modules(search),
  ]
  return best(candidates, (path) => writePath(of.ecosystem, of.packageName, path))
}

/** A module that exists is not a slip: what it is near to was not meant. */
function nearHeads(
  index: SymbolIndex,
  { ecosystem, packageName }: OfPackage,
  parts: readonly string[],
): readonly NearNames[] {
  const isRooted = ecosystem === 'npm' && parts[0] === packageName
  const exact = isRooted
    ? 1 + modulePartCount(index, parts.slice(1))
    : modulePartCount(index, parts)
  return parts.map((part, i) => (i < exact ? sameName(index, part) : nearNames(index, part)))
}

/** In the modules and classes that the path before the last name can mean. */
function* namesIn({ index, last }: Search, places: readonly Place[]): Generator<Candidate> {
  const { names, entries, definitions } = index.surface.columns
  for (const { list, cost, path } of places) {
    for (const { entry, name, cost: near, extra } of nearEntries(index, list, last)) {
      const total = pathCost(cost) + near + extra
      if (total > COST_MAX) continue
      const target = at(entries.target, entry)
      yield {
        target,
        cost: total + deprecationCost(at(definitions.facts, target)),
        isThere: cost === 0,
        path: () => [...path(), names.text(name)],
      }
    }
  }
}

function* namesElsewhere({ index, last, headCount, costs }: Search): Generator<Candidate> {
  const { columns, homeList } = index.surface
  for (const { definition, cost } of nearHomes(index, last)) {
    const head = signedAt(costs.of(signedAt(homeList, definition)), headCount)
    const total = cost + pathCost(head)
    if (total > COST_MAX) continue
    yield {
      target: definition,
      cost: total + deprecationCost(at(columns.definitions.facts, definition)),
      isThere: head === 0,
      path: () => pathOf(index.surface, definition),
    }
  }
}

function* modules({ index, last, headCount, costs }: Search): Generator<Candidate> {
  const { names, modules } = index.surface.columns
  for (const id of last.ids) {
    for (const module of index.modulesOf(id)) {
      if (!isPublic(at(modules.facts, module))) continue
      const head = signedAt(costs.above(module), headCount)
      const cost = costOf(last.costs, id) + pathCost(head) + MODULE_COST
      const path = () => [names.text(at(modules.name, module))]
      if (cost <= COST_MAX) yield { target: -1 - module, cost, isThere: head === 0, path }
    }
  }
}

function deprecationCost(facts: number): number {
  return isDeprecated(facts) ? DEPRECATED_COST : 0
}

function best(
  candidates: readonly Candidate[],
  write: (path: readonly string[]) => string,
): readonly string[] {
  const cheapest = new Map<number, Candidate>()
  for (const candidate of candidates) {
    const before = cheapest.get(candidate.target)
    if (before === undefined || candidate.cost < before.cost) {
      cheapest.set(candidate.target, candidate)
    }
  }
  const found = [...cheapest.values()].sort((a, b) => a.cost - b.cost)
  const nearest = found[0]?.cost ?? 0
  // Paths are written for those alone that can be among the first; some are two things at once.
  const bound = found[2 * CLOSEST_SYMBOLS_MAX - 1]?.cost ?? COST_MAX * 2
  const written = found
    .filter(({ cost }) => cost <= bound)
    .filter(({ cost, isThere }) => isThere || cost <= nearest + BEHIND_MAX)
    .map(({ cost, path }) => {
      const names = path()
      return { cost, depth: names.length, symbol: write(names) }
    })
    .sort(
      (a, b) =>
        a.cost - b.cost ||
        a.depth - b.depth ||
        a.symbol.length - b.symbol.length ||
        (a.symbol < b.symbol ? -1 : 1),
    )
  return [...new Set(written.map(({ symbol }) => symbol))].slice(0, CLOSEST_SYMBOLS_MAX)
}

/** What a question may have at most; of a longer path the end says what is meant. */
const PARTS_MAX = 8

/**
 * `requests.Session.get()` → `requests`, `Session`, `get`; `rxjs/operators.map` → `rxjs`,
 * `operators`, `map`. The name of an npm package is one part even where it has a slash or a dot.
 */
function writtenParts({ ecosystem, packageName }: OfPackage, written: string): readonly string[] {
  const bare = written.trim().replace(/\(.*\)$/s, '')
  const hasRoot = ecosystem === 'npm' && /^(?:$|[./#:])/.test(afterRoot(packageName, bare))
  const rest = hasRoot ? bare.slice(packageName.length) : bare
  const parts = rest.split(/[./#]|::|->/).filter((part) => part !== '' && part !== 'prototype')
  return [...(hasRoot ? [packageName] : []), ...parts].slice(-PARTS_MAX)
}

function afterRoot(packageName: string, text: string): string {
  return text.startsWith(packageName) ? text.slice(packageName.length) : 'x'
}
