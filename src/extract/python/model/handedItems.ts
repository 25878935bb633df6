// Things that are handed over together: `[A, B]`, `{"a": A}`, `*classes`.

import type { Expression } from '../../../syntax/python/syntax.ts'

/** Null where an expression is one thing by itself. */
export function handedItems(expression: Expression): readonly Expression[] | null {
  switch (expression.kind) {
    case 'tuple':
    case 'list':
    case 'set':
      return expression.items.map((item) => (item.kind === 'starred' ? item.value : item))
    case 'dict':
      return expression.items.map(({ value }) => value)
    default:
      return null
  }
}
