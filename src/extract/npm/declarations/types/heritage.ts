// What classes and interfaces come from, as types.

import type { Expression, TSType, TSTypeName, TSTypeParameterInstantiation } from 'oxc-parser'
import { entityPath } from '../program/bind.ts'
import type { DeclaredSymbol } from '../program/symbols.ts'
import { bind, type TypeAt } from './typeAt.ts'

/** The bases that are written as names. */
export function bases(symbol: DeclaredSymbol, given: readonly TypeAt[]): TypeAt[] {
  return symbol.of('class', 'interface').flatMap(({ node, scope }) => {
    const at = { scope, bound: bind(node.typeParameters, given, scope) }
    const written =
      'extends' in node
        ? node.extends
        : [{ expression: node.superClass, typeArguments: node.superTypeArguments ?? null }]
    return written.flatMap(({ expression, typeArguments }) => {
      const reference = expression === null ? null : referenceTo(expression, typeArguments)
      return reference === null ? [] : [{ node: reference, ...at }]
    })
  })
}

function referenceTo(
  expression: Expression,
  typeArguments: TSTypeParameterInstantiation | null,
): TSType | null {
  const path = entityPath(expression)
  if (path === null) return null
  const typeName = path
    .map((name): TSTypeName => ({ type: 'Identifier', name, start: 0, end: 0 }))
    .reduce((left, right) => ({
      type: 'TSQualifiedName',
      left,
      // Every part of the path was made an identifier above.
      right: right as Extract<TSTypeName, { type: 'Identifier' }>,
      ...{ start: 0, end: 0 },
    }))
  return { type: 'TSTypeReference', typeName, typeArguments, start: 0, end: 0 }
}
