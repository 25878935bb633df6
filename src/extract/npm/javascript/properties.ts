// Reading and writing the names of objects.

import { arrayMethod } from './arrayMethods.ts'
import { callValue } from './calls.ts'
import { type Machine, platform } from './machine.ts'
import { platformKeys, platformMember } from './platform.ts'
import { safePattern } from './safePattern.ts'
import { PATTERN_TEXT_MAX, stringMember } from './stringMethods.ts'
import {
  type Code,
  join,
  keyOf,
  known,
  Lazy,
  NULL,
  nativeFunction,
  ObjectValue,
  objectOf,
  primitive,
  type Slot,
  slotOf,
  TRUE,
  typeOf,
  UNDEFINED,
  Unknown,
  type Value,
} from './values.ts'
import { defineProperty } from './writeProperties.ts'

const CHAIN_MAX = 50

/** What every object inherits; nobody is told of them. */
const INHERITED =
  /^(?:toLocaleString|valueOf|isPrototypeOf|propertyIsEnumerable|constructor|__lookupGetter__)$/

/** Methods of lists and sets that are not followed. */
const OF_LISTS = new Set([
  ...['copyWithin', 'difference', 'findLastIndex', 'intersection', 'isDisjointFrom', 'isSubsetOf'],
  ...['isSupersetOf', 'lastIndexOf', 'symmetricDifference', 'toLocaleString', 'toSpliced', 'with'],
  ...['clear', 'delete', 'union'],
])

export function getProperty(m: Machine, target: Value, key: string | symbol | null): Value {
  switch (target.kind) {
    case 'lazy': {
      if (!target.isExternal) return getProperty(m, target.force(), key)
      const label = `${target.label}${target.label.includes('#') ? '.' : '#'}${String(key)}`
      return new Lazy(label, true, () => getProperty(m, target.force(), key))
    }
    case 'either':
      return target.options.map((option) => getProperty(m, option, key)).reduce(join)
    case 'unknown':
      return target.isPlatform ? platformMember(m, target, key) : target
    case 'known':
      if (target.value == null) m.missed += 1
      if (typeof target.value === 'string' && typeof key === 'string')
        return stringMember(m, target.value, key)
      return key === 'toString' && typeof target.value === 'number'
        ? numberToText(target.value)
        : new Unknown(`a member of ${String(target.value)}`)
    case 'object':
      if (key === null) return anyOf(target)
      return typeof key === 'symbol' ? platform('symbol') : getOfObject(m, target, key)
  }
}

/** `(255).toString(16)`. */
function numberToText(value: number): ObjectValue {
  return nativeFunction(({ args: [radix = UNDEFINED] }) => {
    if (radix === UNDEFINED) return known(String(value))
    const base = radix.kind === 'known' ? Number(radix.value) : 0
    const isBase = Number.isInteger(base) && base >= 2 && base <= 36
    return isBase ? known(value.toString(base)) : primitive('a number as a text', 'string')
  })
}

function anyOf(target: ObjectValue): Value {
  const values = [
    ...(target.elements ?? []),
    ...[...target.slots.values()].map((slot) => slot.value),
  ]
  return values.length === 0 || values.length > 8
    ? new Unknown('a computed member')
    : values.reduce(join)
}

function getOfObject(m: Machine, target: ObjectValue, key: string): Value {
  if (target.pattern !== null && key === 'test') return patternTest(target.pattern)
  const slot = findSlot(m, target, key)
  if (slot instanceof Unknown) return slot
  if (slot !== null) {
    if (slot.get === null) return slot.value
    return callValue(m, slot.get, { self: target, args: [], isNew: false, label: key })
  }
  if (target.elements !== null) {
    const index = Number(key)
    if (Number.isInteger(index) && index >= 0)
      return target.elements[index] ?? (target.open === null ? UNDEFINED : new Unknown(target.open))
    // Sets are lists here.
    if (key === 'length' || key === 'size')
      return target.open === null ? known(target.elements.length) : new Unknown(target.open)
    const method = arrayMethod(m, key)
    if (method !== null) return method
    if (OF_LISTS.has(key)) return new Unknown(`${key} of a list`)
  }
  if (target.isCallable) {
    const method = functionMember(m, target, key)
    if (method !== null) return method
  }
  if (key === 'hasOwnProperty') return hasOwnMethod(m)
  if (key === 'toString') return nativeFunction(({ self }) => tagOf(self))
  if (key === '__defineGetter__') return defineAccessorMethod(m, 'get')
  if (key === '__defineSetter__') return defineAccessorMethod(m, 'set')
  if (key === '__proto__') return target.proto ?? platform('Object.prototype', 'object')
  if (key === 'constructor' && target.proto === null && !target.isCallable)
    return m.globals.get(target.elements === null ? 'Object' : 'Array') ?? platform(key, 'function')
  if (INHERITED.test(key)) return platform(key, 'function')
  return target.open === null ? UNDEFINED : new Unknown(target.open)
}

/** `/x/.test(text)`, where the pattern does not remember how far it got. */
function patternTest({ source, flags }: Readonly<{ source: string; flags: string }>): ObjectValue {
  const asked = primitive('whether a pattern fits', 'boolean')
  return nativeFunction(({ args: [text = UNDEFINED] }) => {
    const isText = text.kind === 'known' && typeof text.value === 'string'
    const isPlain = isText && !/[gy]/.test(flags) && String(text.value).length <= PATTERN_TEXT_MAX
    const pattern = isPlain ? safePattern(source, flags) : null
    return pattern === null || !isText ? asked : known(pattern.test(String(text.value)))
  })
}

