// What the text of a type alone tells, whatever its names stand for.

import type { Call, Parameter, Type } from '../../signatures/parseType.ts'
import { baseOf as baseOfLiteral } from '../../signatures/settledParts.ts'
import { closingOf, findTop } from '../../signatures/splitTop.ts'
import type { Answer } from './answer.ts'
import { LISTS, OBJECTS } from './libraryTypes.ts'
import type { ParseType } from './parse.ts'
import { isOfTemplate, isTemplate, templates } from './templates.ts'

export type Reference = Extract<Type, { form: 'reference' }>

export type Tuple = Extract<Type, { form: 'tuple' }>

export type Intersection = Extract<Type, { form: 'intersection' | 'union' }>

export type Conditional = Extract<Type, { form: 'conditional' }>

const PRIMITIVES: ReadonlySet<string> = new Set([
  'bigint',
  'boolean',
  'false',
  'never',
  'null',
  'number',
  'string',
  'symbol',
  'true',
  'undefined',
  'void',
])

/** What a literal is one of; each symbol that is declared as such is one of its own. */
function baseOf(text: string): string | null {
  return text === 'unique symbol' ? 'symbol' : baseOfLiteral(text)
}

export function isPrimitive({ form, text }: Type): boolean {
  return form !== 'object' && (PRIMITIVES.has(text) || baseOf(text) !== null)
}

/** What even a text or a number has. */
export const ON_PRIMITIVES: ReadonlySet<string> = new Set(['length', 'toString', 'valueOf'])

/** What every function has. */
export const ON_FUNCTIONS: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Function.prototype),
  'prototype',
])

/** Neither a text nor a number has it, nor any other value that is no object. */
export function isOnNoPrimitive(name: string): boolean {
  return [String, Number, Boolean, BigInt, Symbol].every((one) => !(name in one.prototype))
}

export function primitives(source: string, target: string): Answer {
  const base = baseOf(source)
  if (base === target) return 'yes'
  if (!isTemplate(target) || base !== 'string') return 'no'
  return isTemplate(source) ? templates(source, target) : isOfTemplate(source, target)
}

/** Whether every value of a type is one of texts, numbers or nothing; null where nobody can tell. */
export function isOfPrimitive(type: Type, wanted: Type): boolean | null {
  // Of what has no values there is no branch.
  if (type.text === 'never') return null
  if (isPrimitive(type)) {
    if (type.text === 'undefined' && wanted.text === 'void') return true
    return type.text === wanted.text || primitives(type.text, wanted.text) === 'yes'
  }
  const isObject = ['object', 'call', 'construct', 'tuple'].includes(type.form)
  return isObject || (type.form === 'reference' && OBJECTS.has(type.name)) ? false : null
}

/** Neither a name that may stand for anything, nor something that is yet to be worked out. */
export function isConcrete(type: Type): boolean {
  if (isPrimitive(type)) return true
  if (type.form === 'reference') return OBJECTS.has(type.name)
  return ['object', 'call', 'construct', 'tuple'].includes(type.form)
}

export function isParameter(text: string): boolean {
  return /^T\d+$/.test(text)
}

export const MEMBER_OF_ANY = /^T\d+\[T\d+\]$/

export const KEYS_OF_ANY = /^keyof T\d+$/

/** `Readonly<T0>` and `{ -readonly [T1 in keyof T0]: T0[T1] }`, which the compiler takes for T0. */
export function isAllOf(type: Type, whole: string): boolean {
  if (type.form === 'reference') {
    const [of, keys] = type.given
    if (type.name === 'Pick') return of?.text === whole && keys?.text === `keyof ${whole}`
    return of?.text === whole && (type.name === 'Readonly' || type.name === 'Required')
  }
  const [only, ...others] = type.form === 'object' && type.members.size === 0 ? type.unnamed : []
  const [, key, of, value] =
    /^(?:[+-]?readonly )?\[(T\d+) in keyof (T\d+)\](?:-\?)?: (.*)$/s.exec(only ?? '') ?? []
  return others.length === 0 && of === whole && value === `${whole}[${key}]`
}

/** `abstract new () => A`: nobody makes an object of it. */
export function isAbstractClass({ form, text }: Type): boolean {
  return form === 'construct' && text.startsWith('abstract ')
}

/** `A | undefined`. */
export function takesNothing(type: Type): boolean {
  return type.form === 'union' && type.parts.some(({ text }) => text === 'undefined')
}

/** What may be left out may be given as nothing. */
export function withNothing(type: Type): Type {
  const parts = type.form === 'union' ? type.parts : [type]
  if (parts.some(({ text }) => ['any', 'undefined', 'unknown'].includes(text))) return type
  const all = [...parts, NOTHING].sort((one, other) => (one.text < other.text ? -1 : 1))
  return { form: 'union', parts: all, text: all.map(({ text }) => `(${text})`).join(' | ') }
}

const NOTHING: Type = { form: 'reference', name: 'undefined', given: [], text: 'undefined' }

