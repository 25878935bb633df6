// Members that are new in a type whose keys had any name, and that may be missing: whoever wrote such a
// key gave what it held before.

import { withoutModifiers } from '../signatures/modifiers.ts'
import { splitTop } from '../signatures/splitTop.ts'
import { isIndexed, isPublic, kindOf, originOf } from '../table/format/facts.ts'
import { at, signedAt } from '../table/format/varints.ts'
import { indexes } from './lost/anyKeys.ts'
import type { Matches } from './matchSurfaces.ts'
import { typeNames } from './typeNames.ts'

/** What was under keys of any name, and what the new members hold. */
export type KeyedMembers = Readonly<{ held: readonly string[]; news: readonly string[] }>

const OBJECTS: ReadonlySet<string> = new Set(['interface', 'type'])

/** Matches forwards; null where there are none. */
export function keyedMembers({ from, to, definition }: Matches, one: number): KeyedMembers | null {
  const { definitions, entries, modules, names, texts } = from.columns
  const facts = at(definitions.facts, one)
  const other = signedAt(definition, one)
  if (other < 0 || !OBJECTS.has(kindOf(facts))) return null
  // The keys of most come from nowhere.
  const text = texts.signatures.text(at(definitions.signature, one)) ?? ''
  if (!isIndexed(facts) && !text.startsWith('extends ') && !text.includes(' extends ')) return null
  const known = new Set<string>()
  const list = modules.count + one
  for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1)
    known.add(names.text(at(entries.name, entry)))
  const news = newMembers(to.columns, other, known)
  if (news.length === 0) return null
  const file = texts.words.text(at(definitions.file, one))
  const held = indexes(text, file, typeNames(from), 0)
  return held.length === 0 ? null : { held, news }
}

/** What those hold that may be missing; what must be given is told of themselves. */
function newMembers(
  { definitions, entries, modules, names, texts }: Matches['to']['columns'],
  one: number,
  known: ReadonlySet<string>,
): readonly string[] {
  const found: string[] = []
  const list = modules.count + one
  for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
    const facts = at(entries.facts, entry)
    if (!isPublic(facts) || originOf(facts) === 'inherited') continue
    if (known.has(names.text(at(entries.name, entry)))) continue
    const target = at(entries.target, entry)
    const text = texts.signatures.text(at(definitions.signature, target))
    if (text?.endsWith('?') !== true || splitTop(text, '; ').length > 1) continue
    found.push(withoutModifiers(text).slice(0, -1))
  }
  return found
}
