// The names of an object itself, and how they are found and defined. Reading a name (`properties.ts`)
// and giving one (`writeProperties.ts`) rest on this.

import { isOfMachine } from './filePaths.ts'
import type { Machine } from './machine.ts'
import { platformKeys, platformMember, setPlatformMember } from './platform.ts'
import {
  forced,
  hiddenSlot,
  type Key,
  type Keys,
  known,
  type Lazy,
  ObjectValue,
  primitive,
  type SiteModule,
  type Slot,
  settled,
  TRUE,
  UNDEFINED,
  Unknown,
  type Value,
} from './values.ts'

const CHAIN_MAX = 50

/** The slot of a name, own or inherited; `Unknown` where the chain leaves our sight. */
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
    const slot = object.slot(key)
    if (slot !== undefined) return slot
    if (key === 'prototype' && prototypeOf(m, object) !== null) return object.slot(key) ?? null
    object = object.proto
  }
  return null
}

/** What Node's own classes hand down. */
function inherited(m: Machine, from: Unknown, key: string): Slot | Unknown {
  const value = platformMember(m, from, key)
  return value.kind === 'unknown' ? value : hiddenSlot(value)
}

/** The `prototype` of a function, made when it is first asked for; null for what has none. */
export function prototypeOf(m: Machine, target: ObjectValue): ObjectValue | null {
  const there = target.slot('prototype')?.value
  if (there?.kind === 'object') return there
  if (there !== undefined || !target.isCallable) return null
  if (target.code?.node.type === 'ArrowFunctionExpression') return null
  const made = new ObjectValue(m.site)
  made.slots.set('constructor', hiddenSlot(target))
  target.slots.set('prototype', hiddenSlot(made))
  return made
}

export function hasOwn(m: Machine, target: Value, name: Value): Value {
  const object = forced(target)
  const key = name.kind === 'known' ? String(name.value) : null
  if (object.kind !== 'object' || key === null)
    return primitive('whether a name is there', 'boolean')
  if (object.has(key) || object.elements?.[Number(key)] !== undefined) return known(true)
  if (key === 'prototype' && prototypeOf(m, object) !== null) return known(true)
  return object.open === null ? known(false) : new Unknown(object.open)
}

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

/**
 * Does something to each thing that a value may be. What another package has is not there yet: it is
 * done when somebody looks at it.
 */
export function onThings(m: Machine, target: Value, act: (thing: Value) => void): void {
  if (target.kind === 'lazy' && target.isExternal) {
    later(m, target, (there) => onThings(m, there, act))
    return
  }
  const thing = settled(target)
  if (thing.kind !== 'either') act(thing)
  else
    m.maybe(() => {
      for (const option of thing.options) onThings(m, option, act)
    })
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

/** Gives a name as a descriptor says, whose fields are asked for one by one. */
export function defineSlot(
  m: Machine,
  object: ObjectValue,
  key: string | null,
  read: (field: string) => Value,
): void {
  if (key === null || isOfMachine(key)) {
    m.release(object, 'a name is computed')
    return
  }
  const get = settled(read('get'))
  const set = settled(read('set'))
  const value = settled(read('value'))
  const before = key === 'prototype' ? prototypeSlot(m, object) : object.slot(key)
  const isEnumerable = settled(read('enumerable'))
  // What a descriptor leaves out stays as it was: `{ writable: false }` takes no value away.
  const kept = value === UNDEFINED ? before : undefined
  const left = get.kind === 'object' || set.kind === 'object' ? value : (kept?.value ?? value)
  object.slots.set(key, {
    value: get.kind === 'object' ? new Unknown(`the getter ${key}`) : left,
    get: get.kind === 'object' ? get : (kept?.get ?? null),
    set: set.kind === 'object' ? set : (kept?.set ?? null),
    isEnumerable: isListed(isEnumerable, before),
    site: before?.site ?? m.site,
    givers: before === undefined ? m.loading : giversOf(m, before),
  })
}

function prototypeSlot(m: Machine, object: ObjectValue): Slot | undefined {
  prototypeOf(m, object)
  return object.slot('prototype')
}

/** `__defineGetter__` and `__defineSetter__`. */
export function defineAccessor(
  m: Machine,
  target: Value,
  key: Key,
  accessors: Readonly<{ get?: Value; set?: Value }>,
): void {
  const fields: Readonly<Record<string, Value>> = { ...accessors, enumerable: TRUE }
  onThings(m, target, (thing) => {
    if (thing.kind === 'unknown' && thing.isPlatform && typeof key === 'string')
      setPlatformMember(m, thing, key, UNDEFINED)
    if (thing.kind === 'object' && typeof key !== 'symbol')
      defineSlot(m, thing, key, (field) => fields[field] ?? UNDEFINED)
  })
}

/** The modules that gave a slot its value so far, and the one that is being loaded. */
export function giversOf({ loading }: Machine, { givers, site }: Slot): readonly SiteModule[] {
  const [module] = loading
  const before = givers ?? (site === null ? [] : [site.module])
  if (module === undefined || before.includes(module)) return before
  return before.length === 0 ? loading : [...before, module]
}

/** Whether loops see a property; what a descriptor leaves out stays as it was, else it is hidden. */
function isListed(enumerable: Value, before: Slot | undefined): boolean {
  if (enumerable.kind !== 'known') return true
  return enumerable.value === undefined && before !== undefined
    ? before.isEnumerable
    : Boolean(enumerable.value)
}
