// Objects that Node brings along, as far as they are modelled.

import {
  hiddenSlot,
  type Native,
  nativeFunction,
  type ObjectValue,
  platform,
  type Value,
} from '../values/values.ts'

/** A thing of Node's that has more names than are modelled. */
export function partly(made: ObjectValue, name: string): ObjectValue {
  made.proto = platform(name, 'object')
  if (made.isCallable) setNative(made, 'prototype', platform(`${name}.prototype`, 'object'))
  return made
}

export function setMethod(target: ObjectValue, name: string, native: Native): void {
  setNative(target, name, nativeFunction(native))
}

export function setNative(target: ObjectValue, name: string, value: Value): void {
  target.slots.set(name, hiddenSlot(value))
}
