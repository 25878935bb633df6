// `Object` and its functions: most names that are not written down are made with them.

import type { Machine } from '../values/machine.ts'
import { getProperty, tagOf } from '../values/properties.ts'
import { hasOwn, ownKeys } from '../values/slots.ts'
import {
  arrayOf,
  type Call,
  elementsOf,
  forced,
  type Key,
  keyOf,
  known,
  nativeFunction,
  ObjectValue,
  objectOf,
  platform,
  type Slot,
  slotOf,
  UNDEFINED,
  Unknown,
  type Value,
} from '../values/values.ts'
import { copyInto, defineProperty, setProperty } from '../values/writeProperties.ts'
import { setNative } from './nativeObjects.ts'

export type Body = (m: Machine, args: Readonly<[Value, Value, Value]>, call: Call) => Value

/** Where it is sure to be done, a thing gets no more names. */
const close: Body = (m, [target]) => {
  if (target.kind === 'object' && m.uncertain === 0) target.isFixed = true
  return target
}

const BODIES: Readonly<Record<string, Body>> = {
  freeze: close,
  seal: close,
  preventExtensions: close,
  keys: (m, [target]) => list(m, target, false, known),
  // Symbols are nobody's names.
  getOwnPropertySymbols: () => arrayOf([]),
  getOwnPropertyNames: (m, [target]) => list(m, target, true, known),
  values: (m, [target]) => list(m, target, false, (key) => getProperty(m, target, key)),
  entries: (m, [target]) =>
    list(m, target, false, (key) => arrayOf([known(key), getProperty(m, target, key)])),
  assign: (m, [target], { args }) => {
    for (const source of args.slice(1)) copyInto(m, target, source)
    return target
  },
  defineProperty: (m, [target, key, descriptor]) => {
    defineProperty(m, target, keyOf(key), descriptor)
    return target
  },
  defineProperties: (m, [target, descriptors]) => defineAll(m, target, descriptors),
  create: (m, [proto, descriptors]) => {
    const made = new ObjectValue(m.site)
    made.proto = proto.kind === 'known' ? null : proto
    return defineAll(m, made, descriptors)
  },
  getPrototypeOf: (_, [target]) =>
    target.kind === 'object'
      ? (target.proto ?? platform('Object.prototype', 'object'))
      : platform('a prototype'),
  setPrototypeOf: (_, [target, proto]) => {
    if (target.kind === 'object') target.proto = proto.kind === 'known' ? null : proto
    return target
  },
  getOwnPropertyDescriptor: (m, [target, key]) => descriptorOf(m, target, keyOf(key)),
  getOwnPropertyDescriptors: (m, [target]) => {
    const made = new ObjectValue()
    for (const key of ownKeys(m, target, { all: true }).keys)
      setProperty(m, made, key, descriptorOf(m, target, key))
    return made
  },
  fromEntries: (m, [pairs]) => {
    const made = new ObjectValue(m.site)
    if (pairs.kind !== 'object' || pairs.elements === null || pairs.open !== null)
      made.open = 'is made of a list that is not known'
    for (const pair of elementsOf(pairs))
      setProperty(m, made, keyOf(getProperty(m, pair, '0')), getProperty(m, pair, '1'))
    return made
  },
  hasOwn: (m, [target, key]) => hasOwn(m, target, key),
  is: () => new Unknown('a comparison'),
  isFrozen: () => known(false),
}

/** Functions whose first arguments are always there. */
export function methodsOf(m: Machine, bodies: Readonly<Record<string, Body>>) {
  const methods = Object.entries(bodies).map(([name, body]) => {
    const method = nativeFunction((call) => {
      const [first = UNDEFINED, second = UNDEFINED, third = UNDEFINED] = call.args
      return body(m, [first, second, third], call)
    })
    return [name, method] as const
  })
  return Object.fromEntries(methods)
}

export function objectGlobal(m: Machine): ObjectValue {
  const made = nativeFunction(({ args: [value] }) =>
    value === undefined || value.kind === 'known' ? new ObjectValue() : value,
  )
  for (const [name, method] of Object.entries(methodsOf(m, BODIES))) setNative(made, name, method)
  const prototype = objectOf({
    toString: nativeFunction(({ self }) => tagOf(self)),
    hasOwnProperty: nativeFunction(({ self, args: [key = UNDEFINED] }) => hasOwn(m, self, key)),
  })
  prototype.proto = platform('Object.prototype', 'object')
  setNative(made, 'prototype', prototype)
  made.proto = platform('Object', 'function')
  return made
}

/** A list with something for each name of a thing. */
export function list(
  m: Machine,
  target: Value,
  all: boolean,
  make: (key: string) => Value,
): ObjectValue {
  const { keys, open } = ownKeys(m, target, { all })
  return arrayOf(keys.map(make), open)
}

function defineAll(m: Machine, target: Value, descriptors: Value): Value {
  if (descriptors.kind === 'known') return target
  const { keys, open } = ownKeys(m, descriptors)
  for (const key of keys) defineProperty(m, target, key, getProperty(m, descriptors, key))
  if (open !== null && target.kind === 'object') m.release(target, open)
  return target
}

function descriptorOf(m: Machine, target: Value, key: Key): Value {
  const object = forced(target)
  if (object.kind === 'unknown' && object.isPlatform && typeof key === 'string')
    return descriptorObject(slotOf(getProperty(m, object, key)))
  if (object.kind !== 'object' || typeof key !== 'string') return new Unknown('a descriptor')
  const slot = object.slot(key)
  if (slot === undefined) return object.open === null ? UNDEFINED : new Unknown(object.open)
  return descriptorObject(slot)
}

function descriptorObject(slot: Slot): ObjectValue {
  const accessors = { get: slot.get ?? UNDEFINED, set: slot.set ?? UNDEFINED }
  const isAccessor = slot.get !== null || slot.set !== null
  return objectOf({
    ...(isAccessor ? accessors : { value: slot.value, writable: known(true) }),
    enumerable: known(slot.isEnumerable),
    configurable: known(true),
  })
}
