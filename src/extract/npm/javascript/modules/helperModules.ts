// Packages of helpers that compilers write imports of. What they do to names is known without them.

import type { Machine } from '../values/machine.ts'
import { getProperty } from '../values/properties.ts'
import { ownKeys, prototypeOf } from '../values/slots.ts'
import {
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
import { copyInto, setProperty } from '../values/writeProperties.ts'

/** What helpers of `tslib` and of Babel do, by the part of the name that they share. */
function helper(m: Machine, name: string): Native {
  switch (name.replace(/^_+/, '')) {
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
      return ({ args }) =>
        name.includes('nherits') || isClass(args[0]) ? inherit(m, args) : mix(m, args)
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
  /^(?:_*(?:array|async|await|call|checkIn|classCall|classPrivate|construct|generator|get|identity|instanceof|is|iterable|maybe|new|non|nullish|objectDestructuring|objectWithout|possible|readOnly|regenerator|rest|sliced|spread|super|taggedTemplate|tdz|temporal|to[A-Z]|toArray|toConsumable|typeof|unsupported|wrap|write|values))/

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
  const made = nativeFunction(helper(m, last.replace(/^_+/, '')))
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

const TSLIB = ['exportStar', 'createBinding', 'importStar', 'importDefault', 'extends', 'assign']

function allHelpers(m: Machine): ObjectValue {
  const made = objectOf(
    Object.fromEntries(TSLIB.map((name) => [`__${name}`, nativeFunction(helper(m, name))])),
  )
  made.proto = platform('tslib', 'object')
  return made
}
