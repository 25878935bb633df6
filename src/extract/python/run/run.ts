// What the parts of a run share, and the few things that a part asks of those above it: expressions
// call functions, functions run statements, and statements evaluate expressions.

import { parseExpression } from '../../../syntax/python/parseExpression.ts'
import type { Expression, Span, Statement } from '../../../syntax/python/syntax.ts'
import type { PackageModel } from '../model/packageModel.ts'
import type { ClassItem } from '../modules/items.ts'
import type { PythonModule } from '../modules/pythonModule.ts'
import type { Value } from './values.ts'

export type Variables = Map<string, Value | (() => Value)>

/** Where statements stand: the module whose names they see, and the variables of a call. */
export type Place = Readonly<{
  module: PythonModule
  text: string
  locals: Variables | null
  depth: number
}>

/** An argument of a call. */
export type Argument = Readonly<{ name: string | null; value: Value }>

/** How a block ended before its end. */
export type Signal = Readonly<{ kind: 'return'; value: Value } | { kind: 'break' | 'continue' }>

/** One module that is followed. */
export interface Run {
  readonly model: PackageModel
  readonly module: PythonModule
  /** Those of the module; a function for one whose value nobody asked for yet. */
  readonly variables: Variables
  /** Names that it has made so far. */
  readonly made: Map<string, Value>
  /** Names that it has taken away. */
  readonly taken: Set<string>
  /** The fields of classes that are records; null for classes that are more. */
  readonly records: Map<ClassItem, readonly string[] | null>
  /** Every statement that makes names was followed to its end. */
  isWhole: boolean
  /** How many properties are being read, one for the sake of the other. */
  properties: number
  /** Counts one step, and throws `NotFollowed` after too many. */
  step(): void
  /** The value of a variable of a module; undefined when it is none, or not known. */
  variableOf(module: PythonModule, name: string): Value | undefined
  attribute(value: Value, name: string): Value
  apply(callee: Value, given: readonly Argument[], place: Place): Value
  block(body: readonly Statement[], place: Place): Signal | null
}

export function parse(span: Span, place: Place): Expression {
  return parseExpression(place.text, span)
}
