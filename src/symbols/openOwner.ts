// Definitions on the way to a missing name whose members are not all known.

import { mayHoldMore } from '../table/mayHoldMore.ts'
import type { OpenTable } from '../table/openTable.ts'

/** The last definition that a path goes through, when it may have more than is listed. */
export function openOwner(table: OpenTable, module: string, symbol: string): string | null {
  for (let dot = symbol.lastIndexOf('.'); dot > 0; dot = symbol.lastIndexOf('.', dot - 1)) {
    const path = symbol.slice(0, dot)
    const found = table.find(module, path)
    if (found === null) continue
    return mayHoldMore(table.columns, found.definition) ? path : null
  }
  return null
}
