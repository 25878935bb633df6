// One part of a union by what it is, and how parts are made and put together.

import type { TSLiteralType } from 'oxc-parser'
import type { Target } from '../program/names.ts'
import type { DeclaredSymbol } from '../program/symbols.ts'
import { literalValue } from './enumValues.ts'
import { type Element, intersectionAt, literalAt, type TypeAt } from './typeAt.ts'

export type Primitive = 'string' | 'number' | 'bigint' | 'symbol' | 'null' | 'undefined' | 'void'

/** One part of a union; `at` is the type that it was written as. */
export type Head = Readonly<
  { at: TypeAt } & (
    | { kind: 'any' | 'unknown' | 'object' | 'structure' | 'text' }
    | { kind: 'literal'; value: string | number | boolean }
    | { kind: 'primitive'; name: Primitive }
    /** A class or an interface. */
    | { kind: 'instance'; symbol: DeclaredSymbol; given: readonly TypeAt[] }
    /** A member of an enum counts as its enum. */
    | { kind: 'enum'; symbol: DeclaredSymbol; value: string | null }
    | { kind: 'library'; name: string; given: readonly TypeAt[] }
    | { kind: 'list'; elements: readonly Element[]; isReadonly: boolean }
    | { kind: 'call'; isNew: boolean }
    /** `typeof` what is no constant with a type. */
    | { kind: 'value'; target: Target }
    | { kind: 'intersection'; parts: readonly Head[] }
  )
>

export type HeadOf<K extends Head['kind']> = Extract<Head, { kind: K }>

export type Heads = readonly Head[] | null

export function opened(head: Head): Head {
  return head.at.isOpen === true ? head : { ...head, at: { ...head.at, isOpen: true } }
}

/** Texts, numbers, lists and the like: what mapped types do not take apart. */
export function isNoObject({ kind }: Head): boolean {
  return kind === 'literal' || kind === 'primitive' || kind === 'list' || kind === 'text'
}

export function literals(keys: Iterable<string>, at: TypeAt): readonly Head[] {
  return [...keys].map((value) => ({ kind: 'literal', value, at: literalAt(value, at) }))
}

export function literalHeads(at: TypeAt, { literal }: TSLiteralType): Heads {
  if (literal.type === 'Literal' && typeof literal.value === 'boolean')
    return [{ kind: 'literal', value: literal.value, at }]
  const value = literalValue(literal)
  return value === null ? null : [{ kind: 'literal', value, at }]
}

/** What parts of an intersection come to together; null for nothing. */
export function both(parts: readonly Head[], at: TypeAt): Head | null {
  const any = parts.find(({ kind }) => kind === 'any')
  if (any !== undefined) return any
  const known = parts.filter(({ kind }) => kind !== 'unknown')
  const [first, second] = known
  if (first === undefined) return parts[0] ?? { kind: 'unknown', at }
  if (second === undefined) return first
  const literal = known.find(({ kind }) => kind === 'literal')
  if (literal?.kind === 'literal') {
    const others = known.filter(
      (head) =>
        !(head.kind === 'primitive' && head.name === typeof literal.value) &&
        !(head.kind === 'literal' && head.value === literal.value),
    )
    if (others.length === 0) return literal
    if (others.some(({ kind }) => kind === 'literal' || kind === 'primitive')) return null
  }
  const names = new Set(known.map((head) => (head.kind === 'primitive' ? head.name : '')))
  names.delete('')
  if (names.size > 1) return null
  const types = known.map((head) => head.at)
  return { kind: 'intersection', parts: known, at: intersectionAt(types, at) }
}
