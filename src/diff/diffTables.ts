// What changed between two tables of one package: set algebra over their public surfaces.

import type { OpenTable } from '../table/openTable.ts'
import { type Changed, changedDefinitions, type Versions } from './changedDefinitions.ts'
import type { Language } from './changeOf.ts'
import { type Added, gainedSymbols, lostSymbols, type Removed } from './lostSymbols.ts'
import { matchSurfaces } from './matchSurfaces.ts'
import { isRead, publicModules } from './modules.ts'
import { type Deprecated, newDeprecations } from './newDeprecations.ts'
import { publicSurface } from './surface.ts'
import { sortedBySymbol, type WritePath } from './symbolName.ts'
import { beginSteps } from './typescript/steps.ts'

/** A module that one side could not read: nothing is said about what is in it. */
export type Undetermined = Readonly<{ symbol: string; kind: 'module'; reason: string | null }>

/** Every list is sorted by symbol. */
export type TableDiff = Readonly<{
  added: readonly Added[]
  removed: readonly Removed[]
  changed: readonly Changed[]
  deprecated: readonly Deprecated[]
  undetermined: readonly Undetermined[]
}>

export function diffTables(
  tables: Readonly<{ from: OpenTable; to: OpenTable }>,
  options: Readonly<{ language: Language; versions: Versions; write: WritePath }>,
): TableDiff {
  const { language, versions, write } = options
  beginSteps()
  const from = publicSurface(tables.from.columns)
  const to = publicSurface(tables.to.columns)
  const forward = matchSurfaces(from, to)
  return {
    added: sortedBySymbol(gainedSymbols(matchSurfaces(to, from, forward), write)),
    removed: sortedBySymbol(lostSymbols(forward, write)),
    changed: sortedBySymbol(changedDefinitions(forward, language, versions, write)),
    deprecated: sortedBySymbol(newDeprecations(forward, write)),
    undetermined: undetermined(tables, write),
  }
}

function undetermined(
  tables: Readonly<{ from: OpenTable; to: OpenTable }>,
  write: WritePath,
): readonly Undetermined[] {
  const found = new Map<string, Undetermined>()
  for (const table of [tables.from, tables.to]) {
    for (const module of publicModules(table.columns)) {
      if (isRead(table.columns, module)) continue
      const { name, stateReason } = table.module(module)
      const symbol = write([name])
      found.set(symbol, { symbol, kind: 'module', reason: stateReason })
    }
  }
  return sortedBySymbol(found.values())
}
