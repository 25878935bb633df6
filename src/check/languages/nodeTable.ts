// Node's own modules as a table of npm, for the releases that a project is for: what none of them has is
// not in it. They are modules of one package, `node`.

import { addToList, keptIn } from '../../domain/maps.ts'
import type { NodeName, NodeNames } from '../../ports/nodeNames.ts'
import { byName, type Draft } from '../../table/format/draft.ts'
import { encodeTable } from '../../table/format/encodeTable.ts'
import type {
  Definition,
  Entry,
  ModuleTable,
  Origin,
  SymbolKind,
} from '../../table/format/table.ts'
import { openTable } from '../../table/openTable.ts'
import type { OpenTable } from '../../table/tableView.ts'
import { definer, isIn, libraryModule, namesIn, type Releases, readName } from './libraryTable.ts'

/**
 * A module with those below it (`fs`, `fs/promises`) and what they lead to: a table of everything takes
 * half a second to make. Null for one that none of the releases has.
 */
export function openNodeTable(names: NodeNames, top: string, releases: Releases): OpenTable | null {
  const types = nodeTypes(names, releases)
  const modules = new Map<string, ModuleTable>()
  const add = (name: string) => {
    const module = names.modules.get(name)
    if (module === undefined || modules.has(name) || !isIn(module.in ?? '', releases)) return
    const entries = entriesOf(name, module.names, releases, types)
    entries.push(wholeEntry(name, module.whole, types))
    modules.set(name, moduleOf(`./${name}`, module.open !== 1, entries))
    for (const { definition } of entries) {
      if (definition.kind === 'module') add(definition.module.slice(2))
    }
  }
  for (const name of names.modules.keys()) {
    if (name === top || name.startsWith(`${top}/`)) add(name)
  }
  if (modules.size === 0) return null
  const listed = [...modules.values()]
  const reached = typesReached(names, listed, types)
  // Texts of types name them by one word each.
  const keys = [...reached].map(([path, type]) => entry(keyOf(path), type, 'dts', false))
  const all = [...listed, ...homesOf(reached, modules), moduleOf('.', false, keys)]
  return openTable(encodeTable({ modules: all.sort(byName), unreadable: [] }))
}

/** Every type that names of the modules lead to, by path. */
function typesReached(
  names: NodeNames,
  modules: readonly ModuleTable[],
  types: Types,
): ReadonlyMap<string, Definition> {
  const paths = pathsByKey(names)
  const reached = new Map<string, Definition>()
  const met = new Set<Definition>()
  const waiting = modules.flatMap(({ entries }) => entries.map((one) => one.definition))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (met.has(next)) continue
    met.add(next)
    for (const { definition } of next.members) waiting.push(definition)
    waiting.push(...next.inherits)
    for (const [key] of (next.signature ?? '').matchAll(/[A-Za-z][\w$]*_[\w$]+/g)) {
      const path = paths.get(key)
      const type = path === undefined ? null : types(path)
      if (path === undefined || type === null) continue
      reached.set(path, type)
      waiting.push(type)
    }
  }
  return reached
}

const kept = new WeakMap<NodeNames, ReadonlyMap<string, string>>()

function pathsByKey(names: NodeNames): ReadonlyMap<string, string> {
  return keptIn(
    kept,
    names,
    () => new Map(Array.from(names.classes.keys(), (path) => [keyOf(path), path])),
  )
}

/** The modules in which types of others are at home, so that they can be told by their path. */
function homesOf(
  reached: ReadonlyMap<string, Definition>,
  modules: ReadonlyMap<string, ModuleTable>,
): readonly ModuleTable[] {
  const homes = new Map<string, Entry[]>()
  for (const [path, type] of reached) {
    const module = path.slice(0, path.indexOf('.'))
    if (modules.has(module) || type.name.includes('.')) continue
    addToList(homes, module, entry(type.name, type, 'dts', false))
  }
  return [...homes].map(([name, entries]) => moduleOf(`./${name}`, false, entries))
}

/** `fs/promises.FileHandle`, as texts of the asset write it. */
function keyOf(path: string): string {
  return path.replaceAll('/', '$').replaceAll('.', '_')
}

/** Told: all that it has is listed. */
function moduleOf(name: string, isTold: boolean, entries: readonly Entry[]): ModuleTable {
  const state = isTold ? 'complete' : 'dynamic'
  const how = { isPublic: isTold, state, file: fileOf(name), origin: 'dts' } as const
  return libraryModule(name, how, [...entries].sort(byName))
}

