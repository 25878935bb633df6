// What Node gives to every module. A fixed list: the answer must not depend on the Node that asks.

import { arrayMethods } from '../values/arrayMethods.ts'
import { jsonValue } from '../values/jsonValue.ts'
import type { Machine } from '../values/machine.ts'
import { getProperty } from '../values/properties.ts'
import { hasOwn, prototypeOf } from '../values/slots.ts'
import {
  type Call,
  elementsOf,
  keyOf,
  known,
  knownText,
  nativeFunction,
  type ObjectValue,
  objectOf,
  type Primitive,
  platform,
  primitive,
  UNDEFINED,
  Unknown,
  type Value,
} from '../values/values.ts'
import { defineProperty, setProperty } from '../values/writeProperties.ts'
import { arrayGlobal, mapGlobal, setGlobal } from './collectionGlobals.ts'
import { partly, setMethod, setNative } from './nativeObjects.ts'
import { type Body, list, methodsOf, objectGlobal } from './objectGlobal.ts'

const FUNCTIONS = `AbortController AbortSignal AggregateError ArrayBuffer BigInt BigInt64Array
  BigUint64Array Blob BroadcastChannel Buffer CompressionStream CryptoKey DOMException
  DataView Date DecompressionStream Error EvalError Event EventTarget FinalizationRegistry
  Float32Array Float64Array FormData Headers Int16Array Int32Array Int8Array
  MessageChannel MessageEvent MessagePort Promise Proxy RangeError ReadableStream
  ReferenceError RegExp Request Response SharedArrayBuffer SubtleCrypto SyntaxError
  TextDecoder TextDecoderStream TextEncoder TextEncoderStream TransformStream TypeError URIError URL
  URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakRef WeakSet
  WritableStream atob btoa clearImmediate clearInterval clearTimeout decodeURI decodeURIComponent
  encodeURI encodeURIComponent escape fetch isFinite isNaN parseFloat parseInt queueMicrotask
  setImmediate setInterval setTimeout structuredClone unescape`

const OBJECTS =
  'Atomics Intl JSON Math WebAssembly console crypto global globalThis performance process'

export function fillGlobals(m: Machine): void {
  for (const name of FUNCTIONS.split(/\s+/)) m.globals.set(name, platform(name, 'function'))
  for (const name of OBJECTS.split(' ')) m.globals.set(name, platform(name, 'object'))
  m.globals.set('Object', objectGlobal(m))
  m.globals.set('Array', arrayGlobal(m))
  m.globals.set('Reflect', partly(objectOf(methodsOf(m, REFLECT)), 'Reflect'))
  m.globals.set('Symbol', symbolGlobal())
  m.globals.set('Proxy', proxyGlobal())
  m.globals.set('Math', mathGlobal())
  m.globals.set('Set', setGlobal())
  m.globals.set('Number', convertGlobal('Number', Number))
  m.globals.set('String', convertGlobal('String', String))
  m.globals.set('Boolean', convertGlobal('Boolean', Boolean))
  for (const name of PURE) m.globals.set(name, pureFunction(name))
  for (const name of ['Map', 'WeakMap']) m.globals.set(name, mapGlobal(m, name))
  m.globals.set('Function', functionGlobal())
  const runText = nativeFunction(({ args: [text = UNDEFINED] }) => evaluated(m, text))
  m.globals.set('eval', runText)
  fillNodeFunctions(m)
}

const REFLECT: Readonly<Record<string, Body>> = {
  ownKeys: (m, [target]) => list(m, target, true, known),
  defineProperty: (m, [target, key, how]) => {
    defineProperty(m, target, keyOf(key), how)
    return known(true)
  },
  get: (m, [target, key]) => getProperty(m, target, keyOf(key)),
  set: (m, [target, key, value]) => {
    setProperty(m, target, keyOf(key), value)
    return known(true)
  },
  has: (m, [target, key]) => hasOwn(m, target, key),
  apply: (m, [callee, self, list]) => m.apply(callee, self, elementsOf(list), 'Reflect.apply'),
  construct: (m, [callee, list]) => {
    const args = elementsOf(list)
    return m.call(callee, { self: UNDEFINED, args, isNew: true, label: 'Reflect.construct' })
  },
}

const SYMBOLS =
  'iterator asyncIterator toStringTag hasInstance toPrimitive species dispose asyncDispose'

function symbolGlobal(): ObjectValue {
  const made = nativeFunction(() => known(Symbol()))
  for (const name of SYMBOLS.split(' ')) setNative(made, name, known(Symbol.for(name)))
  setMethod(made, 'for', () => known(Symbol()))
  return partly(made, 'Symbol')
}

/** The traps that decide which names a thing seems to have, or gets. */
const TRAPS = [
  ...['get', 'set', 'has', 'ownKeys', 'defineProperty', 'deleteProperty'],
  ...['getOwnPropertyDescriptor', 'getPrototypeOf'],
]

