// Lists and tables that code changes elsewhere than where they are made: what their first text says
// is then not all that is in them.

import type { Statement } from '../../../syntax/python/syntax.ts'
import { walkStatements } from '../../../syntax/python/walk.ts'

const CHANGES =
  /\b([A-Za-z_]\w*)\s*(?:\.(?:append|add|update|extend|insert|setdefault|pop|popitem|remove|discard|clear|sort|reverse)\(|\[[^\]\n]*\]\s*(?:[|+]|\/\/)?=(?!=)|[|+]=)/gu
const GIVEN = /^[ \t]*([A-Za-z_]\w*)\s*(?::[^=\n]+)?=(?!=)/gmu
const GLOBAL = /^[ \t]*(?:global|nonlocal)\s+([\w ,]+)$/gmu

/** Names that a text changes anywhere, or gives a value more than once. */
export function changedNames(text: string): ReadonlySet<string> {
  const changed = new Set<string>()
  const given = new Set<string>()
  for (const [, name = ''] of text.matchAll(CHANGES)) changed.add(name)
  for (const [, name = ''] of text.matchAll(GIVEN)) {
    if (given.has(name)) changed.add(name)
    given.add(name)
  }
  return changed
}

/** Names that are changed in functions and in handlers of errors, which are not run in their order. */
export function changedAside(text: string, body: readonly Statement[]): ReadonlySet<string> {
  const changed = new Set<string>()
  for (const aside of asides(text, body)) {
    for (const [, name = ''] of aside.matchAll(CHANGES)) changed.add(name)
    for (const [, names = ''] of aside.matchAll(GLOBAL)) {
      for (const name of names.split(',')) changed.add(name.trim())
    }
  }
  return changed
}

function* asides(text: string, body: readonly Statement[]): Iterable<string> {
  for (const statement of walkStatements(body)) {
    if (statement.kind === 'def')
      yield text.slice(statement.body.span.start, statement.body.span.end)
    if (statement.kind === 'class') yield* asides(text, statement.body)
    if (statement.kind !== 'try') continue
    for (const one of walkStatements(statement.handlers.flatMap((handler) => handler.body))) {
      if (one.kind === 'expression') yield text.slice(one.value.start, one.value.end)
      if (one.kind === 'assign') yield text.slice(one.targets[0]?.start, one.value?.end)
    }
  }
}
