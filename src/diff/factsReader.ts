// What a table says of a definition that has changed. Base classes are those of many, so that their
// names are made once for a comparison.

import { modifiersOf } from '../signatures/modifiers.ts'
import { ancestorsOf } from '../table/format/ancestors.ts'
import { isAbstract, isPublic, isTypeOnly, kindOf, originOf } from '../table/format/facts.ts'
import { furtherOf } from '../table/format/furtherKeywords.ts'
import { at, signedAt } from '../table/format/varints.ts'
import type { Facts } from './facts.ts'
import { isDynamic } from './modules.ts'
import { ledTo, positionOf } from './positions.ts'
import { withStandardBases } from './python/standardBases.ts'
import { isForeign, isUnmapped, type Surface } from './surface.ts'
import { isTypeAlone } from './typesAlone.ts'
import type { Position } from './typescript/relation.ts'

export interface FactsReader {
  factsOf(definition: number, basesNow?: Facts['basesNow']): Facts
  /** What a definition goes by among the bases of others. */
  fullName(definition: number): string
}

type Twin = Readonly<{ surface: Surface; definition: Int32Array }>

/** Its parameters are those of a tool. */
const MINIFIED = /\.min\.[cm]?js$/

/** `twin`: the same definitions in the other release, as far as it has them. */
export function factsReader(surface: Surface, twin?: Twin): FactsReader {
  const { columns, homeList, homeEntry } = surface
  const { definitions, entries, modules, texts, names } = columns
  const lastName = keptFor((definition) => names.text(at(definitions.last, definition)))
  const fullName = keptFor((definition) => {
    return `${names.text(at(definitions.module, definition))}.${lastName(definition)}`
  })

  function ownName(definition: number): string {
    const prefix = at(definitions.prefix, definition)
    return prefix === 0 ? lastName(definition) : `${names.text(prefix - 1)}.${lastName(definition)}`
  }

  function ancestorNames(definition: number): readonly string[] {
    return Array.from(ancestorsOf(definitions, definition), lastName)
  }

  function shownBases(definition: number): readonly string[] {
    const start = at(definitions.baseStarts, definition)
    const end = at(definitions.baseStarts, definition + 1)
    if (start === end) return []
    const hidden = hiddenAncestors(definition)
    const bases: string[] = []
    for (let i = start; i < end; i += 1) {
      const base = texts.words.text(at(definitions.bases, i)) ?? ''
      if (!hidden.has(base)) bases.push(base)
    }
    return bases
  }

  /** Classes of the package that no public path leads to: nobody can ask whether they are bases. */
  function hiddenAncestors(definition: number): ReadonlySet<string> {
    const hidden = new Set<string>()
    for (const ancestor of ancestorsOf(definitions, definition)) {
      const isHidden = signedAt(homeList, ancestor) < 0 && at(definitions.file, ancestor) !== 0
      if (isHidden) hidden.add(fullName(ancestor))
    }
    return hidden
  }

  function isOwnBase(definition: number, base: string): boolean {
    for (const ancestor of ancestorsOf(definitions, definition)) {
      if (at(definitions.file, ancestor) !== 0 && fullName(ancestor) === base) return true
    }
    return false
  }

  function isEnumMember(definition: number): boolean {
    const owner = signedAt(homeList, definition) - modules.count
    if (owner < 0) return false
    if (kindOf(at(definitions.facts, owner)) === 'enum') return true
    return withStandardBases(ancestorNames(owner)).has('Enum')
  }

  function isNamespace(definition: number): boolean {
    const list = modules.count + definition
    for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
      const kind = kindOf(at(definitions.facts, at(entries.target, entry)))
      if (kind !== 'method' && kind !== 'property') return true
    }
    return false
  }

  function hidesMembers(definition: number): boolean {
    const list = modules.count + definition
    for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
      const signature = texts.signatures.text(at(definitions.signature, at(entries.target, entry)))
      const { isProtected, isStatic } = modifiersOf(signature)
      if (!isStatic && (isProtected || !isPublic(at(entries.facts, entry)))) return true
    }
    return false
  }

  /** Of what another package defines the name says whether code or a declaration leads to it. */
  function isOfCode(entry: number): boolean {
    return entry >= 0 && originOf(at(entries.facts, entry)) === 'js'
  }

  function placeOf(definition: number): Position {
    return positionOf(surface, definition, () => {
      const other = twin === undefined ? -1 : signedAt(twin.definition, definition)
      return twin === undefined || other < 0 ? null : ledTo(twin.surface, other)
    })
  }

  function factsOf(definition: number, basesNow: Facts['basesNow'] = () => new Map()): Facts {
    const file = texts.words.text(at(definitions.file, definition))
    const signature = texts.signatures.text(at(definitions.signature, definition))
    const entry = signedAt(homeEntry, definition)
    const owner = signedAt(homeList, definition) - modules.count
    return {
      name: ownName(definition),
      kind: kindOf(at(definitions.facts, definition)),
      signature: file !== null && MINIFIED.test(file) ? null : signature,
      file,
      definedBy: isForeign(surface, definition)
        ? columns.names.text(at(definitions.module, definition))
        : null,
      bases: shownBases(definition),
      isTyped: file === null ? !isOfCode(entry) : !/\.[cm]?jsx?$/.test(file),
      isUnmapped: isUnmapped(surface, definition),
      isTypeOnly: entry >= 0 && isTypeOnly(at(entries.facts, entry)),
      isAbstract: isAbstract(at(definitions.facts, definition)),
      owner:
        owner < 0
          ? null
          : {
              kind: kindOf(at(definitions.facts, owner)),
              signature: texts.signatures.text(at(definitions.signature, owner)),
              hasConstant: furtherOf(definitions.further, owner).value !== undefined,
            },
      isInDynamic: owner < 0 && entry >= 0 && isDynamic(columns, owner + modules.count),
      position: () => placeOf(owner < 0 ? definition : owner),
      basesNow,
      isOutside: (base) => !isOwnBase(definition, base),
      ancestors: () => ancestorNames(definition),
      isEnumMember: () => isEnumMember(definition),
      isNamespace: () => isNamespace(definition),
      constant: () => furtherOf(definitions.further, definition).value || null,
      isTypeAlone: () => isTypeAlone(surface, definition),
      hidesMembers: () => hidesMembers(definition),
    }
  }

  return { factsOf, fullName }
}

function keptFor(make: (definition: number) => string): (definition: number) => string {
  const kept = new Map<number, string>()
  return (definition) => {
    const known = kept.get(definition)
    if (known !== undefined) return known
    const made = make(definition)
    kept.set(definition, made)
    return made
  }
}
