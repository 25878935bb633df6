// Classes: statics on the class, methods on its prototype, fields on what it makes.

import type { Class, ClassElement } from 'oxc-parser'
import { newFrame } from '../values/frame.ts'
import type { Machine } from '../values/machine.ts'
import { getProperty } from '../values/properties.ts'
import { hiddenSlot, ObjectValue, Scope, UNDEFINED, Unknown, type Value } from '../values/values.ts'
import { setProperty } from '../values/writeProperties.ts'
import { runBlock } from './blocks.ts'
import { makeFunction } from './makeFunction.ts'
import { propertyKey } from './members.ts'

export function evaluateClass(m: Machine, node: Class, scope: Scope): ObjectValue {
  const inner = new Scope(scope, false, m.ways)
  const made = new ObjectValue(m.site)
  made.classNode = node
  made.scope = inner
  made.home = made
  if (node.id !== null) inner.declare(node.id.name, made, made.site)
  const prototype = new ObjectValue(made.site)
  prototype.slots.set('constructor', hiddenSlot(made))
  made.slots.set('prototype', hiddenSlot(prototype))
  if (node.superClass !== null) {
    const base = m.evaluate(node.superClass, scope)
    made.superclass = base
    made.proto = base
    prototype.proto = getProperty(m, base, 'prototype')
  }
  const { anchor } = m
  for (const element of node.body.body) {
    m.anchor = element.start
    addElement(m, element, made, prototype, inner)
  }
  m.anchor = anchor
  return made
}

function addElement(
  m: Machine,
  element: ClassElement,
  made: ObjectValue,
  prototype: ObjectValue,
  scope: Scope,
): void {
  switch (element.type) {
    case 'MethodDefinition': {
      const method = makeFunction(m, element.value, scope)
      method.home = made
      if (element.kind === 'constructor') {
        made.code = method.code
        return
      }
      const key = propertyKey(m, element.key, element.computed, scope)
      const holder = element.static ? made : prototype
      if (key === null) m.release(holder, 'a member is computed')
      if (typeof key !== 'string') return
      addMethod(m, holder, key, element.kind, method)
      return
    }
    case 'PropertyDefinition':
    case 'AccessorProperty': {
      if (!element.static) return
      const key = propertyKey(m, element.key, element.computed, scope)
      const value =
        element.value === null ? UNDEFINED : m.evaluate(element.value, selfScope(m, scope, made))
      setProperty(m, made, key, value)
      return
    }
    case 'StaticBlock':
      runBlock(m, element.body, selfScope(m, scope, made), newFrame())
      return
    default:
  }
}

/** Methods of classes, getters and setters of objects. */
export function addMethod(
  m: Machine,
  holder: ObjectValue,
  key: string,
  kind: string,
  method: ObjectValue,
): void {
  const before = holder.slot(key)
  holder.slots.set(key, {
    value: kind === 'get' || kind === 'set' ? new Unknown(`the getter ${key}`) : method,
    get: kind === 'get' ? method : kind === 'set' ? (before?.get ?? null) : null,
    set: kind === 'set' ? method : kind === 'get' ? (before?.set ?? null) : null,
    isEnumerable: false,
    site: before?.site ?? m.site,
  })
}

function selfScope(m: Machine, scope: Scope, self: Value): Scope {
  const inner = new Scope(scope, true, m.ways)
  inner.self = self
  return inner
}

/** The fields that a class gives to what it makes. */
export function initialiseFields(m: Machine, made: ObjectValue, instance: Value): void {
  if (made.classNode === null || made.scope === null) return
  const scope = selfScope(m, made.scope, instance)
  for (const element of made.classNode.body.body) {
    if (element.type !== 'PropertyDefinition' || element.static) continue
    const key = propertyKey(m, element.key, element.computed, scope)
    const value = element.value === null ? UNDEFINED : m.evaluate(element.value, scope)
    setProperty(m, instance, key, value)
  }
}
