// What the parts that read types need of each other: a shape needs keys, keys need conditions, and
// conditions need shapes. The parts import this, and not each other; `Shapes` joins them.

import type { Class, TSConditionalType, TSIndexedAccessType } from 'oxc-parser'
import type { Names, Target } from '../program/names.ts'
import type { DeclaredSymbol, Scope } from '../program/symbols.ts'
import type { Budget } from './budget.ts'
import type { Signature } from './callSignature.ts'
import type { Head, Heads } from './head.ts'
import type { KeySet } from './keySet.ts'
import type { MemberNode } from './memberNodes.ts'
import type { Property, Shape } from './shape.ts'
import type { Bound, TypeAt } from './typeAt.ts'

type IndexedAccess = TSIndexedAccessType

export type Branches = Readonly<{
  /** What it may come to. */
  types: readonly TypeAt[]
  /** All of them are taken; otherwise it cannot be told which. */
  isExact: boolean
}>

/** Where members are written. */
export type MemberPlace = Readonly<{ scope: Scope; bound: Bound; owner: DeclaredSymbol | null }>

export interface ShapeReader {
  readonly names: Names
  readonly budget: Budget

  /** The members of a type; null when they cannot be told. */
  of(type: TypeAt): Shape | null
  /** Members of the instances of a class, or of an interface, inherited ones included. */
  instance(symbol: DeclaredSymbol, given: readonly TypeAt[]): Shape
  /** Members of one part of a type as they can be used, those of texts and functions included. */
  apparent(head: Head): Shape | null
  /** The members that a body writes down. */
  declared(
    members: readonly MemberNode[],
    place: MemberPlace,
    isWanted: (member: MemberNode) => boolean,
  ): Shape

  readonly heads: Readonly<{
    /** What a type comes to, part by part; null where that cannot be told. */
    of(type: TypeAt): Heads
  }>
  readonly keys: Readonly<{
    /** The strings that a type consists of; null when they cannot be told. */
    of(type: TypeAt): KeySet | null
    /** `Enum.Member` and the value behind it. */
    enumMember(
      scope: Scope,
      path: readonly string[],
    ): Readonly<{ symbol: DeclaredSymbol; value: string }> | null
  }>
  readonly calls: Readonly<{
    /** The signatures of one part of a type, overloads in order; null when they cannot be told. */
    of(head: Head, isNew: boolean): readonly Signature[] | null
    ofSymbol(symbol: DeclaredSymbol, given: readonly TypeAt[]): readonly Signature[] | null
  }>
  readonly values: Readonly<{
    /** Members of a value: a class has its statics, a module its exports. */
    of(target: Target): Shape | null
    /** Members of the value that a scope knows under a name. */
    named(scope: Scope, name: string): Shape | null
    /** The type of `x.y`, where x is a value and y a member of it. */
    memberType(scope: Scope, path: readonly string[]): TypeAt | null
  }>
  readonly constructed: Readonly<{
    /** What the construct signatures of a type give; null when it has none that can be told. */
    by(type: TypeAt, given: readonly TypeAt[]): Shape | null
    /** What a class inherits from the class that it extends. */
    ofSuper(node: Class, scope: Scope, bound: Bound): Shape | null
  }>
  readonly conditionals: Readonly<{
    /** The branches that a conditional type takes. */
    branches(at: TypeAt, node: TSConditionalType): Branches
  }>
  readonly types: Readonly<{
    /** The type of a property, where it is declared with one. */
    of(property: Property): TypeAt | null
    ofMember(shape: Shape | null, name: string): TypeAt | null
    /** The types that `T[K]` comes to; null when that cannot be told. */
    indexed(type: TypeAt, node: IndexedAccess): readonly TypeAt[] | null
    /** The same, with null for a part that cannot be told. */
    indexedParts(type: TypeAt, node: IndexedAccess): readonly (TypeAt | null)[] | null
  }>
}

/** A part of the reader of types, which asks the others. */
export abstract class ShapePart {
  protected readonly shapes: ShapeReader

  constructor(shapes: ShapeReader) {
    this.shapes = shapes
  }
}
