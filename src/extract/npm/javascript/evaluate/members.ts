// Members as they are written: what they are members of, and under which name.

import type { Expression, MemberExpression, PropertyKey } from 'oxc-parser'
import type { Machine } from '../values/machine.ts'
import { getProperty } from '../values/properties.ts'
import { type Key, keyOf, known, type Scope, UNDEFINED, type Value } from '../values/values.ts'

const PROCESS = 'process'
/** These are undefined in Node where nobody set anything, and where it is no browser. */
const UNSET: ReadonlyMap<string, ReadonlySet<Key>> = new Map<string, ReadonlySet<Key>>([
  [PROCESS, new Set(['type', 'browser', '__nwjs', 'pkg', 'env.NODE_ENV', 'versions.electron'])],
  [`${PROCESS}.env`, new Set(['NODE_ENV'])],
  [`${PROCESS}.versions`, new Set(['electron'])],
  ['global', new Set(['document', 'window'])],
  ['globalThis', new Set(['document', 'window'])],
])

type Member = Readonly<{ value: Value; object: Value; key: Key }>

export function member(m: Machine, node: MemberExpression, scope: Scope): Member {
  if (node.object.type === 'Super') {
    const base = scope.homeClass()?.superclass ?? UNDEFINED
    const key = node.computed ? null : node.property.name
    const object = scope.thisValue() ?? UNDEFINED
    return { value: getProperty(m, getProperty(m, base, 'prototype'), key), object, key }
  }
  const object = m.evaluate(node.object, scope)
  const key = memberKey(m, node, scope)
  if (object.kind === 'unknown' && UNSET.get(object.why)?.has(key) === true)
    return { value: UNDEFINED, object, key }
  const isNothing = object.kind === 'known' && object.value == null
  if (node.optional && isNothing) return { value: UNDEFINED, object, key }
  return { value: getProperty(m, object, key), object, key }
}

export function memberKey(m: Machine, node: MemberExpression, scope: Scope): Key {
  if (node.property.type === 'PrivateIdentifier') return Symbol.for(node.property.name)
  return node.computed ? keyOf(m.evaluate(node.property as Expression, scope)) : node.property.name
}

/** The name that a property, a member or a part of a pattern has; null when it is not known. */
export function propertyKey(m: Machine, key: PropertyKey, isComputed: boolean, scope: Scope): Key {
  if (key.type === 'PrivateIdentifier') return Symbol.for(key.name)
  if (isComputed) return keyOf(m.evaluate(key, scope))
  if (key.type === 'Identifier') return key.name
  return key.type === 'Literal' ? keyOf(known(key.value as string)) : null
}
