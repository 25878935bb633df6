// What the parts that compare types need of each other: they import this, and not each other.
// `Relations` joins them.

import type { Target } from '../program/names.ts'
import type { Head } from '../types/head.ts'
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
}
