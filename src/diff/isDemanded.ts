// Members that are new and must be given: code that makes such objects, or implements such an
// interface, does not compile without them.

import { closingOf, findTop } from '../signatures/splitTop.ts'
import type { Columns } from '../table/format/columns.ts'
import { isAbstract, isIndexed, isPublic, kindOf, originOf } from '../table/format/facts.ts'
import { at, signedAt } from '../table/format/varints.ts'
import { mayHoldMore } from '../table/mayHoldMore.ts'
import { type LibraryShape, libraryShape } from '../table/typescriptLibrary.ts'
import { basesOf, heldSignature } from './inherited.ts'
import type { Matches } from './matchSurfaces.ts'
import { pathName } from './pathName.ts'
import { isMet } from './positions.ts'
import type { Names } from './typescript/named.ts'

/** `perhaps`: it may have been there, in what the older release does not list. */
export type Demand = 'yes' | 'perhaps' | 'no'

/** Matches backwards; `one` is what the older release has not, and `list` has it. */
export function demandOf(
  { from, to, definition }: Matches,
  one: number,
  list = signedAt(from.homeList, one),
): Demand {
  const { definitions, modules, texts } = from.columns
  const owner = list - modules.count
  const there = owner < 0 ? -1 : signedAt(definition, owner)
  if (there < 0) return 'no'
  const text = (side: typeof from, which: number) =>
    side.columns.texts.signatures.text(at(side.columns.definitions.signature, which))
  const signature = texts.signatures.text(at(definitions.signature, one))
  if (!OF_OBJECTS.has(kindOf(at(definitions.facts, one)))) return 'no'
  // Whoever extends a class must have what it leaves to others.
  const isClass = kindOf(at(to.columns.definitions.facts, there)) === 'class'
  if (isClass && isAbstract(at(definitions.facts, one)))
    return mayHoldMore(to.columns, there) ? 'perhaps' : 'yes'
  const isOwn = at(definitions.file, one) !== 0
  const isObject = (side: typeof from, which: number) => {
    const kind = kindOf(at(side.columns.definitions.facts, which))
    if (kind !== 'type') return kind === 'interface'
    // An alias of something else than an object is compared as a whole, unless another package says what
    // it is: what stands in a file of this one is its own all the same.
    const written = text(side, which) ?? ''
    return isObjectText(written) || (isOwn && isOfAnother(written))
  }
  if (!isObject(from, owner) || !isObject(to, there)) return 'no'
  if (signature === null || signature.endsWith('?') || !isMet(to, there)) return 'no'
  return mayDemandMore(to.columns, there) ? 'perhaps' : 'yes'
}

/** What is under keys of any name need not be given. */
function mayDemandMore(columns: Columns, one: number): boolean {
  return mayHoldMore(columns, one) && !isIndexed(at(columns.definitions.facts, one))
}

/** The rest is in a namespace of the same name. */
const OF_OBJECTS: ReadonlySet<string> = new Set(['method', 'property'])

/**
 * Matches forwards: whether an interface has a member from a new base that must be given, or from a
 * class, or one that only its heir must give: what else an interface has new is told of it.
 */
export function demandsByBases(
  { from, to, definition }: Matches,
  one: number,
  names: Names,
  ofClasses = false,
): boolean {
  const other = signedAt(definition, one)
  const { definitions, entries, modules, texts } = to.columns
  const kinds = [
    kindOf(at(definitions.facts, other)),
    kindOf(at(from.columns.definitions.facts, one)),
  ]
  if (kinds.some((kind) => kind !== 'interface') || mayDemandMore(from.columns, one)) return false
  const known = new Set(memberNames(from.columns, one))
  const heir = {
    name: pathName(to.columns, other),
    kind: kindOf(at(definitions.facts, other)),
    signature: texts.signatures.text(at(definitions.signature, other)),
    file: texts.words.text(at(definitions.file, other)),
  }
  const list = modules.count + other
  for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
    const facts = at(entries.facts, entry)
    if (originOf(facts) !== 'inherited' || !isPublic(facts)) continue
    if (known.has(to.columns.names.text(at(entries.name, entry)))) continue
    const target = at(entries.target, entry)
    const owner = signedAt(to.homeList, target) - modules.count
    const written = texts.signatures.text(at(definitions.signature, target))
    const isOfClass = owner >= 0 && kindOf(at(definitions.facts, owner)) === 'class'
    // `Required` of a base has it as something that must be given.
    if (ofClasses && !isOfClass && written?.endsWith('?') !== true) continue
    const signature =
      written === null ? null : heldSignature(heir, pathName(to.columns, target), written, names)
    if (signature !== null && !/^(?:protected )?static |\?$/.test(signature))
      return isMet(from, one)
  }
  return ofClasses ? false : demandsOfLibrary() && isMet(from, one)

  /** Whether a type of the library is a new base that brings what must be there. */
  function demandsOfLibrary(): boolean {
    const { definitions: mine, texts: myTexts } = from.columns
    const before = myTexts.signatures.text(at(mine.signature, one)) ?? ''
    const had = libraryBases(before, names)
    const there = new Set([...known, ...had.flatMap(({ required }) => [...required])])
    // What symbols name is in no list of members: a base of the package may have brought it.
    const isOpen = basesOf(before).length > had.length
    const isHad = (name: string) =>
      there.has(name) || (name.startsWith('[') && (isOpen || before.includes(name)))
    return libraryBases(heir.signature ?? '', names).some(({ required }) =>
      [...required].some((name) => !isHad(name)),
    )
  }
}

function libraryBases(signature: string, names: Names): readonly LibraryShape[] {
  return basesOf(signature).flatMap((base) => {
    const name = base.replace(/<.*/s, '')
    return names(name) === null ? (libraryShape(name) ?? []) : []
  })
}

function* memberNames({ entries, modules, names }: Columns, one: number): Generator<string> {
  const list = modules.count + one
  for (let entry = at(entries.starts, list); entry < at(entries.starts, list + 1); entry += 1) {
    yield names.text(at(entries.name, entry))
  }
}

/** `dep#infer<typeof schema>`, and not one of several. */
function isOfAnother(text: string): boolean {
  const body = bodyOf(text)
  return /(?:^|[^\w"])(?:@[\w.-]+\/)?[\w.:-]+#[\w$]/.test(body) && findTop(body, ' | ') < 0
}

function bodyOf(text: string): string {
  const generics = text.startsWith('<') ? closingOf(text, 0) + 1 : 0
  return text.slice(generics).trim()
}

/** `{ … }` behind its type parameters, or nothing. */
function isObjectText(text: string): boolean {
  const body = bodyOf(text)
  return body === '' || (body.startsWith('{') && closingOf(body, 0) === body.length - 1)
}
