// A type, back from its normal form, with the aliases of its package written out: what they are
// called is not what a caller goes by. What is not understood is an atom: equal to itself only.

import { mappedOf } from './mapped.ts'
import { settledParts } from './settledParts.ts'
import { closingOf, cutTop, findTop, splitTop } from './splitTop.ts'
import type { TakeSteps } from './steps.ts'
import { typeParameters } from './typeForm.ts'
import { EXPANDED_MAX, filledAlias, recordText } from './writtenOut.ts'

const DEPTH_MAX = 40

/** What an alias stands for, behind its type parameters; undefined for what is none. */
export type Aliases = ReadonlyMap<string, string>

/** How deep in a text we are, and which aliases are being written out. */
export type Around = Readonly<{
  aliases: Aliases
  depth: number
  within: readonly string[]
  take: TakeSteps
  /** Whether parts of unions and intersections that say nothing are left out. */
  isSettled: boolean
}>

export function around(aliases: Aliases, take: TakeSteps, isSettled = false): Around {
  return { aliases, depth: 0, within: [], take, isSettled }
}

function deeper(at: Around): Around {
  const { aliases, depth, within, take, isSettled } = at
  return { aliases, depth: depth + 1, within, take, isSettled }
}

export type Parameter = Readonly<{ type: Type; isOptional: boolean; isRest: boolean }>

export type TypeParameter = Readonly<{
  name: string
  constraint: Type | null
  fallback: Type | null
}>

export type Call = Readonly<{
  typeParameters: readonly TypeParameter[]
  /** What `this` must be. */
  receiver: Type | null
  parameters: readonly Parameter[]
  returns: Type
}>

export type Member = Readonly<{
  type: Type
  isOptional: boolean
  isReadonly: boolean
  /** `name!`, or what is written as no function: a property, so that a function in it is no method. */
  isFunction: boolean
}>

export type Type = Readonly<{ text: string }> &
  (
    | Readonly<{ form: 'atom' }>
    | Readonly<{ form: 'union' | 'intersection'; parts: readonly Type[] }>
    | Readonly<{ form: 'reference'; name: string; given: readonly Type[] }>
    | Readonly<{ form: 'call' | 'construct'; call: Call }>
    | Readonly<{ form: 'tuple'; parameters: readonly Parameter[] }>
    | Readonly<{ form: 'conditional'; parts: readonly [Type, Type, Type, Type] }>
    | Readonly<{
        form: 'object'
        members: ReadonlyMap<string, Member>
        /** Texts of keys of any name, and of the ways to call it. */
        unnamed: readonly string[]
        calls: readonly Call[]
        constructs: readonly Call[]
      }>
  )

/** What is written out makes a text as well. */
const STEPS_OF_ALIAS = 20

