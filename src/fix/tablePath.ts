// A path as findings write it, looked up in a table, and back.

import { subpathOf } from '../check/upgrade/requiredEntries.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import { pathsTo } from '../symbols/pathsTo.ts'
import type { SymbolRow } from '../table/format/table.ts'
import type { OpenTable } from '../table/tableView.ts'

export type TablePath = Readonly<{ module: string; symbol: string; row: SymbolRow }>

export type OfPackage = Pick<PackageKey, 'ecosystem' | 'name'>

/** Null where it is not there. `written`: `pkg.mod.Class.name`, `pkg/sub.name`. */
export function pathIn(table: OpenTable, of: OfPackage, written: string): TablePath | null {
  const parts = partsOf(of, written)
  for (const { module, symbol } of parts) {
    if (table.findModule(module) < 0) continue
    const row = table.lookup(module, symbol)
    if (row !== null) return { module, symbol, row }
  }
  return null
}

/** Each way to part it into a module and what is below, the longest module first. */
function partsOf({ ecosystem, name }: OfPackage, written: string) {
  if (ecosystem === 'npm') {
    const after = written.startsWith(name) ? written.slice(name.length) : null
    if (after === null || !/^(?:[./]|$)/.test(after)) return []
    // A dot may be of a subpath (`pkg/file.js`) or begin what is below.
    const dots = [...after.matchAll(/\./g)].map(({ index }) => index)
    const ends = [after.length, ...dots.reverse()].filter((at) => at === 0 || after.startsWith('/'))
    return ends.map((at) => ({
      module: subpathOf(name + after.slice(0, at)),
      symbol: after.slice(at + 1),
    }))
  }
  const names = written.split('.')
  return names.map((_, index) => {
    const count = names.length - index
    return { module: names.slice(0, count).join('.'), symbol: names.slice(count).join('.') }
  })
}

/** The public paths under which the same definition stands, the shortest first, as they are written. */
export function samePaths(
  table: OpenTable,
  of: OfPackage,
  { module, symbol }: TablePath,
): readonly string[] {
  const found = symbol === '' ? null : table.find(module, symbol)
  if (found === null) return []
  return pathsTo(table, found.definition).map(([first = '', ...names]) =>
    [of.ecosystem === 'npm' ? of.name + first.slice(1) : first, ...names].join('.'),
  )
}

/** Every path of a public module that ends with these names, as it is written. */
export function pathsEnding(table: OpenTable, of: OfPackage, names: string): readonly string[] {
  const found: string[] = []
  for (const { name: module, isPublic } of table.modules()) {
    if (!isPublic || table.find(module, names) === null) continue
    found.push(`${of.ecosystem === 'npm' ? of.name + module.slice(1) : module}.${names}`)
  }
  return found
}

export function ownerOf(written: string): string {
  return written.slice(0, Math.max(0, written.lastIndexOf('.')))
}

export function lastOf(written: string): string {
  return written.slice(written.lastIndexOf('.') + 1)
}
