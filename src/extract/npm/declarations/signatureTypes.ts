// What can be called or made with `new`, and what it takes and gives.

import type { ParamPattern, TSType, TSTypeParameterDeclaration } from 'oxc-parser'
import type { Head } from './head.ts'
import { bases } from './heritage.ts'
import { isCallableLibraryType } from './library.ts'
import { isConstructor, type MemberNode } from './memberNodes.ts'
import type { Shapes } from './shapes.ts'
import { type DeclaredSymbol, ModuleSymbol } from './symbols.ts'
import { bind, type Element, keywordAt, NOTHING_BOUND, OPEN, type TypeAt } from './types.ts'

type Place = Pick<TypeAt, 'scope' | 'bound'>

type Written = Readonly<{
  typeParameters?: TSTypeParameterDeclaration | null
  params: readonly ParamPattern[]
  returnType?: Readonly<{ typeAnnotation: TSType }> | null
}>

export function signatureOf(
  node: Extract<TSType, { type: 'TSFunctionType' | 'TSConstructorType' }>,
  at: Place,
): Signature {
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

  /** Null where it is not written down. */
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

/** `...anything`, without a type. */
const ANYTHING: ParamPattern = {
  type: 'RestElement',
  argument: { type: 'Identifier', name: 'anything', start: 0, end: 0 },
  ...{ start: 0, end: 0 },
}

export class Calls {
  readonly #shapes: Shapes

  constructor(shapes: Shapes) {
    this.#shapes = shapes
  }

  /** The signatures of one part of a type, overloads in order; null when they cannot be told. */
  of(head: Head, isNew: boolean): readonly Signature[] | null {
    const all = this.#shapes.budget.nested(() => this.#of(head))
    return all?.filter((one) => one.isNew === isNew) ?? null
  }

  #of(head: Head): readonly Signature[] | null {
    switch (head.kind) {
      case 'call': {
        const { node } = head.at
        const isCall = node.type === 'TSFunctionType' || node.type === 'TSConstructorType'
        return isCall ? [signatureOf(node, head.at)] : null
      }
      case 'structure': {
        const { node } = head.at
        if (node.type !== 'TSTypeLiteral') return node.type === 'TSMappedType' ? [] : null
        return node.members.flatMap((member) => memberSignatureOf(member, head.at) ?? [])
      }
      case 'instance':
        return this.ofSymbol(head.symbol, head.given)
      case 'value':
        return head.target instanceof ModuleSymbol ? [] : this.#ofValue(head.target)
      case 'library':
        return isCallableLibraryType(head.name) ? null : []
      case 'intersection': {
        const parts = head.parts.map((part) => this.#of(part))
        return parts.includes(null) ? null : parts.flatMap((list) => list ?? [])
      }
      case 'any':
      case 'unknown':
        return null
      default:
        return []
    }
  }

  /** Of an interface, with those of its bases. */
  ofSymbol(symbol: DeclaredSymbol, given: readonly TypeAt[]): readonly Signature[] | null {
    return this.#shapes.budget.guarded(symbol, 2, () => {
      const own = symbol.of('interface').flatMap(({ node, scope }) => {
        const at = { scope, bound: bind(node.typeParameters, given, scope) }
        return node.body.body.flatMap((member) => memberSignatureOf(member, at) ?? [])
      })
      if (own.length > 0) return own
      const inherited: Signature[] = []
      for (const base of bases(symbol, given)) {
        const heads = this.#shapes.heads.of(base)
        if (heads === null) return null
        for (const head of heads) {
          const found = this.#of(head)
          if (found === null) return null
          inherited.push(...found)
        }
      }
      return inherited
    })
  }

  #ofValue(symbol: DeclaredSymbol): readonly Signature[] | null {
    const functions = symbol
      .of('function')
      .map(({ node, scope }) => new Signature(node, { scope, bound: NOTHING_BOUND }, false))
    if (functions.length > 0) return functions
    const [made] = symbol.of('class')
    if (made === undefined) return symbol.has('variable') ? null : []
    const at = { scope: made.scope, bound: bind(made.node.typeParameters, OPEN, made.scope) }
    const result = instanceAt(symbol)
    const constructors = made.node.body.body.flatMap((member) =>
      isConstructor(member) &&
      'value' in member &&
      member.value !== null &&
      'params' in member.value
        ? [new Signature(member.value, at, true, result)]
        : [],
    )
    if (constructors.length > 0) return constructors
    if (made.node.superClass === null) return [new Signature({ params: [] }, at, true, result)]
    // Those of the base: what they take is not asked here.
    return [new Signature({ params: [ANYTHING] }, at, true, result)]
  }
}

/** What instances of a class are. */
function instanceAt({ name, scope }: DeclaredSymbol): TypeAt {
  const typeName = { type: 'Identifier', name, start: 0, end: 0 } as const
  const node: TSType = { type: 'TSTypeReference', typeName, typeArguments: null, start: 0, end: 0 }
  return { node, scope, bound: new Map() }
}
