// Whether a type is assignable to an object, member by member.

import { memberSignatureOf } from '../types/callSignature.ts'
import type { Head } from '../types/head.ts'
import { isMethod } from '../types/memberNodes.ts'
import { isOptionalProperty, type Property, type Shape } from '../types/shape.ts'
import type { TypeAt } from '../types/typeAt.ts'
import { type Answer, every } from './answers.ts'
import { Inferences } from './inferences.ts'
import { isNullish, isPrimitive } from './simpleHeads.ts'
import { RelationPart, type Signatures } from './typeRelations.ts'

const STRUCTURES_MAX = 3

export class StructureRelations extends RelationPart {
  #depth = 0

  /** Against a type whose members and signatures are written out. */
  structure(source: Head, target: TypeAt, inferred: Inferences): Answer {
    if (source.kind === 'unknown' || isNullish(source)) return false
    const shape = this.shapes.of(target)
    if (shape === null) return null
    const { node } = target
    const members = node.type === 'TSTypeLiteral' ? node.members : []
    const calls = members.flatMap((member) => memberSignatureOf(member, target) ?? [])
    return this.shape(source, shape, calls, inferred)
  }

  shape(source: Head, target: Shape, calls: Signatures, inferred: Inferences): Answer {
    if (source.kind === 'unknown' || isNullish(source)) return false
    const shape = this.shapes.apparent(source)
    if (shape === null) return null
    const isMissing = ([name, property]: readonly [string, Property]) =>
      !shape.has(name) && !isOptionalProperty(property)
    if (shape.isWhole && !shape.hasIndex && [...target].some(isMissing)) return false
    const isCalled = calls === null || calls.length > 0
    if (isWeak(target) && !isCalled && !target.hasIndex && shape.size > 0 && shape.isWhole) {
      if (![...target.keys()].some((name) => shape.has(name))) return false
    }
    return this.deeper(() => {
      const properties = every([...target], ([name, property]) =>
        this.#property(shape, name, property, inferred),
      )
      if (properties === false) return false
      const called = every(calls ?? [], (call) => this.relations.calls.call(source, call, inferred))
      if (called === false) return false
      const indexed = target.hasIndex ? this.#index(source, shape, target.index) : true
      if (indexed === false) return false
      const isTold = target.isWhole && calls !== null && indexed === true
      return isTold && properties === true ? called : null
    })
  }

  /** `[key: string]: …`: types that are written out have one without saying so. */
  #index(source: Head, shape: Shape, index: TypeAt | null): Answer {
    if (index === null || shape.hasIndex) return null
    if (index.node.type === 'TSAnyKeyword') return isPrimitive(source) ? null : true
    if (source.kind === 'structure')
      return every([...shape.values()], (property) => {
        if (index.node.type === 'TSUnknownKeyword') return true
        const type = this.shapes.types.of(property)
        return type === null ? null : this.relations.type(type, index, new Inferences())
      })
    const isNamed = source.kind === 'instance' || source.kind === 'call' || source.kind === 'list'
    return isNamed && shape.isWhole ? false : null
  }

  /** Members of members of members are as far as it is looked. */
  deeper(ask: () => Answer): Answer {
    if (this.#depth >= STRUCTURES_MAX) return null
    this.#depth += 1
    try {
      return ask()
    } finally {
      this.#depth -= 1
    }
  }

  #property(shape: Shape, name: string, property: Property, inferred: Inferences): Answer {
    const type = this.shapes.types.of(property)
    const there = shape.get(name)
    if (there === undefined) {
      if (type !== null) inferred.miss(type)
      if (isOptionalProperty(property)) return true
      return shape.isWhole && !shape.hasIndex ? false : null
    }
    if (isOptionalProperty(there) && !isOptionalProperty(property)) return false
    if (type === null) return null
    const from = this.shapes.types.of(there)
    if (from === null) {
      inferred.miss(type)
      return type.node.type === 'TSAnyKeyword' || type.node.type === 'TSUnknownKeyword'
        ? true
        : null
    }
    const answer = this.relations.type(from, type, inferred)
    // Methods may take less than they are asked for.
    return answer === false && property.kind === 'declared' && property.nodes.some(isMethod)
      ? null
      : answer
  }
}

/** Nothing has to be there: something in common has to be, then. */
function isWeak(shape: Shape): boolean {
  return shape.size > 0 && [...shape.values()].every(isOptionalProperty)
}
