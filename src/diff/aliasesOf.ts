// What the type aliases of a package stand for, by their names.

import { type Columns, hasEntries } from '../table/format/columns.ts'
import { kindOf } from '../table/format/facts.ts'
import { at } from '../table/format/varints.ts'
import { pathName } from './pathName.ts'

/** Under which an interface that has members besides says how it is called. */
export function callKey(name: string): string {
  return `${name}()`
}

const known = new WeakMap<Columns, ReadonlyMap<string, string>>()

/**
 * Type aliases, those with type parameters as `<T0> …`, and interfaces that say how something is
 * called. Of a name that several have nothing can be said.
 */
export function* aliasesOf(columns: Columns): Generator<undefined, ReadonlyMap<string, string>> {
  const found = known.get(columns)
  if (found !== undefined) return found
  const { definitions, texts } = columns
  const aliases = new Map<string, string>()
  const several = new Set<string>()
  for (let one = 0; one < definitions.count; one += 1) {
    const kind = kindOf(at(definitions.facts, one))
    if (kind !== 'type' && kind !== 'interface') continue
    const text = texts.signatures.text(at(definitions.signature, one))
    if (text === null) continue
    if (kind === 'interface' && !text.startsWith('{')) continue
    const hasMembers = kind === 'interface' && hasEntries(columns, columns.modules.count + one)
    const path = pathName(columns, one)
    const name = hasMembers ? callKey(path) : path
    if (aliases.has(name) && aliases.get(name) !== text) several.add(name)
    aliases.set(name, text)
    yield
  }
  for (const name of several) aliases.delete(name)
  known.set(columns, aliases)
  return aliases
}
