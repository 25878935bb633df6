// The parameters of a function as far as JavaScript writes them down.

import type { ParamPattern } from 'oxc-parser'
import type { FunctionSyntax } from './declaredNames.ts'

const NAMES_MAX = 20
const DEPTH_MAX = 3

/** `(a, b?, { c, d }?, ...rest)`. */
export function signatureOf(node: FunctionSyntax): string {
  return `(${node.params.map((one) => parameter(one as Pattern, 0)).join(', ')})`
}

type Pattern = Readonly<{ type: string }> &
  Partial<{
    name: string
    left: Pattern
    argument: Pattern
    parameter: Pattern
    elements: readonly (Pattern | null)[]
    properties: readonly (Pattern & { key?: Pattern; value?: Pattern })[]
  }>

function parameter(node: Pattern | ParamPattern | null | undefined, depth: number): string {
  const pattern = node as Pattern | null | undefined
  if (pattern == null || depth > DEPTH_MAX) return '_'
  switch (pattern.type) {
    case 'Identifier':
      return pattern.name ?? '_'
    case 'AssignmentPattern':
      return `${parameter(pattern.left, depth)}?`
    case 'RestElement':
      return `...${parameter(pattern.argument, depth)}`
    case 'TSParameterProperty':
      return parameter(pattern.parameter, depth)
    case 'ArrayPattern':
      return `[${limited(pattern.elements ?? [])
        .map((one) => parameter(one, depth + 1))
        .join(', ')}]`
    case 'ObjectPattern': {
      const names = limited(pattern.properties ?? []).map((one) =>
        one.type === 'RestElement' ? parameter(one, depth + 1) : (one.key?.name ?? '_'),
      )
      return names.length === 0 ? '{}' : `{ ${names.join(', ')} }`
    }
    default:
      return '_'
  }
}

function limited<Item>(items: readonly Item[]): readonly Item[] {
  return items.slice(0, NAMES_MAX)
}