function hasOwnMethod(m: Machine): ObjectValue {
  return nativeFunction(({ self, args: [name = UNDEFINED] }) => hasOwn(m, self, name))
}

/** `[object Function]` and the like, by which old code tells values apart. */
export function tagOf(value: Value): Value {
  const type = typeOf(value)
  if (value.kind === 'known')
    return known(`[object ${value.value === null ? 'Null' : capital(type ?? '')}]`)
  if (value.kind !== 'object' || value.proto?.kind === 'unknown')
    return primitive('what kind of value it is', 'string')
  return known(`[object ${value.elements !== null ? 'Array' : capital(type ?? '')}]`)
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

function defineAccessorMethod(m: Machine, kind: 'get' | 'set'): ObjectValue {
  return nativeFunction(({ self, args: [name = UNDEFINED, accessor = UNDEFINED] }) => {
    defineProperty(m, self, keyOf(name), objectOf({ [kind]: accessor, enumerable: TRUE }))
    return UNDEFINED
  })
}

export function hasOwn(m: Machine, target: Value, name: Value): Value {
  const object = target.kind === 'lazy' ? target.force() : target
  const key = name.kind === 'known' ? String(name.value) : null
  if (object.kind !== 'object' || key === null)
    return primitive('whether a name is there', 'boolean')
  if (object.slots.has(key) || object.elements?.[Number(key)] !== undefined) return known(true)
  if (key === 'prototype' && prototypeOf(m, object) !== null) return known(true)
  return object.open === null ? known(false) : new Unknown(object.open)
}

/** Own or inherited; `Unknown` where the chain leaves our sight. */
export function findSlot(m: Machine, target: ObjectValue, key: string): Slot | Unknown | null {
  let object: Value | null = target
  for (let i = 0; object !== null && i < CHAIN_MAX; i++) {
    if (object.kind === 'lazy') {
      if (object.isExternal) return new Unknown(`inherited from ${object.label}`)
      object = object.force()
    }
    if (object.kind === 'known') return null
    if (object.kind === 'unknown' && object.isPlatform) return inherited(m, object, key)
    if (object.kind !== 'object') return new Unknown('inherited from what is not known')
    const slot = object.slots.get(key)
    if (slot !== undefined) return slot
    if (key === 'prototype' && prototypeOf(m, object) !== null) return object.slots.get(key) ?? null
    object = object.proto
  }
  return null
}

/** What Node's own classes hand down. */
function inherited(m: Machine, from: Unknown, key: string): Slot | Unknown {
  const value = platformMember(m, from, key)
  return value.kind === 'unknown' ? value : { ...slotOf(value), isEnumerable: false }
}

/** The `prototype` of a function, made when it is first asked for; null for what has none. */
export function prototypeOf(m: Machine, target: ObjectValue): ObjectValue | null {
  const there = target.slots.get('prototype')?.value
  if (there?.kind === 'object') return there
  if (there !== undefined || !target.isCallable) return null
  if (target.code?.node.type === 'ArrowFunctionExpression') return null
  const made = new ObjectValue()
  made.site = m.site
  made.slots.set('constructor', { ...slotOf(target), isEnumerable: false })
  target.slots.set('prototype', { ...slotOf(made), isEnumerable: false })
  return made
}

function functionMember(m: Machine, target: ObjectValue, key: string): Value | null {
  const forward = (self: Value, args: readonly Value[]) =>
    callValue(m, target, { self, args, isNew: false, label: key })
  switch (key) {
    case 'call':
      return nativeFunction(({ args: [self = UNDEFINED, ...rest] }) => forward(self, rest))
    case 'apply':
      return nativeFunction(({ args: [self = UNDEFINED, list = NULL] }) =>
        forward(self, list.kind === 'object' ? (list.elements ?? []) : []),
      )
    case 'bind':
      return nativeFunction(({ args: [self = UNDEFINED, ...first] }) =>
        nativeFunction(({ args }) => forward(self, [...first, ...args])),
      )
    case 'length':
      return target.code === null ? new Unknown('length of a function') : known(arity(target.code))
    case 'name':
      return new Unknown('name of a function')
    default:
      return null
  }
}

function arity({ node }: Code): number {
  const end = node.params.findIndex(
    ({ type }) => type === 'AssignmentPattern' || type === 'RestElement',
  )
  return end < 0 ? node.params.length : end
}

export type Keys = Readonly<{ keys: readonly string[]; open: string | null }>

/** The enumerable names of a value itself, and why there may be more. */
export function ownKeys(m: Machine, target: Value, { all = false } = {}): Keys {
  switch (target.kind) {
    case 'lazy':
      return ownKeys(m, target.force(), { all })
    case 'either': {
      const options = target.options.map((option) => ownKeys(m, option, { all }))
      const keys = new Set(options.flatMap((option) => option.keys))
      return { keys: [...keys], open: options.find(({ open }) => open !== null)?.open ?? null }
    }
    case 'unknown':
      return target.isPlatform ? platformKeys(m, target, all) : { keys: [], open: target.why }
    case 'known': {
      const length = typeof target.value === 'string' ? Math.min(target.value.length, 1_000) : 0
      return { keys: Array.from({ length }, (_, i) => String(i)), open: null }
    }
    case 'object': {
      const keys = (target.elements ?? []).map((_, i) => String(i))
      for (const [key, slot] of target.slots) if (all || slot.isEnumerable) keys.push(key)
      m.step(1 + (keys.length >> 2))
      if (target.site !== null && m.running.has(target.site.module)) m.listed(target.site.module)
      return { keys, open: target.open }
    }
  }
}
