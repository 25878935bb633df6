// Modules that were all of one thing (`export =`) and offer it as their `default` now: whoever has it
// by `require` gets an object around it.

import type { Columns } from '../table/format/columns.ts'
import { kindOf, originOf } from '../table/format/facts.ts'
import { at, signedAt } from '../table/format/varints.ts'
import type { Matches } from './matchSurfaces.ts'
import { publicModules } from './modules.ts'

/** `false` where the newer declarations are in another file: `require` may get others. */
export type Unassigned = ReadonlyMap<number, boolean>

export function unassignedExports({ from, to, module }: Matches): Unassigned {
  const found = new Map<number, boolean>()
  for (const one of publicModules(from.columns)) {
    const other = signedAt(module, one)
    const [entry, now] = [
      defaultOf(from.columns, one),
      other < 0 ? -1 : defaultOf(to.columns, other),
    ]
    if (entry < 0 || now < 0) continue
    const isWhole = (columns: Columns, which: number) =>
      originOf(at(columns.entries.facts, which)) === 'inherited'
    const target = at(from.columns.entries.target, entry)
    const kind = kindOf(at(from.columns.definitions.facts, target))
    // Of a namespace the module has the names either way.
    if (kind === 'namespace' || kind === 'module' || !isWhole(from.columns, entry)) continue
    const origin = originOf(at(to.columns.entries.facts, now))
    if (origin !== 'dts' && origin !== 'types') continue
    if (signedAt(from.homeList, target) !== one) continue
    found.set(target, fileOf(from.columns, one) === fileOf(to.columns, other))
  }
  return found
}

function defaultOf({ entries, names }: Columns, module: number): number {
  for (let entry = at(entries.starts, module); entry < at(entries.starts, module + 1); entry += 1) {
    if (names.text(at(entries.name, entry)) === 'default') return entry
  }
  return -1
}

function fileOf({ modules, texts }: Columns, module: number): string | null {
  return texts.words.text(at(modules.file, module))
}
