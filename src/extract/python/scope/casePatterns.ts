// What the `case`s of a `match` bind.

import { parseExpression } from '../../../syntax/python/parseExpression.ts'
import type { Expression, Span } from '../../../syntax/python/syntax.ts'

/** Names that the pattern of a `case` binds. */
export function capturedNames(text: string, { start, end }: Span): string[] {
  const names: string[] = []
  const plain = text.slice(start, end).replace(/\bas\s+(\w+)/g, (_all, name: string) => {
    names.push(name)
    return ''
  })
  const read = (one: Expression): void => {
    if (one.kind === 'name') names.push(one.name)
    else if (one.kind === 'call') for (const { value } of one.arguments) read(value)
    else if (one.kind === 'dict') for (const { value } of one.items) read(value)
    else if (one.kind === 'starred') read(one.value)
    else if (one.kind === 'tuple' || one.kind === 'list') for (const item of one.items) read(item)
    else if (one.kind === 'binary' && one.operator === '|') {
      read(one.left)
      read(one.right)
    }
  }
  read(parseExpression(plain, { start: 0, end: plain.length }))
  return names.filter((name) => name !== '_')
}
