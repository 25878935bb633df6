// Where a symbol is defined, and what stands below it.

import { publicModules } from '../diff/modules.ts'
import { writePath } from '../domain/names/symbolPath.ts'
import type { OpenTable } from '../table/tableView.ts'
import { findSymbol, type OfPackage } from './findSymbol.ts'
import { type ListedName, listMembers, listNames } from './listNames.ts'

export type SymbolPlace = Readonly<{
  file: string | null
  line: number
  bases: readonly string[]
  deprecatedText: string | null
  /** Of a module that could not be read whole; else null. */
  state: string | null
  stateReason: string | null
  /** Public names below it, the first so many. */
  below: readonly ListedName[]
  belowTotal: number
  modulesBelow: readonly string[]
}>

const MODULES_MAX = 300

/** Null where the table does not have it. */
export function symbolPlace(
  table: OpenTable,
  of: OfPackage,
  path: string,
  belowMax: number,
): SymbolPlace | null {
  const finding = findSymbol(table, of, path)
  if (finding.state !== 'found') return null
  const { row } = finding
  const all = { file: row.file, line: row.line, deprecatedText: row.deprecated_text }
  if (row.symbol === '') {
    const number = table.findModule(row.module)
    const { state, stateReason } = table.module(number)
    const names = listNames(table, of, number, Number.POSITIVE_INFINITY)
    return {
      ...all,
      bases: [],
      state: state === 'complete' ? null : state,
      stateReason,
      below: names.slice(0, belowMax),
      belowTotal: names.length,
      modulesBelow: modulesIn(table, of, row.module),
    }
  }
  const found = table.find(row.module, row.symbol)
  const members =
    found === null ? [] : listMembers(table, of, path, found.definition, Number.POSITIVE_INFINITY)
  return {
    ...all,
    bases: found === null ? [] : table.definition(found.definition).bases,
    state: null,
    stateReason: null,
    below: members.slice(0, belowMax),
    belowTotal: members.length,
    modulesBelow: [],
  }
}

/** Public modules of Python that stand in another one; subpaths of npm stand in none. */
function modulesIn(table: OpenTable, of: OfPackage, module: string): readonly string[] {
  if (of.ecosystem === 'npm') return []
  const found: string[] = []
  for (const number of publicModules(table.columns)) {
    const { name } = table.module(number)
    if (name.startsWith(`${module}.`) && !name.slice(module.length + 1).includes('.'))
      found.push(writePath(of.ecosystem, of.packageName, [name]))
    if (found.length >= MODULES_MAX) break
  }
  return found
}
