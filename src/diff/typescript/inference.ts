// What the type parameters of a call stand for to those who give it what another call took.

import type { Call, Member, Parameter, Type, TypeParameter } from '../../signatures/parseType.ts'
import type { ParseType } from './parse.ts'

/** By the names of the type parameters; those of which nothing can be told are not in it. */
export type Meanings = ReadonlyMap<string, Type>

/** From the parameters of a call with type parameters, and from those of one without. */
export function inferredFrom(
  { typeParameters, parameters }: Call,
  given: Call,
  parse: ParseType,
): Meanings {
  const names = new Set(typeParameters.map(({ name }) => name))
  const found = new Map<string, Type>()
  for (const [place, { type }] of parameters.entries()) {
    const other = given.parameters[place]
    if (other !== undefined) match(type, other.type, names, found, parse)
  }
  return found
}

function match(
  pattern: Type,
  given: Type,
  names: ReadonlySet<string>,
  found: Map<string, Type>,
  parse: ParseType,
): void {
  if (names.has(pattern.text)) {
    if (!found.has(pattern.text)) found.set(pattern.text, given)
    return
  }
  const next = (one: Type, other: Type | undefined) => {
    if (other !== undefined) match(one, other, names, found, parse)
  }
  if (pattern.form === 'union') {
    const parts = given.form === 'union' ? given.parts : [given]
    const texts = new Set(pattern.parts.map(({ text }) => text))
    const heads = new Set(
      pattern.parts.flatMap((one) => (one.form === 'reference' ? one.name : [])),
    )
    const isMatched = (one: Type) => one.form === 'reference' && heads.has(one.name)
    const open = pattern.parts.filter(({ text }) => names.has(text))
    for (const one of pattern.parts) {
      // What is left for a type parameter is what no other part is of the same name with.
      const rest = parts.filter(
        (part) => !texts.has(part.text) && !(open.includes(one) && isMatched(part)),
      )
      // Several parts of what is given may be meant by one.
      const isOnly = open.length === 1 && open[0] === one && rest.length > 1
      if (isOnly) next(one, parse(rest.map(({ text }) => `(${text})`).join(' | ')))
      else for (const other of rest) next(one, other)
    }
    return
  }
  if (pattern.form === 'reference' && given.form === 'reference') {
    if (pattern.name !== given.name) return
    for (const [i, one] of pattern.given.entries()) next(one, given.given[i])
    return
  }
  if (pattern.form === 'object' && given.form === 'object') {
    for (const [name, { type }] of pattern.members) next(type, given.members.get(name)?.type)
    return
  }
  const isCall = pattern.form === 'call' || pattern.form === 'construct'
  if (isCall && (given.form === 'call' || given.form === 'construct')) {
    for (const [i, { type }] of pattern.call.parameters.entries()) {
      next(type, given.call.parameters[i]?.type)
    }
    next(pattern.call.returns, given.call.returns)
  }
}

/**
 * Whether two arguments that could be anything must be of one type now: a number and a text beside each
 * other are refused.
 */
export function refusesTwo({ typeParameters, parameters }: Call, given: Call): boolean {
  return typeParameters.some(({ name, constraint }) => {
    const isFree = constraint === null || ANYTHING.has(constraint.text)
    const places = parameters.map(({ type }, place) => {
      const of = held(type, name)
      const other = given.parameters[place]?.type
      if (of === null || other === undefined) return false
      return ANYTHING.has(other.text) || (of !== '' && ANYTHING.has(held(other) ?? ''))
    })
    return isFree && places.filter(Boolean).length > 1
  })
}

const ANYTHING: ReadonlySet<string> = new Set(['any', 'unknown'])
const LISTS: ReadonlySet<string> = new Set(['Array', 'ReadonlyArray'])

/** The name of the list that holds a type, or nothing where it stands alone; without a name, what it holds. */
function held(type: Type, name?: string): string | null {
  if (name !== undefined && type.text === name) return ''
  const item = type.form === 'reference' && LISTS.has(type.name) ? type.given[0]?.text : undefined
  if (type.form !== 'reference' || item === undefined) return null
  if (name === undefined) return item
  return item === name ? type.name : null
}

/** Stands for a type of which nothing is known, on either side. */
const NOBODY_KNOWS: Type = { form: 'reference', name: '~', given: [], text: '~' }

/** The type with what its type parameters stand for; of the others nobody can tell. */
export function filledType(
  type: Type,
  parameters: readonly TypeParameter[],
  meanings: Meanings,
  parse: ParseType,
): Type {
  const names = new Set(parameters.map(({ name }) => name))
  const isNamed = new RegExp(`\\b(?:${[...names].join('|')})\\b`)
  const isFree = (text: string) => names.size === 0 || !isNamed.test(text)

  function fill(one: Type): Type {
    if (isFree(one.text)) return one
    if (names.has(one.text)) return meanings.get(one.text) ?? NOBODY_KNOWS
    switch (one.form) {
      case 'union':
      case 'intersection': {
        const separator = one.form === 'union' ? ' | ' : ' & '
        const parts = one.parts.map(fill).flatMap((part) => {
          return part.form === one.form && 'parts' in part ? [...part.parts] : [part]
        })
        const distinct = [...new Map(parts.map((part) => [part.text, part])).values()]
        const [only] = distinct
        if (distinct.length === 1 && only !== undefined) return only
        const text = distinct.map((part) => `(${part.text})`).join(separator)
        return { form: one.form, parts: distinct, text }
      }
      case 'reference': {
        const given = one.given.map(fill)
        const text = `${one.name}<${given.map((each) => each.text).join(', ')}>`
        return { ...one, given, text }
      }
      case 'call':
      case 'construct': {
        // What brings type parameters of its own is left to itself.
        if (one.call.typeParameters.length > 0) return NOBODY_KNOWS
        const call = {
          ...one.call,
          parameters: one.call.parameters.map(fillParameter),
          returns: fill(one.call.returns),
        }
        return { ...one, call, text: filledText(one.text) }
      }
      case 'tuple':
        return { ...one, parameters: one.parameters.map(fillParameter), text: filledText(one.text) }
      case 'object': {
        const members = new Map<string, Member>()
        for (const [name, member] of one.members) {
          members.set(name, { ...member, type: fill(member.type) })
        }
        return { ...one, members, unnamed: one.unnamed.map(filledText), text: filledText(one.text) }
      }
      default:
        return one.text.includes('=>') ? NOBODY_KNOWS : parse(filledText(one.text))
    }
  }

  function fillParameter(one: Parameter): Parameter {
    return { ...one, type: fill(one.type) }
  }

  function filledText(text: string): string {
    return text.replace(/\bT\d+\b/g, (name) =>
      names.has(name) ? `(${(meanings.get(name) ?? NOBODY_KNOWS).text})` : name,
    )
  }

  return fill(type)
}
