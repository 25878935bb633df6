// What stands below a symbol that was found: names alone, and whether there may be more of them.

import { mayHoldMore } from '../table/mayHoldMore.ts'
import { isOfOpenStub } from '../table/spelledNowhere.ts'
import type { EntryInfo, OpenTable } from '../table/tableView.ts'

export type MembersBelow = Readonly<{
  /** Sorted. */
  names: readonly string[]
  /** No other name can be there. */
  isWhole: boolean
}>

/** Public names; those that Python gives a meaning of its own (`__len__`) tell nobody how to call it. */
export function membersBelow(
  table: OpenTable,
  { module, symbol }: Readonly<{ module: string; symbol: string }>,
): MembersBelow {
  if (symbol === '') return membersOfModule(table, table.findModule(module))
  const found = table.find(module, symbol)
  if (found === null) return { names: [], isWhole: false }
  const { definition } = found
  const { kind, module: home, name } = table.definition(definition)
  // A module that stands in another one is a definition without a name.
  if (kind === 'module' && name === '') return membersOfModule(table, table.findModule(home))
  const names = namesOf(table.membersOf(definition))
  // Any function may set something on an object of code that nothing is declared of.
  const isOfCode = table.module(table.findModule(module)).origin === 'js'
  const isOpen = mayHoldMore(table.columns, definition) || isOfOpenStub(table.columns, definition)
  return { names, isWhole: !isOfCode && !isOpen }
}

function membersOfModule(table: OpenTable, number: number): MembersBelow {
  if (number < 0) return { names: [], isWhole: false }
  // Submodules, types and what other code puts into a module are no entries of it.
  return { names: namesOf(table.entriesOf(number)), isWhole: false }
}

function namesOf(entries: Iterable<EntryInfo>): readonly string[] {
  const names: string[] = []
  for (const { name, isPublic } of entries) {
    if (isPublic && !/^__.*__$/.test(name)) names.push(name)
  }
  return names
}
