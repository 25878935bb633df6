// Values that are written down: texts, patterns, lists and objects, with what is spread into them.

import type { ArrayExpression, ObjectExpression, TemplateLiteral } from 'oxc-parser'
import type { Machine } from '../values/machine.ts'
import {
  arrayOf,
  iterated,
  known,
  knownText,
  ObjectValue,
  platform,
  primitive,
  type Scope,
  UNDEFINED,
  type Value,
} from '../values/values.ts'
import { copyInto, setProperty } from '../values/writeProperties.ts'
import { addMethod } from './classes.ts'
import { propertyKey } from './members.ts'

/** A text that is spread gives so many characters. */
const SPREAD_LENGTH_MAX = 40
export type Elements = ArrayExpression['elements']

export function regexLiteral(
  m: Machine,
  { pattern: source, flags }: Readonly<{ pattern: string; flags: string }>,
): ObjectValue {
  const proto = platform('RegExp.prototype', 'object')
  const made = new ObjectValue(m.site)
  made.pattern = { source, flags }
  made.proto = proto
  return made
}

export function templateLiteral(m: Machine, node: TemplateLiteral, scope: Scope): Value {
  let text = node.quasis[0]?.value.cooked ?? ''
  for (const [i, expression] of node.expressions.entries()) {
    const part = m.evaluate(expression, scope)
    if (part.kind !== 'known' || typeof part.value === 'symbol')
      return primitive('a made text', 'string')
    text += String(part.value) + (node.quasis[i + 1]?.value.cooked ?? '')
  }
  return knownText(text)
}

export function arrayLiteral(m: Machine, elements: Elements, scope: Scope): ObjectValue {
  const { values, open } = evaluateList(m, elements, scope)
  return arrayOf(values, open)
}

type Evaluated = Readonly<{ values: Value[]; open: string | null }>

export function evaluateList(m: Machine, elements: Elements, scope: Scope): Evaluated {
  const values: Value[] = []
  let open: string | null = null
  for (const element of elements) {
    if (element === null) values.push(UNDEFINED)
    else if (element.type === 'SpreadElement') {
      const spread = m.evaluate(element.argument, scope)
      const listed = iterated(spread)
      if (spread.kind === 'object' && listed !== null) {
        for (const one of listed) if (values.length < m.limits.namesMax) values.push(one)
        m.step(1 + (listed.length >> 2))
        open ??= spread.open
      } else if (spread.kind === 'known' && typeof spread.value === 'string') {
        for (const char of spread.value.slice(0, SPREAD_LENGTH_MAX)) values.push(known(char))
        if (spread.value.length > SPREAD_LENGTH_MAX) open ??= 'a text that is long'
      } else open ??= 'a list that is not known'
    } else values.push(m.evaluate(element, scope))
  }
  return { values, open }
}

export function objectLiteral(m: Machine, node: ObjectExpression, scope: Scope): ObjectValue {
  const made = new ObjectValue(m.site)
  const { anchor } = m
  for (const property of node.properties) {
    m.anchor = property.start
    if (property.type === 'SpreadElement') {
      copyInto(m, made, m.evaluate(property.argument, scope))
      continue
    }
    const key = propertyKey(m, property.key, property.computed, scope)
    const value = m.evaluate(property.value, scope)
    m.anchor = property.start
    if (property.kind === 'init') setProperty(m, made, key, value)
    else if (key === null) m.release(made, 'a name is computed')
    else if (typeof key === 'string' && value.kind === 'object') {
      addMethod(m, made, key, property.kind, value)
      const slot = made.slot(key)
      if (slot !== undefined) slot.isEnumerable = true
    }
  }
  m.anchor = anchor
  return made
}
