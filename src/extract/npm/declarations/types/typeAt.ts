// Types as they are written, where they are written, with what their type parameters stand for.

import type {
  TSLiteralType,
  TSTupleElement,
  TSType,
  TSTypeParameterDeclaration,
  TSTypeParameterInstantiation,
} from 'oxc-parser'
import type { DeclarationOf, Scope } from '../program/symbols.ts'

export type TypeAt = Readonly<{
  node: TSType
  scope: Scope
  bound: Bound
  /** The constraint of a parameter that nothing is given for: what stands there is that or less. */
  isOpen?: true
}>

/** What type parameters stand for; null for one that nothing is given for. */
export type Bound = ReadonlyMap<string, TypeAt | null>

export const NOTHING_BOUND: Bound = new Map()

/** No arguments, because the declaration itself is meant: defaults say nothing about it. */
export const OPEN: readonly TypeAt[] = []

/** Binds the parameters of a declaration to arguments, else to their defaults, else constraints. */
export function bind(
  parameters: TSTypeParameterDeclaration | null | undefined,
  given: readonly TypeAt[],
  scope: Scope,
): Bound {
  if (!parameters) return NOTHING_BOUND
  const bound = new Map<string, TypeAt | null>()
  for (const [place, parameter] of parameters.params.entries()) {
    bound.set(parameter.name.name, given[place] ?? fallback(parameter, given, { scope, bound }))
  }
  return bound
}

function fallback(
  { default: usual, constraint }: TSTypeParameterDeclaration['params'][number],
  given: readonly TypeAt[],
  at: Pick<TypeAt, 'scope' | 'bound'>,
): TypeAt | null {
  if (given !== OPEN && usual !== null) return { node: usual, ...at }
  return constraint === null ? null : { node: constraint, ...at, isOpen: true }
}

export function argumentsAt(
  given: TSTypeParameterInstantiation | null | undefined,
  { scope, bound }: Pick<TypeAt, 'scope' | 'bound'>,
): TypeAt[] {
  return (given?.params ?? []).map((node) => ({ node, scope, bound }))
}

/** Whether a type is a parameter that nothing is given for. */
export function isOpenType(type: TypeAt): boolean {
  const { node } = type
  if (type.isOpen === true) return true
  if (node.type === 'TSParenthesizedType') return isOpenType({ ...type, node: node.typeAnnotation })
  if (node.type !== 'TSTypeReference' || node.typeName.type !== 'Identifier') return false
  const parameter = type.bound.get(node.typeName.name)
  return parameter ? isOpenType(parameter) : parameter === null
}

/** What an alias stands for. */
export function aliasAt({ node, scope }: DeclarationOf<'type'>, given: readonly TypeAt[]): TypeAt {
  return { node: node.typeAnnotation, scope, bound: bind(node.typeParameters, given, scope) }
}

const NOWHERE = { start: 0, end: 0 }
const NO_ELEMENT = { isRest: false, isOptional: false, isSpread: false }

/** The type of one value. */
export function literalAt(
  value: string | number | boolean,
  { scope }: Pick<TypeAt, 'scope'>,
): TypeAt {
  const raw = JSON.stringify(value)
  // The parser has a type of literals for each type of values.
  const literal = { type: 'Literal', value, raw, ...NOWHERE } as TSLiteralType['literal']
  return { node: { type: 'TSLiteralType', literal, ...NOWHERE }, scope, bound: NOTHING_BOUND }
}

export function keywordAt(
  type: `TS${'Any' | 'Undefined' | 'String' | 'Number' | 'Never'}Keyword`,
  { scope }: Pick<TypeAt, 'scope'>,
): TypeAt {
  return { node: { type, ...NOWHERE }, scope, bound: NOTHING_BOUND }
}

/** One type of several that were written in different places: each goes by a name of its own. */
export function unionAt(types: readonly TypeAt[], at: Pick<TypeAt, 'scope'>): TypeAt {
  const [only] = types
  if (only === undefined) return keywordAt('TSNeverKeyword', at)
  if (types.length === 1) return only
  const { nodes, bound } = named(types)
  return { node: { type: 'TSUnionType', types: nodes, ...NOWHERE }, scope: at.scope, bound }
}

export function intersectionAt(types: readonly TypeAt[], at: Pick<TypeAt, 'scope'>): TypeAt {
  const { nodes, bound } = named(types)
  return { node: { type: 'TSIntersectionType', types: nodes, ...NOWHERE }, scope: at.scope, bound }
}

/** A place of a tuple or of parameters. */
export type Element = Readonly<{
  type: TypeAt
  isRest: boolean
  isOptional: boolean
  /** The type of a rest is the list, and not what is in it. */
  isSpread?: true
}>

/** What any place of a list may hold. */
export function elementOf(elements: readonly Element[], at: Pick<TypeAt, 'scope'>): TypeAt {
  const types = elements.map(({ type }) => type)
  return unionAt(types, at)
}

export function tupleAt(elements: readonly Element[], at: Pick<TypeAt, 'scope'>): TypeAt {
  const { nodes, bound } = named(elements.map(({ type }) => type))
  const elementTypes = nodes.map((node, place): TSTupleElement => {
    const { isRest, isOptional, isSpread } = elements[place] ?? NO_ELEMENT
    if (isSpread) return { type: 'TSRestType', typeAnnotation: node, ...NOWHERE }
    if (isRest) {
      const list: TSType = { type: 'TSArrayType', elementType: node, ...NOWHERE }
      return { type: 'TSRestType', typeAnnotation: list, ...NOWHERE }
    }
    return isOptional ? { type: 'TSOptionalType', typeAnnotation: node, ...NOWHERE } : node
  })
  return { node: { type: 'TSTupleType', elementTypes, ...NOWHERE }, scope: at.scope, bound }
}

function named(types: readonly TypeAt[]): Readonly<{ nodes: TSType[]; bound: Bound }> {
  // No identifier begins like this, so that nothing that is written means one of them.
  const names = types.map((_, place) => `%${place}`)
  const nodes = names.map((name): TSType => {
    const typeName = { type: 'Identifier', name, ...NOWHERE } as const
    return { type: 'TSTypeReference', typeName, typeArguments: null, ...NOWHERE }
  })
  return { nodes, bound: new Map(names.map((name, place) => [name, types[place] ?? null])) }
}
