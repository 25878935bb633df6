// Expressions: what they are, as far as names depend on it.

import type {
  AssignmentExpression,
  ConditionalExpression,
  Expression,
  Function as FunctionNode,
  LogicalExpression,
  UnaryExpression,
} from 'oxc-parser'
import type { Machine } from '../values/machine.ts'
import {
  join,
  known,
  platform,
  primitive,
  type Scope,
  truthOf,
  typeOf,
  UNDEFINED,
  Unknown,
  type Value,
} from '../values/values.ts'
import { callExpression, newExpression, taggedTemplate } from './callExpressions.ts'
import { evaluateClass } from './classes.ts'
import { arrayLiteral, objectLiteral, regexLiteral, templateLiteral } from './literals.ts'
import { makeFunction } from './makeFunction.ts'
import { member, memberKey } from './members.ts'
import { binary, unary } from './operators.ts'
import { assignTo, bindPattern } from './patterns.ts'

/**
 * What `evaluate` of a machine is. It is called for every expression, and has no function of its own that
 * sees its parameters: the engine would make room for them in each of its calls.
 */
export function evaluate(this: Machine, node: Expression, scope: Scope): Value {
  this.step()
  switch (node.type) {
    case 'Literal':
      if ('regex' in node) return regexLiteral(this, node.regex)
      return known(node.value as string)
    case 'Identifier':
      return identifier(this, node.name, scope)
    case 'ThisExpression':
      return scope.thisValue() ?? UNDEFINED
    case 'TemplateLiteral':
      return templateLiteral(this, node, scope)
    case 'ObjectExpression':
      return objectLiteral(this, node, scope)
    case 'ArrayExpression':
      return arrayLiteral(this, node.elements, scope)
    case 'FunctionExpression':
    case 'FunctionDeclaration':
    case 'ArrowFunctionExpression':
      return makeFunction(this, node as FunctionNode, scope)
    case 'ClassExpression':
    case 'ClassDeclaration':
      return evaluateClass(this, node, scope)
    case 'MemberExpression':
      return member(this, node, scope).value
    case 'ChainExpression':
      return this.evaluate(node.expression as Expression, scope)
    case 'CallExpression':
      return callExpression(this, node, scope)
    case 'NewExpression':
      return newExpression(this, node, scope)
    case 'AssignmentExpression':
      return assignment(this, node, scope)
    case 'LogicalExpression':
      return logical(this, node, scope)
    case 'ConditionalExpression':
      return conditional(this, node, scope)
    case 'SequenceExpression': {
      let last: Value = UNDEFINED
      for (const one of node.expressions) {
        last = this.evaluate(one, scope)
        if (last.kind === 'lazy' && !last.isExternal && one !== node.expressions.at(-1))
          last.force()
      }
      return last
    }
    case 'UnaryExpression':
      return unaryExpression(this, node, scope)
    case 'BinaryExpression':
      if (node.left.type === 'PrivateIdentifier') return new Unknown('a private name')
      return binary(
        this,
        node.operator,
        this.evaluate(node.left, scope),
        this.evaluate(node.right, scope),
      )
    case 'UpdateExpression': {
      const before = this.evaluate(node.argument as Expression, scope)
      const after = binary(this, node.operator === '++' ? '+' : '-', before, known(1))
      assignTo(this, node.argument, after, scope, scope)
      return node.prefix ? after : before
    }
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
      return this.evaluate(node.expression, scope)
    case 'AwaitExpression':
      this.evaluate(node.argument, scope)
      return new Unknown('an awaited value')
    case 'TaggedTemplateExpression':
      return taggedTemplate(this, node, scope)
    case 'MetaProperty':
      return platform('import.meta', 'object')
    case 'ImportExpression':
      return new Unknown('import()')
    default:
      return new Unknown('an expression that is not followed')
  }
}

function identifier(m: Machine, name: string, scope: Scope): Value {
  const found = scope.find(name)
  if (found !== null) return found.value
  if (name === 'undefined') return UNDEFINED
  if (name === 'NaN') return known(Number.NaN)
  if (name === 'Infinity') return known(Number.POSITIVE_INFINITY)
  return m.globals.get(name) ?? new Unknown(`${name} is not declared`, { typeOf: 'undefined' })
}

/** One of two values; both where it is not known which. */
function conditional(m: Machine, node: ConditionalExpression, scope: Scope): Value {
  const truth = truthOf(m.evaluate(node.test, scope))
  if (truth !== null) return m.evaluate(truth ? node.consequent : node.alternate, scope)
  return m.maybe(() => join(m.evaluate(node.consequent, scope), m.evaluate(node.alternate, scope)))
}

function unaryExpression(m: Machine, node: UnaryExpression, scope: Scope): Value {
  const { operator, argument } = node
  if (operator === 'delete') {
    if (argument.type === 'MemberExpression' && m.uncertain === 0) {
      const object = m.evaluate(argument.object, scope)
      const key = memberKey(m, argument, scope)
      if (object.kind === 'object' && typeof key === 'string') m.takeAway(object, key)
    }
    return known(true)
  }
  const value = m.evaluate(argument, scope)
  if (operator === 'typeof') {
    const type = typeOf(value)
    return type === null ? primitive('a type', 'string') : known(type)
  }
  if (operator !== '!') return unary(operator, value)
  const truth = truthOf(value)
  return truth === null ? primitive('a condition', 'boolean') : known(!truth)
}

function assignment(m: Machine, node: AssignmentExpression, scope: Scope): Value {
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

function logical(m: Machine, node: LogicalExpression, scope: Scope): Value {
  const left = m.evaluate(node.left, scope)
  const isNeeded = needsRight(node.operator, left)
  if (isNeeded === false) return left
  if (isNeeded === true) return m.evaluate(node.right, scope)
  return join(left, maybeRight(m, node, scope))
}

function maybeRight(m: Machine, node: LogicalExpression, scope: Scope): Value {
  return m.maybe(() => m.evaluate(node.right, scope))
}
