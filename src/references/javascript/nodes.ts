// Small questions about syntax trees of JavaScript.

import { type Node, visitorKeys } from 'oxc-parser'
import { type FunctionSyntax, isFunctionType } from '../../syntax/javascript/declaredNames.ts'

/** Trees deeper than this are not looked into: honest code is not. */
export const DEPTH_MAX = 1_200

export type NodeOf<T extends Node['type']> = Extract<Node, { type: T }>

export function childrenOf(node: Node): Node[] {
  const found: Node[] = []
  // The parser lists which fields of a node hold nodes; which types those are, it does not say.
  const fields = node as unknown as Readonly<Record<string, unknown>>
  for (const key of visitorKeys[node.type] ?? []) {
    const value = fields[key]
    if (Array.isArray(value)) {
      for (const one of value) if (isNode(one)) found.push(one)
    } else if (isNode(value)) found.push(value)
  }
  return found
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** The text of a plain string, a template without fields included. */
export function literalText(node: Node | null | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) {
    return node.quasis[0]?.value.cooked ?? null
  }
  return null
}

/** The name of a property that is written out. */
export function keyName(key: Node, isComputed: boolean): string | null {
  if (!isComputed && key.type === 'Identifier') return key.name
  return literalText(key)
}

export function isFunctionNode(node: Node): node is FunctionSyntax {
  return isFunctionType(node.type)
}

/** Wrappers that say nothing about the value itself. */
export function unwrapped(node: Node): Node {
  let inner = node
  for (;;) {
    switch (inner.type) {
      case 'ParenthesizedExpression':
      case 'ChainExpression':
      case 'TSNonNullExpression':
      case 'TSSatisfiesExpression':
      case 'TSInstantiationExpression':
        inner = inner.expression
        break
      default:
        return inner
    }
  }
}

/** `expect` of `expect(x).not.toBe`. */
export function rootName(node: Node): string {
  let inner = unwrapped(node)
  for (let depth = 0; depth < DEPTH_MAX; depth += 1) {
    if (inner.type === 'Identifier') return inner.name
    if (inner.type === 'MemberExpression') inner = unwrapped(inner.object)
    else if (inner.type === 'CallExpression') inner = unwrapped(inner.callee)
    else break
  }
  return ''
}
