// What a comparison asks of the modules of a table.

import type { Columns } from '../table/format/columns.ts'
import { isPublic, stateOf } from '../table/format/facts.ts'
import { at } from '../table/format/varints.ts'

export function moduleName({ names, modules }: Columns, module: number): string {
  return names.text(at(modules.name, module))
}

/** Whether its names are known, as far as a reader can know them. */
export function isRead({ modules }: Columns, module: number): boolean {
  const state = stateOf(at(modules.facts, module))
  return state === 'complete' || state === 'dynamic'
}

export function isDynamic({ modules }: Columns, module: number): boolean {
  return stateOf(at(modules.facts, module)) === 'dynamic'
}

export function isPublicModule({ modules }: Columns, module: number): boolean {
  return isPublic(at(modules.facts, module))
}

export function* publicModules(columns: Columns): Generator<number> {
  for (let module = 0; module < columns.modules.count; module += 1) {
    if (isPublicModule(columns, module)) yield module
  }
}
