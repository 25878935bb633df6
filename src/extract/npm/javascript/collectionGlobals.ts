// `Array`, `Set` and `Map`: lists, and tables that bundlers keep modules in.

import { callValue } from './calls.ts'
import { partly, setNative } from './globals.ts'
import type { Machine } from './machine.ts'
import { getProperty } from './properties.ts'
import {
  arrayOf,
  known,
  nativeFunction,
  type ObjectValue,
  objectOf,
  UNDEFINED,
  Unknown,
  type Value,
} from './values.ts'

const MAP_SIZE_MAX = 100_000

const NOT_LOOKED_AT = '\0 '

export function arrayGlobal(m: Machine): ObjectValue {
  const made = nativeFunction(() => {
    const list = arrayOf([])
    list.open = 'a list that is not known'
    return list
  })
  const isArray = nativeFunction(({ args: [value = UNDEFINED] }) => {
    if (value.kind === 'object') return known(value.elements !== null)
    return value.kind === 'known' ? known(false) : new Unknown('whether it is a list')
  })
  const from = nativeFunction(({ args: [source = UNDEFINED, change = UNDEFINED] }) => {
    const list = listOf(m, source)
    if (change.kind === 'known') return list
    return callValue(m, getProperty(m, list, 'map'), {
      ...{ self: list, args: [change], isNew: false, label: 'Array.from' },
    })
  })
  setNative(made, 'isArray', isArray)
  setNative(made, 'from', from)
  setNative(
    made,
    'of',
    nativeFunction(({ args }) => arrayOf([...args])),
  )
  return partly(made, 'Array')
}

/** A list with the elements of another, or of a thing that has a length. */
function listOf(m: Machine, value: Value): ObjectValue {
  const elements = value.kind === 'object' ? value.elements : null
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
    const elements = list.kind === 'object' ? list.elements : null
    const set = arrayOf([...(elements ?? [])])
    if (list.kind === 'object') set.open = list.open
    if (list.kind !== 'known' && elements === null) set.open = 'a set that is not known'
    return set
  })
  return partly(made, 'Set')
}

/** Maps from what is known to what is known: bundlers keep modules in them. */
export function mapGlobal(name: string): ObjectValue {
  const made = nativeFunction(({ args: [list = UNDEFINED] }) => {
    const map = objectOf({})
    const values = new Map<unknown, Value>()
    let isOpen = list.kind !== 'known'
    const keyed = (key: Value): unknown =>
      key.kind === 'known'
        ? key.value
        : key.kind === 'object'
          ? key
          : // A module that was not looked at is known by its name.
            key.kind === 'lazy' && !key.label.includes('(')
            ? `${NOT_LOOKED_AT}${key.label}`
            : null
    setNative(
      map,
      'get',
      nativeFunction(({ args: [key = UNDEFINED] }) => {
        const found = keyed(key) === null ? undefined : values.get(keyed(key))
        return (
          found ?? (isOpen || keyed(key) === null ? new Unknown('a value of a map') : UNDEFINED)
        )
      }),
    )
    setNative(
      map,
      'set',
      nativeFunction(({ args: [key = UNDEFINED, value = UNDEFINED] }) => {
        if (keyed(key) === null || values.size > MAP_SIZE_MAX) isOpen = true
        else values.set(keyed(key), value)
        return map
      }),
    )
    setNative(
      map,
      'has',
      nativeFunction(({ args: [key = UNDEFINED] }) => {
        if (keyed(key) !== null && values.has(keyed(key))) return known(true)
        return isOpen || keyed(key) === null ? new Unknown('a key of a map') : known(false)
      }),
    )
    return partly(map, name)
  })
  return partly(made, name)
}
