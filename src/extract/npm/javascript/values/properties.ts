// Reading the names of values: what they have themselves, and what the language gives to all of them.

import { arrayMethod } from './arrayMethods.ts'
import type { Machine } from './machine.ts'
import { platformMember } from './platform.ts'
import { safePattern } from './safePattern.ts'
import { defineAccessor, findSlot, hasOwn } from './slots.ts'
import { PATTERN_TEXT_MAX, stringMember } from './stringMethods.ts'
import {
  type Code,
  elementsOf,
  join,
  type Key,
  keyOf,
  known,
  Lazy,
  NULL,
  nativeFunction,
  type ObjectValue,
  platform,
  primitive,
  typeOf,
  UNDEFINED,
  Unknown,
  type Value,
} from './values.ts'

/** What every object inherits; nobody is told of them. */
const INHERITED = new Set([
  ...['toLocaleString', 'valueOf', 'isPrototypeOf', 'propertyIsEnumerable', 'constructor'],
  '__lookupGetter__',
])

/** Methods of lists and sets that are not followed. */
const OF_LISTS = new Set([
  ...['copyWithin', 'difference', 'findLastIndex', 'intersection', 'isDisjointFrom', 'isSubsetOf'],
  ...['isSupersetOf', 'lastIndexOf', 'symmetricDifference', 'toLocaleString', 'toSpliced', 'with'],
  ...['clear', 'delete', 'union'],
])

export function getProperty(m: Machine, target: Value, key: Key): Value {
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
  // Whatever an object inherits from, these are the ones of the language.
  if (key === '__defineGetter__') return defineAccessorMethod(m, 'get')
  if (key === '__defineSetter__') return defineAccessorMethod(m, 'set')
  const slot = findSlot(m, target, key)
  if (slot instanceof Unknown) return slot
  if (slot !== null) {
    if (slot.get === null) return slot.value
    return m.apply(slot.get, target, [], key)
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
  if (key === 'hasOwnProperty')
    return nativeFunction(({ self, args: [name = UNDEFINED] }) => hasOwn(m, self, name))
  if (key === 'toString') return nativeFunction(({ self }) => tagOf(self))
  if (key === '__proto__') return target.proto ?? platform('Object.prototype', 'object')
  if (key === 'constructor' && target.proto === null && !target.isCallable)
    return m.globals.get(target.elements === null ? 'Object' : 'Array') ?? platform(key, 'function')
  if (INHERITED.has(key)) return platform(key, 'function')
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
    defineAccessor(m, self, keyOf(name), { [kind]: accessor })
    return UNDEFINED
  })
}

function functionMember(m: Machine, target: ObjectValue, key: string): Value | null {
  const forward = (self: Value, args: readonly Value[]) => m.apply(target, self, args, key)
  switch (key) {
    case 'call':
      return nativeFunction(({ args: [self = UNDEFINED, ...rest] }) => forward(self, rest))
    case 'apply':
      return nativeFunction(({ args: [self = UNDEFINED, list = NULL] }) =>
        forward(self, elementsOf(list)),
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
