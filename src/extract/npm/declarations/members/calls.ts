// The signatures of a type: what can be called or made with `new`.

import type { ParamPattern, TSType } from 'oxc-parser'
import { isCallableLibraryType } from '../program/library.ts'
import { type DeclaredSymbol, ModuleSymbol } from '../program/symbols.ts'
import { memberSignatureOf, Signature, signatureOf } from '../types/callSignature.ts'
import type { Head } from '../types/head.ts'
import { bases } from '../types/heritage.ts'
import { isConstructor } from '../types/memberNodes.ts'
import { ShapePart } from '../types/shapeReader.ts'
import { bind, NOTHING_BOUND, OPEN, type TypeAt } from '../types/typeAt.ts'

/** `...anything`, without a type. */
const ANYTHING: ParamPattern = {
  type: 'RestElement',
  argument: { type: 'Identifier', name: 'anything', start: 0, end: 0 },
  ...{ start: 0, end: 0 },
}

export class Calls extends ShapePart {
  /** The signatures of one part of a type, overloads in order; null when they cannot be told. */
  of(head: Head, isNew: boolean): readonly Signature[] | null {
    const all = this.shapes.budget.nested(() => this.#of(head))
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

  /** The signatures of an interface, with those of its bases. */
  ofSymbol(symbol: DeclaredSymbol, given: readonly TypeAt[]): readonly Signature[] | null {
    return this.shapes.budget.guarded(symbol, 2, () => {
      const own = symbol.of('interface').flatMap(({ node, scope }) => {
        const at = { scope, bound: bind(node.typeParameters, given, scope) }
        return node.body.body.flatMap((member) => memberSignatureOf(member, at) ?? [])
      })
      if (own.length > 0) return own
      const inherited: Signature[] = []
      for (const base of bases(symbol, given)) {
        const heads = this.shapes.heads.of(base)
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
    // The constructors are those of the base: what they take is not asked here.
    return [new Signature({ params: [ANYTHING] }, at, true, result)]
  }
}

/** What instances of a class are. */
function instanceAt({ name, scope }: DeclaredSymbol): TypeAt {
  const typeName = { type: 'Identifier', name, start: 0, end: 0 } as const
  const node: TSType = { type: 'TSTypeReference', typeName, typeArguments: null, start: 0, end: 0 }
  return { node, scope, bound: new Map() }
}