export function parseType(written: string, outer: Around): Type {
  const text = unwrapped(written)
  const at = deeper(outer)
  if (at.depth > DEPTH_MAX || !at.take()) return { form: 'atom', text }
  const head = /^(?:abstract )?new (?=[<(])/.exec(text)?.[0] ?? ''
  const call = parseCall(text.slice(head.length), at)
  if (call !== null) {
    return { form: head === '' ? 'call' : 'construct', call, text: `${head}${callText(call)}` }
  }
  return (
    parseGuard(text, at) ??
    parseConditional(text, at) ??
    parseParts(text, 'union', at) ??
    parseParts(text, 'intersection', at) ??
    parseObject(text, at) ??
    parseTuple(text, at) ??
    parseReference(text, at) ?? { form: 'atom', text }
  )
}

/** `arg is A | B`: what is claimed reaches to the end. */
function parseGuard(text: string, at: Around): Type | null {
  const head = /^(?:asserts )?(?:arg\d*|this) is /.exec(text)?.[0]
  if (head === undefined) return null
  return { form: 'atom', text: `${head}${parseType(text.slice(head.length), at).text}` }
}

/** `A extends B ? C : D`. */
function parseConditional(text: string, at: Around): Type | null {
  const question = findTop(text, ' ? ')
  if (question < 0) return null
  const [check = '', extended] = cutTop(text.slice(0, question), ' extends ')
  const [yes = '', no] = cutTop(text.slice(question + ' ? '.length), ' : ')
  if (extended === undefined || no === undefined) return { form: 'atom', text }
  const parts = [
    parseType(check, at),
    parseType(extended, at),
    parseType(yes, at),
    parseType(no, at),
  ] as const
  const [a, b, c, d] = parts.map((part) => part.text)
  return { form: 'conditional', parts, text: `(${a}) extends (${b}) ? (${c}) : ${d}` }
}

function parseParts(text: string, form: 'union' | 'intersection', at: Around): Type | null {
  const separator = form === 'union' ? ' | ' : ' & '
  const pieces = splitTop(text, separator)
  if (pieces.length < 2) return null
  const parts = new Map<string, Type>()
  for (const part of pieces.map((piece) => parseType(piece, at))) {
    // An alias may bring a union of its own.
    for (const one of part.form === form ? part.parts : [part]) parts.set(one.text, one)
  }
  const kept = at.isSettled ? settledParts([...parts.values()], form) : [...parts.values()]
  const sorted = kept.sort((one, other) => (one.text < other.text ? -1 : 1))
  const [only] = sorted
  if (sorted.length === 1 && only !== undefined) return only
  return { form, parts: sorted, text: sorted.map(({ text: part }) => `(${part})`).join(separator) }
}

function parseTuple(text: string, at: Around): Type | null {
  const head = text.startsWith('readonly [') ? 'readonly ' : ''
  const list = text.slice(head.length)
  if (!list.startsWith('[') || closingOf(list, 0) !== list.length - 1) return null
  const inner = list.slice(1, -1)
  const parameters = (inner === '' ? [] : splitTop(inner, ', ')).map((one) =>
    parseParameter(one, at),
  )
  return { form: 'tuple', parameters, text: `${head}[${parameters.map(parameterText).join(', ')}]` }
}

function parseReference(text: string, at: Around): Type | null {
  const [, name, generics] = /^([\w$.#@/*-]+)(<.*>)?$/s.exec(text) ?? []
  if (name === undefined || /^["\d-]/.test(text)) return null
  if (generics === undefined) {
    const meant = at.within.includes(name) ? undefined : at.aliases.get(name)
    const isShort = meant !== undefined && meant.length <= EXPANDED_MAX
    if (isShort && !meant.startsWith('<') && at.take(STEPS_OF_ALIAS)) {
      return parseType(meant, { ...at, within: [...at.within, name] })
    }
    return { form: 'reference', name, given: [], text }
  }
  const pieces = splitTop(generics.slice(1, -1), ', ')
  const meant = at.within.includes(name) ? null : filledAlias(at.aliases.get(name), pieces)
  if (meant !== null && at.take(STEPS_OF_ALIAS))
    return parseType(meant, { ...at, within: [...at.within, name] })
  const given = pieces.map((one) => parseType(one, at))
  return { form: 'reference', name, given, text: `${name}<${texts(given)}>` }
}

function texts(types: readonly Type[]): string {
  return types.map(({ text }) => text).join(', ')
}

/** Read again it is the same call: types are put into other ones as texts. */
export function callText({ typeParameters, receiver, parameters, returns }: Call): string {
  const generics = typeParameters.map(({ name, constraint, fallback }) => {
    const bound = constraint === null ? '' : ` extends (${constraint.text})`
    return `${name}${bound}${fallback === null ? '' : ` = (${fallback.text})`}`
  })
  const head = generics.length === 0 ? '' : `<${generics.join(', ')}>`
  const called = receiver === null ? [] : [`this: (${receiver.text})`]
  const given = [...called, ...parameters.map(parameterText)].join(', ')
  return `${head}(${given}) => ${returns.text}`
}

function parameterText({ type, isOptional, isRest }: Parameter): string {
  return `${isRest ? '...' : ''}(${type.text})${isOptional ? '?' : ''}`
}

function unwrapped(written: string): string {
  let text = written.trim()
  while (text.startsWith('(') && closingOf(text, 0) === text.length - 1) {
    text = text.slice(1, -1).trim()
  }
  return text
}

/** `<T0>(A, B?, ...C) => R`; null when it is something else. */
export function parseCall(text: string, at: Around): Call | null {
  const generics = text.startsWith('<') ? closingOf(text, 0) : -1
  if (text.startsWith('<') && generics < 0) return null
  const start = generics + 1
  if (text.charAt(start) !== '(') return null
  const close = closingOf(text, start)
  if (close < 0 || !text.startsWith(' => ', close + 1)) return null
  const inner = text.slice(start + 1, close)
  const pieces = inner === '' ? [] : splitTop(inner, ', ')
  const receiver = pieces.find((piece) => piece.startsWith('this: '))
  return {
    typeParameters: parseTypeParameters(text.slice(0, start), at),
    receiver: receiver === undefined ? null : parseType(receiver.slice('this: '.length), at),
    parameters: pieces
      .filter((piece) => piece !== receiver)
      .flatMap((piece) => spread(parseParameter(piece, at))),
    returns: parseType(text.slice(close + ' => '.length + 1), at),
  }
}

/** `...[A, B?]` is `A, B?`. */
function spread(parameter: Parameter): readonly Parameter[] {
  const { isRest, type } = parameter
  return isRest && type.form === 'tuple' ? type.parameters : [parameter]
}

/** `<T0 extends X = Y>`, or the empty text. */
export function parseTypeParameters(text: string, at: Around): readonly TypeParameter[] {
  return typeParameters(text).parameters.map(({ name, constraint, fallback }) => ({
    name,
    constraint: constraint === null ? null : parseType(constraint, at),
    fallback: fallback === null ? null : parseType(fallback, at),
  }))
}

function parseParameter(written: string, at: Around): Parameter {
  const isRest = written.startsWith('...')
  const text = isRest ? written.slice('...'.length) : written
  const isOptional = text.endsWith('?')
  const type = parseType(isOptional ? text.slice(0, -1) : text, at)
  return { type, isOptional, isRest }
}

const MEMBER = /^(readonly )?("(?:[^"\\]|\\.)*"|\[Symbol\.\w+\]|[^\s:?!()[\]<>{}"]+)(!)?(\?)?: /

/** Names of members are in quotes where they must be. */
export function bareKey(text: string): string {
  const [, bare] = /^"([^\s:?!()[\]<>{}"\\]+)"$/.exec(text) ?? []
  return bare ?? text
}

