// The members that a class body or a type literal writes down: their names and what they are.

import type { ClassElement, PropertyKey, TSSignature } from 'oxc-parser'

export type MemberNode = ClassElement | TSSignature

/** The name of a member; null for what has none, or a computed one. */
export function keyText(node: MemberNode): string | null {
  if (!('key' in node)) return null
  return literalKey(node.key, node.computed)
}

function literalKey(key: PropertyKey, isComputed: boolean): string | null {
  if (key.type === 'Identifier') return isComputed ? null : key.name
  if (key.type !== 'Literal') return null
  return typeof key.value === 'string' || typeof key.value === 'number' ? String(key.value) : null
}

/** `[Symbol.iterator]`, which is no name that somebody could ask for; null for all else. */
export function symbolKey(node: MemberNode): string | null {
  if (!('key' in node) || !node.computed || node.key.type !== 'MemberExpression') return null
  const { object, property } = node.key
  if (object.type !== 'Identifier' || object.name !== 'Symbol') return null
  return property.type === 'Identifier' && !node.key.computed ? `[Symbol.${property.name}]` : null
}

export function isConstructor(node: MemberNode): boolean {
  return 'kind' in node && node.kind === 'constructor'
}

export function isStatic(node: MemberNode): boolean {
  return 'static' in node && node.static === true
}

export function isPrivate(node: MemberNode): boolean {
  return 'accessibility' in node && node.accessibility === 'private'
}

/** Nothing that others can use. */
export function isHidden(node: MemberNode): boolean {
  return isPrivate(node) || ('accessibility' in node && node.accessibility === 'protected')
}

export function isMethod(node: MemberNode): boolean {
  switch (node.type) {
    case 'MethodDefinition':
    case 'TSAbstractMethodDefinition':
    case 'TSMethodSignature':
      return node.kind === 'method'
    default:
      return false
  }
}

/** `foo?: T`. */
export function isOptional(node: MemberNode): boolean {
  return 'optional' in node && node.optional === true
}
