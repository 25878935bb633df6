// What can be called or made with `new`, and what it takes and gives.

import type {
  ParamPattern,
  TSConstructorType,
  TSFunctionType,
  TSType,
  TSTypeParameterDeclaration,
} from 'oxc-parser'
import type { MemberNode } from './memberNodes.ts'
import { bind, type Element, keywordAt, OPEN, type TypeAt } from './typeAt.ts'

type Place = Pick<TypeAt, 'scope' | 'bound'>

type Written = Readonly<{
  typeParameters?: TSTypeParameterDeclaration | null
  params: readonly ParamPattern[]
  returnType?: Readonly<{ typeAnnotation: TSType }> | null
}>

export function signatureOf(node: TSFunctionType | TSConstructorType, at: Place): Signature {
  return new Signature(node, at, node.type === 'TSConstructorType')
}

/** The signature that a member is; null for a member with a name. */
export function memberSignatureOf(node: MemberNode, at: Place): Signature | null {
  if (node.type === 'TSCallSignatureDeclaration') return new Signature(node, at, false)
  return node.type === 'TSConstructSignatureDeclaration' ? new Signature(node, at, true) : null
}

/** A signature as it is written. Of many overloads few are ever looked into. */
export class Signature {
  readonly isNew: boolean
  readonly #written: Written
  readonly #at: Place
  readonly #made: TypeAt | null
  #place: Place | null = null

  constructor(written: Written, at: Place, isNew: boolean, made: TypeAt | null = null) {
    this.#written = written
    this.#at = at
    this.isNew = isNew
    this.#made = made
  }

  /** Types of rest parameters are as they are written: lists. */
  get parameters(): readonly Element[] {
    return this.#written.params.map((one) => parameter(one, this.#inside()))
  }

  /** The result is null where it is not written down. */
  get result(): TypeAt | null {
    const { returnType } = this.#written
    if (this.#made !== null) return this.#made
    return returnType ? { node: returnType.typeAnnotation, ...this.#inside() } : null
  }

  #inside(): Place {
    if (this.#place !== null) return this.#place
    const { scope, bound } = this.#at
    const own = bind(this.#written.typeParameters, OPEN, scope)
    this.#place = { scope, bound: own.size === 0 ? bound : new Map([...bound, ...own]) }
    return this.#place
  }
}

function parameter(pattern: ParamPattern, at: Place): Element {
  const one = pattern.type === 'TSParameterProperty' ? pattern.parameter : pattern
  const inner = one.type === 'AssignmentPattern' ? one.left : one
  const node = inner.typeAnnotation?.typeAnnotation ?? null
  const type = node === null ? keywordAt('TSAnyKeyword', at) : { node, ...at }
  if (one.type === 'RestElement') return { type, isRest: true, isOptional: false, isSpread: true }
  return {
    type,
    isRest: false,
    isOptional: one.type === 'AssignmentPattern' || one.optional || false,
  }
}
