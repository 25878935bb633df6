// How much of a table was read whole.

import type { ModuleCounts } from '../domain/release.ts'
import type { OpenTable } from './tableView.ts'

export function moduleCounts(table: OpenTable): ModuleCounts {
  const all = table.counts.modules
  let whole = 0
  for (let number = 0; number < all; number += 1) {
    if (table.module(number).state === 'complete') whole += 1
  }
  return { all, whole }
}
