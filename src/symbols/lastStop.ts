// How far a path leads that does not lead to its end: the last thing on it that is there.

import { moduleMeant } from '../table/findPath.ts'
import type { OpenTable } from '../table/tableView.ts'

export type LastStop = Readonly<
  /** The number of a module, and what was asked of it. */
  | { kind: 'module'; module: number; rest: string }
  | { kind: 'definition'; definition: number; rest: string }
>

/** `module` is the number of a module that there is; `symbol` is no name of it. */
export function lastStop(table: OpenTable, module: number, symbol: string): LastStop {
  const { name } = table.module(module)
  for (let dot = symbol.lastIndexOf('.'); dot > 0; dot = symbol.lastIndexOf('.', dot - 1)) {
    const found = table.find(name, symbol.slice(0, dot))
    if (found === null) continue
    const rest = symbol.slice(dot + 1)
    const meant = moduleMeant(table.columns, found.definition)
    if (meant >= 0) return { kind: 'module', module: meant, rest }
    return { kind: 'definition', definition: found.definition, rest }
  }
  return { kind: 'module', module, rest: symbol }
}
