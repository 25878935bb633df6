// What a name can turn out to be. An item is one thing however many names lead to it.

import type { Binding, Scope } from '../scope/bindings.ts'
import type { Source } from '../scope/source.ts'

/** Something that a file of the package defines. */
export type Item = {
  readonly kind: 'class' | 'def' | 'value'
  /** The module and the dotted name in it, where it is defined. */
  readonly module: string
  readonly name: string
  readonly binding: Binding
  readonly source: Source
  /** The class it is defined in; null at the top of a module. */
  readonly owner: Owner
}

/** The class that something stands in; null for what stands in the module itself. */
export type Owner = ClassItem | null

export type ClassItem = Item & {
  readonly kind: 'class'
  readonly scope: Scope
  /** Names that other code puts into the class. */
  readonly injected: Map<string, Binding>
  /** Names that other code takes from the class. */
  readonly removed: Set<string>
  /** Other code puts names into it that cannot be told. */
  hasUnknownInjections: boolean
  /** What makes attributes at run time, by what it says itself; null before anybody asked. */
  making: Making | null
  /** What it has because something is handed the class; null before anybody asked. */
  made: Made | null
  bases: readonly Target[] | null
  /** One of its bases is written in a way that does not tell what it is. */
  hasLostBase: boolean
  order: readonly (ClassItem | ExternalTarget)[] | null
  own: ReadonlyMap<string, OwnMember> | null
}

/** Names that something is given, surely or on some way; `isAny`: others too, which are not written. */
export type Given = {
  readonly names: Set<string>
  readonly perhaps: Set<string>
  isAny: boolean
}

/** What a class is given. */
export type Made = {
  readonly given: Given
  /** What its own methods give, to its objects above all. */
  readonly ofObjects: ReadonlySet<string>
  /** Its objects are given names that only a run tells, by what its methods hand them to. */
  isAnyOfObjects: boolean
}

/** Where names turn up that no text shows: nowhere, in the objects of a class, in the class too. */
export type Making = 'nothing' | 'objects' | 'class'

/** A name that a class has of its own. */
export type OwnMember = Readonly<{ binding: Binding; isSelfAttribute: boolean }>

export type ModuleTarget = Readonly<{ kind: 'module'; module: string }>
/** Something outside the package, by the path under which it was imported. */
export type ExternalTarget = Readonly<{ kind: 'external'; module: string; name: string }>
/** There, but nothing is known of it. */
export type UnknownTarget = Readonly<{ kind: 'unknown'; module: string; name: string }>

export type Target = Item | ModuleTarget | ExternalTarget | UnknownTarget

export function isClassItem(
  target: Target | ClassItem | ExternalTarget | null,
): target is ClassItem {
  return target !== null && target.kind === 'class'
}

/** A member of a class of another package, by the path of the class. */
export function externalMember(path: string, name: string): ExternalTarget {
  const dot = path.lastIndexOf('.')
  const module = path.slice(0, dot)
  return { kind: 'external', module, name: `${path.slice(dot + 1)}.${name}` }
}

export function targetPath(target: Target): string {
  return target.kind === 'module' || target.name === ''
    ? target.module
    : `${target.module}.${target.name}`
}
