// A module of an artifact, and the names in it, as far as both have been found out.

import type { SyntaxProblem } from '../../../syntax/python/syntax.ts'
import type { ModuleFiles } from '../files/moduleFiles.ts'
import type { NativeName } from '../files/nativeNames.ts'
import { type Binding, bindsNothing, type Scope } from '../scope/bindings.ts'
import type { Target } from './items.ts'

/** What `__all__` lists. */
export type AllNames = Readonly<{
  names: readonly string[]
  isPartial: boolean
  /** Any name of the module may be listed: `[n for n in dir() if wanted(n)]`. */
  isChosen?: boolean
}>

/** Where a name leads that is made when somebody asks for it. */
export type LazyName = Readonly<{ module: string; name: string | null }>

/** The names that a module makes when somebody asks for them. */
export type LazyNames = Readonly<{
  /** Where each name leads; null: it is there, and nothing is known of it. */
  names: ReadonlyMap<string, LazyName | null>
  /** Modules that every other name is taken from. */
  forwards: readonly string[]
  /** Names of the module under which objects stand that are asked instead. */
  objects: readonly string[]
  /** Names that are answered with an error. */
  absent: ReadonlySet<string>
  /** What is imported for type checkers only is there at run time as well. */
  takesTypeNames: boolean
  dynamic: readonly string[]
}>

/** What a module makes as it is imported. */
export type MadeNames = Readonly<{
  /** Where each name leads; null: it is there, and nothing is known of it. */
  names: ReadonlyMap<string, Readonly<{ module: string; name: string | null }> | null>
  /** Names that it takes away again. */
  taken: ReadonlySet<string>
  /** `__all__` as it stands in the end; null when that cannot be told. */
  all: readonly string[] | null
  /** Every statement that makes names was followed to its end. */
  isWhole: boolean
}>

export type NamesByName = Map<string, ModuleName>

/** A name in a module, before it is known what it means. */
export type ModuleName = {
  readonly origin: 'py' | 'pyi' | 'lazy' | 'star'
  /** Null for names that only lead elsewhere. */
  readonly binding: Binding | null
  /** Where it leads when no binding says so. */
  readonly leadsTo: Readonly<{ module: string; name: string | null }> | null
  /** Comes with the folder or with another module, and nobody says that it is meant to. */
  readonly isImplicit: boolean
  /** What it means, once that has been found out. */
  target: Target | null
  /** It is being found out. */
  isOpen: boolean
}

export type PythonModule = {
  readonly name: string
  readonly files: ModuleFiles
  readonly isPackage: boolean
  readonly doc: string | null
  readonly scope: Scope | null
  readonly stub: Scope | null
  readonly problems: readonly Readonly<{ file: string; problem: SyntaxProblem }>[]
  readonly submodules: readonly string[]
  /** What its compiled file says that it has; there may be more. */
  readonly native: readonly NativeName[]
  readonly injected: Map<string, Binding>
  /** Names that other modules take from it. */
  readonly removed: Set<string>
  names: NamesByName | null
  all: AllNames | null | undefined
  stubAll: AllNames | null
  lazy: LazyNames | null | undefined
  /** What it makes as it is imported; null as long as nobody followed that. */
  made: MadeNames | null
  /** Names that it has where something unseen has them. */
  readonly perhaps: Set<string>
  /** Names that functions of other modules give it. */
  readonly given: Set<string>
  /** Why it may hold names that cannot be seen. */
  readonly dynamic: Set<string>
}

/** A name that a binding says the meaning of. */
export function boundName(binding: Binding, origin: ModuleName['origin']): ModuleName {
  return { origin, binding, leadsTo: null, isImplicit: false, target: null, isOpen: false }
}

/** A name that only leads elsewhere, or nowhere that is known. */
export function leadingName(
  origin: ModuleName['origin'],
  leadsTo: ModuleName['leadsTo'],
  isImplicit = false,
): ModuleName {
  return { origin, binding: null, leadsTo, isImplicit, target: null, isOpen: false }
}

/** A compiled module without a stub; or a file of which nothing could be read. */
export function isOpaque(module: PythonModule): boolean {
  const { scope, stub, files } = module
  // Its source may be there and not be read: a link, which is never followed.
  const isThere = files.compiled !== null || files.source !== null
  return scope === null && (stub === null || bindsNothing(stub)) && isThere
}