function proxyGlobal(): ObjectValue {
  return nativeFunction(({ args: [target = UNDEFINED, handler = UNDEFINED] }) => {
    const hasTraps =
      handler.kind !== 'object' || handler.open !== null || TRAPS.some((trap) => handler.has(trap))
    if (target.kind !== 'object') return new Unknown('a proxy')
    if (hasTraps) target.open ??= 'is behind a proxy'
    return target
  })
}

const MADE = new Unknown('code that is made at run time')

/** Code that sees what is around it may do anything to that; a name alone does nothing. */
function evaluated(m: Machine, text: Value): Value {
  const isName = text.kind === 'known' && /^[\w$\s.]*$/.test(String(text.value))
  if (!isName) m.cut.add(m.module)
  return MADE
}

/** `Function('return this')()` is an old way to write `globalThis`; all else is code of its own. */
function functionGlobal(): ObjectValue {
  const made = nativeFunction(({ args }) => {
    const body = args.at(-1)
    const isGlobal = body?.kind === 'known' && /^\s*return this;?\s*$/.test(String(body.value))
    return isGlobal ? nativeFunction(() => platform('globalThis', 'object')) : MADE
  })
  return partly(made, 'Function')
}

/** Functions of the language that make plain values of plain ones. */
const PURE = [
  ...['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape'],
  ...['isFinite', 'isNaN', 'parseFloat', 'parseInt'],
] as const

function pureFunction(name: (typeof PURE)[number]): ObjectValue {
  return nativeFunction(({ args }) => computed(globalThis[name] as Compute, args, name))
}

type Compute = (...given: readonly unknown[]) => Primitive

/** The result where all arguments are known; some of them throw. */
function computed(compute: Compute, args: readonly Value[], name: string): Value {
  const isPlain = (arg: Value) => arg.kind === 'known' && typeof arg.value !== 'symbol'
  if (!args.every(isPlain)) return primitive(`${name} of a value`)
  try {
    const result = compute(...args.map((arg) => (arg.kind === 'known' ? arg.value : null)))
    return typeof result === 'string' ? knownText(result) : known(result)
  } catch {
    return primitive(`${name} of a value`)
  }
}

const NUMBERS = (
  [
    ...['EPSILON', 'MAX_SAFE_INTEGER', 'MAX_VALUE', 'MIN_SAFE_INTEGER', 'MIN_VALUE'],
    ...['NEGATIVE_INFINITY', 'POSITIVE_INFINITY', 'NaN'],
  ] as (keyof typeof Number)[]
).map((key) => [key, Number[key] as unknown as number] as const)

/** Functions that turn one plain value into another. */
function convertGlobal(name: string, convert: (value: string) => Primitive): ObjectValue {
  const made = nativeFunction(({ args: [value = UNDEFINED] }) =>
    value.kind === 'known' && typeof value.value !== 'symbol'
      ? known(convert(value.value as string))
      : primitive(`${name} of a value`, name.toLowerCase()),
  )
  for (const [key, value] of name === 'Number' ? NUMBERS : []) setNative(made, key, known(value))
  for (const key of name === 'String' ? (['fromCharCode', 'fromCodePoint'] as const) : []) {
    setMethod(made, key, ({ args }) => computed(String[key] as Compute, args, key))
  }
  return partly(made, name)
}

function mathGlobal(): ObjectValue {
  const made = objectOf({})
  for (const name of ['abs', 'ceil', 'floor', 'max', 'min', 'pow', 'round', 'trunc'] as const) {
    setMethod(made, name, ({ args }) => {
      const numbers = args.map((arg) => (arg.kind === 'known' ? Number(arg.value) : null))
      const compute = Math[name] as (...given: readonly number[]) => number
      return numbers.includes(null)
        ? new Unknown('a computation')
        : known(compute(...(numbers as number[])))
    })
  }
  return partly(made, 'Math')
}

/** What data that is known says; what a function makes of it is not followed. */
function parsed(m: Machine, call: Call): Value {
  const [text = UNDEFINED] = call.args
  const isKnown = text.kind === 'known' && typeof text.value === 'string'
  if (!isKnown || call.args.length > 1) return m.call(platform('JSON.parse', 'function'), call)
  return jsonValue(String(text.value))
}

/** Functions of Node's modules that do something to the names of what they are given. */
function fillNodeFunctions(m: Machine): void {
  const inherits = nativeFunction(({ args: [child = UNDEFINED, base = UNDEFINED] }) => {
    if (child.kind !== 'object') return UNDEFINED
    const prototype = prototypeOf(m, child)
    if (prototype !== null) prototype.proto = getProperty(m, base, 'prototype')
    setProperty(m, child, 'super_', base)
    return UNDEFINED
  })
  const deprecate = nativeFunction(({ args: [value = UNDEFINED] }) => value)
  m.nodeMembers.set('node:util', new Map(Object.entries({ inherits, deprecate })))
  m.nodeMembers.set('JSON', new Map([['parse', nativeFunction((call) => parsed(m, call))]]))
  m.nodeMembers.set('Array.prototype', new Map(arrayMethods(m)))
}
