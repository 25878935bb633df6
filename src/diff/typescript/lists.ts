// Tuples as lists of items with a rest.

import type { Parameter, Type } from '../../signatures/parseType.ts'

export type List = Readonly<{ items: readonly Parameter[]; rest: Type | null }>

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
