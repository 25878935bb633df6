// The members of a mapped type whose keys are known: `{ readonly [T1 in keyof A]?: A[T1] }`.

import { mappedOf } from '../../signatures/mapped.ts'
import { bareKey, type Member, type Type } from '../../signatures/parseType.ts'
import type { ParseType } from './parse.ts'
import type { ObjectType, Shape } from './shape.ts'
import { quoted, renamedKeys } from './typeForms.ts'

type Reader = Readonly<{
  parse: ParseType
  shapeOf: (type: Type) => Shape | null
  /** The texts that a type may be; null where it may be others. */
  textsOf: (type: Type) => readonly string[] | null
}>

/** Null for what is no mapped type, or has keys that are not known. */
export function mappedMembers(object: ObjectType, reader: Reader): ObjectType | null {
  const [only, ...others] = object.members.size === 0 ? object.unnamed : []
  const mapped = only === undefined || others.length > 0 ? null : mappedOf(only)
  if (only === undefined || mapped === null) return null
  const [taken, as] = renamedKeys(mapped.keys)
  const [, key, keys] = /^(T\d+) in (.*)$/s.exec(taken) ?? []
  if (key === undefined || keys === undefined) return null
  const [, whole] = /^keyof ([^|&]*)$/s.exec(keys) ?? []
  const known = whole === undefined ? null : shownMembers(reader.shapeOf(reader.parse(whole)))
  const names =
    whole === undefined
      ? (reader.textsOf(reader.parse(keys))?.map(bareKeyOf) ?? null)
      : known && [...known.keys()]
  if (names === null) return null
  const [, minus, readonly] = /^([+-]?)(readonly )/.exec(only) ?? []
  const members = new Map<string, Member>()
  for (const name of names) {
    const there = known?.get(name)
    const isWhole = mapped.value === `${whole}[${key}]`
    if (mapped.mark === '-?' && there?.isOptional && !isWhole) return null
    const fill = (text: string) =>
      text.replace(new RegExp(`\\b${key}\\b`, 'g'), () => keyText(name))
    const text = fill(mapped.value)
    const called = as === '' ? [name] : reader.textsOf(reader.parse(fill(as)))?.map(bareKeyOf)
    const [own, ...more] = called ?? []
    if (own === undefined || more.length > 0) return null
    members.set(own, {
      type: isWhole && there !== undefined ? there.type : reader.parse(text),
      isOptional: mapped.mark === '' ? there?.isOptional === true : mapped.mark === '?',
      isReadonly: readonly === undefined ? there?.isReadonly === true : minus !== '-',
      isFunction: isWhole && there !== undefined ? there.isFunction : true,
    })
  }
  return { ...object, members, unnamed: [] }
}

/** Null where there may be more. */
function shownMembers(shape: Shape | null): ReadonlyMap<string, Member> | null {
  if (shape === null || shape.isOpen) return null
  const { members, unnamed, calls, constructs } = shape.object
  // The ways to call it are under no key.
  return unnamed.length > calls.length + constructs.length ? null : members
}

function bareKeyOf(text: string): string {
  return bareKey(quoted(text))
}

function keyText(name: string): string {
  return name.startsWith('"') ? name : quoted(name)
}
