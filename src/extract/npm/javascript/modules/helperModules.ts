// Packages of helpers that compilers write imports of. What they do to names is known without them.

import type { Machine } from '../values/machine.ts'
import { getProperty } from '../values/properties.ts'
import { ownKeys, prototypeOf } from '../values/slots.ts'
import {
  elementsOf,
  join,
  keyOf,
  type Native,
  nativeFunction,
  type ObjectValue,
  objectOf,
  platform,
  settled,
  slotOf,
  UNDEFINED,
  Unknown,
  type Value,
} from '../values/values.ts'
import { copyInto, defineProperty, setProperty } from '../values/writeProperties.ts'

/** What helpers of `tslib`, Babel and swc do, by the part of the name that they share. */
function helper(m: Machine, written: string): Native {
  const name = camel(written.replace(/^_+/, '').replaceAll('_', '-'))
  switch (name) {
    case 'createClass':
      return ({ args }) => createClass(m, args)
    case 'callSuper':
      return ({ args: [self = UNDEFINED, made = UNDEFINED, list = UNDEFINED] }) =>
        callSuper(m, self, made, elementsOf(list))
    case 'createSuper':
      return ({ args: [made = UNDEFINED] }) =>
        nativeFunction(({ self, args }) => callSuper(m, self, made, args))
    case 'possibleConstructorReturn':
      return ({ args: [self = UNDEFINED, result = UNDEFINED] }) =>
        result.kind === 'object' ? result : self
    case 'assertThisInitialized':
      return ({ args: [self = UNDEFINED] }) => self
    case 'rest':
    case 'objectWithoutProperties':
    case 'objectWithoutPropertiesLoose':
      return ({ args: [source = UNDEFINED, left = UNDEFINED] }) => rest(m, source, left)
    case 'decorate':
    case 'tsDecorate':
      return ({ args }) => decorate(m, args)
    case 'exportStar':
      return ({ args: [source = UNDEFINED, target = UNDEFINED] }) => {
        exportStar(m, source, target)
        return UNDEFINED
      }
    case 'createBinding':
      return ({ args: [target = UNDEFINED, source = UNDEFINED, key = UNDEFINED, as] }) => {
        const name = textOf(as ?? key)
        const from = textOf(key)
        setProperty(m, target, name, from === null ? UNDEFINED : getProperty(m, source, from))
        return UNDEFINED
      }
    case 'importStar':
    case 'interopRequireWildcard':
      return ({ args: [module = UNDEFINED] }) => module
    case 'importDefault':
    case 'interopRequireDefault':
      return ({ args: [module = UNDEFINED] }) => interopDefault(module)
    case 'extends':
    case 'inherits':
    case 'inheritsLoose':
    case 'assign':
    case 'objectSpread':
    case 'objectSpread2':
    case 'objectSpreadProps':
      return ({ args }) =>
        name.startsWith('inherits') || isClass(args[0]) ? inherit(m, args) : mix(m, args)
    case 'defineProperty':
      return ({ args: [target = UNDEFINED, key = UNDEFINED, value = UNDEFINED] }) => {
        setProperty(m, target, keyOf(key), value)
        return target
      }
    default:
      return ({ args }) => {
        if (!HARMLESS.test(name))
          for (const arg of args) if (arg.kind === 'object') m.release(arg, `is given to ${name}`)
        return new Unknown(`the result of ${name}`)
      }
  }
}

/** Helpers that read what they are given, or give names to nothing that is exported. */
const HARMLESS =
  /^(?:(?:array|async|await|call|checkIn|classCall|classPrivate|construct|generator|get|identity|initializer|instanceof|is|iterable|maybe|new|non|nullish|objectDestructuring|objectWithout|possible|readOnly|regenerator|rest|sliced|spread|super|taggedTemplate|tdz|temporal|to[A-Z]|toArray|toConsumable|ts(?:Metadata|Param)|typeof|unsupported|wrap|write|values))/

function isClass(value: Value | undefined): boolean {
  return value?.kind === 'object' && value.isCallable
}

function textOf(value: Value): string | null {
  return value.kind === 'known' && typeof value.value === 'string' ? value.value : null
}

function exportStar(m: Machine, source: Value, target: Value): void {
  const { keys, open } = ownKeys(m, source)
  for (const key of keys) {
    const isThere = target.kind === 'object' && target.has(key)
    if (key !== 'default' && !isThere) setProperty(m, target, key, getProperty(m, source, key))
  }
  if (open !== null && target.kind === 'object') m.release(target, open)
}

