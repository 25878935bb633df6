// Modules that were all of one thing (`export =`) and offer it as their `default` now: whoever has it
// by `require` gets an object around it. And the other way round: the object around it is gone.

import type { Columns } from '../table/format/columns.ts'
import { kindOf, originOf } from '../table/format/facts.ts'
import { at, signedAt } from '../table/format/varints.ts'
import type { Matches } from './matchSurfaces.ts'
import { publicModules } from './modules.ts'
import type { Reason } from './reasons.ts'

/** Undecided where the newer declarations are in another file: `require` may get others. */
export type ExportForms = ReadonlyMap<number, Reason>

export function otherExportForms(matches: Matches): ExportForms {
  return new Map([...unassignedExports(matches), ...assignedExports(matches)])
}

function unassignedExports({ from, to, module }: Matches): ExportForms {
  const found = new Map<number, Reason>()
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
    const isSure = fileOf(from.columns, one) === fileOf(to.columns, other)
    found.set(target, isSure ? 'export_assignment_removed' : 'type_changed_undecided')
  }
  return found
}

/** What was a `default` and is all of its module now, which has no `default` beside it. */
function assignedExports({ from, to, module, definition }: Matches): ExportForms {
  const found = new Map<number, Reason>()
  for (const one of publicModules(from.columns)) {
    const other = signedAt(module, one)
    if (other < 0 || fileOf(from.columns, one) !== fileOf(to.columns, other)) continue
    const [entry, now] = [defaultOf(from.columns, one), defaultOf(to.columns, other)]
    if (entry < 0 || now < 0) continue
    const origin = originOf(at(from.columns.entries.facts, entry))
    if (origin !== 'dts' && origin !== 'types') continue
    if (originOf(at(to.columns.entries.facts, now)) !== 'inherited') continue
    const target = at(from.columns.entries.target, entry)
    const kind = kindOf(at(from.columns.definitions.facts, target))
    if (kind === 'namespace' || kind === 'module') continue
    const there = at(to.columns.entries.target, now)
    if (signedAt(definition, target) !== there) continue
    // An object may have itself under that name.
    if (defaultOf(to.columns, to.columns.modules.count + there) >= 0) continue
    found.set(target, 'export_assignment_added')
  }
  return found
}

/** The entry of a module, or of what has members. */
function defaultOf({ entries, names }: Columns, list: number): number {
  for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
    if (names.text(at(entries.name, entry)) === 'default') return entry
  }
  return -1
}

function fileOf({ modules, texts }: Columns, module: number): string | null {
  return texts.words.text(at(modules.file, module))
}
