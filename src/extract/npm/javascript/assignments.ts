// What gives values to names, and what goes on only if it has to.

import type {
  AssignmentExpression,
  AssignmentTarget,
  BindingIdentifier,
  Expression,
  LogicalExpression,
} from 'oxc-parser'
import { evaluate, memberKey } from './expressions.ts'
import type { Machine } from './machine.ts'
import { binary } from './operators.ts'
import { bindPattern } from './patterns.ts'
import { join, type Scope, truthOf, type Value } from './values.ts'
import { setProperty } from './writeProperties.ts'

export function assignment(m: Machine, node: AssignmentExpression, scope: Scope): Value {
  const { operator, left } = node
  if (operator === '=') {
    const { anchor } = m
    const value = evaluate(m, node.right, scope)
    m.anchor = anchor
    bindPattern(m, left, value, scope, 'assign')
    return value
  }
  const before = evaluate(m, left as Expression, scope)
  const logicalOperator = /^(\|\||&&|\?\?)=$/.exec(operator)?.[1]
  if (logicalOperator !== undefined) {
    const isNeeded = needsRight(logicalOperator, before)
    if (isNeeded === false) return before
    const run = () => {
      const value = evaluate(m, node.right, scope)
      assignTo(m, left, value, scope, scope)
      return value
    }
    return isNeeded === true ? run() : join(before, m.maybe(run))
  }
  const value = binary(m, operator.slice(0, -1), before, evaluate(m, node.right, scope))
  assignTo(m, left, value, scope, scope)
  return value
}

/** Whether a logical operator goes on to its right side; null when that is not known. */
function needsRight(operator: string, left: Value): boolean | null {
  if (operator === '??')
    return left.kind === 'known' ? left.value == null : left.kind === 'object' ? false : null
  const truth = truthOf(left)
  return truth === null ? null : truth === (operator === '&&')
}

export function logical(m: Machine, node: LogicalExpression, scope: Scope): Value {
  const left = evaluate(m, node.left, scope)
  const isNeeded = needsRight(node.operator, left)
  if (isNeeded === false) return left
  if (isNeeded === true) return evaluate(m, node.right, scope)
  return join(
    left,
    m.maybe(() => evaluate(m, node.right, scope)),
  )
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
      const object = evaluate(m, target.object, scope)
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
