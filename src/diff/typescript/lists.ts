// Tuples as lists of items with a rest.

import type { Parameter, Type } from '../../signatures/parseType.ts'
import { splitTop } from '../../signatures/splitTop.ts'

export type List = Readonly<{ items: readonly Parameter[]; rest: Type | null }>

export type Middle = Readonly<{ head: readonly Type[]; rest: Type; tail: readonly Type[] }>

/** A tuple with its rest in the middle; null for others, and where something may be missing. */
export function middleOf(parameters: readonly Parameter[]): Middle | null {
  const place = parameters.findIndex(({ isRest }) => isRest)
  const items = parameters.filter((_, i) => i !== place)
  if (place < 0 || items.some(({ isRest, isOptional }) => isRest || isOptional)) return null
  const type = parameters[place]?.type
  const isArray = type?.form === 'reference' && type.name === 'Array'
  const rest = isArray ? type.given[0] : undefined
  if (rest === undefined) return null
  const types = items.map((one) => one.type)
  return { head: types.slice(0, place), rest, tail: types.slice(place) }
}

/** Null where the rest stands in the middle, or nobody knows of what it is. */
export function listOf(parameters: readonly Parameter[]): List | null {
  const items = parameters.filter(({ isRest }) => !isRest)
  if (items.length === parameters.length) return { items, rest: null }
  const last = parameters.at(-1)
  if (last?.isRest !== true || items.length !== parameters.length - 1) return null
  const { type } = last
  const isArray = type.form === 'reference' && type.name === 'Array'
  const rest = isArray ? type.given[0] : undefined
  return rest === undefined ? null : { items, rest }
}

/** What `[...T0]` and `readonly [...T0]` are all of; null for others. */
export function spreadOf(type: Type): Type | null {
  const [only, ...others] = type.form === 'tuple' ? type.parameters : []
  return only?.isRest === true && others.length === 0 ? only.type : null
}

/** Whether two tuples that may be cut off have another text or number in one of the places before that. */
export function hasOtherItem(source: string, target: string): boolean {
  const [own, wanted] = [seenItems(source), seenItems(target)]
  const place = own.findIndex((one, i) => i < wanted.length && one !== wanted[i])
  return place >= 0 && [...own.slice(0, place + 1), wanted[place] ?? ''].every(isWritten)
}

/** The items that are there as a whole; none of what is no tuple. */
function seenItems(text: string): readonly string[] {
  const [, inside, end] = /^(?:readonly )?\[(.*?)(\]|…[^…]*)$/s.exec(text) ?? []
  if (inside === undefined) return []
  const items = splitTop(inside, ', ')
  return end === ']' ? items : items.slice(0, -1)
}

function isWritten(item: string): boolean {
  return /^(?:"(?:[^"\\]|\\.)*"|-?\d+)$/.test(item)
}