function interopDefault(module: Value): Value {
  const value = settled(module)
  if (value.kind === 'object' && value.has('__esModule')) return value
  const made = objectOf({ default: value })
  made.open = value.kind === 'object' ? null : 'a module that was not looked at'
  return made
}

function inherit(m: Machine, [child = UNDEFINED, base = UNDEFINED]: readonly Value[]): Value {
  const prototype = child.kind === 'object' ? prototypeOf(m, child) : null
  if (child.kind !== 'object' || prototype === null) return UNDEFINED
  prototype.proto = getProperty(m, base, 'prototype')
  child.proto = base
  return UNDEFINED
}

/** Gives a class its methods and its statics, each of which is a descriptor with a key. */
function createClass(m: Machine, [made = UNDEFINED, ...lists]: readonly Value[]): Value {
  const holders = [made.kind === 'object' ? prototypeOf(m, made) : null, made]
  for (const [i, list] of lists.slice(0, 2).entries()) {
    const holder = holders[i]
    if (holder?.kind !== 'object') continue
    for (const one of elementsOf(list))
      defineProperty(m, holder, keyOf(getProperty(m, one, 'key')), one)
    if (list.kind === 'unknown') m.release(holder, list.why)
    if (list.kind === 'object' && list.open !== null) m.release(holder, list.open)
  }
  return made
}

/** Runs the constructor of the base on an object of the class below it. */
function callSuper(m: Machine, self: Value, made: Value, args: readonly Value[]): Value {
  const base = made.kind === 'object' && made.proto !== null ? settled(made.proto) : UNDEFINED
  if (base.kind !== 'object' || base.code === null) return self
  const result = m.apply(base, self, args, 'super')
  return result.kind === 'object' ? result : self
}

/** What a thing has besides the names that are listed. */
function rest(m: Machine, source: Value, left: Value): Value {
  const without = new Set(elementsOf(left).map(keyOf))
  const { keys, open } = ownKeys(m, source)
  const made = objectOf()
  for (const key of keys)
    if (!without.has(key)) setProperty(m, made, key, getProperty(m, source, key))
  made.open = open
  return made
}

/** A class is what its decorators give, or what it was; those of members give nothing that has names. */
function decorate(
  m: Machine,
  [list = UNDEFINED, target = UNDEFINED, ...place]: readonly Value[],
): Value {
  let made = target
  for (const one of elementsOf(list).toReversed()) {
    // Types that are handed on for whoever asks.
    if (one.kind === 'unknown' && one.isPlatform) continue
    const result = m.maybe(() => m.apply(one, UNDEFINED, [made, ...place], 'a decorator'))
    if (place.length === 0 && result.kind !== 'known') made = join(made, result)
  }
  return place.length === 0 ? made : UNDEFINED
}

function mix(m: Machine, [target = UNDEFINED, ...sources]: readonly Value[]): Value {
  for (const source of sources) copyInto(m, target, source)
  return target
}

/** The module of a helper package, null for all others. */
export function helperModule(m: Machine, name: string, subpath: string): Value | null {
  if (name === 'tslib') return allHelpers(m)
  if (!/^@babel\/runtime(-corejs[23])?$|^@swc\/helpers$/.test(name)) return null
  const polyfill = /\/core-js(?:-stable)?\/(.*?)(?:\.js)?$/.exec(subpath)?.[1]
  if (polyfill !== undefined) return ofLanguage(m, polyfill)
  const last = /([\w$]+)(?:\.js)?$/.exec(subpath)?.[1] ?? ''
  const made = nativeFunction(helper(m, last))
  made.slots.set('default', slotOf(made))
  made.slots.set('_', slotOf(made))
  made.slots.set(last, slotOf(made))
  return made
}

/** `object/define-property` is `Object.defineProperty`, `instance/for-each` what a thing has itself. */
function ofLanguage(m: Machine, path: string): Value {
  const [first = '', second] = path.split('/')
  if (first === 'instance')
    return nativeFunction(({ args: [of = UNDEFINED] }) => getProperty(m, of, camel(second ?? '')))
  const name = camel(`-${first}`)
  const holder = m.globals.get(name) ?? m.globals.get(camel(first))
  if (holder === undefined) return platform(name)
  return second === undefined ? holder : getProperty(m, holder, camel(second))
}

function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

const TSLIB = [
  ...['exportStar', 'createBinding', 'importStar', 'importDefault', 'extends', 'assign'],
  ...['decorate', 'rest'],
]

function allHelpers(m: Machine): ObjectValue {
  const made = objectOf(
    Object.fromEntries(TSLIB.map((name) => [`__${name}`, nativeFunction(helper(m, name))])),
  )
  made.proto = platform('tslib', 'object')
  return made
}
