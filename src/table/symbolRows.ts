// The paths of a table as rows, in the words of the wire.

import { TABLE_DEPTH_MAX, TABLE_ROWS_MAX } from '../limits.ts'
import type { SymbolRow } from './format/table.ts'
import { TableError } from './format/tableError.ts'
import type { DefinitionInfo, EntryInfo, ModuleInfo, OpenTable } from './tableView.ts'

type RowSource = Pick<
  OpenTable,
  'counts' | 'module' | 'entriesOf' | 'membersOf' | 'hasMembers' | 'definition'
>

export function* symbolRows(table: RowSource): Generator<SymbolRow, void, undefined> {
  let count = 0
  function counted(row: SymbolRow): SymbolRow {
    count += 1
    if (count > TABLE_ROWS_MAX) throw new TableError(`has more than ${TABLE_ROWS_MAX} paths`)
    return row
  }

  const open: number[] = []
  function* below(
    module: string,
    prefix: string,
    entries: Iterable<EntryInfo>,
  ): Generator<SymbolRow, void, undefined> {
    for (const entry of entries) {
      const symbol = prefix + entry.name
      yield counted(entryRow({ module, symbol }, entry, table.definition(entry.definition)))
      const isEnd = !table.hasMembers(entry.definition) || open.includes(entry.definition)
      if (isEnd || open.length + 1 >= TABLE_DEPTH_MAX) continue
      open.push(entry.definition)
      yield* below(module, `${symbol}.`, table.membersOf(entry.definition))
      open.pop()
    }
  }

  for (let number = 0; number < table.counts.modules; number += 1) {
    const module = table.module(number)
    yield counted(moduleRow(module))
    yield* below(module.name, '', table.entriesOf(number))
  }
}

export function moduleRow(module: ModuleInfo): SymbolRow {
  return {
    module: module.name,
    symbol: '',
    kind: 'module',
    public: module.isPublic,
    signature: null,
    ...marked(module),
    doc: module.doc,
    origin: module.origin,
    type_only: false,
    alias_of: null,
    file: module.file,
    line: module.file === null ? 0 : 1,
  }
}

export function entryRow(
  path: Readonly<{ module: string; symbol: string }>,
  entry: Pick<EntryInfo, 'isPublic' | 'isTypeOnly' | 'origin'>,
  definition: DefinitionInfo,
): SymbolRow {
  const home = fullPath(definition.module, definition.name)
  return {
    module: path.module,
    symbol: path.symbol,
    kind: definition.kind,
    public: entry.isPublic,
    signature: definition.signature,
    ...marked(definition),
    doc: definition.doc,
    origin: entry.origin,
    type_only: entry.isTypeOnly,
    alias_of: home === fullPath(path.module, path.symbol) ? null : home,
    file: definition.file,
    line: definition.line,
  }
}

/** A module that stands in another one is a definition without a name. */
function marked({ deprecation }: Pick<ModuleInfo, 'deprecation'>) {
  return {
    deprecated: deprecation !== null,
    deprecated_text: deprecation?.text ?? null,
    since_version: deprecation?.since ?? null,
  }
}

function fullPath(module: string, name: string): string {
  return name === '' ? module : `${module}.${name}`
}
