// A symbol as it is named in an answer.

import type { SymbolKind } from '../table/format/table.ts'

export type SymbolName = Readonly<{ symbol: string; kind: SymbolKind }>

/** How a path is written: the first part is the module. */
export type WritePath = (path: readonly string[]) => string

export function sortedBySymbol<Row extends SymbolName>(rows: Iterable<Row>): readonly Row[] {
  return [...rows].sort((one, other) => {
    if (one.symbol === other.symbol) return 0
    return one.symbol < other.symbol ? -1 : 1
  })
}
