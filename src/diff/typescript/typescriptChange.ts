// The reasons for which a symbol of an npm package counts as changed.

import { callKey } from '../aliasesOf.ts'
import type { Facts } from '../facts.ts'
import type { Reason } from '../reasons.ts'
import { closingOf, splitTop } from '../splitTop.ts'
import { compareOverloads, compareTypeParameters } from './compareCalls.ts'
import { relationOf } from './isAssignable.ts'
import { withOwnerDefaults } from './ownerDefaults.ts'
import { type ClassSignature, parseClass } from './parseClass.ts'
import {
  type Aliases,
  around,
  type Call,
  parseCall,
  parseType,
  parseTypeParameters,
} from './parseType.ts'

/** What the aliases of each release stand for. */
export type BothAliases = Readonly<{ from: Aliases; to: Aliases }>

export function typescriptReasons(previous: Facts, next: Facts, aliases: BothAliases): Set<Reason> {
  const owners = { previous: previous.ownerSignature, next: next.ownerSignature }
  const signature = withOwnerDefaults(next.signature, owners)
  const settled = signature === next.signature ? next : { ...next, signature }
  return settledReasons(previous, settled, aliases)
}

function settledReasons(previous: Facts, next: Facts, aliases: BothAliases): Set<Reason> {
  const reasons = new Set<Reason>()
  // Types that appeared or went away say nothing about the code: like is compared with like.
  if (previous.isTyped !== next.isTyped) return reasons
  if (!previous.isTypeOnly && next.isTypeOnly) reasons.add('became_type_only')
  if (isOtherKind(previous.kind, next.kind)) {
    reasons.add('kind_changed')
    return reasons
  }
  if (previous.signature === next.signature) return reasons
  if (!previous.isTyped) {
    const isOther = unnamedParameters(previous.signature) !== unnamedParameters(next.signature)
    if (isOther) reasons.add('javascript_parameters_changed')
    return reasons
  }
  for (const reason of signatureReasons(previous, next, aliases)) reasons.add(reason)
  return reasons
}

function isOtherKind(previous: string, next: string): boolean {
  if (previous === next) return false
  const isOneOf = (...kinds: readonly string[]) => kinds.includes(previous) && kinds.includes(next)
  // A method may be written as a property of a function type, a type as an interface.
  if (isOneOf('property', 'attribute', 'constant', 'method')) return false
  if (isOneOf('function', 'constant')) return false
  return !isOneOf('interface', 'type')
}

/** Names of JavaScript's parameters are nobody's business. */
function unnamedParameters(signature: string | null): string | null {
  if (signature === null) return null
  return splitTop(signature.slice(1, -1), ', ')
    .map((piece) => piece.replace(/^(\.\.\.)?[\w$]+/, '$1_'))
    .join(', ')
}

function signatureReasons(previous: Facts, next: Facts, aliases: BothAliases): Iterable<Reason> {
  const [before, after] = [previous.signature, next.signature]
  if (previous.kind === 'class' || previous.kind === 'interface') {
    if (next.kind === previous.kind)
      return classReasons(before ?? '', after ?? '', previous.kind, aliases)
  }
  if (before === null || after === null) return []
  if (previous.kind === 'type' || next.kind === 'type') return aliasReasons(before, after, aliases)
  const oldCalls = callsOf(before, aliases.from)
  const newCalls = callsOf(after, aliases.to)
  if (oldCalls !== null && newCalls !== null) return compareOverloads(oldCalls, newCalls)
  return valueReasons(previous, next, aliases)
}

/** What an interface has besides its calls is listed below what has its type. */
function callsOf(text: string, aliases: Aliases): readonly Call[] | null {
  const named = aliases.get(callKey(text))
  return parseCalls(named === undefined ? text : named.slice('{ '.length, -' }'.length), aliases)
}

function parseCalls(text: string, aliases: Aliases): readonly Call[] | null {
  const calls = splitTop(text, '; ').map((piece) =>
    parseCall(piece.replace(/^static /, ''), around(aliases)),
  )
  return calls.includes(null) ? null : (calls as Call[])
}

function classReasons(
  before: string,
  after: string,
  kind: string,
  aliases: BothAliases,
): Iterable<Reason> {
  const previous = parseClass(before, around(aliases.from))
  const next = parseClass(after, around(aliases.to))
  if (previous === null || next === null) return ['type_changed']
  const reasons = new Set<Reason>()
  if (previous.isAbstract !== next.isAbstract) {
    reasons.add(next.isAbstract ? 'became_abstract' : 'became_concrete')
  }
  compareTypeParameters(previous.typeParameters, next.typeParameters, reasons)
  compareConstructors(previous, next, reasons)
  compareBases(previous.bases, next.bases, kind, reasons)
  if (previous.unnamed !== next.unnamed) {
    for (const reason of typeReasons(previous.unnamed || '{}', next.unnamed || '{}', aliases)) {
      reasons.add(reason)
    }
  }
  return reasons
}

