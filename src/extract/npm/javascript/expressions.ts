// Expressions: what they are, as far as names depend on it.

import type {
  ArrowFunctionExpression,
  Expression,
  Function as FunctionNode,
  MemberExpression,
  ObjectExpression,
  UnaryExpression,
} from 'oxc-parser'
import { assignment, assignTo, logical } from './assignments.ts'
import { call, construct, tagged } from './callExpressions.ts'
import { addMethod, evaluateClass } from './classes.ts'
import { type Machine, platform } from './machine.ts'
import { binary, unary } from './operators.ts'
import { propertyKey } from './patterns.ts'
import { getProperty } from './properties.ts'
import {
  arrayOf,
  iterated,
  join,
  keyOf,
  known,
  knownText,
  ObjectValue,
  primitive,
  type Scope,
  truthOf,
  typeOf,
  UNDEFINED,
  Unknown,
  type Value,
} from './values.ts'
import { copyInto, setProperty } from './writeProperties.ts'

/** Of a text that is taken apart. */
const SPREAD_LENGTH_MAX = 40
/** As Node runs where nobody set anything, and where it is no browser. */
const UNSET = new Set([
  ...['env.NODE_ENV', 'type', 'browser', '__nwjs', 'pkg', 'versions.electron'].map(
    (name) => `process.${name}`,
  ),
  ...['global', 'globalThis'].flatMap((name) => [`${name}.document`, `${name}.window`]),
])

export function evaluate(m: Machine, node: Expression, scope: Scope): Value {
  m.step()
  switch (node.type) {
    case 'Literal':
      if ('regex' in node) return pattern(m, node.regex)
      return known(node.value as string)
    case 'Identifier':
      return identifier(m, node.name, scope)
    case 'ThisExpression':
      return scope.thisValue() ?? UNDEFINED
    case 'TemplateLiteral':
      return template(m, node, scope)
    case 'ObjectExpression':
      return objectLiteral(m, node, scope)
    case 'ArrayExpression':
      return arrayLiteral(m, node.elements, scope)
    case 'FunctionExpression':
    case 'FunctionDeclaration':
    case 'ArrowFunctionExpression':
      return makeFunction(m, node as FunctionNode, scope)
    case 'ClassExpression':
    case 'ClassDeclaration':
      return evaluateClass(m, node, scope)
    case 'MemberExpression':
      return member(m, node, scope).value
    case 'ChainExpression':
      return evaluate(m, node.expression as Expression, scope)
    case 'CallExpression':
      return call(m, node, scope)
    case 'NewExpression':
      return construct(m, node, scope)
    case 'AssignmentExpression':
      return assignment(m, node, scope)
    case 'LogicalExpression':
      return logical(m, node, scope)
    case 'ConditionalExpression': {
      const truth = truthOf(evaluate(m, node.test, scope))
      if (truth !== null) return evaluate(m, truth ? node.consequent : node.alternate, scope)
      return m.maybe(() =>
        join(evaluate(m, node.consequent, scope), evaluate(m, node.alternate, scope)),
      )
    }
    case 'SequenceExpression': {
      let last: Value = UNDEFINED
      for (const one of node.expressions) {
        last = evaluate(m, one, scope)
        if (last.kind === 'lazy' && !last.isExternal && one !== node.expressions.at(-1))
          last.force()
      }
      return last
    }
    case 'UnaryExpression':
      return unaryExpression(m, node, scope)
    case 'BinaryExpression':
      if (node.left.type === 'PrivateIdentifier') return new Unknown('a private name')
      return binary(m, node.operator, evaluate(m, node.left, scope), evaluate(m, node.right, scope))
    case 'UpdateExpression': {
      const before = evaluate(m, node.argument as Expression, scope)
      const after = binary(m, node.operator === '++' ? '+' : '-', before, known(1))
      assignTo(m, node.argument, after, scope, scope)
      return node.prefix ? after : before
    }
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
      return evaluate(m, node.expression, scope)
    case 'AwaitExpression':
      evaluate(m, node.argument, scope)
      return new Unknown('an awaited value')
    case 'TaggedTemplateExpression':
      return tagged(m, node, scope)
    case 'MetaProperty':
      return platform('import.meta', 'object')
    case 'ImportExpression':
      return new Unknown('import()')
    default:
      return new Unknown('an expression that is not followed')
  }
}

export function makeFunction(
  m: Machine,
  node: FunctionNode | ArrowFunctionExpression,
  scope: Scope,
): ObjectValue {
  const made = new ObjectValue()
  made.code = { node, scope, module: m.module }
  made.site = m.site
  return made
}

function pattern(
  m: Machine,
  { pattern: source, flags }: Readonly<{ pattern: string; flags: string }>,
): ObjectValue {
  const made = new ObjectValue()
  made.pattern = { source, flags }
  made.site = m.site
  made.proto = platform('RegExp.prototype', 'object')
  return made
}

