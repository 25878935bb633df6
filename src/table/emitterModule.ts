// Whether what a module of npm exports as a whole is an object that emits events: it is one of a class,
// and its methods give it more than it has when it is made (`sails.hooks`).

import { entryRanked } from './findPath.ts'
import type { Columns } from './format/columns.ts'

const OF_EMITTERS = ['addListener', 'emit', 'removeListener', 'setMaxListeners']

export function isEmitterModule(columns: Columns, module: number): boolean {
  return OF_EMITTERS.every((name) => {
    const rank = columns.names.find(name)
    return rank >= 0 && entryRanked(columns, module, rank) !== null
  })
}
