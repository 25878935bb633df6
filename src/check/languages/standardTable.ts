// Python's own modules as a table, for the releases that a project is for: what none of them has is
// not in it.

import { addToList } from '../../domain/maps.ts'
import type { StandardName, StandardNames } from '../../ports/standardNames.ts'
import type { Draft } from '../../table/format/draft.ts'
import { encodeTable } from '../../table/format/encodeTable.ts'
import type { Definition, Entry, ModuleTable, SymbolKind } from '../../table/format/table.ts'
import { openTable } from '../../table/openTable.ts'
import type { OpenTable } from '../../table/tableView.ts'
import {
  definer,
  isIn,
  libraryModule,
  namesIn,
  type ReadName,
  type Releases,
} from './libraryTable.ts'

/**
 * A top-level module with all that is below it. Of others it has the classes that its types lead to;
 * a table of everything takes most of a second to make.
 */
export function openStandardTable(
  names: StandardNames,
  top: string,
  releases: Releases,
): OpenTable | null {
  const classes = standardClasses(names, releases)
  const modules: ModuleTable[] = []
  for (const name of names.modules.keys()) {
    if (name !== top && !name.startsWith(`${top}.`)) continue
    const module = names.modules.get(name)
    if (module === undefined || !isIn(module.in ?? '', releases)) continue
    const entries = entriesOf(module.names, releases, (key, { letter, home, rest }) => {
      const path = home ?? `${name}.${key}`
      if (letter === 'c') return classes(path) ?? defined(name, key, 'attribute', null)
      if (letter === 'm') return defined(path, '', 'module', null)
      return defined(name, key, letter === 'f' ? 'function' : 'attribute', rest)
    })
    modules.push(moduleOf(name, 'complete', entries))
  }
  if (modules.length === 0) return null
  return openTable(encodeTable({ modules: withOthers(modules, classes), unreadable: [] }))
}

/** The modules, and of others the classes that are met on the way. */
function withOthers(
  modules: readonly ModuleTable[],
  classes: (path: string) => Definition | null,
): readonly ModuleTable[] {
  const known = new Set(modules.map(({ name }) => name))
  const others = new Map<string, Entry[]>()
  const met = new Set<Definition>()
  const visit = (definition: Definition) => {
    if (met.has(definition)) return
    met.add(definition)
    for (const { definition: member } of definition.members) visit(member)
    for (const base of definition.inherits) visit(base)
    const isTop = definition.kind === 'class' && !definition.name.includes('.')
    if (isTop && !known.has(definition.module)) {
      addToList(others, definition.module, entry(definition.name, definition))
    }
    for (const [path] of (definition.signature ?? '').matchAll(/(?<![\w.])\.[\w.]+/g)) {
      const cls = classes(path.slice(1))
      if (cls !== null) visit(cls)
    }
  }
  for (const { entries } of modules) for (const { definition } of entries) visit(definition)
  const more = [...others].map(([name, entries]) => moduleOf(name, 'dynamic', entries))
  return [...modules, ...more]
}

function entry(name: string, definition: Definition): Entry {
  return { name, definition, origin: 'py', isPublic: true, isTypeOnly: false }
}

function moduleOf(
  name: string,
  state: ModuleTable['state'],
  entries: readonly Entry[],
): ModuleTable {
  return libraryModule(name, { isPublic: true, state, file: fileOf(name), origin: 'py' }, entries)
}

function entriesOf(
  names: Readonly<Record<string, StandardName>>,
  releases: Releases,
  define: (name: string, read: ReadName) => Definition,
): readonly Entry[] {
  return [...namesIn(names, releases)].map(([name, read]) => entry(name, define(name, read)))
}

const MEMBER_KINDS: Readonly<Record<string, SymbolKind>> = {
  f: 'method',
  p: 'property',
  c: 'class',
}

/** Classes by path, each made once. */
function standardClasses(names: StandardNames, releases: Releases) {
  const made = new Map<string, Draft>()

  function define(path: string): Draft | null {
    const known = made.get(path)
    if (known !== undefined) return known
    const row = names.classes.get(path)
    if (row === undefined) return null
    const module = homeOf(names, path)
    const name = path.slice(module.length + 1)
    const cls: Draft = { ...defined(module, name, 'class', row.call ?? null) }
    made.set(path, cls)
    const bases = row.bases ?? []
    const ancestors = bases.map(define)
    const inherits = linear(ancestors.filter((one) => one !== null))
    const isEnum = module !== 'enum' && inherits.some((one) => one.module === 'enum')
    cls.members = entriesOf(row.names, releases, (key, { letter, rest }) => {
      const kind = MEMBER_KINDS[letter] ?? 'attribute'
      // What an enum lists in capitals is of its class.
      const isOne = isEnum && kind === 'attribute' && !/[a-z]/.test(key)
      const member = defined(module, `${name}.${key}`, kind, isOne ? `.${path}` : rest)
      // What stands in a class below another is not listed.
      return letter === 'c' ? { ...member, isOpen: true } : member
    })
    cls.isOpen = row.open === 1 || ancestors.includes(null)
    cls.inherits = inherits
    if (isEnum) closeEnum(cls)
    return cls
  }

  return define
}

/**
 * Classes below `Enum` are open because code makes them; those of Python's own are all made. What they
 * have of it is put among their members, and they are said to be enums.
 */
function closeEnum(cls: Draft): void {
  const above = cls.inherits.filter(({ module }) => module === 'enum')
  const known = new Set(cls.members.map(({ name }) => name))
  const more = above.flatMap(({ members }) => members).filter(({ name }) => !known.has(name))
  const byName = new Map(more.toReversed().map((one) => [one.name, one]))
  cls.members = [...cls.members, ...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  cls.inherits = cls.inherits.filter(({ module }) => module !== 'enum')
  cls.bases = ['enum.Enum']
}

/** Each after all that are below it: the last place in which it is met. */
function linear(bases: readonly Definition[]): readonly Definition[] {
  const met = bases.flatMap((base) => [base, ...base.inherits])
  return met.filter((one, place) => met.lastIndexOf(one) === place)
}

function homeOf({ modules }: StandardNames, path: string): string {
  let dot = path.lastIndexOf('.')
  while (dot > 0 && !modules.has(path.slice(0, dot))) dot = path.lastIndexOf('.', dot - 1)
  return dot > 0 ? path.slice(0, dot) : path.slice(0, path.lastIndexOf('.'))
}

function fileOf(module: string): string {
  return `${module.replaceAll('.', '/')}.py`
}

const defined = definer(fileOf)