function entry(name: string, definition: Definition, origin: Origin, isPublic = true): Entry {
  return { name, definition, origin, isPublic, isTypeOnly: false }
}

/**
 * What `import fs from 'fs'` gives: the module itself. Where that is a class or a function, both are
 * one object, as `export =` makes them.
 */
function wholeEntry(module: string, whole: NodeName | undefined, types: Types): Entry {
  const read = whole === undefined ? null : readName(whole)
  if (read?.letter === 'c' && read.home !== null) {
    const cls = types(read.home)
    if (cls !== null) return entry('default', cls, 'inherited', false)
  }
  if (read?.letter === 'f') {
    const called = defined(`./${module}`, 'default', 'function', read.rest)
    return entry('default', called, 'inherited', false)
  }
  return entry('default', defined(`./${module}`, '', 'module', null), 'inherited', false)
}

const KINDS: Readonly<Record<string, SymbolKind>> = { f: 'function', t: 'type', v: 'constant' }

function entriesOf(
  module: string,
  names: Readonly<Record<string, NodeName>>,
  releases: Releases,
  types: Types,
): Entry[] {
  const entries: Entry[] = []
  for (const [name, { letter, home, rest }] of namesIn(names, releases)) {
    const path = home ?? `${module}.${name}`
    if (letter === 'm') {
      entries.push(entry(name, defined(`./${path}`, '', 'module', null), 'dts'))
      continue
    }
    const type = /^[cin]$/.test(letter) ? types(path) : null
    const kind = KINDS[letter] ?? 'constant'
    entries.push(entry(name, type ?? defined(`./${module}`, name, kind, rest), 'dts'))
  }
  return entries
}

type Types = (path: string) => Definition | null

/** No class of Node is so far from the first. */
const ANCESTORS_DEEP_MAX = 12

const TYPE_KINDS = { c: 'class', i: 'interface', n: 'namespace' } as const

/** Classes, interfaces and namespaces by path, each made once. */
function nodeTypes(names: NodeNames, releases: Releases): Types {
  const made = new Map<string, Draft>()

  function define(path: string): Draft | null {
    const known = made.get(path)
    if (known !== undefined) return known
    const row = names.classes.get(path)
    if (row === undefined) return null
    // Names of modules have no dots.
    const dot = path.indexOf('.')
    const module = path.slice(0, dot)
    const kind = TYPE_KINDS[row.kind ?? 'c']
    const signature = kind === 'class' ? (row.call ?? 'class') : ''
    const type: Draft = { ...defined(`./${module}`, path.slice(dot + 1), kind, signature) }
    made.set(path, type)
    type.members = membersOf(type, row.names)
    // By their paths: what a class has may lead back to it before it is all there.
    const ancestors = ancestorsOf(names, path).map(define)
    type.isOpen = row.open === 1 || ancestors.includes(null)
    type.inherits = ancestors.filter((one) => one !== null)
    return type
  }

  function membersOf(
    { module, name: own, kind: of }: Definition,
    members: Readonly<Record<string, NodeName>>,
  ): readonly Entry[] {
    const entries: Entry[] = []
    for (const [name, { letter, home, rest }] of namesIn(members, releases)) {
      const path = home ?? `${module.slice(2)}.${own}.${name}`
      const type = /^[cin]$/.test(letter) ? define(path) : null
      const isMethod = letter === 'f' && of !== 'namespace'
      const kind = isMethod ? 'method' : (KINDS[letter] ?? 'property')
      entries.push(entry(name, type ?? defined(module, `${own}.${name}`, kind, rest), 'dts'))
    }
    return entries.sort(byName)
  }

  return define
}

/** What it comes from, each once and after all that are below it. */
function ancestorsOf({ classes }: NodeNames, path: string): readonly string[] {
  const met: string[] = []
  const visit = (one: string, depth: number) => {
    if (depth > ANCESTORS_DEEP_MAX) return
    for (const base of classes.get(one)?.bases ?? []) {
      met.push(base)
      visit(base, depth + 1)
    }
  }
  visit(path, 0)
  return met.filter((one, place) => one !== path && met.lastIndexOf(one) === place)
}

function fileOf(module: string): string {
  return `${module.slice(2)}.d.ts`
}

const defined = definer(fileOf)
