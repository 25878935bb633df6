// The members of a type by name, and how shapes are put together.

import type { Expression } from 'oxc-parser'
import { isLibraryName, type LibraryMember, libraryType } from '../program/library.ts'
import type { Exported } from '../program/names.ts'
import type { DeclaredSymbol, Scope } from '../program/symbols.ts'
import { isHidden, isOptional, type MemberNode } from './memberNodes.ts'
import type { Bound, TypeAt } from './typeAt.ts'

export type Property = Readonly<
  {
    /** The type that a mapped type gives it, where that is another than it was declared with. */
    type?: () => TypeAt
    /** What a mapped type makes of the mark that it may be missing. */
    isOptional?: boolean
    /** The same member of the other parts of a union, the last one first. */
    also?: Also
  } & (
    | {
        /** Declared by nodes, several for overloads and accessors. */
        kind: 'declared'
        nodes: MemberNode[]
        scope: Scope
        /** The class or interface; null for a literal. */
        owner: DeclaredSymbol | null
        /** What the type parameters of the owner stand for. */
        bound: Bound
      }
    | { kind: 'library'; member: LibraryMember }
    | { kind: 'symbol'; exported: Exported }
    /** A key of a mapped type. */
    | { kind: 'mapped'; node: Readonly<{ start: number }>; scope: Scope }
  )
>

export type Also = Readonly<{ property: Property; next: Also | null }>

/** Members by name, and what is to be known about those without one. */
export class Members extends Map<string, Property> {
  /** Nothing of the type was left out because it could not be told. */
  isWhole = true
  /** `[key: string]: …`: any name is a key. */
  hasIndex = false
  /** What the index gives; null where that is not written down in one place. */
  index: TypeAt | null = null
  /** Some are private or protected: no keys of the type. */
  hasHidden = false
}

export type Shape = ReadonlyMap<string, Property> &
  Readonly<{ isWhole: boolean; hasIndex: boolean; index: TypeAt | null; hasHidden: boolean }>

/** These members, with as much left out of them as there is of another set. */
export function membersOf(
  entries: Iterable<readonly [string, Property]>,
  { isWhole, hasIndex = false }: Readonly<{ isWhole: boolean; hasIndex?: boolean }>,
): Members {
  return Object.assign(new Members(entries), { isWhole, hasIndex })
}

/** What is there stays; what cannot be told leaves its mark. */
export function inherit(into: Members, shape: Shape | null): Members {
  for (const [name, property] of shape ?? []) if (!into.has(name)) into.set(name, property)
  if (shape === null || !shape.isWhole) into.isWhole = false
  if (shape?.hasIndex) into.hasIndex = true
  if (shape?.hasHidden) into.hasHidden = true
  return into
}

/** Declarations of one name merge. */
export function merge(into: Members, shape: Shape): void {
  for (const [name, property] of shape) {
    const there = into.get(name)
    if (there?.kind === 'declared' && property.kind === 'declared')
      there.nodes.push(...property.nodes)
    else if (there === undefined) into.set(name, property)
  }
  if (!shape.isWhole) into.isWhole = false
  if (shape.hasIndex) into.hasIndex = true
  if (shape.hasHidden) into.hasHidden = true
}

export function union(shapes: readonly (Shape | null)[]): Shape {
  const all = new Members()
  for (const shape of shapes) inherit(all, shape)
  return all
}

/** What both have, which may be what either says. */
export function shared(one: Shape, other: Shape): Members {
  const both = new Members()
  for (const [name, property] of one) {
    const theirs = other.get(name)
    if (theirs === undefined) continue
    const also = { property: theirs, next: property.also ?? null }
    both.set(name, property === theirs ? property : { ...property, also })
  }
  both.isWhole = one.isWhole && other.isWhole
  both.hasIndex = one.hasIndex && other.hasIndex
  return both
}

/** The members that a test lets through. */
export function filtered(shape: Shape, isKept: (name: string) => boolean): Shape {
  const kept = [...shape].filter(([name]) => isKept(name))
  return membersOf(kept, shape)
}

export function isOptionalProperty(property: Property): boolean {
  return property.isOptional ?? (property.kind === 'declared' && property.nodes.some(isOptional))
}

/** The same members, all with or without the mark that they may be missing. */
export function marked(shape: Shape, mark: boolean): Shape {
  const made = [...shape].map(([name, one]) => [name, { ...one, isOptional: mark }] as const)
  return membersOf(made, shape)
}

/** The members that `keyof` gives the names of. */
export function keyed(shape: Shape): Shape {
  if (!shape.hasHidden) return shape
  return filtered(shape, (name) => {
    const property = shape.get(name)
    return property?.kind !== 'declared' || !property.nodes.some(isHidden)
  })
}

const libraryShapes = new Map<string, Shape>()

export function libraryShape(name: string): Shape | null {
  const known = libraryShapes.get(name)
  if (known !== undefined) return known
  if (!isLibraryName(name)) return null
  const members = libraryType(name)
  if (members === null) return null
  const shape = new Members()
  for (const [key, member] of members) shape.set(key, { kind: 'library', member })
  libraryShapes.set(name, shape)
  return shape
}

/** `const x = { a: 1 }`. */
export function objectShape(value: Expression | null, scope: Scope): Shape | null {
  if (value?.type !== 'ObjectExpression') return null
  const shape = new Members()
  for (const property of value.properties) {
    if (property.type !== 'Property' || property.computed) {
      shape.isWhole = false
      continue
    }
    const { key } = property
    const name =
      key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : null
    if (name !== null) shape.set(name, { kind: 'mapped', node: property.value, scope })
  }
  return shape
}
