// Classes that every path offers as a type alone (`export type { A }`): nobody can make an object of
// one, extend it or name what is static in it, unless something else is `typeof` it or extends it.

import { keptIn } from '../domain/maps.ts'
import { isTypeOnly } from '../table/format/facts.ts'
import { hiddenTypesOf } from '../table/format/hiddenTypes.ts'
import { at, signedAt } from '../table/format/varints.ts'
import { basesOf } from './inherited.ts'
import type { Surface } from './surface.ts'

const known = new WeakMap<Surface, (definition: number) => boolean>()

export function isTypeAlone(surface: Surface, definition: number): boolean {
  return keptIn(known, surface, () => typesAlone(surface))(definition)
}

function typesAlone({ columns, homeEntry, others }: Surface): (definition: number) => boolean {
  const { definitions, entries, names } = columns
  let valued: ReadonlySet<number> | null = null
  let named: ReadonlySet<string> | null = null
  const isType = (entry: number) => isTypeOnly(at(entries.facts, entry))
  return (definition) => {
    const home = signedAt(homeEntry, definition)
    if (home < 0 || !isType(home)) return false
    valued ??= new Set(
      [...others.entries]
        .filter((entry) => !isType(entry))
        .map((entry) => at(entries.target, entry)),
    )
    if (valued.has(definition)) return false
    named ??= namedAsValues(columns)
    return !named.has(names.text(at(definitions.last, definition)))
  }
}

/** The last names of what signatures say `typeof` of, and of what classes extend. */
function namedAsValues({ definitions, texts, hidden }: Surface['columns']): ReadonlySet<string> {
  const found = new Set<string>()
  const look = (signature: string | null) => {
    const text = signature ?? ''
    const bases = CLASS.test(text) ? basesOf(text) : []
    const values = [...text.matchAll(/\btypeof ([\w$.]+)/g)].map(([, name = '']) => name)
    for (const name of [...bases, ...values]) {
      const bare = name.replace(/<.*/s, '')
      found.add(bare.slice(bare.lastIndexOf('.') + 1))
    }
  }
  for (let one = 0; one < definitions.count; one += 1) {
    look(texts.signatures.text(at(definitions.signature, one)))
  }
  for (const { signature, members } of hiddenTypesOf(hidden)) {
    look(signature)
    for (const member of members) look(member.signature)
  }
  return found
}

const CLASS = /^(?:abstract )?class\b/
