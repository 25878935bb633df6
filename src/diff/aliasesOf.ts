// What the type aliases of a package stand for, by their names.

import { type Columns, hasEntries } from '../table/columns.ts'
import { kindOf } from '../table/facts.ts'
import { at } from '../table/varints.ts'

const known = new WeakMap<Columns, ReadonlyMap<string, string>>()

/**
 * Type aliases, those with type parameters as `<T0> …`, and interfaces that only say how something is called. Of a
 * name that several have nothing can be said.
 */
export function aliasesOf(columns: Columns): ReadonlyMap<string, string> {
  const found = known.get(columns)
  if (found !== undefined) return found
  const { definitions, names, texts } = columns
  const aliases = new Map<string, string>()
  const several = new Set<string>()
  for (let one = 0; one < definitions.count; one += 1) {
    const kind = kindOf(at(definitions.facts, one))
    if (kind !== 'type' && kind !== 'interface') continue
    const text = texts.signatures.text(at(definitions.signature, one))
    if (text === null) continue
    if (
      kind === 'interface' &&
      (!text.startsWith('{') || hasEntries(columns, columns.modules.count + one))
    )
      continue
    const prefix = at(definitions.prefix, one)
    const last = names.text(at(definitions.last, one))
    const name = prefix === 0 ? last : `${names.text(prefix - 1)}.${last}`
    if (aliases.has(name) && aliases.get(name) !== text) several.add(name)
    aliases.set(name, text)
  }
  for (const name of several) aliases.delete(name)
  known.set(columns, aliases)
  return aliases
}
