// What gives values to names, and what goes on only if it has to.

import type { AssignmentExpression, Expression, LogicalExpression } from 'oxc-parser'
import type { Machine } from '../values/machine.ts'
import { join, type Scope, truthOf, type Value } from '../values/values.ts'
import { binary } from './operators.ts'
import { assignTo, bindPattern } from './patterns.ts'

export function assignment(m: Machine, node: AssignmentExpression, scope: Scope): Value {
  const { operator, left } = node
  if (operator === '=') {
    const { anchor } = m
    const value = m.evaluate(node.right, scope)
    m.anchor = anchor
    bindPattern(m, left, value, scope, 'assign')
    return value
  }
  const before = m.evaluate(left as Expression, scope)
  const logicalOperator = /^(\|\||&&|\?\?)=$/.exec(operator)?.[1]
  if (logicalOperator !== undefined) {
    const isNeeded = needsRight(logicalOperator, before)
    if (isNeeded === false) return before
    const run = () => {
      const value = m.evaluate(node.right, scope)
      assignTo(m, left, value, scope, scope)
      return value
    }
    return isNeeded === true ? run() : join(before, m.maybe(run))
  }
  const value = binary(m, operator.slice(0, -1), before, m.evaluate(node.right, scope))
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
  const left = m.evaluate(node.left, scope)
  const isNeeded = needsRight(node.operator, left)
  if (isNeeded === false) return left
  if (isNeeded === true) return m.evaluate(node.right, scope)
  return join(
    left,
    m.maybe(() => m.evaluate(node.right, scope)),
  )
}
