// A symbol that is written without where it stands: every module that has it.

import { findPath, moduleMeant } from '../table/findPath.ts'
import { isPublic, originOf, stateOf } from '../table/format/facts.ts'
import { moduleDepth } from '../table/format/moduleDepth.ts'
import { at } from '../table/format/varints.ts'
import type { OpenTable } from '../table/tableView.ts'
import type { Place } from './places.ts'

/** Public ones first, then the shortest path, then by the order of their texts. */
export function placesAnywhere(table: OpenTable, written: string): readonly Place[] {
  const { columns } = table
  const places: (Place & Readonly<{ isHidden: boolean; depth: number }>)[] = []
  const head = written.split('.', 1)[0] ?? ''
  const isSomewhere = columns.names.find(head) >= 0 || columns.names.find(written) >= 0
  for (let number = 0; isSomewhere && number < columns.modules.count; number += 1) {
    const module = columns.names.text(at(columns.modules.name, number))
    // Data is nobody's API, and the default of a subpath is not that of the package.
    if (module.startsWith('./') && head === 'default') continue
    // What tests hold is only meant by its whole path.
    if (stateOf(at(columns.modules.facts, number)) === 'unread') continue
    const found = findPath(columns, number, written)
    if (found === null || isThroughModule(table, number, written)) continue
    if (module.startsWith('./') && table.module(number).file?.endsWith('.json')) continue
    const isShown = isPublic(at(columns.entries.facts, found.entry))
    const definition = at(columns.entries.target, found.entry)
    // What a module only imported for itself is not looked for here, nor what is a name of a subpath
    // because of the type of the object that it stands for.
    if (!isShown && at(columns.definitions.file, definition) === 0) continue
    if (originOf(at(columns.entries.facts, found.entry)) === 'inherited') continue
    const isHidden = !isShown || !isPublic(at(columns.modules.facts, number))
    places.push({ module, symbol: written, isHidden, depth: moduleDepth(module) })
  }
  for (const place of suffixPlaces(table, written)) places.push(place)
  return places.sort(
    (one, other) =>
      Number(one.isHidden) - Number(other.isHidden) ||
      one.depth - other.depth ||
      (one.module < other.module ? -1 : 1),
  )
}

/** `utils.dirname` in a module that imports `utils`: that module has it. */
function isThroughModule({ columns }: OpenTable, module: number, symbol: string): boolean {
  const dot = symbol.indexOf('.')
  const head = dot < 0 ? null : findPath(columns, module, symbol.slice(0, dot))
  return head !== null && moduleMeant(columns, at(columns.entries.target, head.entry)) >= 0
}

/** `retry.Retry`: the end of a module's name, and what is below it. */
function* suffixPlaces(table: OpenTable, written: string) {
  const parts = written.split('.')
  for (const { name, isPublic: isShown, state } of table.modules()) {
    for (let length = parts.length; length > 0; length -= 1) {
      const tail = `.${parts.slice(0, length).join('.')}`
      if (name.startsWith('.') || !name.endsWith(tail)) continue
      const symbol = parts.slice(length).join('.')
      if (symbol !== '' && state === 'unread') continue
      if (table.lookup(name, symbol) === null) continue
      if (isThroughModule(table, table.findModule(name), symbol)) continue
      yield { module: name, symbol, isHidden: !isShown, depth: moduleDepth(name) }
    }
  }
}
