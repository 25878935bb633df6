// Whether a module of Python is there for what it does: it imports modules and names nothing of its own.
// What it does may be to put another object in its place (`twisted.internet.reactor`).

import type { OpenTable } from './tableView.ts'

export function isDoingModule(table: OpenTable, module: number): boolean {
  const { file } = table.module(module)
  if (file === null || !/(?<!__init__)\.py$/.test(file)) return false
  let isAnythingListed = false
  for (const { definition } of table.entriesOf(module)) {
    if (table.definition(definition).kind !== 'module') return false
    isAnythingListed = true
  }
  return isAnythingListed
}
