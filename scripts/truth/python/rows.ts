// The rows of a table, ours or another's, found by module, name and member.

import { readFileSync } from 'node:fs'
import type { ModuleState, SymbolRow } from '../../../src/table/format/table.ts'

/**
 * A row as `assay table --json` prints it. The row of a module may say how much of it could be read;
 * a tool that knows of a name but not what it is says null.
 */
export type Row = Readonly<
  Omit<SymbolRow, 'kind'> & { kind: SymbolRow['kind'] | null; state?: ModuleState }
>

export type RowIndex = Readonly<{
  modules: ReadonlyMap<string, ModuleRows>
  /** By `module:Class`. */
  members: ReadonlyMap<string, ReadonlyMap<string, Row>>
  count: number
}>

export type ModuleRows = Readonly<{ self: Row | null; names: ReadonlyMap<string, Row> }>

export function readRows(file: string): Row[] {
  return parseRows(readFileSync(file, 'utf8'))
}

export function parseRows(text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): Row => JSON.parse(line))
    .filter((row) => typeof row.module === 'string' && typeof row.symbol === 'string')
}

export function indexRows(rows: readonly Row[]): RowIndex {
  const modules = new Map<string, { self: Row | null; names: Map<string, Row> }>()
  const members = new Map<string, Map<string, Row>>()
  for (const row of rows) {
    let module = modules.get(row.module)
    if (module === undefined) {
      module = { self: null, names: new Map() }
      modules.set(row.module, module)
    }
    const dot = row.symbol.lastIndexOf('.')
    if (row.symbol === '') module.self = row
    else if (dot < 0) module.names.set(row.symbol, row)
    else {
      const key = `${row.module}:${row.symbol.slice(0, dot)}`
      let below = members.get(key)
      if (below === undefined) {
        below = new Map()
        members.set(key, below)
      }
      below.set(row.symbol.slice(dot + 1), row)
    }
  }
  return { modules, members, count: rows.length }
}

const NONE: ReadonlyMap<string, Row> = new Map()

/** Members under a path, or under the definition that the path leads to. */
export function membersAt(index: RowIndex, module: string, name: string): ReadonlyMap<string, Row> {
  const here = index.members.get(`${module}:${name}`)
  if (here !== undefined) return here
  const target = index.modules.get(module)?.names.get(name)?.alias_of
  if (target === undefined || target === null) return NONE
  const parts = target.split(/[.:]/)
  for (let length = parts.length - 1; length > 0; length--) {
    const key = `${parts.slice(0, length).join('.')}:${parts.slice(length).join('.')}`
    const there = index.members.get(key)
    if (there !== undefined) return there
  }
  return NONE
}

/** A public claim that the name can be had at run time. */
export function isClaim(row: Row): boolean {
  return row.public && !row.type_only
}