function compareConstructors(
  previous: ClassSignature,
  next: ClassSignature,
  reasons: Set<Reason>,
): void {
  if (!previous.hasHiddenConstructor && next.hasHiddenConstructor) {
    reasons.add('constructor_hidden')
    return
  }
  if (previous.hasHiddenConstructor) return
  const before = constructorsOf(previous)
  const after = constructorsOf(next)
  // Who has none of its own has the one of its base, which says itself what became of it.
  if (before === null || after === null) return
  for (const reason of compareOverloads(before, after)) {
    if (reason !== 'overloads_changed') reasons.add(reason)
  }
}

function constructorsOf({ constructors, bases }: ClassSignature): readonly Call[] | null {
  if (constructors !== null || bases.length > 0) return constructors
  const call = parseCall('() => void', around(new Map()))
  return call === null ? null : [call]
}

/** Of interfaces only those of other packages: what the rest brings is listed member by member. */
function compareBases(
  previous: readonly string[],
  next: readonly string[],
  kind: string,
  reasons: Set<Reason>,
): void {
  const name = (base: string) => base.replace(/<.*/s, '')
  const counts = (base: string) => kind === 'class' || base.includes('#')
  const before = previous.map(name).filter(counts)
  const after = next.map(name).filter(counts)
  if (before.some((base) => !after.includes(base))) reasons.add('base_removed')
  if (after.some((base) => !before.includes(base))) reasons.add('base_added')
}

/** `<T0> …`: the type parameters of an alias, and what it stands for. */
function aliasReasons(before: string, after: string, aliases: BothAliases): Iterable<Reason> {
  const reasons = parameterReasons(before, after, aliases)
  const [previous, next] = [takeGenerics(before).body, takeGenerics(after).body]
  // What an interface and an alias of an object have is listed member by member.
  if (previous === '' || next === '') return reasons
  for (const reason of typeReasons(previous, next, aliases)) reasons.add(reason)
  return reasons
}

function parameterReasons(before: string, after: string, aliases: BothAliases): Set<Reason> {
  const reasons = new Set<Reason>()
  compareTypeParameters(
    parseTypeParameters(takeGenerics(before).generics, around(aliases.from)),
    parseTypeParameters(takeGenerics(after).generics, around(aliases.to)),
    reasons,
  )
  return reasons
}

function takeGenerics(text: string): Readonly<{ generics: string; body: string }> {
  const close = text.startsWith('<') ? closingOf(text, 0) : -1
  // Those of a function stand right before its brackets.
  if (close < 0 || text.charAt(close + 1) === '(') return { generics: '', body: text }
  return { generics: text.slice(0, close + 1), body: text.slice(close + 1).trim() }
}

function typeReasons(before: string, after: string, aliases: BothAliases): Iterable<Reason> {
  switch (
    relationOf(parseType(before, around(aliases.from)), parseType(after, around(aliases.to)))
  ) {
    case 'same':
      return []
    case 'wider':
      return ['type_widened']
    case 'narrower':
      return ['type_narrowed']
    case 'other':
      return ['type_changed']
  }
}

type Value = Readonly<{ isReadonly: boolean; isOptional: boolean; text: string }>

function valueReasons(previous: Facts, next: Facts, aliases: BothAliases): Iterable<Reason> {
  const before = parseValue(previous)
  const after = parseValue(next)
  const reasons = new Set<Reason>()
  if (previous.isEnumMember() && next.isEnumMember()) return ['value_changed']
  if (previous.kind === next.kind) {
    if (!before.isReadonly && after.isReadonly) reasons.add('member_made_readonly')
    if (before.isReadonly && !after.isReadonly) reasons.add('member_made_writable')
  }
  if (!before.isOptional && after.isOptional) reasons.add('member_made_optional')
  if (before.isOptional && !after.isOptional) reasons.add('member_made_required')
  for (const reason of typeReasons(before.text, after.text, aliases)) {
    const isRead = before.isReadonly && after.isReadonly
    reasons.add(reason === 'type_narrowed' && isRead ? 'readonly_type_narrowed' : reason)
  }
  return reasons
}

function parseValue({ kind, signature }: Facts): Value {
  const head = /^(?:static )?(readonly )?/.exec(signature ?? '')
  const text = (signature ?? '').slice(head?.[0].length ?? 0)
  const isOptional = text.endsWith('?') && kind !== 'constant'
  return {
    // Whoever imports a constant or a function cannot assign it.
    isReadonly: head?.[1] !== undefined || kind === 'constant' || kind === 'function',
    isOptional,
    text: isOptional ? text.slice(0, -1) : text,
  }
}
