// Destructuring: the names of a pattern get their parts of a value.

import type { AssignmentTarget, BindingPattern, Expression, PropertyKey } from 'oxc-parser'
import { assignTo } from './assignments.ts'
import { evaluate } from './expressions.ts'
import type { Machine } from './machine.ts'
import { getProperty } from './properties.ts'
import {
  arrayOf,
  join,
  keyOf,
  known,
  ObjectValue,
  type Scope,
  Unknown,
  type Value,
} from './values.ts'
import { copyInto } from './writeProperties.ts'

type Pattern =
  | BindingPattern
  | AssignmentTarget
  | Readonly<{ type: 'AssignmentPattern'; left: Pattern; right: Expression }>
type Mode = 'declare' | 'var' | 'assign'

export function bindPattern(
  m: Machine,
  pattern: Pattern,
  value: Value,
  scope: Scope,
  mode: Mode,
): void {
  switch (pattern.type) {
    case 'Identifier':
      if (mode === 'declare') scope.declare(pattern.name, value, m.site)
      else assignTo(m, pattern, value, mode === 'var' ? scope.functionScope : scope, scope)
      return
    case 'AssignmentPattern':
      bindPattern(m, pattern.left, withDefault(m, value, pattern.right, scope), scope, mode)
      return
    case 'ArrayPattern':
      bindElements(m, pattern.elements, value, scope, mode)
      return
    case 'ObjectPattern':
      bindMembers(m, pattern, value, scope, mode)
      return
    default:
      assignTo(m, pattern, value, scope, scope)
  }
}

function withDefault(m: Machine, value: Value, fallback: Expression, scope: Scope): Value {
  if (value.kind === 'known')
    return value.value === undefined ? evaluate(m, fallback, scope) : value
  return value.kind === 'unknown'
    ? join(
        value,
        m.maybe(() => evaluate(m, fallback, scope)),
      )
    : value
}

type Elements = Extract<Pattern, { type: 'ArrayPattern' }>['elements']

function bindElements(
  m: Machine,
  elements: Elements,
  value: Value,
  scope: Scope,
  mode: Mode,
): void {
  for (const [i, element] of elements.entries()) {
    if (element === null) continue
    if (element.type === 'RestElement') {
      const rest = value.kind === 'object' ? value.elements?.slice(i) : undefined
      const part = rest === undefined ? new Unknown('the rest of a list') : arrayOf(rest)
      bindPattern(m, element.argument, part, scope, mode)
    } else bindPattern(m, element, getProperty(m, value, String(i)), scope, mode)
  }
}

function bindMembers(
  m: Machine,
  pattern: Extract<Pattern, { type: 'ObjectPattern' }>,
  value: Value,
  scope: Scope,
  mode: Mode,
): void {
  const taken: string[] = []
  for (const property of pattern.properties) {
    if (property.type === 'RestElement') {
      const rest = new ObjectValue()
      copyInto(m, rest, value)
      for (const name of taken) rest.slots.delete(name)
      bindPattern(m, property.argument, rest, scope, mode)
      continue
    }
    const key = propertyKey(m, property.key, property.computed, scope)
    if (typeof key === 'string') taken.push(key)
    bindPattern(m, property.value, getProperty(m, value, key), scope, mode)
  }
}

/** The name that a property, a member or a part of a pattern has; null when it is not known. */
export function propertyKey(
  m: Machine,
  key: PropertyKey,
  isComputed: boolean,
  scope: Scope,
): string | symbol | null {
  if (key.type === 'PrivateIdentifier') return Symbol.for(key.name)
  if (isComputed) return keyOf(evaluate(m, key, scope))
  if (key.type === 'Identifier') return key.name
  return key.type === 'Literal' ? keyOf(known(key.value as string)) : null
}
