// Giving names to objects.

import { isOfMachine } from './filePaths.ts'
import type { Machine } from './machine.ts'
import { setPlatformMember } from './platform.ts'
import { getProperty } from './properties.ts'
import { defineSlot, findSlot, giversOf, onThings, ownKeys } from './slots.ts'
import {
  join,
  type Key,
  type ObjectValue,
  settledOptions,
  UNDEFINED,
  Unknown,
  type Value,
} from './values.ts'

export function setProperty(m: Machine, target: Value, key: Key, value: Value): void {
  if (target.kind !== 'object')
    onThings(m, target, (thing) => {
      if (thing.kind === 'object') setProperty(m, thing, key, value)
      else if (thing.kind === 'unknown' && thing.isPlatform && typeof key === 'string')
        setPlatformMember(m, thing, key, value)
    })
  else if (typeof key !== 'symbol') setOfObject(m, target, key, value)
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
    m.apply(slot.set, target, [value], key)
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

function assignSlot(m: Machine, target: ObjectValue, key: string, value: Value): void {
  const own = target.slot(key)
  if (own !== undefined) {
    own.givers = giversOf(m, own)
    own.value = m.uncertain > 0 ? join(own.value, value) : value
    // `exports.a = exports.b = void 0` announces names whose place is where they are given a value.
    if (own.site === null || !isUndefined(value)) own.site = m.site
    return
  }
  if (target.isFixed) return
  if (target.slots.size >= m.limits.namesMax) m.release(target, 'has too many names')
  else {
    const { site, loading: givers } = m
    target.slots.set(key, { value, get: null, set: null, isEnumerable: true, site, givers })
  }
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
export function defineProperty(m: Machine, target: Value, key: Key, descriptor: Value): void {
  onThings(m, target, (thing) => {
    if (thing.kind === 'unknown' && thing.isPlatform && typeof key === 'string')
      setPlatformMember(m, thing, key, getProperty(m, descriptor, 'value'))
    if (thing.kind === 'object' && typeof key !== 'symbol')
      defineSlot(m, thing, key, (field) =>
        descriptor.kind === 'known' ? UNDEFINED : getProperty(m, descriptor, field),
      )
  })
}