/** What names nothing but what the language has: all that it asks for stands there. */
export function isNameless({ text }: Type): boolean {
  const plain = text.replace(/"(?:[^"\\]|\\.)*"/g, ' ')
  if (!plain.startsWith('`')) {
    const names = plain.match(/[A-Za-z_$][\w$.#@/-]*/g) ?? []
    return !plain.includes('`') && names.every(isOfLanguage)
  }
  return !/[A-Z]\w*[a-z]\w*/.test(text.replace(/\binfer T\d+\b|[^${}]*\$\{|\}[^${}]*/g, ' '))
}

const WORDS = /^(?:any|arg|as|extends|false|infer|is|keyof|new|object|readonly|true|unknown|T\d+)$/

function isOfLanguage(name: string): boolean {
  return WORDS.test(name) || PRIMITIVES.has(name) || LISTS.has(name) || OBJECTS.has(name)
}

/** `T1 in keyof T0 as …`: the keys, and what they are called. */
export function renamedKeys(keys: string): readonly [keys: string, name: string] {
  const cut = findTop(keys, ' as ')
  return cut < 0 ? [keys, ''] : [keys.slice(0, cut), keys.slice(cut + ' as '.length)]
}

/** A text that is made of nothing but what the language has. */
export function isTemplateName(name: string): boolean {
  const plain = name.replace(/\b(?:Unc|C)apitalize</g, '')
  return /^`[^`]*`$/.test(name) && !/[A-Z]\w*[a-z]\w*</.test(plain)
}

/** Where the last bracket opens, if it is behind a type: `A["b"]["c"]`. */
export function indexedAt(text: string): number {
  for (let open = text.indexOf('['); open >= 0; open = text.indexOf('[', open + 1)) {
    if (closingOf(text, open) !== text.length - 1) continue
    return /[\w$)\]}>"]/.test(text.charAt(open - 1)) ? open : -1
  }
  return -1
}

export function quoted(text: string): string {
  return JSON.stringify(text)
}

/** The texts that a key may be; null where it may be others. */
export function literals(keys: Type): ReadonlySet<string> | null {
  const parts = keys.form === 'union' ? keys.parts : [keys]
  const names = parts.map(({ text }) => /^"([\w$]+)"$/.exec(text)?.[1])
  return names.includes(undefined) ? null : new Set(names as string[])
}

/** Fewer say too little of those that are not seen. */
const SEEN_MIN = 5

/** The parts of a union up to where its text was cut off, and what the first is that is not seen. */
export function seenParts(type: Type): Readonly<{ parts: readonly Type[]; end: string }> | null {
  if (type.form !== 'union') return null
  const parts = type.parts.filter((part) => !isCut(part))
  const cut = type.parts.filter(isCut)
  const [end] = cut.map(({ text }) => text.replace(/….*$/s, ''))
  if (cut.length > 1 || parts.length < SEEN_MIN) return null
  if (!parts.every(({ form }) => form === 'reference')) return null
  // Behind all that there is.
  return { parts, end: end ?? '\uffff' }
}

/** A text, a number, or a member of an enum. */
export function isMark({ form, text }: Type): boolean {
  return baseOf(text) !== null || (form === 'reference' && /^[\w$]+\.[\w$]+$/.test(text))
}

/** A text in quotes, of which nothing was cut off. */
export function isText(type: Type): boolean {
  const { form, text } = type
  return form === 'atom' && text.startsWith('"') && text.endsWith('"') && !isCut(type)
}

/** A text that was too long ends in a digest. */
export function isCut({ text }: Type): boolean {
  return text.includes('…')
}

/** Of more parts than this nothing is put together. */
const SPREAD_MAX = 25

/** `A & (B | C)` as `(A & B) | (A & C)`; null where there is no such part, or too many. */
export function distributed({ parts }: Intersection, parse: ParseType): Type | null {
  const union = parts.find(({ form }) => form === 'union')
  if (union?.form !== 'union' || union.parts.length > SPREAD_MAX) return null
  const rest = parts.filter((one) => one !== union)
  const together = (one: Type) => [...rest, one].map(({ text }) => `(${text})`).join(' & ')
  return parse(union.parts.map((one) => `(${together(one)})`).join(' | '))
}

/** `Promise<A>` and `A`: what holds something is not that. */
export function isHolderOf({ name, given }: Reference, held: Reference): boolean {
  return OBJECTS.has(name) && !isParameter(held.text) && given[0]?.text === held.text
}

/** The ways to call what can be called and nothing else; null for the rest. */
export function overloadsOf(type: Type): readonly Call[] | null {
  if (type.form === 'call') return [type.call]
  if (type.form !== 'object' || type.members.size > 0 || type.calls.length === 0) return null
  return type.unnamed.length === type.calls.length ? type.calls : null
}

export function isWanted({ isOptional }: Readonly<{ isOptional: boolean }>): boolean {
  return !isOptional
}

export function isReadonlyTuple({ text }: Tuple): boolean {
  return text.startsWith('readonly ')
}

/** What `arg is A` and `asserts arg is A` claim, and `asserts arg`; null for what is none. */
export function guardOf(text: string): Guard | null {
  const [, asserts, subject, claim] = /^(asserts )?(arg\d*|this)(?: is (.*))?$/s.exec(text) ?? []
  if (subject === undefined || (asserts === undefined && claim === undefined)) return null
  return { isAsserted: asserts !== undefined, subject, claim: claim ?? 'unknown' }
}

type Guard = Readonly<{ isAsserted: boolean; subject: string; claim: string }>

export function ownerOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')))
}

export function lastOf(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('#'), name.lastIndexOf('.')) + 1)
}

/** The parameter that takes an argument by its place; of a list of them one of its items. */
export function parameterAt(parameters: readonly Parameter[], place: number): Parameter | null {
  const one = parameters[place] ?? parameters.at(-1)
  if (one === undefined || (parameters[place] === undefined && !one.isRest)) return null
  const { type, isRest } = one
  const item = type.form === 'reference' && LISTS.has(type.name) ? type.given[0] : undefined
  return isRest && item !== undefined ? { ...one, type: item } : one
}

/** `...T0`: a list of arguments whose items nobody knows. */
export function isWhole({ isRest, type }: Parameter): boolean {
  return isRest && (/^T\d+$/.test(type.text) || type.form === 'atom')
}
