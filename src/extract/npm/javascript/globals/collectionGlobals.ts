// `Array`, `Set` and `Map`: lists, and tables that bundlers keep modules in.

import type { Machine } from '../values/machine.ts'
import { getProperty } from '../values/properties.ts'
import {
  arrayOf,
  iterated,
  known,
  type Native,
  nativeFunction,
  type ObjectValue,
  objectOf,
  primitive,
  UNDEFINED,
  Unknown,
  type Value,
} from '../values/values.ts'
import { partly, setMethod } from './nativeObjects.ts'

const MAP_SIZE_MAX = 100_000

const NOT_LOOKED_AT = '\0 '

export function arrayGlobal(m: Machine): ObjectValue {
  const made = nativeFunction(({ args }) => {
    const [length = UNDEFINED] = args
    if (args.length !== 1) return arrayOf([...args])
    const count = length.kind === 'known' ? length.value : null
    if (length.kind === 'known' && typeof count !== 'number') return arrayOf([length])
    const isCounted = typeof count === 'number' && count >= 0 && count <= m.limits.loopsMax
    if (!isCounted) return arrayOf([], 'a list that is not known')
    return arrayOf(Array.from({ length: Math.trunc(count) }, () => UNDEFINED))
  })
  setMethod(made, 'isArray', ({ args: [value = UNDEFINED] }) => {
    if (value.kind === 'object') return known(value.elements !== null)
    return value.kind === 'known' ? known(false) : new Unknown('whether it is a list')
  })
  setMethod(made, 'from', ({ args: [source = UNDEFINED, change = UNDEFINED] }) => {
    const list = listOf(m, source)
    if (change.kind === 'known') return list
    return m.apply(getProperty(m, list, 'map'), list, [change], 'Array.from')
  })
  setMethod(made, 'of', ({ args }) => arrayOf([...args]))
  return partly(made, 'Array')
}

/** A list with the elements of another, or of a thing that has a length. */
function listOf(m: Machine, value: Value): ObjectValue {
  const elements = iterated(value)
  const length = elements === null ? getProperty(m, value, 'length') : null
  const isCounted = length?.kind === 'known' && Number(length.value) <= m.limits.loopsMax
  const count = isCounted ? Number(length.value) || 0 : 0
  const made = arrayOf(
    elements === null
      ? Array.from({ length: Math.max(0, Math.trunc(count)) }, (_, i) =>
          getProperty(m, value, String(i)),
        )
      : [...elements],
  )
  if (value.kind === 'object' && value.open !== null) made.open = value.open
  if (elements === null && !isCounted) made.open = 'a list that is not known'
  return made
}

export function setGlobal(): ObjectValue {
  const made = nativeFunction(({ args: [list = UNDEFINED] }) => {
    const elements = iterated(list)
    const set = arrayOf([...(elements ?? [])])
    set.isSet = true
    if (list.kind === 'object') set.open = list.open
    if (list.kind !== 'known' && elements === null) set.open = 'a set that is not known'
    return set
  })
  return partly(made, 'Set')
}

/** What a value is found by in a map; null where that is not known. */
function keyed(key: Value): unknown {
  if (key.kind === 'known') return key.value
  if (key.kind === 'object') return key
  // A module that was not looked at is known by its name.
  return key.kind === 'lazy' && !key.label.includes('(') ? `${NOT_LOOKED_AT}${key.label}` : null
}

/** Maps from what is known to what is known: bundlers keep modules in them, others names. */
export function mapGlobal(m: Machine, name: string): ObjectValue {
  const made = nativeFunction(({ args: [list = UNDEFINED] }) => {
    const map = objectOf({})
    const entries = new Map<unknown, readonly [Value, Value]>()
    map.entries = entries
    const put = (key: Value, value: Value) => {
      const by = keyed(key)
      if (by === null || entries.size > MAP_SIZE_MAX) map.open ??= UNSEEN
      else entries.set(by, [key, value])
    }
    const listed = iterated(list)
    for (const pair of listed ?? []) {
      const [key, value = UNDEFINED] = iterated(pair) ?? []
      if (key === undefined) map.open ??= UNSEEN
      else put(key, value)
    }
    if (list.kind === 'object') map.open ??= list.open
    if (listed === null && list.kind !== 'known') map.open ??= UNSEEN
    fillMap(m, map, put, name === 'WeakMap')
    return partly(map, `${name}.prototype`)
  })
  return partly(made, name)
}

const UNSEEN = 'a map that is not known'

function fillMap(
  m: Machine,
  map: ObjectValue,
  put: (key: Value, value: Value) => void,
  isWeak: boolean,
): void {
  const entries = map.entries ?? new Map<unknown, readonly [Value, Value]>()
  const method = (name: string, native: Native) => setMethod(map, name, native)
  const isLost = (key: Value) => map.open !== null || keyed(key) === null
  const list = (values: Value[]) => arrayOf(values, map.open)
  method('get', ({ args: [key = UNDEFINED] }) => {
    const found = keyed(key) === null ? undefined : entries.get(keyed(key))
    return found?.[1] ?? (isLost(key) ? new Unknown('a value of a map') : UNDEFINED)
  })
  method('set', ({ args: [key = UNDEFINED, value = UNDEFINED] }) => {
    put(key, value)
    return map
  })
  method('has', ({ args: [key = UNDEFINED] }) => {
    if (keyed(key) !== null && entries.has(keyed(key))) return known(true)
    return isLost(key) ? new Unknown('a key of a map') : known(false)
  })
  method('delete', ({ args: [key = UNDEFINED] }) => {
    // What may be gone is kept: names are added, and none is taken away.
    if (m.uncertain === 0 && keyed(key) !== null) entries.delete(keyed(key))
    else map.open ??= UNSEEN
    return primitive('whether it was in a map', 'boolean')
  })
  if (isWeak) return
  method('clear', () => {
    if (m.uncertain === 0) entries.clear()
    else map.open ??= UNSEEN
    return UNDEFINED
  })
  method('keys', () => list([...entries.values()].map(([key]) => key)))
  method('values', () => list([...entries.values()].map(([, value]) => value)))
  method('entries', () => list(iterated(map) ?? []))
  method('forEach', ({ args: [callback = UNDEFINED, self = UNDEFINED] }) => {
    const run = (key: Value, value: Value) => m.apply(callback, self, [value, key, map], 'forEach')
    for (const [key, value] of [...entries.values()].slice(0, m.limits.loopsMax)) run(key, value)
    const rest = map.open ?? (entries.size > m.limits.loopsMax ? UNSEEN : null)
    if (rest !== null) m.maybe(() => run(new Unknown(rest), new Unknown(rest)))
    return UNDEFINED
  })
}
