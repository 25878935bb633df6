// Objects that Node brings along, as far as they are modelled.

import { platform } from './machine.ts'
import type { ObjectValue, Value } from './values.ts'

/** A thing of Node's that has more names than are modelled. */
export function partly(made: ObjectValue, name: string): ObjectValue {
  made.proto = platform(name, 'object')
  if (made.isCallable) setNative(made, 'prototype', platform(`${name}.prototype`, 'object'))
  return made
}

export function setNative(target: ObjectValue, name: string, value: Value): void {
  target.slots.set(name, { value, get: null, set: null, isEnumerable: false, site: null })
}
