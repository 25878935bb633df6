// Giving names to objects.

import { callValue } from './calls.ts'
import { isOfMachine } from './filePaths.ts'
import type { Machine } from './machine.ts'
import { setPlatformMember } from './platform.ts'
import { findSlot, getProperty, ownKeys } from './properties.ts'
import {
  join,
  type Lazy,
  type ObjectValue,
  type SiteModule,
  type Slot,
  settledOptions,
  slotOf,
  UNDEFINED,
  Unknown,
  type Value,
} from './values.ts'

export function setProperty(
  m: Machine,
  target: Value,
  key: string | symbol | null,
  value: Value,
): void {
  switch (target.kind) {
    case 'lazy':
      if (!target.isExternal) setProperty(m, target.force(), key, value)
      else later(m, target, (there) => setProperty(m, there, key, value))
      return
    case 'either':
      m.maybe(() => {
        for (const option of target.options) setProperty(m, option, key, value)
      })
      return
    case 'object':
      if (typeof key !== 'symbol') setOfObject(m, target, key, value)
      return
    case 'unknown':
      if (target.isPlatform && typeof key === 'string') setPlatformMember(m, target, key, value)
      return
    default:
  }
}

/** The place of a change is where it is written, whenever it is made. */
function later(m: Machine, target: Lazy, change: (value: Value) => void): void {
  const { module, anchor, loading } = m
  target.later((value) => {
    const now = { module: m.module, anchor: m.anchor, loading: m.loading }
    Object.assign(m, { module, anchor, loading })
    change(value)
    Object.assign(m, now)
  })
}

function setOfObject(m: Machine, target: ObjectValue, key: string | null, value: Value): void {
  if (key === null || isOfMachine(key)) {
    // Whichever element it is, it is one of the list.
    if (target.elements === null) m.release(target, 'a name is computed')
    else if (target.elements.length < m.limits.namesMax) target.elements.push(value)
    else m.release(target, 'a list that is too long')
    return
  }
  const slot = findSlot(m, target, key)
  if (slot !== null && !(slot instanceof Unknown) && slot.set !== null) {
    callValue(m, slot.set, { self: target, args: [value], isNew: false, label: key })
    return
  }
  if (key === '__proto__') {
    target.proto = value
    return
  }
  if (target.elements !== null && setElement(m, target, key, value)) return
  assignSlot(m, target, key, value)
}

function setElement(m: Machine, target: ObjectValue, key: string, value: Value): boolean {
  const index = Number(key)
  const elements = target.elements
  if (elements === null || !Number.isInteger(index) || index < 0) return key === 'length'
  const before = elements[index]
  if (index <= elements.length && index < m.limits.namesMax)
    elements[index] = m.uncertain > 0 && before !== undefined ? join(before, value) : value
  else m.release(target, 'a list with gaps')
  return true
}

export function assignSlot(m: Machine, target: ObjectValue, key: string, value: Value): void {
  const own = target.slots.get(key)
  if (own !== undefined) {
    own.givers = giversOf(m, own)
    own.value = m.uncertain > 0 ? join(own.value, value) : value
    // `exports.a = exports.b = void 0` announces names whose place is where they are given a value.
    if (own.site === null || !isUndefined(value)) own.site = m.site
    return
  }
  if (target.isFixed) return
  if (target.slots.size >= m.limits.namesMax) m.release(target, 'has too many names')
  else target.slots.set(key, { ...slotOf(value, m.site), givers: m.loading })
}

/** Those that it had, and the module that is being loaded. */
function giversOf({ loading }: Machine, { givers, site }: Slot): readonly SiteModule[] {
  const [module] = loading
  const before = givers ?? (site === null ? [] : [site.module])
  if (module === undefined || before.includes(module)) return before
  return before.length === 0 ? loading : [...before, module]
}

function isUndefined(value: Value): boolean {
  return value.kind === 'known' && value.value === undefined
}

/** `Object.assign`, spread, and what helpers do for them. */
export function copyInto(m: Machine, target: Value, source: Value): void {
  const { keys, open } = ownKeys(m, source)
  for (const key of keys) setProperty(m, target, key, getProperty(m, source, key))
  if (open === null) return
  for (const option of settledOptions(target, { isOurs: true })) {
    if (option.kind === 'object') m.release(option, open)
    else if (option.kind === 'lazy') option.later((there) => releaseAll(m, there, open))
  }
}

function releaseAll(m: Machine, value: Value, why: string): void {
  for (const option of settledOptions(value)) if (option.kind === 'object') m.release(option, why)
}

/** `Object.defineProperty`. */
export function defineProperty(
  m: Machine,
  target: Value,
  key: string | symbol | null,
  descriptor: Value,
): void {
  if (target.kind === 'lazy' && target.isExternal) {
    later(m, target, (there) => defineProperty(m, there, key, descriptor))
    return
  }
  const object = target.kind === 'lazy' ? target.force() : target
  if (object.kind === 'either') {
    m.maybe(() => {
      for (const option of object.options) defineProperty(m, option, key, descriptor)
    })
    return
  }
  if (object.kind === 'unknown' && object.isPlatform && typeof key === 'string')
    setPlatformMember(m, object, key, getProperty(m, descriptor, 'value'))
  if (object.kind !== 'object' || typeof key === 'symbol') return
  if (key === null || isOfMachine(key)) {
    m.release(object, 'a name is computed')
    return
  }
  const field = (name: string) => {
    const value = descriptor.kind === 'known' ? UNDEFINED : getProperty(m, descriptor, name)
    return value.kind === 'lazy' && !value.isExternal ? value.force() : value
  }
  const get = field('get')
  const set = field('set')
  const before = object.slots.get(key)
  const isEnumerable = field('enumerable')
  object.slots.set(key, {
    value: get.kind === 'object' ? new Unknown(`the getter ${key}`) : field('value'),
    get: get.kind === 'object' ? get : null,
    set: set.kind === 'object' ? set : null,
    isEnumerable: isListed(isEnumerable, before),
    site: before?.site ?? m.site,
    givers: before === undefined ? m.loading : giversOf(m, before),
  })
}

/** Whether loops see a property; what a descriptor leaves out stays as it was, else it is hidden. */
function isListed(enumerable: Value, before: Slot | undefined): boolean {
  if (enumerable.kind !== 'known') return true
  return enumerable.value === undefined && before !== undefined
    ? before.isEnumerable
    : Boolean(enumerable.value)
}
