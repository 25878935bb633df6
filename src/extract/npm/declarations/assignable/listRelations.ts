// Whether a type is assignable to a list: arrays, tuples, and patterns that take tuples apart.

import type { TSTupleType } from 'oxc-parser'
import type { Head } from '../types/head.ts'
import { argumentsAt, type Element, elementOf, type TypeAt, tupleAt } from '../types/typeAt.ts'
import { type Answer, every } from './answers.ts'
import type { Inferences } from './inferences.ts'
import { RelationPart } from './typeRelations.ts'

export class ListRelations extends RelationPart {
  /** Whether a part is assignable to an array or a tuple. */
  list(source: Head, target: TypeAt, inferred: Inferences): Answer {
    if (source.kind !== 'list')
      return source.kind === 'instance' || source.kind === 'intersection' ? null : false
    const list = listPattern(target)
    if (list === null) return null
    if (source.isReadonly && !list.isReadonly) return false
    const { pattern } = list
    const [only] = pattern
    if (pattern.length === 1 && only?.isRest === true && only.isArray)
      return this.relations.type(elementOf(source.elements, target), only.type, inferred)
    return this.#tuple(source.elements, pattern, inferred)
  }

  /** `[infer First, ...infer Rest]` and its like. */
  #tuple(source: readonly Element[], pattern: readonly Place[], inferred: Inferences): Answer {
    const rest = pattern.findIndex(({ isRest }) => isRest)
    const fixed = rest < 0 ? pattern.length : pattern.length - 1
    const known = source.findIndex(({ isRest }) => isRest)
    const required = pattern.filter(({ isRest, isOptional }) => !isRest && !isOptional).length
    if (source.filter((one) => !one.isRest && !one.isOptional).length < required) return false
    if (known >= 0 ? rest < 0 : rest < 0 && source.length > fixed) return false
    const tail = rest < 0 ? 0 : pattern.length - rest - 1
    if (known >= 0 && tail > 0) return null
    const head = rest < 0 ? pattern.length : rest
    const last = source.length - tail
    if (known >= 0 && known < head) return null
    const pairs = [
      ...pattern.slice(0, head).map((one, at) => [source[at], one] as const),
      ...pattern.slice(pattern.length - tail).map((one, at) => [source[last + at], one] as const),
    ]
    const answer = every(tail === 0 ? pairs.slice(0, head) : pairs, ([one, to]) =>
      one === undefined ? true : this.relations.type(one.type, to.type, inferred),
    )
    const middle = rest < 0 ? undefined : pattern[rest]
    if (answer !== true || middle === undefined) return answer
    const between = source.slice(head, last)
    if (middle.isArray)
      return every(between, (one) => this.relations.type(one.type, middle.type, inferred))
    return this.relations.type(tupleAt(between, middle.type), middle.type, inferred)
  }
}

type Place = Readonly<{
  type: TypeAt
  isRest: boolean
  /** `...T[]` and not `...T`. */
  isArray: boolean
  isOptional: boolean
}>

function listPattern(
  target: TypeAt,
): Readonly<{ pattern: readonly Place[]; isReadonly: boolean }> | null {
  const { node } = target
  switch (node.type) {
    case 'TSTypeOperator': {
      const inner = listPattern({ ...target, node: node.typeAnnotation })
      return inner === null ? null : { ...inner, isReadonly: true }
    }
    case 'TSParenthesizedType':
      return listPattern({ ...target, node: node.typeAnnotation })
    case 'TSArrayType':
      return {
        pattern: [place({ ...target, node: node.elementType }, true, true)],
        isReadonly: false,
      }
    case 'TSTypeReference': {
      const [of] = argumentsAt(node.typeArguments, target)
      const isReadonly = node.typeName.type !== 'Identifier' || node.typeName.name !== 'Array'
      return of === undefined ? null : { pattern: [place(of, true, true)], isReadonly }
    }
    case 'TSTupleType':
      return {
        pattern: node.elementTypes.map((one) => tuplePlace(target, one)),
        isReadonly: false,
      }
    default:
      return null
  }
}

function place(type: TypeAt, isRest: boolean, isArray: boolean, isOptional = false): Place {
  return { type, isRest, isArray, isOptional }
}

function tuplePlace(target: TypeAt, element: TSTupleType['elementTypes'][number]): Place {
  switch (element.type) {
    case 'TSNamedTupleMember': {
      const inner = tuplePlace(target, element.elementType)
      return element.optional ? { ...inner, isOptional: true } : inner
    }
    case 'TSOptionalType':
      return place({ ...target, node: element.typeAnnotation }, false, false, true)
    case 'TSRestType': {
      const { typeAnnotation: node } = element
      if (node.type === 'TSArrayType')
        return place({ ...target, node: node.elementType }, true, true)
      return place({ ...target, node }, true, node.type === 'TSAnyKeyword')
    }
    default:
      return place({ ...target, node: element }, false, false)
  }
}
