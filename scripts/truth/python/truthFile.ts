// What enumerate.py wrote about one package, and the questions that the comparison asks of it.

import { readFileSync } from 'node:fs'

export type Parameter = readonly [name: string, kind: string, defaultText: string | null]
export type RuntimeKind = 'module' | 'class' | 'function' | 'value'
export type MemberKind = 'method' | 'property' | 'attribute' | 'class'

export type TruthName = Readonly<{
  kind: RuntimeKind
  /** Where the object says that it was defined. */
  module: string | null
  qualname: string | null
  type: string
  /** In `__all__`. */
  listed: boolean
  scope: 'defined' | 'assigned' | 'foreign'
  how: 'binding' | 'import' | 'star' | null
  lazy?: boolean
  class?: string
  signature?: readonly Parameter[] | null
}>

export type FileKind =
  | 'source'
  | 'source+stub'
  | 'extension'
  | 'extension+stub'
  | 'namespace'
  | 'none'

export type TruthModule = Readonly<{
  file_kind: FileKind
  all: readonly string[] | null
  has_getattr: boolean
  names: Readonly<Record<string, TruthName>>
  unresolved: Readonly<Record<string, string>>
}>

export type TruthMember = Readonly<{
  kind: MemberKind
  how?: 'static' | 'class'
  type?: string
  signature?: readonly Parameter[] | null
}>

export type TruthClass = Readonly<{
  own: Readonly<Record<string, TruthMember>>
  signature: readonly Parameter[] | null
  fields: readonly string[]
  instance: readonly string[]
  mro: readonly string[]
  extra: readonly string[]
}>

export type Truth = Readonly<{
  package: string
  version: string
  roots: readonly string[]
  files: readonly string[]
  all_modules: readonly string[]
  modules: Readonly<Record<string, TruthModule>>
  failed: Readonly<Record<string, string>>
  classes: Readonly<Record<string, TruthClass>>
}>

export function readTruth(file: string): Truth {
  return JSON.parse(readFileSync(file, 'utf8')) // Written by enumerate.py, read by nobody else.
}

const NOT_API = new Set(['tests', 'test', 'conftest', '__main__'])

/**
 * The names that a table has to have: `listed`, or without `__all__` those that are of the package.
 * Plain values cannot say where they are from; those that the source binds are `assigned`.
 */
export function wanted(module: TruthModule): Map<string, TruthName> {
  const found = new Map<string, TruthName>()
  for (const [name, entry] of Object.entries(module.names)) {
    if (name.startsWith('_') || (entry.kind === 'module' && NOT_API.has(name))) continue
    const isWanted = module.all !== null ? entry.listed : entry.scope !== 'foreign'
    if (isWanted) found.set(name, entry)
  }
  return found
}

/** Wanted only because the source binds it: the narrower rule of the reference leaves it out. */
export function isBoundValue(module: TruthModule, entry: TruthName): boolean {
  return module.all === null && entry.scope === 'assigned'
}

export type Found = Readonly<{ member: TruthMember | null; definer: string }>

/** Members of a class, inherited ones included, each from the first class that has it. */
export function membersOf(truth: Truth, key: string): Map<string, Found> {
  const found = new Map<string, Found>()
  const self = truth.classes[key]
  if (self === undefined) return found
  for (const definer of [key, ...self.mro]) {
    for (const [name, member] of Object.entries(truth.classes[definer]?.own ?? {})) {
      if (!found.has(name)) found.set(name, { member, definer })
    }
  }
  for (const name of self.extra) found.set(name, { member: null, definer: key })
  return found
}

/** Names that instances have and the class does not: annotated fields, attributes set on `self`. */
export function instanceNames(truth: Truth, key: string): Set<string> {
  const names = new Set<string>()
  for (const definer of [key, ...(truth.classes[key]?.mro ?? [])]) {
    for (const name of truth.classes[definer]?.fields ?? []) names.add(name)
    for (const name of truth.classes[definer]?.instance ?? []) names.add(name)
  }
  return names
}

/** Modules of the distribution that are compiled, and whether a stub stands beside them. */
export function compiledModules(truth: Truth): Map<string, 'stub' | 'bare'> {
  const stubs = new Set(
    truth.files.filter((file) => file.endsWith('.pyi')).map((file) => file.slice(0, -4)),
  )
  const compiled = new Map<string, 'stub' | 'bare'>()
  for (const file of truth.files) {
    const stem = /^(.+?)(?:\.[\w-]+)?\.so$/.exec(file)?.[1]
    if (stem !== undefined) {
      compiled.set(stem.replaceAll('/', '.'), stubs.has(stem) ? 'stub' : 'bare')
    }
  }
  return compiled
}
