// Types of other packages that a type has members from, through the types of its own package that it
// extends.

import { kindOf } from '../../table/format/facts.ts'
import { at } from '../../table/format/varints.ts'
import { basesOf } from '../inherited.ts'
import type { Surface } from '../surface.ts'
import { typeNames } from '../typeNames.ts'

const STEPS_MAX = 100
const OF_BASES: ReadonlySet<string> = new Set(['class', 'interface'])

/** Whether the two are made of the same types of other packages, whatever they give them. */
export function hasSameForeignBases(
  from: Surface,
  one: number,
  to: Surface,
  other: number,
): boolean {
  const [before, after] = [foreignBases(from, one), foreignBases(to, other)]
  return before.size === after.size && [...before].every((name) => after.has(name))
}

function foreignBases(surface: Surface, one: number): ReadonlySet<string> {
  const { definitions, texts } = surface.columns
  const found = new Set<string>()
  if (!OF_BASES.has(kindOf(at(definitions.facts, one)))) return found
  const names = typeNames(surface)
  const bases = basesOf(texts.signatures.text(at(definitions.signature, one)) ?? '')
  const file = texts.words.text(at(definitions.file, one))
  const waiting = bases.map((base) => ({ base, file }))
  for (let i = 0; i < Math.min(waiting.length, STEPS_MAX); i += 1) {
    const { base, file: in_ } = waiting[i] ?? { base: '', file: null }
    const name = base.replace(/<.*/s, '')
    if (name.includes('#')) found.add(name)
    else {
      const named = names(name, in_)
      for (const each of named?.heritage ?? [])
        waiting.push({ base: each, file: named?.file ?? null })
    }
  }
  return found
}
