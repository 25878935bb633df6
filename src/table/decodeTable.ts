// The whole table as objects again, for what needs them all: comparisons and tests. Questions are
// answered from an open table.

import { type EntryInfo, openTable } from './openTable.ts'
import type { Definition, Entry, SymbolTable } from './table.ts'
import { TableError } from './tableError.ts'

/** Throws a `TableError`. */
export function decodeTable(bytes: Uint8Array): SymbolTable {
  const table = openTable(bytes)
  // Definitions may lie below each other in a circle, so each is there before its members are.
  const members: Entry[][] = []
  const definitions: Definition[] = []
  for (let number = 0; number < table.counts.definitions; number += 1) {
    const below: Entry[] = []
    members.push(below)
    definitions.push({ ...table.definition(number), members: below })
  }
  function entry(info: EntryInfo): Entry {
    const definition = definitions[info.definition]
    if (definition === undefined) throw new TableError('points outside itself')
    return { ...info, definition }
  }
  for (const [number, below] of members.entries()) {
    for (const info of table.membersOf(number)) below.push(entry(info))
  }
  return {
    modules: [...table.modules()].map((module, number) => ({
      ...module,
      entries: [...table.entriesOf(number)].map(entry),
    })),
    unreadable: table.unreadable(),
  }
}
