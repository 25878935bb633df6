// The public surface of a table: every definition that a public path leads to, under the shortest of
// these paths. Lists are numbered as in the table: those of the modules, then those of the
// definitions.

import { TABLE_DEPTH_MAX } from '../limits.ts'
import { ancestorsOf, hasNoAncestors } from '../table/format/ancestors.ts'
import type { Columns } from '../table/format/columns.ts'
import {
  isAbstract,
  isPublic,
  isTypeOnly,
  kindBits,
  kindOf,
  originOf,
} from '../table/format/facts.ts'
import { moduleDepth } from '../table/format/moduleDepth.ts'
import { at, byteAt, signedAt } from '../table/format/varints.ts'
import { isPublicModule } from './modules.ts'

export type Surface = Readonly<{
  columns: Columns
  /** The public definitions, each after what it is below. */
  order: readonly number[]
  /** The list in which a definition is at home, or -1 for one that is not public. */
  homeList: Int32Array
  /** Its entry in that list, or in the list of one of its ancestors. */
  homeEntry: Int32Array
  /** 1 for the public entries that stand in their list themselves and are no modules. */
  isOwn: Uint8Array
  /** Places besides the homes: own entries of public lists, and the lists that they stand in. */
  others: Places
  /** Of each definition what can be compared at a glance; see `traitsOf`. */
  traits: Uint8Array
  /** Those of the public definitions that inherit something. */
  heirs: readonly number[]
}>

/** Two columns, in the order of the lists. */
export type Places = Readonly<{ lists: Int32Array; entries: Int32Array }>

const known = new WeakMap<Columns, Surface>()

/** Made once for a table, however many compare with it or look for near names in it. */
export function publicSurface(columns: Columns): Surface {
  const surface = known.get(columns) ?? makeSurface(columns)
  known.set(columns, surface)
  return surface
}

function makeSurface(columns: Columns): Surface {
  const { modules, definitions } = columns
  const { starts } = columns.entries
  const homeList = new Int32Array(definitions.count).fill(-1)
  const homeEntry = new Int32Array(definitions.count).fill(-1)
  const order: number[] = []
  const isOwn = ownEntries(columns)

  function settle(definition: number, list: number, entry: number): boolean {
    if (signedAt(homeList, definition) >= 0) return false
    homeList[definition] = list
    homeEntry[definition] = entry
    order.push(definition)
    return true
  }

  /** Goes on from lists to what is below them, a level at a time. */
  function spread(firstLevels: readonly (readonly number[])[]): void {
    let level: number[] = []
    for (let depth = 0; depth < firstLevels.length + TABLE_DEPTH_MAX; depth += 1) {
      level = [...(firstLevels[depth] ?? []), ...level]
      const next: number[] = []
      for (const list of level) {
        for (let entry = at(starts, list); entry < at(starts, list + 1); entry += 1) {
          if (byteAt(isOwn, entry) === 0) continue
          const definition = at(columns.entries.target, entry)
          if (settle(definition, list, entry)) next.push(modules.count + definition)
        }
      }
      level = next
    }
  }

  spread(modulesByDepth(columns))
  // What only an inheritance makes public: members of bases that are not public themselves.
  for (let i = 0; i < order.length; i += 1) {
    const definition = order[i] ?? 0
    const found: number[] = []
    if (!hasHiddenAncestors(columns, definition, homeList)) continue
    for (const entry of inheritedEntries({ columns, isOwn }, definition)) {
      const target = at(columns.entries.target, entry)
      if (settle(target, modules.count + definition, entry)) found.push(modules.count + target)
    }
    if (found.length > 0) spread([found])
  }
  const others = otherPlaces({ columns, order, homeEntry, isOwn })
  const heirs = order.filter((one) => isHeir(columns, one))
  const traits = traitsOf(columns, homeEntry)
  return { columns, order, homeList, homeEntry, isOwn, others, traits, heirs }
}

function otherPlaces(surface: Pick<Surface, 'columns' | 'order' | 'homeEntry' | 'isOwn'>): Places {
  const { columns, order, homeEntry, isOwn } = surface
  const { starts, target } = columns.entries
  const lists: number[] = []
  const entries: number[] = []
  function collect(list: number): void {
    for (let entry = at(starts, list); entry < at(starts, list + 1); entry += 1) {
      if (byteAt(isOwn, entry) === 0 || signedAt(homeEntry, at(target, entry)) === entry) continue
      lists.push(list)
      entries.push(entry)
    }
  }
  for (let module = 0; module < columns.modules.count; module += 1) {
    if (isPublicModule(columns, module)) collect(module)
  }
  for (const definition of order) collect(columns.modules.count + definition)
  return { lists: Int32Array.from(lists), entries: Int32Array.from(entries) }
}

/** Members of ancestors that are public themselves are at home there. */
function hasHiddenAncestors(columns: Columns, definition: number, homeList: Int32Array): boolean {
  for (const ancestor of ancestorsOf(columns.definitions, definition)) {
    if (signedAt(homeList, ancestor) < 0) return true
  }
  return listsInherited(columns, definition)
}

