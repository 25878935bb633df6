// What the parts that compare types need of each other: they import this, and not each other.
// `Relations` joins them.

import type { Target } from '../program/names.ts'
import type { Signature } from '../types/callSignature.ts'
import type { Head } from '../types/head.ts'
import type { Shape } from '../types/shape.ts'
import { ShapePart, type ShapeReader } from '../types/shapeReader.ts'
import type { TypeAt } from '../types/typeAt.ts'
import type { Answer } from './answers.ts'
import type { Inferences } from './inferences.ts'

export interface TypeRelations {
  /** Whether all parts of a type are assignable to another. */
  type(source: TypeAt, target: TypeAt, inferred: Inferences): Answer
  /** Whether one part of a type is assignable to another type. */
  head(source: Head, target: TypeAt, inferred: Inferences): Answer
  /** Whether one part of a type is assignable to what a name stands for. */
  named(source: Head, target: Target, given: readonly TypeAt[], inferred: Inferences): Answer

  readonly calls: Readonly<{
    /** Whether a part is assignable to what can be called. */
    call(source: Head, target: Signature, inferred: Inferences): Answer
    isCallable(source: Head): Answer
  }>
  readonly lists: Readonly<{ list(source: Head, target: TypeAt, inferred: Inferences): Answer }>
  readonly structures: Readonly<{
    structure(source: Head, target: TypeAt, inferred: Inferences): Answer
    shape(source: Head, target: Shape, calls: Signatures, inferred: Inferences): Answer
  }>
}

/** Signatures of a type; null when they cannot be told. */
export type Signatures = readonly Signature[] | null

/** A part of what compares types, which asks the others. */
export abstract class RelationPart extends ShapePart {
  protected readonly relations: TypeRelations

  constructor(shapes: ShapeReader, relations: TypeRelations) {
    super(shapes)
    this.relations = relations
  }
}
