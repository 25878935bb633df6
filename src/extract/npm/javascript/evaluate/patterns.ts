// Giving values to names: to one name or member, or to the names of a pattern their parts of a value.

import type { AssignmentTarget, BindingIdentifier, BindingPattern, Expression } from 'oxc-parser'
import type { Machine } from '../values/machine.ts'
import { getProperty } from '../values/properties.ts'
import { arrayOf, join, ObjectValue, type Scope, Unknown, type Value } from '../values/values.ts'
import { copyInto, setProperty } from '../values/writeProperties.ts'
import { memberKey, propertyKey } from './members.ts'

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
  if (value.kind === 'known') return value.value === undefined ? m.evaluate(fallback, scope) : value
  if (value.kind !== 'unknown') return value
  const otherwise = m.maybe(() => m.evaluate(fallback, scope))
  return join(value, otherwise)
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

/** Gives a value to a name or member; `names` is where a name is looked for. */
export function assignTo(
  m: Machine,
  target: AssignmentTarget | BindingIdentifier,
  value: Value,
  names: Scope,
  scope: Scope,
): void {
  switch (target.type) {
    case 'Identifier': {
      const found = names.find(target.name)
      if (found === null) names.functionScope.declare(target.name, value, m.site)
      else {
        m.willChange(found)
        found.value = value
        found.site ??= m.site
      }
      return
    }
    case 'MemberExpression': {
      if (target.object.type === 'Super') return
      const object = m.evaluate(target.object, scope)
      setProperty(m, object, memberKey(m, target, scope), value)
      return
    }
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
      assignTo(m, target.expression as AssignmentTarget, value, names, scope)
      return
    default:
      bindPattern(m, target, value, scope, 'assign')
  }
}
