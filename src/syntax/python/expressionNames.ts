// The names that an expression is written with.

import type { Expression } from './syntax.ts'

/** The last name of a dotted path, seen through a call: `functools.wraps(f)` → `wraps`. */
export function lastName(expression: Expression): string | null {
  if (expression.kind === 'call') return lastName(expression.function)
  if (expression.kind === 'subscript') return lastName(expression.value)
  if (expression.kind === 'name' || expression.kind === 'attribute') return expression.name
  return null
}

/** `a.b.c` as its parts; null for anything else. */
export function dottedParts(expression: Expression): string[] | null {
  if (expression.kind === 'name') return [expression.name]
  if (expression.kind !== 'attribute') return null
  const parts = dottedParts(expression.value)
  return parts === null ? null : [...parts, expression.name]
}