function parseObject(text: string, at: Around): Type | null {
  if (!text.startsWith('{') || closingOf(text, 0) !== text.length - 1) return null
  const members = new Map<string, Member>()
  const unnamed: Type[] = []
  const inner = text.slice(1, -1).trim()
  for (const piece of inner === '' ? [] : splitTop(inner, '; ')) {
    const head = MEMBER.exec(piece)
    if (head?.[2] === undefined) {
      unnamed.push(parseKeys(piece, at) ?? parseType(piece, at))
      continue
    }
    const written = piece.slice(head[0].length)
    const type = parseType(written, at)
    const name = bareKey(head[2])
    const known = members.get(name)
    members.set(name, {
      type: known === undefined ? type : overloaded(known.type, type),
      isOptional: head[4] !== undefined,
      isReadonly: head[1] !== undefined,
      isFunction: head[3] !== undefined || !/^[<(]/.test(written),
    })
  }
  const record = members.size === 0 ? recordText(inner) : null
  if (record !== null) return parseReference(record, at)
  const [only, ...others] = unnamed
  // An object that can be called, and nothing else, is a function.
  if (members.size === 0 && others.length === 0 && only?.form === 'call') return only
  return objectType(members, unnamed)
}

/** Overloads of a method: an object that can be called in each of these ways. */
function overloaded(before: Type, next: Type): Type {
  const earlier =
    before.form === 'object' && before.members.size === 0 ? before.calls.map(callType) : [before]
  const all = [...earlier, next]
  if (all.every(({ form }) => form === 'call')) return objectType(new Map(), all)
  return { form: 'atom', text: `${before.text}; ${next.text}` }
}

function callType(call: Call): Type {
  return { form: 'call', call, text: callText(call) }
}

function objectType(members: ReadonlyMap<string, Member>, unnamed: readonly Type[]): Type {
  const texts = unnamed.map(({ text }) => text)
  const ways = (form: 'call' | 'construct') =>
    unnamed.flatMap((one) => (one.form === form ? [one.call] : []))
  const [calls, constructs] = [ways('call'), ways('construct')]
  const text = objectText(members, texts)
  return { form: 'object', members, unnamed: texts, calls, constructs, text }
}

/** `[string]: T` and `[T1 in keyof T0]?: T`; null for other members without names. */
function parseKeys(piece: string, at: Around): Type | null {
  const written = mappedOf(piece)?.value ?? /^(?:readonly )?\[[^\][]*\]: (.*)$/s.exec(piece)?.[1]
  if (written === undefined) return null
  const head = piece.slice(0, -written.length)
  return { form: 'atom', text: `${head}${parseType(written, at).text}` }
}

function objectText(members: ReadonlyMap<string, Member>, unnamed: readonly string[]): string {
  if (members.size === 0 && unnamed.length === 0) return '{}'
  const named = [...members].map(([name, { type, isOptional, isReadonly, isFunction }]) => {
    const mark = isFunction && type.form === 'call' ? '!' : ''
    return `${isReadonly ? 'readonly ' : ''}${name}${mark}${isOptional ? '?' : ''}: ${type.text}`
  })
  return `{ ${[...named, ...unnamed].sort().join('; ')} }`
}
