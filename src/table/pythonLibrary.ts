// Python's standard library as the reference interpreter shows it: what star imports bring, what
// imported names are, and which members classes inherit from it. scripts/standardLibrary.py writes the file.

import { asset, own } from './assets.ts'
import type { SymbolKind } from './format/table.ts'

type StandardModule = Readonly<{ all?: readonly string[]; names: Readonly<Record<string, string>> }>
type StandardClass = Readonly<{
  bases: readonly string[]
  members: Readonly<Record<string, string>>
  /** What the class of the class gives it. */
  meta?: Readonly<Record<string, string>>
}>

type Library = Readonly<{
  modules: Readonly<Record<string, StandardModule>>
  classes: Readonly<Record<string, StandardClass>>
  /** The class of what a call of a function gives. */
  makes: Readonly<Record<string, string>>
}>

const library = asset('python-stdlib.json.gz', ({ modules, classes, makes }: Library) => ({
  modules: new Map(Object.entries(modules)),
  classes: new Map(Object.entries(classes)),
  makes: new Map(Object.entries(makes)),
}))

/** What `from <path> import *` brings; null for a module that is not of the standard library. */
export function standardModuleNames(path: string): string[] | null {
  const module = library().modules.get(path)
  if (module === undefined) return null
  return module.all ? [...module.all] : Object.keys(module.names)
}

export function isStandardModule(path: string): boolean {
  return library().modules.has(path)
}

const NAME_KINDS: Readonly<Record<string, SymbolKind>> = {
  c: 'class',
  f: 'function',
  m: 'module',
  v: 'constant',
}

export function standardKind(path: string, name: string): SymbolKind | null {
  const { modules } = library()
  if (name === '') return 'module'
  const kind = own(modules.get(path)?.names ?? {}, name)
  if (kind !== undefined) return NAME_KINDS[kind] ?? null
  return modules.has(`${path}.${name}`) ? 'module' : null
}

/** The class of what calling something gives: a class itself, or `logging.getLogger`. */
export function standardResult(path: string): string | null {
  const { classes, makes } = library()
  return makes.get(path) ?? (classes.has(path) ? path : null)
}

/** What a dotted path means that begins with a module of the standard library; null for nothing. */
export function standardPath(path: string): SymbolKind | null {
  const { modules } = library()
  const parts = path.split('.')
  for (let end = parts.length; end > 0; end -= 1) {
    const module = parts.slice(0, end).join('.')
    if (!modules.has(module)) continue
    const [name, member, ...more] = parts.slice(end)
    if (name === undefined) return 'module'
    if (more.length > 0) return null
    const members = member === undefined ? null : standardMembers(`${module}.${name}`)
    return member === undefined ? standardKind(module, name) : (members?.get(member)?.kind ?? null)
  }
  return null
}

const MEMBER_KINDS: Readonly<Record<string, SymbolKind>> = {
  m: 'method',
  p: 'property',
  a: 'attribute',
  c: 'class',
}

/** Names of `typing` and its backport that stand for a class when they are a base. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  Dict: 'builtins.dict',
  List: 'builtins.list',
  Set: 'builtins.set',
  FrozenSet: 'builtins.frozenset',
  Tuple: 'builtins.tuple',
  Type: 'builtins.type',
  NamedTuple: 'builtins.tuple',
  TypedDict: 'builtins.dict',
  DefaultDict: 'collections.defaultdict',
  OrderedDict: 'collections.OrderedDict',
  Counter: 'collections.Counter',
  Deque: 'collections.deque',
  ChainMap: 'collections.ChainMap',
}

/** The class that a base of the standard library means. */
function standardClass(path: string): string {
  const found = /^typing(?:_extensions)?\.(\w+)$/.exec(path)?.[1]
  if (found === undefined) return path
  const known = own(STANDS_FOR, found)
  if (known !== undefined) return known
  return library().classes.has(`collections.abc.${found}`)
    ? `collections.abc.${found}`
    : `typing.${found}`
}

type StandardMember = Readonly<{
  owner: string
  kind: SymbolKind
  /** The class has it, and none of its objects. */
  isOfClass: boolean
}>

const membersOf = new Map<string, ReadonlyMap<string, StandardMember>>()

/** What every tuple with named fields has beside what tuples have. */
const OF_NAMED_TUPLES: readonly (readonly [string, SymbolKind])[] = [
  ['_asdict', 'method'],
  ['_field_defaults', 'attribute'],
  ['_fields', 'attribute'],
  ['_make', 'method'],
  ['_replace', 'method'],
]

/** Members of a class, inherited ones included; null for a class that is not known. */
export function standardMembers(path: string): ReadonlyMap<string, StandardMember> | null {
  const known = membersOf.get(path)
  if (known !== undefined) return known
  const { classes } = library()
  const cls = classes.get(standardClass(path))
  if (cls === undefined) return path === 'builtins.object' ? new Map() : null
  const members = new Map<string, StandardMember>()
  membersOf.set(path, members)
  for (const base of cls.bases.toReversed()) {
    for (const [name, member] of standardMembers(base) ?? []) members.set(name, member)
  }
  const add = (given: Readonly<Record<string, string>>, isOfClass: boolean) => {
    for (const [name, kind] of Object.entries(given)) {
      members.set(name, { owner: path, kind: MEMBER_KINDS[kind] ?? 'attribute', isOfClass })
    }
  }
  add(cls.meta ?? {}, true)
  add(cls.members, false)
  if (!/^typing(?:_extensions)?\.NamedTuple$/.test(path)) return members
  for (const [name, kind] of OF_NAMED_TUPLES) {
    members.set(name, { owner: path, kind, isOfClass: false })
  }
  return members
}
