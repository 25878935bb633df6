// Types as they are written, where they are written, with what their type parameters stand for.

import type { TSType, TSTypeParameterDeclaration, TSTypeParameterInstantiation } from 'oxc-parser'
import type { Scope } from './symbols.ts'

export type TypeAt = Readonly<{ node: TSType; scope: Scope; bound: Bound }>

/** What type parameters stand for; null for one that nothing is given for. */
export type Bound = ReadonlyMap<string, TypeAt | null>

export const NOTHING_BOUND: Bound = new Map()

/** No arguments, because the declaration itself is meant: defaults say nothing about it. */
export const OPEN: readonly TypeAt[] = []

/** Binds the parameters of a declaration to arguments, else to their defaults, else constraints. */
export function bind(
  parameters: TSTypeParameterDeclaration | null | undefined,
  given: readonly TypeAt[],
  scope: Scope,
): Bound {
  if (!parameters) return NOTHING_BOUND
  const bound = new Map<string, TypeAt | null>()
  for (const [place, parameter] of parameters.params.entries()) {
    const node = (given === OPEN ? null : parameter.default) ?? parameter.constraint
    const fallback = node === null ? null : { node, scope, bound }
    bound.set(parameter.name.name, given[place] ?? fallback)
  }
  return bound
}

export function argumentsAt(
  given: TSTypeParameterInstantiation | null | undefined,
  { scope, bound }: Pick<TypeAt, 'scope' | 'bound'>,
): TypeAt[] {
  return (given?.params ?? []).map((node) => ({ node, scope, bound }))
}
