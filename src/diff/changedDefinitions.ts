// Definitions that both releases have and that a caller can tell apart.

import { ancestorsOf } from '../table/ancestors.ts'
import type { Columns } from '../table/columns.ts'
import { isTypeOnly, kindOf } from '../table/facts.ts'
import { isSameText } from '../table/textPool.ts'
import { at } from '../table/varints.ts'
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
  for (const one of from.order) {
    const other = at(definition, one)
    if (other < 0 || isSameDefinition(from, one, to, other)) continue
    // That is for a diff of the package that defines it.
    if (isForeign(from, one) && isForeign(to, other)) continue
    const basesNow = namesNow(from.columns, one, to.columns, definition)
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
function isSameDefinition(from: Surface, one: number, to: Surface, other: number): boolean {
  const [before, after] = [from.columns, to.columns]
  const facts = at(before.definitions.facts, one)
  if (kindOf(facts) !== kindOf(at(after.definitions.facts, other))) return false
  if (isHomeTypeOnly(from, one) !== isHomeTypeOnly(to, other)) return false
  const signature = at(before.definitions.signature, one)
  const theirs = at(after.definitions.signature, other)
  if (!isSameText(before.texts.signatures, signature, after.texts.signatures, theirs)) return false
  return hasSameBases(before, one, after, other)
}

function isHomeTypeOnly({ columns, homeEntry }: Surface, definition: number): boolean {
  const entry = at(homeEntry, definition)
  return entry >= 0 && isTypeOnly(at(columns.entries.facts, entry))
}

/** Its parameters are those of a tool. */
const MINIFIED = /\.min\.[cm]?js$/

function factsOf(surface: Surface, definition: number): Facts {
  const { columns } = surface
  const { definitions, texts, names } = columns
  const bases: string[] = []
  const hidden = hiddenAncestors(surface, definition)
  const end = at(definitions.baseStarts, definition + 1)
  for (let i = at(definitions.baseStarts, definition); i < end; i += 1) {
    const base = texts.words.text(at(definitions.bases, i)) ?? ''
    if (!hidden.has(base)) bases.push(base)
  }
  const file = texts.words.text(at(definitions.file, definition))
  return {
    kind: kindOf(at(definitions.facts, definition)),
    signature:
      file !== null && MINIFIED.test(file)
        ? null
        : texts.signatures.text(at(definitions.signature, definition)),
    bases,
    basesNow: new Map(),
    outside: new Set(bases.filter((base) => !isOwnBase(columns, definition, base))),
    ancestors: Array.from(ancestorsOf(definitions, definition), (one) =>
      names.text(at(definitions.last, one)),
    ),
    isTyped: file === null || !/\.[cm]?jsx?$/.test(file),
    isTypeOnly: isHomeTypeOnly(surface, definition),
    ownerSignature: ownerSignature(surface, definition),
    isEnumMember: isEnumMember(surface, definition),
  }
}

/** Classes of the package that no public path leads to: nobody can ask whether they are bases. */
function hiddenAncestors({ columns, homeList }: Surface, definition: number): ReadonlySet<string> {
  const { definitions, names } = columns
  const hidden = new Set<string>()
  for (const ancestor of ancestorsOf(definitions, definition)) {
    if (at(homeList, ancestor) >= 0 || at(definitions.file, ancestor) === 0) continue
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
    const other = at(matched, ancestor)
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
  const owner = at(homeList, definition) - columns.modules.count
  return owner < 0 ? null : columns.texts.signatures.text(at(columns.definitions.signature, owner))
}

function isEnumMember({ columns, homeList }: Surface, definition: number): boolean {
  const owner = at(homeList, definition) - columns.modules.count
  if (owner < 0) return false
  if (kindOf(at(columns.definitions.facts, owner)) === 'enum') return true
  const ancestors = Array.from(ancestorsOf(columns.definitions, owner), (one) =>
    columns.names.text(at(columns.definitions.last, one)),
  )
  return withStandardBases(ancestors).has('Enum')
}
