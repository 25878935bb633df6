// Operators on what is known.

import type { Machine } from '../values/machine.ts'
import { findSlot } from '../values/slots.ts'
import {
  agreed,
  known,
  knownText,
  optionsOf,
  type Primitive,
  primitive,
  settled,
  Unknown,
  type Value,
} from '../values/values.ts'

export function binary(m: Machine, operator: string, left: Value, right: Value): Value {
  const a = settled(left)
  const b = settled(right)
  if (operator === 'in') return isIn(m, a, b)
  if (operator === 'instanceof') return isInstance(m, a, b)
  if (EQUALITY.has(operator)) {
    const equal = isEqual(operator, a, b)
    return equal === null
      ? primitive('a comparison', 'boolean')
      : known(equal === operator.startsWith('='))
  }
  if (a.kind !== 'known' || b.kind !== 'known') {
    convert(m, a)
    convert(m, b)
    return primitive('a computation')
  }
  return compute(operator, a.value, b.value)
}

const EQUALITY = new Set(['==', '!=', '===', '!=='])
/** Methods that make a plain value of an object, in the order in which they are asked. */
const CONVERSIONS = ['valueOf', 'toString']

/** An object becomes a plain value by a method of its own, which may do other things besides. */
function convert(m: Machine, value: Value): void {
  if (value.kind !== 'object') return
  for (const key of CONVERSIONS) {
    const method = value.slot(key)?.value
    if (method?.kind === 'object' && method.code !== null)
      m.maybe(() => m.apply(method, value, [], key))
  }
}

function isEqual(operator: string, a: Value, b: Value): boolean | null {
  if (a.kind === 'either' || b.kind === 'either') {
    const [options, other] = a.kind === 'either' ? [a.options, b] : [optionsOf(b), a]
    return agreed(options.map((one) => isEqual(operator, settled(one), other)))
  }
  if (a.kind === 'known' && b.kind === 'known') {
    if (operator.length === 3) return a.value === b.value
    // biome-ignore lint/suspicious/noDoubleEquals: the package compares so.
    return a.value == b.value
  }
  if (a.kind === 'object' && b.kind === 'object') return a === b
  if (a.kind === 'object' || b.kind === 'object') {
    const other = a.kind === 'object' ? b : a
    // What Node has is nothing that a package made.
    if (other.kind === 'unknown' && other.isPlatform) return false
    if (other.kind !== 'known') return null
    // An object is no primitive; loosely it may become an equal one, except nothing at all.
    return operator.length === 3 || other.value == null ? false : null
  }
  // What Node provides is something.
  const [unknown, other] = a.kind === 'unknown' ? [a, b] : [b, a]
  const isThere =
    unknown.kind === 'unknown' && unknown.typeOf !== null && unknown.typeOf !== 'undefined'
  return isThere && other.kind === 'known' && other.value == null ? false : null
}

function isIn(m: Machine, key: Value, target: Value): Value {
  if (key.kind !== 'known' || target.kind !== 'object')
    return primitive('whether a name is there', 'boolean')
  // Symbols are not kept.
  if (typeof key.value === 'symbol') return known(false)
  const slot = findSlot(m, target, String(key.value))
  if (slot instanceof Unknown) return slot
  if (slot !== null || target.elements?.[Number(key.value)] !== undefined) return known(true)
  return target.open === null ? known(false) : new Unknown(target.open)
}

function isInstance(m: Machine, value: Value, of: Value): Value {
  if (value.kind === 'known') return known(false)
  if (value.kind !== 'object' || of.kind !== 'object') return primitive('an instance', 'boolean')
  if (of === m.globals.get('Object')) return known(true)
  if (of === m.globals.get('Function')) return known(value.isCallable)
  const prototype = of.slot('prototype')?.value
  let proto = value.proto
  for (let i = 0; proto !== null && i < 50; i++) {
    if (proto === prototype) return known(true)
    if (proto.kind !== 'object') return primitive('an instance', 'boolean')
    proto = proto.proto
  }
  // Lists, sets and the like have no chain here.
  return of.native === null ? known(false) : primitive('an instance', 'boolean')
}

function compute(operator: string, a: Primitive, b: Primitive): Value {
  if (typeof a === 'symbol' || typeof b === 'symbol') return primitive('a symbol')
  if (typeof a === 'bigint' || typeof b === 'bigint') return primitive('a large number')
  if (operator === '+' && (typeof a === 'string' || typeof b === 'string'))
    return knownText(`${a}${b}`)
  const result = OPERATORS[operator]?.(a as number, b as number)
  return result === undefined ? primitive('a computation') : known(result)
}

/** What operators make of numbers; other plain values become numbers, as in the language. */
const OPERATORS: Readonly<Record<string, (x: number, y: number) => number | boolean>> = {
  '+': (x, y) => Number(x) + Number(y),
  '-': (x, y) => x - y,
  '*': (x, y) => x * y,
  '/': (x, y) => x / y,
  '%': (x, y) => x % y,
  '**': (x, y) => x ** y,
  '<': (x, y) => x < y,
  '>': (x, y) => x > y,
  '<=': (x, y) => x <= y,
  '>=': (x, y) => x >= y,
  '|': (x, y) => x | y,
  '&': (x, y) => x & y,
  '^': (x, y) => x ^ y,
  '<<': (x, y) => x << y,
  '>>': (x, y) => x >> y,
  '>>>': (x, y) => x >>> y,
}

export function unary(operator: string, value: Value): Value {
  if (operator === 'void') return known(undefined)
  const settledValue = settled(value)
  if (settledValue.kind !== 'known') return primitive('a computation')
  const { value: given } = settledValue
  if (typeof given === 'symbol' || typeof given === 'bigint') return primitive('a computation')
  if (operator === '-') return known(-Number(given))
  if (operator === '+') return known(Number(given))
  return operator === '~' ? known(~Number(given)) : primitive('a computation')
}
