// What the names of a release's types stand for.

import { type RecentlyUsed, recentlyUsed } from '../../domain/recentlyUsed.ts'
import { withoutModifiers } from '../../signatures/modifiers.ts'
import { closingOf, findTop, splitTop } from '../../signatures/splitTop.ts'

export type Named = Readonly<{
  kind: 'alias' | 'interface' | 'class' | 'enum'
  /** `<T0 extends A = B>`, or the empty text. */
  generics: string
  /** What an alias stands for, or an object with the members of the rest; null where it is not known. */
  body: string | null
  /** It may have more members than its body lists. */
  isOpen: boolean
  /** A change of what it stands for is told under its own name. */
  isPublic: boolean
  /** Of a class, as it names them. */
  bases: readonly string[]
  /** What a class or an interface extends, with arguments. */
  heritage: readonly string[]
  /** How a class is made: `new (A) extends B<T0>`; null where that is not known. */
  making: string | null
  /** The names of its members, and whether each may be missing; empty for an alias of something else. */
  members: ReadonlyMap<string, boolean>
  /** The signature of a member of its objects, also where not all of them are known; null for no such. */
  signatureOf: (member: string) => string | null
  /** What the members of an enum are, as a union; null where one is not known, and for the rest. */
  values: string | null
  file: string | null
}>

/** `file`: the one that has the name, if it matters. */
export type Names = (name: string, file?: string | null) => Named | null

export type BothNames = Readonly<{ from: Names; to: Names }>

/** Longer texts stay under their names: with type parameters put in there may be many of each. */
const FILLED_MAX = 12_000

/** What has no type parameters is written out once. */
const PLAIN_MAX = 60_000

/** Type parameters that the library's own types have by default. */
const LIBRARY_DEFAULTS: Readonly<Record<string, readonly (string | null)[]>> = {
  AsyncGenerator: ['unknown', 'any', 'any'],
  AsyncIterable: [null, 'any', 'any'],
  AsyncIterableIterator: [null, 'any', 'any'],
  AsyncIterator: [null, 'any', 'any'],
  Buffer: ['ArrayBufferLike'],
  CustomEvent: ['any'],
  Generator: ['unknown', 'any', 'any'],
  Iterable: [null, 'any', 'any'],
  IterableIterator: [null, 'any', 'any'],
  Iterator: [null, 'any', 'any'],
  MessageEvent: ['any'],
  ReadableStream: ['any'],
  TransformStream: ['any', 'any'],
  Uint8Array: ['ArrayBufferLike'],
  WritableStream: ['any'],
}

/** The arguments of a reference with those that it leaves to defaults; null where one has none. */
export function filledArguments(
  name: string,
  given: readonly string[],
  named: Named | null,
): readonly string[] | null {
  if (named === null) {
    const defaults = LIBRARY_DEFAULTS[name] ?? []
    const more = defaults.slice(given.length)
    return more.includes(null) ? given : [...given, ...(more as readonly string[])]
  }
  const filled = [...given]
  for (const parameter of parametersOf(named.generics).slice(given.length)) {
    const equals = findTop(parameter, ' = ')
    if (equals < 0) return null
    filled.push(substituted(parameter.slice(equals + ' = '.length), filled) ?? 'unknown')
  }
  return filled
}

/** The body with its type parameters put in; null where that cannot be written. */
export function filledBody(named: Named, given: readonly string[]): string | null {
  const { body, generics } = named
  const max = generics === '' ? PLAIN_MAX : FILLED_MAX
  if (body === null || body.length > max) return null
  const known = bodies.get(named) ?? recentlyUsed<string, Body>(BODIES_MAX)
  bodies.set(named, known)
  const key = given.join('\n')
  const there = known.get(key)
  if (there !== undefined) return there.text
  const isWhole = parametersOf(generics).length === given.length
  const text = isWhole ? substituted(body, given, max) : null
  known.set(key, { text })
  return text
}

type Body = Readonly<{ text: string | null }>

/** The last ones, by what is put in: comparisons ask for the same again and again. */
const bodies = new WeakMap<Named, RecentlyUsed<string, Body>>()

const BODIES_MAX = 16

/** How a class is made, with its type parameters put in; null where that cannot be written. */
export function filledMaking(named: Named, given: readonly string[]): string | null {
  if (named.making === null || parametersOf(named.generics).length !== given.length) return null
  return substituted(named.making, given)
}

/** What a member of an object is, with the type parameters of its type put in; null where nobody can tell. */
export function filledMember(
  named: Named,
  given: readonly string[],
  member: string,
): Readonly<{ text: string; isOptional: boolean }> | null {
  const signature = named.signatureOf(member)
  if (signature === null || parametersOf(named.generics).length !== given.length) return null
  const filled = substituted(withoutModifiers(signature), given)
  if (filled === null) return null
  const isOptional = filled.endsWith('?')
  return { text: isOptional ? filled.slice(0, -1) : filled, isOptional }
}

export function parametersOf(generics: string): readonly string[] {
  const close = generics.startsWith('<') ? closingOf(generics, 0) : -1
  return close < 0 ? [] : splitTop(generics.slice(1, close), ', ')
}

/** A text with type parameters put in; null where it is too long. */
export function filledText(text: string, given: readonly string[]): string | null {
  return substituted(text, given)
}

/** Type parameters that the text brings itself get numbers that none of those given has. */
function substituted(text: string, given: readonly string[], max = FILLED_MAX): string | null {
  const first = given.reduce((most, one) => Math.max(most, ownNumber(one)), 0) + OWN_NUMBERS
  const filled = text.replace(/\bT(\d+)\b/g, (_, digits: string) => {
    const one = given[Number(digits)]
    return one === undefined ? `T${first + Number(digits)}` : `(${one})`
  })
  return filled.length <= max ? filled : null
}

/** More type parameters than anything has. */
const OWN_NUMBERS = 1_000

/** The thousands up to which a text has type parameters of what it was made of. */
function ownNumber(text: string): number {
  const numbers = (text.match(/\bT\d+\b/g) ?? []).map((one) => Number(one.slice(1)))
  return numbers.reduce((most, one) => Math.max(most, one - (one % OWN_NUMBERS)), 0)
}
