// Definitions that both releases have and that a caller can tell apart.

import { ancestorsOf } from '../table/ancestors.ts'
import type { Columns } from '../table/columns.ts'
import { isSameKind, isTypeOnly, kindOf } from '../table/facts.ts'
import { sameTexts } from '../table/textPool.ts'
import { at, signedAt } from '../table/varints.ts'
import { aliasesOf } from './aliasesOf.ts'
import { type Change, changeOf, type Language } from './changeOf.ts'
import type { Facts } from './facts.ts'
import { hasSameBases } from './hasSameBases.ts'
import type { Matches } from './matchSurfaces.ts'
import { newInterfaces } from './newInterfaces.ts'
import { withStandardBases } from './python/standardBases.ts'
import { isForeign, pathOf, type Surface } from './surface.ts'
import type { SymbolName, WritePath } from './symbolName.ts'
import type { BothAliases } from './typescript/typescriptChange.ts'

export type Changed = SymbolName & Change

/** A constant that holds the number of its own release is not changed by the next one. */
export type Versions = Readonly<{ from: string; to: string }>

export function* changedDefinitions(
  { from, to, definition }: Matches,
  language: Language,
  versions: Versions,
  write: WritePath,
): Generator<Changed> {
  const aliases =
    language === 'python' ? NO_ALIASES : typeNames({ from: from.columns, to: to.columns })
  const isSame = sameDefinitions(from, to)
  for (const one of from.order) {
    const other = signedAt(definition, one)
    if (other < 0 || isSame(one, other)) continue
    // That is for a diff of the package that defines it.
    if (isForeign(from, one) && isForeign(to, other)) continue
    const basesNow = () => namesNow(from.columns, one, to.columns, definition)
    const previous = { ...factsOf(from, one), basesNow }
    const next = factsOf(to, other)
    if (isReleaseNumber(previous, versions.from) && isReleaseNumber(next, versions.to)) continue
    const change = changeOf(language, previous, next, aliases)
    if (change !== null) yield { symbol: write(pathOf(from, one)), kind: next.kind, ...change }
  }
}

const NO_ALIASES: BothAliases = { from: new Map(), to: new Map() }

/** What the names of types stand for. */
function typeNames({ from, to }: Readonly<{ from: Columns; to: Columns }>): BothAliases {
  return {
    from: new Map([...newInterfaces(from, to), ...aliasesOf(from)]),
    to: new Map([...newInterfaces(to, from), ...aliasesOf(to)]),
  }
}

function isReleaseNumber({ signature }: Facts, version: string): boolean {
  return signature !== null && signature.replace(/^readonly /, '') === JSON.stringify(version)
}

/** Kind, signature and bases are the same to the letter, as those of most are. */
function sameDefinitions(from: Surface, to: Surface): (one: number, other: number) => boolean {
  const { columns: before } = from
  const { columns: after } = to
  const isSameSignature = sameTexts(before.texts.signatures, after.texts.signatures)
  return (one, other) =>
    isSameKind(at(before.definitions.facts, one), at(after.definitions.facts, other)) &&
    isHomeTypeOnly(from, one) === isHomeTypeOnly(to, other) &&
    isSameSignature(
      at(before.definitions.signature, one),
      at(after.definitions.signature, other),
    ) &&
    hasSameBases(before, one, after, other)
}

function isHomeTypeOnly({ columns, homeEntry }: Surface, definition: number): boolean {
  const entry = signedAt(homeEntry, definition)
  return entry >= 0 && isTypeOnly(at(columns.entries.facts, entry))
}

/** Its parameters are those of a tool. */
const MINIFIED = /\.min\.[cm]?js$/

function factsOf(surface: Surface, definition: number): Facts {
  const { columns } = surface
  const { definitions, texts } = columns
  const file = texts.words.text(at(definitions.file, definition))
  return {
    kind: kindOf(at(definitions.facts, definition)),
    signature:
      file !== null && MINIFIED.test(file)
        ? null
        : texts.signatures.text(at(definitions.signature, definition)),
    bases: shownBases(surface, definition),
    isTyped: file === null || !/\.[cm]?jsx?$/.test(file),
    isTypeOnly: isHomeTypeOnly(surface, definition),
    ownerSignature: ownerSignature(surface, definition),
    basesNow: () => new Map(),
    isOutside: (base) => !isOwnBase(columns, definition, base),
    ancestors: () => ancestorNames(columns, definition),
    isEnumMember: () => isEnumMember(surface, definition),
  }
}

function shownBases(surface: Surface, definition: number): readonly string[] {
  const { definitions, texts } = surface.columns
  const start = at(definitions.baseStarts, definition)
  const end = at(definitions.baseStarts, definition + 1)
  if (start === end) return []
  const hidden = hiddenAncestors(surface, definition)
  const bases: string[] = []
  for (let i = start; i < end; i += 1) {
    const base = texts.words.text(at(definitions.bases, i)) ?? ''
    if (!hidden.has(base)) bases.push(base)
  }
  return bases
}

/** The last names of all that a definition inherits from. */
function ancestorNames({ definitions, names }: Columns, definition: number): readonly string[] {
  return Array.from(ancestorsOf(definitions, definition), (one) =>
    names.text(at(definitions.last, one)),
  )
}

/** Classes of the package that no public path leads to: nobody can ask whether they are bases. */
function hiddenAncestors({ columns, homeList }: Surface, definition: number): ReadonlySet<string> {
  const { definitions, names } = columns
  const hidden = new Set<string>()
  for (const ancestor of ancestorsOf(definitions, definition)) {
    if (signedAt(homeList, ancestor) >= 0 || at(definitions.file, ancestor) === 0) continue
    const module = names.text(at(definitions.module, ancestor))
    hidden.add(`${module}.${names.text(at(definitions.last, ancestor))}`)
  }
  return hidden
}

/** `Old = New` keeps a class under the name that others go by. */
function namesNow(
  from: Columns,
  one: number,
  to: Columns,
  matched: Int32Array,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const ancestor of ancestorsOf(from.definitions, one)) {
    const other = signedAt(matched, ancestor)
    if (other >= 0) found.set(fullName(from, ancestor), fullName(to, other))
  }
  return found
}

function fullName({ definitions, names }: Columns, definition: number): string {
  return `${names.text(at(definitions.module, definition))}.${names.text(at(definitions.last, definition))}`
}

function isOwnBase({ definitions, names }: Columns, definition: number, base: string): boolean {
  for (const ancestor of ancestorsOf(definitions, definition)) {
    const last = names.text(at(definitions.last, ancestor))
    if (!base.endsWith(`.${last}`) || at(definitions.file, ancestor) === 0) continue
    if (`${names.text(at(definitions.module, ancestor))}.${last}` === base) return true
  }
  return false
}

function ownerSignature({ columns, homeList }: Surface, definition: number): string | null {
  const owner = signedAt(homeList, definition) - columns.modules.count
  return owner < 0 ? null : columns.texts.signatures.text(at(columns.definitions.signature, owner))
}

function isEnumMember({ columns, homeList }: Surface, definition: number): boolean {
  const owner = signedAt(homeList, definition) - columns.modules.count
  if (owner < 0) return false
  if (kindOf(at(columns.definitions.facts, owner)) === 'enum') return true
  return withStandardBases(ancestorNames(columns, owner)).has('Enum')
}
