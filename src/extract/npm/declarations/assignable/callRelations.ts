// Whether a type is assignable to what can be called or made with `new`.

import { libraryType } from '../program/library.ts'
import type { Signature } from '../types/callSignature.ts'
import type { Head } from '../types/head.ts'
import { type TypeAt, tupleAt } from '../types/typeAt.ts'
import { type Answer, every } from './answers.ts'
import { Inferences } from './inferences.ts'
import { isPrimitive } from './simpleHeads.ts'
import { RelationPart } from './typeRelations.ts'

export class CallRelations extends RelationPart {
  /** Function types: `(...args: any) => infer R` and its like. */
  call(source: Head, target: Signature, inferred: Inferences): Answer {
    if (source.kind === 'unknown' || isPrimitive(source) || source.kind === 'list') return false
    const signatures = this.shapes.calls.of(source, target.isNew)
    if (signatures === null) {
      inferred.miss(target.result ?? source.at)
      return null
    }
    const last = signatures.at(-1)
    if (last === undefined) return false
    const answer = this.#signature(last, target, inferred)
    return answer === true || signatures.length === 1 ? answer : null
  }

  #signature(source: Signature, target: Signature, inferred: Inferences): Answer {
    const given = this.#given(source, target, inferred)
    if (given === false) return false
    const { result } = target
    const isAny =
      result === null ||
      result.node.type === 'TSAnyKeyword' ||
      result.node.type === 'TSUnknownKeyword' ||
      result.node.type === 'TSVoidKeyword'
    if (isAny) return given
    if (source.result === null) {
      inferred.miss(result)
      return null
    }
    const returned = this.relations.type(source.result, result, inferred)
    return returned === true ? given : returned
  }

  /** Whether a call of the target's kind gives the source what it needs. */
  #given(source: Signature, target: Signature, inferred: Inferences): Answer {
    const [only] = target.parameters
    if (target.parameters.length === 1 && only?.isRest === true) {
      const { node } = only.type
      if (node.type === 'TSAnyKeyword') return true
      // `...args: infer P` takes the parameters as they are; a list has types of its own.
      if (node.type === 'TSInferType')
        return this.relations.type(tupleAt(source.parameters, only.type), only.type, inferred)
      if (node.type === 'TSArrayType' && node.elementType.type === 'TSAnyKeyword') return true
      return null
    }
    const required = source.parameters.filter((one) => !one.isRest && !one.isOptional).length
    const hasRest = target.parameters.some(({ isRest }) => isRest)
    if (!hasRest && required > target.parameters.length) return false
    return every(target.parameters, (parameter, at) => {
      if (parameter.isRest) return parameter.type.node.type === 'TSInferType' ? null : true
      const taken = source.parameters[at]
      if (taken === undefined) return true
      if (this.#infers(parameter.type))
        return inferred.taking(() => this.relations.type(taken.type, parameter.type, inferred))
      if (taken.isRest) return null
      const answer = this.relations.type(parameter.type, taken.type, new Inferences())
      return answer === false ? null : answer
    })
  }

  #infers(type: TypeAt): boolean {
    const { node } = type
    if (node.type === 'TSInferType') return true
    if (node.type !== 'TSTypeReference' || node.typeName.type !== 'Identifier') return false
    const parameter = type.bound.get(node.typeName.name)
    return parameter ? this.#infers(parameter) : false
  }

  /** Whether a part is a `Function`. */
  isCallable(source: Head): Answer {
    if (source.kind === 'call') return true
    if (source.kind === 'unknown' || isPrimitive(source) || source.kind === 'list') return false
    if (source.kind === 'library') return libraryType(source.name)?.has('apply') ?? null
    const calls = [this.shapes.calls.of(source, false), this.shapes.calls.of(source, true)]
    if (calls.some((list) => list !== null && list.length > 0)) return true
    return calls.includes(null) ? null : false
  }
}
