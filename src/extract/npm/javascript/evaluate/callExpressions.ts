// Calls as they are written: what is called, with what, on what.

import type {
  CallExpression,
  Expression,
  NewExpression,
  TaggedTemplateExpression,
} from 'oxc-parser'
import type { Machine } from '../values/machine.ts'
import { getProperty } from '../values/properties.ts'
import {
  arrayOf,
  type Either,
  join,
  type Key,
  known,
  type Scope,
  slotOf,
  UNDEFINED,
  Unknown,
  type Value,
} from '../values/values.ts'
import { initialiseSuper } from './calls.ts'
import { type Elements, evaluateList } from './literals.ts'
import { member } from './members.ts'

const LABEL_LENGTH_MAX = 40

/** A call of the tag: with the texts, then with what stands between them. */
export function taggedTemplate(
  m: Machine,
  { tag, quasi }: TaggedTemplateExpression,
  scope: Scope,
): Value {
  const target =
    tag.type === 'MemberExpression'
      ? member(m, tag, scope)
      : { value: m.evaluate(tag, scope), object: UNDEFINED }
  const texts = arrayOf(quasi.quasis.map(({ value }) => known(value.cooked ?? undefined)))
  texts.slots.set('raw', slotOf(arrayOf(quasi.quasis.map(({ value }) => known(value.raw)))))
  const values = quasi.expressions.map((one) => m.evaluate(one, scope))
  return m.apply(target.value, target.object, [texts, ...values], labelOf(tag))
}

export function callExpression(m: Machine, node: CallExpression, scope: Scope): Value {
  const { callee } = node
  if (callee.type === 'Super') {
    const home = scope.homeClass()
    const { values } = evaluateList(m, node.arguments as Elements, scope)
    const self = scope.thisValue() ?? UNDEFINED
    if (home !== null)
      initialiseSuper(m, home, self, { self, args: values, isNew: true, label: 'super' })
    return UNDEFINED
  }
  const target =
    callee.type === 'MemberExpression'
      ? member(m, callee, scope)
      : { value: m.evaluate(callee, scope), object: UNDEFINED, key: null }
  if (node.optional && target.value.kind === 'known' && target.value.value == null) return UNDEFINED
  const { values, open } = evaluateList(m, node.arguments as Elements, scope)
  const label = labelOf(callee)
  const args = open === null ? values : [...values, new Unknown(open)]
  const result =
    callee.type === 'MemberExpression' && target.object.kind === 'either'
      ? callEach(m, target.object, target.key, { args, label })
      : m.apply(target.value, target.object, args, label)
  markEnum(node, values)
  if (result.kind !== 'lazy' || !result.isExternal) return result
  const isMixin = node.arguments.some((argument, i) => isOurs(values[i]) && !isFresh(argument.type))
  // What it does to an object of ours matters; what it returns can wait.
  if (isMixin) result.force()
  return result
}

/** A method of one of several things: each has its own. */
function callEach(
  m: Machine,
  { options }: Either,
  key: Key,
  { args, label }: Readonly<{ args: readonly Value[]; label: string }>,
): Value {
  const things = options.filter((one) => one.kind !== 'known' || typeof one.value === 'string')
  const results = (things.length === 0 ? options : things).map((self) =>
    m.maybe(() => m.apply(getProperty(m, self, key), self, args, label)),
  )
  return results.reduce(join)
}

/** An object, or what another package made for this one. */
function isOurs(value: Value | undefined): boolean {
  return value?.kind === 'object' || (value?.kind === 'lazy' && value.label.endsWith(')'))
}

/** What was written down as the argument belongs to nobody else. */
function isFresh(type: string): boolean {
  return /^(?:Object|Array|Function|ArrowFunction|Class)Expression$/.test(type)
}

/** `(function (E) { … })(E || (E = {}))`, as compilers write enums. */
function markEnum(node: CallExpression, values: readonly Value[]): void {
  const [first] = node.arguments
  const [made] = values
  if (first?.type !== 'LogicalExpression' || made?.kind !== 'object') return
  const slots = [...made.slots.values()]
  made.isEnum = slots.length > 0 && slots.every((slot) => slot.value.kind === 'known')
}

export function newExpression(m: Machine, node: NewExpression, scope: Scope): Value {
  const callee = m.evaluate(node.callee, scope)
  const { values } = evaluateList(m, node.arguments as Elements, scope)
  const label = labelOf(node.callee)
  return m.call(callee, { self: UNDEFINED, args: values, isNew: true, label })
}

function labelOf(node: Expression): string {
  if (node.type === 'Identifier') return node.name.slice(0, LABEL_LENGTH_MAX)
  if (node.type !== 'MemberExpression' || node.computed) return 'a function'
  return `${labelOf(node.object)}.${node.property.name}`.slice(0, LABEL_LENGTH_MAX)
}