const TYPE_ONLY = 1
const HAS_BASES = 64
const ABSTRACT = 128

/** Its kind, whether it is only a type, whether it names bases, and whether it is abstract. */
function traitsOf({ definitions, entries }: Columns, homeEntry: Int32Array): Uint8Array {
  const { baseStarts, facts } = definitions
  return Uint8Array.from(homeEntry, (entry, one) => {
    const isType = entry >= 0 && isTypeOnly(at(entries.facts, entry))
    const isDerived = at(baseStarts, one) < at(baseStarts, one + 1)
    const kind = kindBits(at(facts, one)) + (isType ? TYPE_ONLY : 0)
    return kind + (isDerived ? HAS_BASES : 0) + (isAbstract(at(facts, one)) ? ABSTRACT : 0)
  })
}

export function hasBases(traits: number): boolean {
  return (traits & HAS_BASES) !== 0
}

/** Tables of npm list what is inherited; those of Python name the ancestors. */
function isHeir(columns: Columns, definition: number): boolean {
  const { definitions } = columns
  if (definitions.ancestors.length > 0) return !hasNoAncestors(definitions, definition)
  return listsInherited(columns, definition)
}

function listsInherited({ entries, modules }: Columns, definition: number): boolean {
  const own = modules.count + definition
  for (let entry = at(entries.starts, own); entry < at(entries.starts, own + 1); entry += 1) {
    if (originOf(at(entries.facts, entry)) === 'inherited') return true
  }
  return false
}

/** Public modules by the number of the parts of their names. */
function modulesByDepth(columns: Columns): readonly (readonly number[])[] {
  const levels: number[][] = []
  for (let module = 0; module < columns.modules.count; module += 1) {
    if (!isPublicModule(columns, module)) continue
    const depth = moduleDepth(columns.names.text(at(columns.modules.name, module)))
    while (levels.length <= depth) levels.push([])
    levels[depth]?.push(module)
  }
  return levels
}

/** Public entries that stand in the list itself; a module in another one is no matter of a list. */
function ownEntries(columns: Columns): Uint8Array {
  const { entries, modules } = columns
  const isOwn = new Uint8Array(entries.name.length)
  const firstMember = at(entries.starts, modules.count)
  for (let entry = 0; entry < isOwn.length; entry += 1) {
    const facts = at(entries.facts, entry)
    if (!isPublic(facts) || (entry >= firstMember && originOf(facts) === 'inherited')) continue
    if (!isModule(columns, at(entries.target, entry))) isOwn[entry] = 1
  }
  return isOwn
}

/** Public members that a definition has from what it inherits from, each name once. */
export function* inheritedEntries(
  { columns, isOwn }: Pick<Surface, 'columns' | 'isOwn'>,
  definition: number,
): Generator<number> {
  const { entries, modules } = columns
  const own = modules.count + definition
  const seen = new Set<number>()
  for (let entry = at(entries.starts, own); entry < at(entries.starts, own + 1); entry += 1) {
    const facts = at(entries.facts, entry)
    seen.add(at(entries.name, entry))
    if (isPublic(facts) && originOf(facts) === 'inherited') yield entry
  }
  for (const ancestor of ancestorsOf(columns.definitions, definition)) {
    const list = modules.count + ancestor
    for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
      const name = at(entries.name, entry)
      if (byteAt(isOwn, entry) === 0 || seen.has(name)) continue
      seen.add(name)
      yield entry
    }
  }
}

export function isModule({ definitions }: Columns, definition: number): boolean {
  return kindOf(at(definitions.facts, definition)) === 'module'
}

/** Whether another package defines it, below something that this one defines. */
export function isForeign({ columns, homeList }: Surface, definition: number): boolean {
  const { definitions, modules } = columns
  if (at(definitions.file, definition) !== 0) return false
  for (let list = signedAt(homeList, definition); list >= modules.count; ) {
    const owner = list - modules.count
    if (at(definitions.file, owner) !== 0) return true
    list = signedAt(homeList, owner)
  }
  return false
}

/** Whether it stands in a module whose declarations `exports` does not lead to. */
export function isUnmapped({ columns, homeList }: Surface, definition: number): boolean {
  const { modules } = columns
  const list = signedAt(homeList, definition)
  if (list < 0 || list >= modules.count) return false
  return originOf(at(modules.facts, list)) === 'unmapped'
}

/** The names on the way to a definition, from its module on. */
export function pathOf(surface: Surface, definition: number): readonly string[] {
  const { columns, homeList, homeEntry } = surface
  const names: string[] = []
  for (let at_ = definition; ; ) {
    names.push(columns.names.text(at(columns.entries.name, signedAt(homeEntry, at_))))
    const list = signedAt(homeList, at_)
    if (list < columns.modules.count) {
      names.push(columns.names.text(at(columns.modules.name, list)))
      return names.reverse()
    }
    at_ = list - columns.modules.count
  }
}
