// The whole table as objects again, for what needs them all: comparisons and tests. Questions are
// answered from an open table.

import { hiddenTypesOf } from '../../src/table/format/hiddenTypes.ts'
import type { Definition, Entry, SymbolTable } from '../../src/table/format/table.ts'
import { TableError } from '../../src/table/format/tableError.ts'
import { openTable } from '../../src/table/openTable.ts'
import type { EntryInfo } from '../../src/table/tableView.ts'

/** Throws a `TableError`. */
export function decodeTable(bytes: Uint8Array): SymbolTable {
  const table = openTable(bytes)
  // Definitions may lie below each other in a circle, so each is there before its members are.
  const lists: { members: Entry[]; inherits: Definition[] }[] = []
  const definitions: Definition[] = []
  for (let number = 0; number < table.counts.definitions; number += 1) {
    const below = { members: [], inherits: [] }
    lists.push(below)
    definitions.push({ ...table.definition(number), ...below })
  }
  function numbered(number: number): Definition {
    const definition = definitions[number]
    if (definition === undefined) throw new TableError('points outside itself')
    return definition
  }
  function entry(info: EntryInfo): Entry {
    return { ...info, definition: numbered(info.definition) }
  }
  for (const [number, { members, inherits }] of lists.entries()) {
    for (const info of table.ownMembersOf(number)) members.push(entry(info))
    for (const ancestor of table.ancestorsOf(number)) inherits.push(numbered(ancestor))
  }
  return {
    modules: [...table.modules()].map((module, number) => ({
      ...module,
      entries: [...table.entriesOf(number)].map(entry),
    })),
    unreadable: table.unreadable(),
    ...(table.columns.compiled === null ? {} : { compiled: table.compiled() }),
    ...(table.columns.hidden === null ? {} : { hidden: hiddenTypesOf(table.columns.hidden) }),
    ...(table.columns.loose === null ? {} : { loose: table.loose() }),
    ...(table.columns.formats === null ? {} : { nodes: table.nodes }),
  }
}