function identifier(m: Machine, name: string, scope: Scope): Value {
  const found = scope.find(name)
  if (found !== null) return found.value
  if (name === 'undefined') return UNDEFINED
  if (name === 'NaN') return known(Number.NaN)
  if (name === 'Infinity') return known(Number.POSITIVE_INFINITY)
  return m.globals.get(name) ?? new Unknown(`${name} is not declared`, { typeOf: 'undefined' })
}

function template(
  m: Machine,
  node: Extract<Expression, { type: 'TemplateLiteral' }>,
  scope: Scope,
): Value {
  let text = node.quasis[0]?.value.cooked ?? ''
  for (const [i, expression] of node.expressions.entries()) {
    const part = evaluate(m, expression, scope)
    if (part.kind !== 'known' || typeof part.value === 'symbol')
      return primitive('a made text', 'string')
    text += String(part.value) + (node.quasis[i + 1]?.value.cooked ?? '')
  }
  return knownText(text)
}

function arrayLiteral(
  m: Machine,
  elements: Extract<Expression, { type: 'ArrayExpression' }>['elements'],
  scope: Scope,
): ObjectValue {
  const { values, open } = evaluateList(m, elements, scope)
  const made = arrayOf(values)
  made.open = open
  return made
}

export type Elements = Extract<Expression, { type: 'ArrayExpression' }>['elements']

export function evaluateList(
  m: Machine,
  elements: Elements,
  scope: Scope,
): Readonly<{ values: Value[]; open: string | null }> {
  const values: Value[] = []
  let open: string | null = null
  for (const element of elements) {
    if (element === null) values.push(UNDEFINED)
    else if (element.type === 'SpreadElement') {
      const spread = evaluate(m, element.argument, scope)
      const listed = iterated(spread)
      if (spread.kind === 'object' && listed !== null) {
        for (const one of listed) if (values.length < m.limits.namesMax) values.push(one)
        m.step(1 + (listed.length >> 2))
        open ??= spread.open
      } else if (spread.kind === 'known' && typeof spread.value === 'string') {
        for (const char of spread.value.slice(0, SPREAD_LENGTH_MAX)) values.push(known(char))
        if (spread.value.length > SPREAD_LENGTH_MAX) open ??= 'a text that is long'
      } else open ??= 'a list that is not known'
    } else values.push(evaluate(m, element, scope))
  }
  return { values, open }
}

function objectLiteral(m: Machine, node: ObjectExpression, scope: Scope): ObjectValue {
  const made = new ObjectValue()
  made.site = m.site
  const { anchor } = m
  for (const property of node.properties) {
    m.anchor = property.start
    if (property.type === 'SpreadElement') {
      copyInto(m, made, evaluate(m, property.argument, scope))
      continue
    }
    const key = propertyKey(m, property.key, property.computed, scope)
    const value = evaluate(m, property.value, scope)
    m.anchor = property.start
    if (property.kind === 'init') setProperty(m, made, key, value)
    else if (key === null) m.release(made, 'a name is computed')
    else if (typeof key === 'string' && value.kind === 'object') {
      addMethod(m, made, key, property.kind, value)
      const slot = made.slots.get(key)
      if (slot !== undefined) slot.isEnumerable = true
    }
  }
  m.anchor = anchor
  return made
}

type Member = Readonly<{ value: Value; object: Value; key: string | symbol | null }>

export function member(m: Machine, node: MemberExpression, scope: Scope): Member {
  if (node.object.type === 'Super') {
    const base = scope.homeClass()?.superclass ?? UNDEFINED
    const key = node.computed ? null : node.property.name
    const object = scope.thisValue() ?? UNDEFINED
    return { value: getProperty(m, getProperty(m, base, 'prototype'), key), object, key }
  }
  const object = evaluate(m, node.object, scope)
  const key = memberKey(m, node, scope)
  if (object.kind === 'unknown' && UNSET.has(`${object.why}.${String(key)}`))
    return { value: UNDEFINED, object, key }
  const isNothing = object.kind === 'known' && object.value == null
  if (node.optional && isNothing) return { value: UNDEFINED, object, key }
  return { value: getProperty(m, object, key), object, key }
}

export function memberKey(
  m: Machine,
  node: MemberExpression,
  scope: Scope,
): string | symbol | null {
  if (node.property.type === 'PrivateIdentifier') return Symbol.for(node.property.name)
  return node.computed ? keyOf(evaluate(m, node.property as Expression, scope)) : node.property.name
}

function unaryExpression(m: Machine, node: UnaryExpression, scope: Scope): Value {
  const { operator, argument } = node
  if (operator === 'delete') {
    if (argument.type === 'MemberExpression' && m.uncertain === 0) {
      const object = evaluate(m, argument.object, scope)
      const key = memberKey(m, argument, scope)
      if (object.kind === 'object' && typeof key === 'string') m.takeAway(object, key)
    }
    return known(true)
  }
  const value = evaluate(m, argument, scope)
  if (operator === 'typeof') {
    const type = typeOf(value)
    return type === null ? primitive('a type', 'string') : known(type)
  }
  if (operator !== '!') return unary(operator, value)
  const truth = truthOf(value)
  return truth === null ? primitive('a condition', 'boolean') : known(!truth)
}
