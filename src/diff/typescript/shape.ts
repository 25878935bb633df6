// The members of what is an object.

import { indexSignatures } from '../../signatures/indexSignatures.ts'
import type { Member, Type } from '../../signatures/parseType.ts'
import type { ParseType } from './parse.ts'
import { isMark, literals } from './typeForms.ts'

export type ObjectType = Extract<Type, { form: 'object' }>

/** `isOpen`: there may be more members than these. */
export type Shape = Readonly<{
  object: ObjectType
  isOpen: boolean
  isClass: boolean
  isInterface?: boolean
}>

export function recordShape(keys: Type, type: Type): Shape | null {
  const named = literals(keys)
  if (named === null) {
    if (keys.text !== 'string' && keys.text !== 'number') return null
    const unnamed = [`[${keys.text}]: ${type.text}`]
    return shapeOf(new Map(), unnamed)
  }
  const member = { type, isOptional: false, isReadonly: false, isFunction: true }
  return shapeOf(new Map([...named].map((name) => [name, member])), [])
}

function shapeOf(members: ReadonlyMap<string, Member>, unnamed: readonly string[]): Shape {
  const ways = { calls: [], constructs: [] }
  const object: ObjectType = { form: 'object', members, unnamed, ...ways, text: '' }
  return { object, isOpen: false, isClass: false }
}

export function merged(shapes: readonly Shape[], parse: ParseType): Shape {
  const members = new Map<string, Member>()
  for (const { object } of shapes) {
    for (const [name, member] of object.members) {
      const there = members.get(name)
      const isOptional = member.isOptional && (there?.isOptional ?? true)
      const type =
        there === undefined || there.type.text === member.type.text
          ? member.type
          : parse(`(${there.type.text}) & (${member.type.text})`)
      members.set(name, { ...member, type, isOptional })
    }
  }
  const unnamed = shapes.flatMap(({ object }) => object.unnamed)
  const calls = shapes.flatMap(({ object }) => object.calls)
  const constructs = shapes.flatMap(({ object }) => object.constructs)
  return {
    object: { form: 'object', members, unnamed, calls, constructs, text: '' },
    isOpen: shapes.some(({ isOpen }) => isOpen),
    isClass: shapes.some(({ isClass }) => isClass),
  }
}

/** Besides its members it can be called, and so has what functions have. */
export function isCallable({ unnamed }: ObjectType): boolean {
  return unnamed.length > indexSignatures(unnamed).size
}

/** Whether it must have something that not every object has. */
export function hasDemands({ object }: Shape): boolean {
  const isDemanded = [...object.members.values()].some(({ isOptional }) => !isOptional)
  // Any object has anything under any name.
  const isKeyed = [...indexSignatures(object.unnamed).values()].some((value) => value !== 'any')
  return isDemanded || isKeyed
}

/** Whether a function is an object with keys of any name; null where it has to have none. */
export function functionAsKeyed({ object, isOpen }: Shape): 'yes' | 'no' | null {
  const keyed = indexSignatures(object.unnamed)
  // Any object has anything under any name, and what can be called has nothing else there.
  if ([...keyed.values()].some((value) => value !== 'any')) return 'no'
  if (!keyed.has('string')) return null
  return object.members.size === 0 && object.unnamed.length === 1 && !isOpen ? 'yes' : null
}

/** An object with none of the members that another one may have is taken for a mistake. */
export function hasNothingOf(own: ObjectType, wanted: ObjectType): boolean {
  const names = [...wanted.members.keys()]
  if (names.length === 0 || own.members.size === 0) return false
  if (wanted.unnamed.length + own.unnamed.length > 0) return false
  return names.every((name) => !own.members.has(name))
}

/** Whether a member says that an object is none of the others. */
export function isApart(own: Shape | null, others: readonly (Shape | null)[]): boolean {
  if (own === null) return false
  return [...own.object.members].some(([name, { type, isOptional }]) => {
    if (isOptional || !isMark(type)) return false
    return others.every((other) => {
      const there = other?.object.members.get(name)
      return there !== undefined && isMark(there.type) && there.type.text !== type.text
    })
  })
}

/** Whether a member tells both apart from other objects by the same text or number. */
export function hasSameMark(one: ObjectType, other: ObjectType): boolean {
  return [...one.members].some(([name, { type, isOptional }]) => {
    return !isOptional && isMark(type) && other.members.get(name)?.type.text === type.text
  })
}

const ON_PROMISES: ReadonlySet<string> = new Set(['then', 'catch', 'finally'])

/** Whether it must have what a promise has not. */
export function hasOthers({ object }: Shape): boolean {
  return [...object.members].some(([name, { isOptional }]) => !isOptional && !ON_PROMISES.has(name))
}
