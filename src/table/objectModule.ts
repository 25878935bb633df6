// Whether what a module of npm exports as a whole is an object of a class: its methods give it more than
// it has when it is made. One that emits events is such an object, whoever describes it (`sails.hooks`).

import { entryRanked } from './findPath.ts'
import type { Columns } from './format/columns.ts'
import type { OpenTable } from './tableView.ts'

/** Beside the state of a module that is complete. */
export const IS_OBJECT = 'is an object, which its methods may give more names'

const OF_EMITTERS = ['addListener', 'emit', 'removeListener', 'setMaxListeners']

export function isObjectModule(table: OpenTable, module: number): boolean {
  return table.module(module).stateReason === IS_OBJECT || isEmitter(table.columns, module)
}

function isEmitter(columns: Columns, module: number): boolean {
  return OF_EMITTERS.every((name) => {
    const rank = columns.names.find(name)
    return rank >= 0 && entryRanked(columns, module, rank) !== null
  })
}
