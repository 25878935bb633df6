// Interfaces that only one of two releases has, by what is in them: whoever gave an object of the
// type that was written out before gives one of the interface that it was made into.

import { splitTop } from '../signatures/splitTop.ts'
import { type Columns, hasEntries } from '../table/format/columns.ts'
import { isPublic, kindOf } from '../table/format/facts.ts'
import { at } from '../table/format/varints.ts'
import { definitionsNamed, pathName } from './pathName.ts'

/** Those without bases and type parameters, by their names. */
export function* newInterfaces(
  columns: Columns,
  other: Columns,
): Generator<undefined, ReadonlyMap<string, string>> {
  const { definitions } = columns
  const written = new Map<string, string>()
  const several = new Set<string>()
  for (let one = 0; one < definitions.count; one += 1) {
    if (kindOf(at(definitions.facts, one)) !== 'interface') continue
    yield
    const name = pathName(columns, one)
    if (isType(other, name)) continue
    const text = membersText(columns, one)
    if (text === null || written.has(name)) several.add(name)
    else written.set(name, text)
  }
  for (const name of several) written.delete(name)
  return written
}

const TYPES: ReadonlySet<string> = new Set(['class', 'enum', 'interface', 'type'])

function isType(columns: Columns, name: string): boolean {
  for (const one of definitionsNamed(columns, name)) {
    if (TYPES.has(kindOf(at(columns.definitions.facts, one)))) return true
  }
  return false
}

/** `{ a: string; b?: number }`; null where it has more than members with types. */
function membersText(columns: Columns, definition: number): string | null {
  const { definitions, entries, modules, names, texts } = columns
  const list = modules.count + definition
  if (at(definitions.signature, definition) !== 0 || !hasEntries(columns, list)) return null
  const pieces: string[] = []
  for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
    const target = at(entries.target, entry)
    const signature = texts.signatures.text(at(definitions.signature, target))
    if (signature === null || !isPublic(at(entries.facts, entry))) return null
    pieces.push(...memberPieces(names.text(at(entries.name, entry)), signature))
  }
  return `{ ${pieces.join('; ')} }`
}

/** One for each overload. */
function memberPieces(name: string, signature: string): readonly string[] {
  return splitTop(signature, '; ').map((text) => {
    const readonly = text.startsWith('readonly ') ? 'readonly ' : ''
    const type = text.slice(readonly.length)
    return type.endsWith('?')
      ? `${readonly}${name}?: ${type.slice(0, -1)}`
      : `${readonly}${name}: ${type}`
  })
}
