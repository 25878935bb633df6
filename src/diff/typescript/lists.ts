// Tuples as lists of items with a rest.

import type { Parameter, Type } from '../../signatures/parseType.ts'

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
