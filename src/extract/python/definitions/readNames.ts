// What a module takes of its own names as it is imported: `Text = Token.Text`. Where that went well,
// `Token` has a `Text`, whatever its class makes of names.

import type { Expression } from '../../../syntax/python/syntax.ts'
import { below } from '../../../syntax/python/walk.ts'
import type { Scope } from '../scope/bindings.ts'

/** The attributes that values of a module are made of, by the name that they are taken from. */
export function readNames(scope: Scope): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const { kind, source, ...binding } of scope.names.values()) {
    if (kind !== 'value' || !('value' in binding) || binding.value === null) continue
    const { start, end } = binding.value
    if (!source.text.slice(start, end).includes('.') || isIndented(source.text, start)) continue
    walkTaken(source.expression(binding.value), (name, attribute) => {
      found.set(name, (found.get(name) ?? new Set()).add(attribute))
    })
  }
  return found
}

/** What stands in a block may be tried, and fail. */
function isIndented(text: string, at: number): boolean {
  return /\s/.test(text[text.lastIndexOf('\n', at) + 1] ?? '')
}

/** What is surely read of these: all of it, or only the first part, before a condition decides. */
const READ_WHOLE = new Set(['attribute', 'call', 'subscript', 'tuple', 'list', 'set', 'dict'])
const READ_FIRST = new Set(['conditional', 'binary'])

/** Only what is surely taken: not what stands behind a condition, or in a function. */
function walkTaken(expression: Expression, take: (name: string, attribute: string) => void): void {
  const { kind } = expression
  if (kind === 'attribute' && expression.value.kind === 'name') {
    take(expression.value.name, expression.name)
  }
  const parts = READ_WHOLE.has(kind) || READ_FIRST.has(kind) ? below(expression) : []
  for (const one of READ_FIRST.has(kind) ? parts.slice(0, 1) : parts) {
    if (one !== null) walkTaken(one, take)
  }
}
