// What a release offers, as a list: its public modules, the names in each, what is below a name. Numbers
// are those of the table.

import { publicModules } from '../diff/modules.ts'
import { isModule, pathOf, publicSurface } from '../diff/surface.ts'
import { writePath } from '../domain/names/symbolPath.ts'
import { isPublic, kindOf } from '../table/format/facts.ts'
import type { Deprecation, ModuleState, SymbolKind } from '../table/format/table.ts'
import { at, signedAt } from '../table/format/varints.ts'
import type { EntryInfo, OpenTable } from '../table/tableView.ts'
import type { OfPackage } from './findSymbol.ts'

export type ListedModule = Readonly<{
  number: number
  /** As it is written in code. */
  path: string
  state: ModuleState
  stateReason: string | null
  doc: string | null
  file: string | null
  deprecation: Deprecation | null
  /** Public names that stand in it, modules aside. */
  names: number
}>

export type ListedName = Readonly<{
  name: string
  path: string
  kind: SymbolKind
  signature: string | null
  doc: string | null
  deprecation: Deprecation | null
  /** Its shortest path, where that is another one. */
  home: string | null
  isTypeOnly: boolean
  isInherited: boolean
  /** Number of what it stands for, for whoever lists what is below. */
  definition: number
  hasMembers: boolean
}>

/** Public modules in the order of their names. */
export function listModules(table: OpenTable, of: OfPackage): readonly ListedModule[] {
  return [...publicModules(table.columns)].map((number) => {
    const { name, state, stateReason, doc, file, deprecation } = table.module(number)
    const path = writePath(of.ecosystem, of.packageName, [name])
    const names = countNames(table, number)
    return { number, path, state, stateReason, doc, file, deprecation, names }
  })
}

/** What a release has besides its public modules. */
export function countModules(table: OpenTable) {
  let hidden = 0
  let unclear = 0
  const isShown = new Set(publicModules(table.columns))
  for (let number = 0; number < table.counts.modules; number += 1) {
    if (!isShown.has(number)) hidden += 1
    else if (table.module(number).state !== 'complete') unclear += 1
  }
  return { shown: isShown.size, hidden, unclear }
}

/** Public names that stand in a module. */
export function listNames(
  table: OpenTable,
  of: OfPackage,
  module: number,
  namesMax: number,
): readonly ListedName[] {
  const { name } = table.module(module)
  const path = writePath(of.ecosystem, of.packageName, [name])
  return listed(table, of, path, table.entriesOf(module), namesMax)
}

/** Public names below one that stands at `path`, inherited ones included. */
export function listMembers(
  table: OpenTable,
  of: OfPackage,
  path: string,
  definition: number,
  namesMax: number,
): readonly ListedName[] {
  return listed(table, of, path, table.membersOf(definition), namesMax)
}

function listed(
  table: OpenTable,
  of: OfPackage,
  above: string,
  entries: Iterable<EntryInfo>,
  namesMax: number,
): readonly ListedName[] {
  const found: ListedName[] = []
  for (const entry of entries) {
    if (!entry.isPublic || isModule(table.columns, entry.definition)) continue
    if (found.length >= namesMax) break
    const { kind, signature, doc, deprecation } = table.definition(entry.definition)
    const path = `${above}.${entry.name}`
    const home = homeOf(table, of, entry.definition)
    found.push({
      name: entry.name,
      path,
      kind,
      signature,
      doc,
      deprecation,
      home: home === path ? null : home,
      isTypeOnly: entry.isTypeOnly,
      isInherited: entry.origin === 'inherited',
      definition: entry.definition,
      hasMembers: table.hasMembers(entry.definition),
    })
  }
  return found
}

function homeOf(table: OpenTable, of: OfPackage, definition: number): string | null {
  const surface = publicSurface(table.columns)
  if (signedAt(surface.homeList, definition) < 0) return null
  return writePath(of.ecosystem, of.packageName, pathOf(surface, definition))
}

function countNames({ columns }: OpenTable, module: number): number {
  const { entries } = columns
  let count = 0
  for (let i = at(entries.starts, module); i < at(entries.starts, module + 1); i += 1) {
    if (isPublic(at(entries.facts, i)) && !isModule(columns, at(entries.target, i))) count += 1
  }
  return count
}

/** What somebody who imports a module gets. */
export type ModuleGives = Readonly<{
  /** Of its default, where that is a value; null where it has none. */
  defaultKind: SymbolKind | null
  /** Nothing of it is there when code runs. */
  isTypeOnly: boolean
}>

export function moduleGives(table: OpenTable, module: number): ModuleGives {
  let defaultKind: SymbolKind | null = null
  let names = 0
  let values = 0
  for (const { name, definition, isPublic: isShown, isTypeOnly } of table.entriesOf(module)) {
    if (!isShown) continue
    names += 1
    if (isTypeOnly) continue
    values += 1
    if (name === 'default') defaultKind = table.definition(definition).kind
  }
  return { defaultKind, isTypeOnly: names > 0 && values === 0 }
}

/** How many public definitions a release has, each counted once. */
export function countPublic(table: OpenTable): number {
  return publicSurface(table.columns).order.length
}

export type ListedPath = Readonly<{ path: string; kind: SymbolKind }>

/** Every public definition once, under its shortest path, and the public modules before them. */
export function* listPaths(table: OpenTable, of: OfPackage): Generator<ListedPath> {
  const { columns } = table
  for (const module of publicModules(columns)) {
    const name = columns.names.text(at(columns.modules.name, module))
    yield { path: writePath(of.ecosystem, of.packageName, [name]), kind: 'module' }
  }
  const surface = publicSurface(columns)
  for (const definition of surface.order) {
    const kind = kindOf(at(columns.definitions.facts, definition))
    yield { path: writePath(of.ecosystem, of.packageName, pathOf(surface, definition)), kind }
  }
}
