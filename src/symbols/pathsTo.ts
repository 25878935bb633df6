// Every public path to a definition, found by going up from it.

import { keptIn } from '../domain/maps.ts'
import { TABLE_DEPTH_MAX } from '../limits.ts'
import type { Columns } from '../table/format/columns.ts'
import { isPublic, originOf } from '../table/format/facts.ts'
import { moduleDepth } from '../table/format/moduleDepth.ts'
import { at } from '../table/format/varints.ts'
import type { OpenTable } from '../table/tableView.ts'

/** A definition may stand in thousands of places; nobody reads more than a few. */
const STEPS_MAX = 400

/** Paths as module and names, the shortest first, then by the order of their texts. */
export function pathsTo(table: OpenTable, definition: number): readonly (readonly string[])[] {
  const { columns } = table
  const holders = keptIn(known, columns, () => holdersOf(columns))
  const paths: (readonly string[])[] = []
  let level: (readonly [definition: number, names: readonly string[]])[] = [[definition, []]]
  const seen = new Set([definition])
  let steps = 0
  for (let depth = 0; depth < TABLE_DEPTH_MAX && level.length > 0; depth += 1) {
    const next: typeof level = []
    for (const [one, names] of level) {
      for (let i = at(holders.starts, one); i < at(holders.starts, one + 1); i += 1) {
        if (++steps > STEPS_MAX) return sorted(paths)
        const entry = at(holders.entries, i)
        const list = at(holders.lists, i)
        const longer = [columns.names.text(at(columns.entries.name, entry)), ...names]
        const owner = list - columns.modules.count
        if (owner >= 0) {
          if (!seen.has(owner)) next.push([owner, longer])
          seen.add(owner)
        } else if (isPublic(at(columns.modules.facts, list))) {
          paths.push([columns.names.text(at(columns.modules.name, list)), ...longer])
        }
      }
    }
    level = next
  }
  return sorted(paths)
}

function sorted(paths: (readonly string[])[]): readonly (readonly string[])[] {
  const length = (path: readonly string[]) => path.length + moduleDepth(path[0] ?? '')
  return paths.sort(
    (one, other) => length(one) - length(other) || (one.join('.') < other.join('.') ? -1 : 1),
  )
}

/** Which public entries lead to each definition: entries, and the lists that they stand in. */
type Holders = Readonly<{ starts: Uint32Array; entries: Uint32Array; lists: Uint32Array }>

const known = new WeakMap<Columns, Holders>()

function holdersOf(columns: Columns): Holders {
  const { entries, definitions, modules } = columns
  const starts = new Uint32Array(definitions.count + 2)
  const isHolder = (list: number, entry: number) => {
    const facts = at(entries.facts, entry)
    if (!isPublic(facts)) return false
    if (list < modules.count) return isPublic(at(modules.facts, list))
    return originOf(facts) !== 'inherited'
  }
  const lists = modules.count + definitions.count
  forEachEntry(columns, lists, (list, entry) => {
    if (isHolder(list, entry))
      starts[at(entries.target, entry) + 2] = at(starts, at(entries.target, entry) + 2) + 1
  })
  for (let i = 2; i < starts.length; i += 1) starts[i] = at(starts, i) + at(starts, i - 1)
  const made = {
    starts,
    entries: new Uint32Array(at(starts, starts.length - 1)),
    lists: new Uint32Array(at(starts, starts.length - 1)),
  }
  forEachEntry(columns, lists, (list, entry) => {
    if (!isHolder(list, entry)) return
    const target = at(entries.target, entry) + 1
    const place = at(starts, target)
    made.entries[place] = entry
    made.lists[place] = list
    starts[target] = place + 1
  })
  return made
}

function forEachEntry(
  { entries }: Columns,
  lists: number,
  visit: (list: number, entry: number) => void,
): void {
  for (let list = 0; list < lists; list += 1) {
    const end = at(entries.starts, list + 1)
    for (let entry = at(entries.starts, list); entry < end; entry += 1) visit(list, entry)
  }
}
