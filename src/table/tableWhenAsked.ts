// A table that is unpacked when somebody first looks into it: a check of code that has changed a little
// names many packages and looks into few.

import { keptOnce } from '../domain/maps.ts'
import type { TableGaps } from './format/gaps.ts'
import { payloadLength } from './format/payload.ts'
import { openTable } from './openTable.ts'
import type { OpenTable } from './tableView.ts'

/** Throws a `TableError` for bytes that begin as no table does; looking into a damaged one throws it, too. */
export function tableWhenAsked(bytes: Uint8Array, gaps: TableGaps | null = null): OpenTable {
  payloadLength(bytes)
  const open = keptOnce(() => openTable(bytes, gaps))
  return {
    gaps,
    get counts() {
      return open().counts
    },
    get nodes() {
      return open().nodes
    },
    get sizeBytes() {
      return open().sizeBytes
    },
    get columns() {
      return open().columns
    },
    findModule: (name) => open().findModule(name),
    find: (module, symbol) => open().find(module, symbol),
    lookup: (module, symbol) => open().lookup(module, symbol),
    module: (number) => open().module(number),
    modules: () => open().modules(),
    entriesOf: (number) => open().entriesOf(number),
    membersOf: (definition) => open().membersOf(definition),
    ownMembersOf: (definition) => open().ownMembersOf(definition),
    ancestorsOf: (definition) => open().ancestorsOf(definition),
    hasMembers: (definition) => open().hasMembers(definition),
    definition: (number) => open().definition(number),
    rows: () => open().rows(),
    unreadable: () => open().unreadable(),
    compiled: () => open().compiled(),
    loose: () => open().loose(),
  }
}

/** Columns take up to four bytes for one of the payload; texts and the payload itself come to it. */
const BYTES_EACH = 6

/** What it may take in memory once it is open. */
export function sizeWhenOpen(bytes: Uint8Array): number {
  return BYTES_EACH * payloadLength(bytes)
}
