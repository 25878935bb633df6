// The reasons for which a symbol of an npm package counts as changed.

import { indexSignatures } from '../../signatures/indexSignatures.ts'
import { modifiersOf, withoutModifiers } from '../../signatures/modifiers.ts'
import { mentions } from '../../signatures/namesOf.ts'
import { type ClassSignature, parseClass } from '../../signatures/parseClass.ts'
import {
  type Aliases,
  around,
  type Call,
  callText,
  parseCall,
  parseType,
  parseTypeParameters,
  type Type,
} from '../../signatures/parseType.ts'
import { baseOf } from '../../signatures/settledParts.ts'
import { closingOf, splitTop } from '../../signatures/splitTop.ts'
import type { Steps } from '../../signatures/steps.ts'
import { libraryShape } from '../../table/typescriptLibrary.ts'
import { callKey } from '../aliasesOf.ts'
import type { Facts } from '../facts.ts'
import type { KeyedMembers } from '../keyedMembers.ts'
import { type Reason, severityOf } from '../reasons.ts'
import type { Answer } from './answer.ts'
import { Assignability } from './assignable.ts'
import { compareOverloads, compareTypeParameters } from './compareCalls.ts'
import { withConstantsWidened } from './constants.ts'
import { type Making, makingOf } from './makingOf.ts'
import { type BothNames, type Names, parametersOf } from './named.ts'
import { objectReasons } from './objectReasons.ts'
import { isOtherKind, kindReasons } from './otherKinds.ts'
import { withOwnerDefaults } from './ownerDefaults.ts'
import { refusesKeyed } from './refusesKeyed.ts'
import { BOTH, GOT, type Position, relationOf, relationReason, TYPE_REASONS } from './relation.ts'
import { ownerOf, takesNothing } from './typeForms.ts'

/** What the aliases of each release stand for, and all names of types. */
export type BothAliases = Readonly<{
  from: Aliases
  to: Aliases
  names: BothNames
  /** For the whole diff. */
  steps: Steps
  /** Names that stand for something else in the newer release, which nothing else tells. */
  others?: ReadonlySet<string>
  /** It was all that its module exported, and is not any more, or the other way round. */
  exportForm?: Reason | undefined
  /** It has a member from a new base that must be given. */
  isDemanding?: boolean | undefined
  /** Members that are new where keys had any name. */
  keyed?: KeyedMembers | null
}>

export function typescriptReasons(previous: Facts, next: Facts, aliases: BothAliases): Set<Reason> {
  const owners = {
    previous: previous.owner?.signature ?? null,
    next: next.owner?.signature ?? null,
  }
  const settled = withText(
    next,
    withOwnerDefaults(withoutNumbers(sameHalf(previous, next)), owners),
  )
  return settledReasons(withText(previous, withoutNumbers(previous.signature)), settled, aliases)
}

/** Of what the class and its objects have under one name, the half that the other release has alone. */
function sameHalf(previous: Facts, next: Facts): string | null {
  const beside = next.constant()
  const hasStatic = (text: string | null) => modifiersOf(text).isStatic
  const isHalf = hasStatic(previous.signature) && !hasStatic(next.signature)
  return isHalf && hasStatic(beside) ? beside : next.signature
}

function withText(facts: Facts, signature: string | null): Facts {
  return signature === facts.signature ? facts : { ...facts, signature }
}

/** `__#17@#a`: a private member of a class without a name; the compiler counts such classes. */
function withoutNumbers(signature: string | null): string | null {
  return signature?.replaceAll(/\b__#\d+@#/g, '__#') ?? null
}

function settledReasons(previous: Facts, next: Facts, aliases: BothAliases): Set<Reason> {
  const reasons = new Set<Reason>()
  // Types that appeared say nothing about the code: like is compared with like.
  if (previous.isTyped !== next.isTyped) {
    if (previous.isTyped && previous.owner === null && !next.isInDynamic) {
      reasons.add('declaration_removed')
    }
    return reasons
  }
  if (previous.isTyped && !previous.isUnmapped && next.isUnmapped) {
    reasons.add('declaration_removed')
    return reasons
  }
  if (aliases.exportForm !== undefined) reasons.add(aliases.exportForm)
  if (aliases.isDemanding === true) reasons.add('required_member_added')
  const { keyed = null } = aliases
  if (keyed !== null && previous.position().isGiven) {
    if (refusesKeyed(keyed, sidesOf(previous, next, aliases))) reasons.add('type_narrowed')
  }
  if (!previous.isTypeOnly && next.isTypeOnly) reasons.add('became_type_only')
  // Whoever named the whole of it did not name a member.
  if (isValue(previous) && isConstEnum(next) && !isConstEnum(previous))
    reasons.add('became_const_enum')
  // What the class had its objects have now, or the other way round.
  const isOfValue = [previous, next].some(({ owner }) => OWN_VALUES.has(owner?.kind ?? 'module'))
  if (!isOfValue && isStatic(previous) !== isStatic(next)) {
    // What a constant beside an interface has is listed as if its objects had it.
    const isOfConstant = isStatic(previous)
      ? next.owner?.kind === 'interface'
      : previous.owner?.hasConstant === true
    reasons.add(isOfConstant ? 'type_changed_undecided' : 'kind_changed')
    return reasons
  }
  // A constant that was the class under its name.
  if (next.kind === 'class' && previous.signature === `typeof ${next.name}`) return reasons
  if (isOtherKind(previous.kind, next.kind)) {
    const sides = () => sidesOf(previous, next, aliases)
    for (const reason of kindReasons(previous, next, aliases.names, sides)) reasons.add(reason)
    return new Set(settled(reasons))
  }
  if (!previous.isAbstract && next.isAbstract && next.kind !== 'class')
    reasons.add('member_made_required')
  if (previous.signature === next.signature && aliases.others === undefined) return reasons
  for (const reason of accessReasons(previous, next)) reasons.add(reason)
  if (!previous.isTyped) {
    const isOther = unnamedParameters(previous.signature) !== unnamedParameters(next.signature)
    if (isOther) reasons.add('javascript_parameters_changed')
    return reasons
  }
  for (const reason of signatureReasons(previous, next, aliases)) reasons.add(reason)
  return keyed === null ? reasons : new Set(settled(reasons))
}

function isValue({ kind }: Facts): boolean {
  return kind === 'enum' || kind === 'constant'
}

function isConstEnum({ kind, signature }: Facts): boolean {
  return kind === 'enum' && signature === 'const enum'
}

/** What they have is of no class and of no objects of one. */
const OWN_VALUES: ReadonlySet<string> = new Set(['constant', 'module', 'namespace'])

/** What is in a namespace of the name of a class or a function is as static as what says so. */
function isStatic({ owner, kind, signature }: Facts): boolean {
  if (owner?.kind !== 'class' && owner?.kind !== 'function') return false
  return modifiersOf(signature).isStatic || (kind !== 'method' && kind !== 'property')
}

/** Classes below use what is protected; the rest of the world does not. */
function accessReasons(previous: Facts, next: Facts): readonly Reason[] {
  if (previous.owner?.kind !== 'class' || next.owner?.kind !== 'class') return []
  const [before, after] = [previous, next].map(
    ({ signature }) => modifiersOf(signature).isProtected,
  )
  if (before === after) return []
  return [after === true ? 'member_made_protected' : 'member_made_public']
}

/** Names of JavaScript's parameters are nobody's business. */
function unnamedParameters(signature: string | null): string | null {
  if (signature === null) return null
  return splitTop(signature.slice(1, -1), ', ')
    .map((piece) => piece.replace(/^(\.\.\.)?[\w$]+/, '$1_'))
    .join(', ')
}

function sidesOf(previous: Facts, next: Facts, aliases: BothAliases): Assignability {
  aliases.steps.beginEntry()
  const { from, to } = aliases.names
  const names = {
    from: (name: string) => from(name, previous.file),
    to: (name: string) => to(name, next.file),
  }
  const sides = new Assignability(names, aliases.steps, aliases.others)
  sides.self = selfOf(previous, next, sides)
  for (const [side, facts] of [
    ['from', previous],
    ['to', next],
  ] as const) {
    for (const text of [facts.owner?.signature ?? '', facts.signature ?? '']) {
      sides.bind(side, parseTypeParameters(genericsOf(text), sides.plain))
    }
  }
  return sides
}

/** What `this` is in a member of what has the same name and type parameters in both releases. */
function selfOf(previous: Facts, next: Facts, { parse }: Assignability): Type | null {
  const owner = ownerOf(previous.name)
  if (owner === '' || owner !== ownerOf(next.name)) return null
  const [one, other] = [previous, next].map((facts) =>
    parametersOf(genericsOf(facts.owner?.signature ?? '')).map((_, i) => `T${i}`),
  )
  if (one === undefined || one.join() !== other?.join()) return null
  return parse(one.length === 0 ? owner : `${owner}<${one.join(', ')}>`)
}

function signatureReasons(previous: Facts, next: Facts, aliases: BothAliases): Iterable<Reason> {
  const [before, after] = [previous.signature, next.signature]
  const sides = sidesOf(previous, next, aliases)
  // What is exported is called on nothing.
  if (previous.kind === 'function' && previous.owner === null) sides.calledOn = sides.parse('void')
  if (previous.kind === 'class' || previous.kind === 'interface') {
    if (next.kind === previous.kind) return settled(classReasons(previous, next, aliases, sides))
  }
  if (previous.kind === 'type' || next.kind === 'type') {
    return settled(aliasReasons(previous, next, aliases, sides))
  }
  if (before === null || after === null) return []
  const marks = previous.kind === 'method' && next.kind === 'method' ? [before, after] : []
  if (marks.some((text) => text.endsWith('?'))) return methodReasons(previous, next, aliases)
  // The ways to call an object have no order in its text.
  const isOrdered = ![before, after].some((text) => withoutModifiers(text).startsWith('{'))
  const inOrder = (calls: readonly Call[] | null) =>
    calls === null || isOrdered ? calls : [...calls].sort(byText)
  // What a constant has beside its calls is told by itself where a function has it now.
  const isFunction = previous.kind === 'constant' && next.kind === 'function'
  const called = isFunction ? onlyCalls(before, sides) : null
  const oldCalls = called ?? inOrder(callsOf(before, aliases.from, sides))
  const newCalls = inOrder(callsOf(after, aliases.to, sides))
  if (oldCalls !== null && newCalls !== null) {
    const reasons = settled(callReasons(previous, next, { oldCalls, newCalls }, sides))
    if (isBreaking(reasons)) return reasons
    if (!namesOthers(before, after, aliases) && isSameCalls(before, after, aliases, sides))
      return []
    return reasons.size === 0 ? ['type_rewritten'] : reasons
  }
  return settled(valueReasons(previous, next, aliases, sides))
}

/** A method that may be missing is one all the same when it is there. */
function methodReasons(previous: Facts, next: Facts, aliases: BothAliases): ReadonlySet<Reason> {
  const unmarked = ({ signature, ...facts }: Facts): Facts => {
    const text = signature ?? ''
    return { ...facts, signature: text.endsWith('?') ? unwrapped(text.slice(0, -1)) : text }
  }
  const reasons = new Set(signatureReasons(unmarked(previous), unmarked(next), aliases))
  const [was, is] = [previous, next].map(({ signature }) => signature?.endsWith('?') === true)
  if (was && !is) reasons.add('member_made_required')
  if (!was && is) {
    const { isGot } = memberPosition(previous)
    reasons.add(isGot ? 'member_made_optional' : 'given_member_made_optional')
  }
  return settled(reasons)
}

/** `(() => void)` without its brackets. */
function unwrapped(text: string): string {
  return text.startsWith('(') && closingOf(text, 0) === text.length - 1 ? text.slice(1, -1) : text
}

/** The ways to call an object that has members as well; null for the rest. */
function onlyCalls(text: string, sides: Assignability): readonly Call[] | null {
  const type = sides.parse(withoutModifiers(text))
  return type.form === 'object' && type.calls.length > 0 ? type.calls : null
}

function byText(one: Call, other: Call): number {
  return callText(one) < callText(other) ? -1 : 1
}

/** Whether a text has a name that stands for something else now. */
function namesOthers(before: string, after: string, { others }: BothAliases): boolean {
  if (others === undefined) return false
  return mentions(before, others) || mentions(after, others)
}

function isBreaking(reasons: Iterable<Reason>): boolean {
  return [...reasons].some((reason) => severityOf(reason) === 'breaking')
}

/** That something is written otherwise says nothing beside what has changed. */
function settled(reasons: Iterable<Reason>): ReadonlySet<Reason> {
  const found = new Set(reasons)
  if (found.size > 1) found.delete('type_rewritten')
  return found
}

/** What an interface has besides its calls is listed below what has its type. */
function callsOf(text: string, aliases: Aliases, sides: Assignability): readonly Call[] | null {
  const called = parseCalls(calledText(text, aliases), sides.plain)
  return called ?? expandedCalls(text, aliases, sides)
}

function calledText(text: string, aliases: Aliases): string {
  const named = aliases.get(callKey(text))
  return named === undefined ? text : named.slice('{ '.length, -' }'.length)
}

function expandedCalls(
  text: string,
  aliases: Aliases,
  { steps }: Assignability,
): readonly Call[] | null {
  return parseCalls(calledText(text, aliases), around(aliases, steps.take))
}

/** Whether all that differs is the names of aliases. */
function isSameCalls(
  before: string,
  after: string,
  aliases: BothAliases,
  sides: Assignability,
): boolean {
  const texts = (calls: readonly Call[] | null) => calls?.map(callText).join('; ') ?? null
  const [one, other] = [
    texts(expandedCalls(before, aliases.from, sides)),
    texts(expandedCalls(after, aliases.to, sides)),
  ]
  return one !== null && one === other
}

function parseCalls(text: string, at: ReturnType<typeof around>): readonly Call[] | null {
  const calls = splitTop(text, '; ').flatMap((piece): readonly (Call | null)[] => {
    const plain = piece.replace(/^(?:protected )?(?:static )?/, '')
    const call = parseCall(plain, at)
    if (call !== null) return [call]
    // An alias may stand for a function, and several functions in one for its overloads.
    const type = parseType(plain, at)
    const parts = type.form === 'intersection' ? type.parts : [type]
    return parts.flatMap((one): readonly (Call | null)[] => {
      if (one.form === 'call') return [one.call]
      // An object that can be called in several ways, and nothing else.
      const isCalled = one.form === 'object' && one.members.size === 0
      const isOnlyCalled = isCalled && one.calls.length === one.unnamed.length
      return isOnlyCalled && one.calls.length > 0 ? one.calls : [null]
    })
  })
  return calls.includes(null) ? null : (calls as Call[])
}

type BothCalls = Readonly<{ oldCalls: readonly Call[]; newCalls: readonly Call[] }>

/** Callers call what they get; of what they give, they made the function themselves. */
function callReasons(
  previous: Facts,
  next: Facts,
  { oldCalls, newCalls }: BothCalls,
  sides: Assignability,
): ReadonlySet<Reason> {
  const { isGot, isGiven } = memberPosition(previous)
  const reasons = new Set<Reason>()
  if (isGot) for (const one of compareOverloads(sides, oldCalls, newCalls)) reasons.add(one)
  if (!isGiven || previous.owner?.kind === 'class') return reasons
  const [one, other] = [oldCalls[0], newCalls[0]]
  const isSingle = oldCalls.length === 1 && newCalls.length === 1
  if (one === undefined || other === undefined || !isSingle) {
    if (!isGot) reasons.add('type_changed_undecided')
    return reasons
  }
  const isMethod = previous.kind === 'method' && next.kind === 'method'
  const taken = sides.calls(one, other, true, isMethod)
  if (taken === 'no') reasons.add('type_narrowed')
  else if (!isGot) reasons.add(taken === 'yes' ? 'given_type_widened' : 'type_changed_undecided')
  return reasons
}

/** Members of interfaces and aliases stand where these do; all else is got. */
function memberPosition({ owner, kind, position }: Facts): Position {
  if (owner === null) return kind === 'type' || kind === 'interface' ? position() : GOT
  if (owner.kind === 'interface' || owner.kind === 'type') return position()
  return owner.kind === 'class' ? BOTH : GOT
}

function classReasons(
  { signature: before, kind, position, file, isTypeAlone }: Facts,
  facts: Facts,
  aliases: BothAliases,
  sides: Assignability,
): Iterable<Reason> {
  const { signature: after, file: fileNow } = facts
  const previous = parseClass(before ?? '', sides.plain)
  const next = parseClass(after ?? '', sides.plain)
  if (previous === null || next === null) return ['type_changed']
  const reasons = new Set<Reason>()
  // Nobody makes or extends what is offered as a type alone.
  const isMade = kind === 'class' && !isTypeAlone()
  if (isMade && previous.isAbstract !== next.isAbstract) {
    reasons.add(next.isAbstract ? 'became_abstract' : 'became_concrete')
  }
  compareTypeParameters(sides, previous.typeParameters, next.typeParameters, reasons)
  const { from, to } = aliases.names
  const making = {
    before: () => makingOf(previous, file, from, sides.plain),
    after: () => makingOf(next, fileNow, to, sides.plain),
    isHidden: (base: string) => from(bareName(base), file)?.isPublic === false,
    areForHeirs: [before, after].every((text) => text?.includes(' protected new ') === true),
  }
  if (isMade) compareConstructors(sides, previous, next, making, reasons)
  compareBases(
    { bases: previous.bases, file, names: from },
    { bases: next.bases, file: fileNow, names: to },
    kind,
    reasons,
  )
  // Nobody chose the type parameters that are new.
  const owners = { previous: before, next: after }
  const bases = next.bases.map((base) => withOwnerDefaults(base, owners) ?? base)
  const ofOthers = basesOfOthers(sides, previous.bases, bases)
  if (ofOthers.some(({ found }) => found === 'no')) reasons.add('type_changed')
  // What the package's own bases bring is listed member by member.
  else if (ofOthers.some(({ base, found }) => found === 'unknown' && base.includes('#')))
    reasons.add('type_changed_undecided')
  const [had, has] = [symbolsOf(previous, from), symbolsOf(next, to)]
  const isGone = (name: string) => !has.includes(name) && !next.unnamed.includes(name)
  // A base of the package may have what is gone.
  const isWhole = next.bases.every((base) => to(bareName(base)) === null)
  if (isWhole && had.some(isGone)) reasons.add('base_removed')
  if (kind === 'interface' && losesKeysOfBases(previous, next, sides)) reasons.add('type_changed')
  const generics = genericsOf(after ?? '')
  const parts = { previous: previous.bases.map(sides.parse), next: next.bases.map(sides.parse) }
  const itself = () => sides.parse(namedWith(facts.name, generics))
  if (kind === 'interface' && isRefused(parts, itself, facts, aliases, generics))
    reasons.add('base_removed')
  if (previous.unnamed !== next.unnamed) {
    const stands = kind === 'class' ? GOT : position()
    for (const reason of unnamedReasons(previous, next, aliases, sides, stands)) {
      // Nobody makes objects of a class by hand; a base had what has its own place now.
      const isHad = kind === 'class' || had.some((name) => next.unnamed.includes(name))
      if (!isHad || reason !== 'required_member_added') reasons.add(reason)
    }
  }
  return reasons
}

/** What symbols name in the bases that are of the library: tables list only the rest of them. */
function symbolsOf({ bases }: ClassSignature, names: Names): readonly string[] {
  return bases.map(bareName).flatMap((base) => {
    const shape = names(base) === null ? libraryShape(base) : null
    return [...(shape?.required ?? [])].filter((name) => name.startsWith('['))
  })
}

/** Whoever gets an object that can be called, or made an instance of, does so. */
function unnamedReasons(
  { unnamed: before }: ClassSignature,
  { unnamed: after }: ClassSignature,
  aliases: BothAliases,
  sides: Assignability,
  position: Position,
): Iterable<Reason> {
  if (losesKeys(before, after)) return ['type_changed']
  if (position.isGot && closesKeys(before, after)) return ['member_made_readonly']
  const [one, other] = [sides.parse(before || '{}'), sides.parse(after || '{}')]
  const isNamed = (type: Type) => type.form === 'object' && type.members.size > 0
  if (one.form === 'object' && other.form === 'object' && (isNamed(one) || isNamed(other))) {
    return objectReasons(sides, one, other, position)
  }
  const [old, now] = [waysIn(before, sides), waysIn(after, sides)]
  if (old !== null && now !== null && position.isGot) {
    const found = new Set<Reason>()
    for (const way of ['calls', 'constructs'] as const) {
      if (old[way].map(callText).join('; ') === now[way].map(callText).join('; ')) continue
      for (const reason of compareOverloads(sides, old[way], now[way])) found.add(reason)
    }
    if (!position.isGiven || isBreaking(found)) return found
  }
  return typeReasons(before || '{}', after || '{}', aliases, sides, position)
}

/** Whoever read or gave a key of any name cannot any more, whatever becomes of the rest. */
function losesKeys(before: string, after: string): boolean {
  const keys = (unnamed: string) =>
    indexSignatures(splitTop(unnamed.slice('{ '.length, -' }'.length), '; '))
  const now = keys(after)
  return [...keys(before).keys()].some((key) => !now.has(key) && !now.has('string'))
}

/** Whether a base brought keys of any name, and nothing does now. */
function losesKeysOfBases(
  { bases: before }: ClassSignature,
  { bases: after, unnamed }: ClassSignature,
  { parse, from, to }: Assignability,
): boolean {
  if (before.join() === after.join() || /[{;] (?:readonly )?\[string\]: /.test(unnamed))
    return false
  const hasKeys = (reader: typeof from) => (base: string) => {
    const shape = reader.shapeOf(parse(base))
    return shape === null ? null : indexSignatures(shape.object.unnamed).has('string')
  }
  return (
    before.some((base) => hasKeys(from)(base) === true) &&
    after.every((base) => hasKeys(to)(base) === false)
  )
}

/** Whoever gave a key of any name something cannot any more. */
function closesKeys(before: string, after: string): boolean {
  const keys = [...before.matchAll(/(?:^\{|;) (\[(?:string|number|symbol)\]: )/g)]
  return keys.some(([, key = '']) => after.includes(` readonly ${key}`))
}

type Ways = Readonly<{ calls: readonly Call[]; constructs: readonly Call[] }>

/** Null where there is something else, a key of any name for example. */
function waysIn(unnamed: string, { plain }: Assignability): Ways | null {
  const pieces = splitTop(unnamed.slice('{ '.length, -' }'.length), '; ')
  const all = unnamed === '' ? [] : pieces
  const [made, called] = [all.filter(isConstruct), all.filter((piece) => !isConstruct(piece))]
  const calls = called.map((piece) => parseCall(piece, plain))
  const constructs = made.map((piece) => parseCall(piece.slice('new '.length), plain))
  if (calls.includes(null) || constructs.includes(null)) return null
  return { calls: calls as Call[], constructs: constructs as Call[] }
}

function isConstruct(piece: string): boolean {
  return piece.startsWith('new ')
}

function compareConstructors(
  sides: Assignability,
  previous: ClassSignature,
  next: ClassSignature,
  making: Readonly<{
    before: () => Making | null
    after: () => Making | null
    isHidden: (base: string) => boolean
    areForHeirs: boolean
  }>,
  reasons: Set<Reason>,
): void {
  const hasOwn = previous.constructors !== null || next.constructors !== null
  // Those who both have the one of their base are told of it there, where somebody can name it.
  const isTold = !previous.bases.some((base) => making.isHidden(base))
  if (!hasOwn && isTold && previous.bases.join() === next.bases.join()) return
  const [before, after] = [making.before(), making.after()]
  if (after === null || (before?.isHidden === true && !after.isHidden)) return
  if (after.isHidden && !before?.isHidden) reasons.add('constructor_hidden')
  if (before === null || after.isHidden !== before.isHidden) return
  // One that is left to classes below is called by these as before.
  if (after.isHidden && !making.areForHeirs) return
  for (const reason of compareOverloads(sides, before.constructors, after.constructors)) {
    if (reason !== 'overloads_changed') reasons.add(reason)
  }
}

/** Of interfaces only those of other packages: what the rest brings is listed member by member. */
function compareBases(
  previous: Heritage,
  next: Heritage,
  kind: string,
  reasons: Set<Reason>,
): void {
  const counted = ({ bases }: Heritage) =>
    bases.map(bareName).filter((base) => kind === 'class' || base.includes('#'))
  const isLost = (base: string) => !comesFrom(next, base)
  const isNew = (base: string) => !comesFrom(previous, base)
  // Of what nobody can name nobody can ask whether something is one; its members are told themselves.
  const isShown = (base: string) => previous.names(base, previous.file)?.isPublic !== false
  const lost = counted(previous).filter((base) => isShown(base) && isLost(base))
  // The same under the name of another package: whether it is the same nobody can tell.
  const isMoved = (base: string) =>
    base.includes('#') && next.bases.some((one) => lastOf(bareName(one)) === lastOf(base))
  const isMore = counted(next).some(isNew)
  // What an interface had from one it may have from the other; what another package extends nobody knows
  // without its table.
  const isUnknown = isMore && (kind === 'interface' || comesFromUnknown(next))
  const isReplaced = (base: string) => isMoved(base) || (isUnknown && base.includes('#'))
  if (lost.some((base) => !isReplaced(base))) reasons.add('base_removed')
  else if (lost.length > 0) reasons.add('type_changed_undecided')
  if (isMore) reasons.add('base_added')
}

type BaseOfOther = Readonly<{ base: string; found: Answer }>

/** Bases that are of something else, and whether what is got from them is what was got. */
function basesOfOthers(
  sides: Assignability,
  previous: readonly string[],
  next: readonly string[],
): readonly BaseOfOther[] {
  return previous.flatMap((base) => {
    const other = next.find((one) => one !== base && bareName(one) === bareName(base))
    if (other === undefined) return []
    return [{ base, found: sides.ask(sides.parse(other), sides.parse(base), false) }]
  })
}

/** Every error of the language is an error. */
const ERRORS = /^(?:Aggregate|Eval|Range|Reference|Syntax|Type|URI)Error$/

/** What a class names as its bases, and where what they stand for is looked up. */
type Heritage = Readonly<{ bases: readonly string[]; file: string | null; names: Names }>

/** A base that comes from the one that is asked for counts as that one. */
const HERITAGE_MAX = 16

function comesFrom({ bases, file, names }: Heritage, wanted: string, depth = 0): boolean {
  return bases.map(bareName).some((base) => {
    if (base === wanted || (wanted === 'Error' && ERRORS.test(base))) return true
    const named = depth < HERITAGE_MAX ? names(base, file) : null
    if (named === null) return false
    return comesFrom({ bases: named.bases, file: named.file, names }, wanted, depth + 1)
  })
}

/** Whether a base is of another package of which there is no table. */
function comesFromUnknown({ bases, file, names }: Heritage, depth = 0): boolean {
  return bases.map(bareName).some((base) => {
    const named = depth < HERITAGE_MAX ? names(base, file) : null
    if (named === null) return base.includes('#')
    return comesFromUnknown({ bases: named.bases, file: named.file, names }, depth + 1)
  })
}

function lastOf(base: string): string {
  return base.slice(Math.max(base.lastIndexOf('#'), base.lastIndexOf('.')) + 1)
}

function bareName(base: string): string {
  return base.replace(/<.*/s, '')
}

/** `<T0> …`: the type parameters of an alias, and what it stands for. */
function aliasReasons(
  previous: Facts,
  next: Facts,
  aliases: BothAliases,
  sides: Assignability,
): Iterable<Reason> {
  const [before, after] = [previous.signature ?? '', next.signature ?? '']
  const reasons = new Set<Reason>()
  sides.isNamed = true
  const generics = {
    previous: takeGenerics(before).generics,
    next: takeGenerics(after).generics,
  }
  compareTypeParameters(
    sides,
    parseTypeParameters(generics.previous, sides.plain),
    parseTypeParameters(generics.next, sides.plain),
    reasons,
  )
  // An alias that becomes an interface below what it stood for has all of it, and the other way round;
  // what the interface has beside it is told by itself.
  const bases = [bodyOf(before), withOwnerDefaults(bodyOf(after), generics)] as const
  const isOfBoth = previous.kind !== next.kind && bases[0] !== '' && bases[0] === bases[1]
  if (isOfBoth && !namesOthers(before, after, aliases)) {
    const named = aliases.names.to(next.name, next.file)
    // Whether a base that nobody knows has what must be given nobody can tell.
    const isDemanding = next.kind === 'interface' && named?.isOpen === true
    const isMore = isDemanding && [...named.members.values()].includes(false)
    return [...reasons, isMore ? 'type_changed_undecided' : 'type_rewritten']
  }
  const isNoObject = [before, after].some((text) => {
    const body = bodyOf(text)
    return body !== '' && !isObjectText(sides.parse(body))
  })
  const old = wholeBody(previous, aliases.names.from, isNoObject) ?? bodyOf(before)
  const body = wholeBody(next, aliases.names.to, isNoObject) ?? bodyOf(after)
  // Nobody chose the type parameters that are new.
  const now = withOwnerDefaults(body, generics) ?? body
  // Nothing extends or implements one of several.
  if (previous.kind === 'interface' && sides.parse(bodyOf(after)).form === 'union') {
    reasons.add('type_changed')
  }
  // What an interface and an alias of an object have is listed member by member.
  if (old === '' || now === '') return reasons
  const [one, other] = [sides.parse(old), sides.parse(now)]
  // An object that is written down may have the name of another one now, and the other way round.
  const isWritten = isObjectText(one) || isObjectText(other)
  const objects = [
    isWritten ? sides.from.objectOf(one) : null,
    isWritten ? sides.to.objectOf(other) : null,
  ] as const
  const parts = { previous: partsOf(one), next: partsOf(other) }
  if (isRefused(parts, () => other, next, aliases, generics.next)) reasons.add('type_changed')
  if (objects[0] !== null && objects[1] !== null) {
    const found = objectReasons(sides, objects[0], objects[1], previous.position())
    if (!isBreaking(found) && isSameType(old, now, aliases, sides)) return reasons
    return [...reasons, ...(found.size === 0 ? (['type_rewritten'] as const) : found)]
  }
  const isFunction = one.form === 'call' && other.form === 'call'
  // Whoever names a type makes values of it and goes through its parts, whichever way they go.
  const position = isFunction ? previous.position() : BOTH
  if (isFunction && position.isGot) {
    // Whoever is given a function calls it, with all that it took.
    const calls = compareOverloads(sides, [one.call], [other.call])
    if (isBreaking(calls)) return [...reasons, ...calls]
  }
  for (const reason of typeReasons(old, now, aliases, sides, position)) reasons.add(reason)
  return reasons
}

type Parts = Readonly<{ previous: readonly Type[]; next: readonly Type[] }>

/**
 * Whether something that the older one was put together of, or extended, takes the newer one no more:
 * whoever gave the one for the other is refused.
 */
function isRefused(
  parts: Parts,
  now: () => Type,
  { file }: Facts,
  aliases: BothAliases,
  generics: string,
): boolean {
  const [there, was] = [aliases.names.to, aliases.names.from]
  const nameOf = (part: Type) => (part.form === 'reference' ? part.name : null)
  const kept = new Set(parts.next.map(nameOf))
  const lost = parts.previous.filter((part) => {
    const name = nameOf(part)
    if (name === null || kept.has(name)) return false
    return was(name)?.isPublic === true && there(name, file)?.isPublic === true
  })
  if (lost.length === 0) return false
  const refuses = (part: Type, is: Names) => {
    const names = { from: (name: string) => there(name, file), to: (name: string) => is(name) }
    const sides = new Assignability(names, aliases.steps)
    for (const side of ['from', 'to'] as const)
      sides.bind(side, parseTypeParameters(generics, sides.plain))
    return sides.askBound(now(), part) === 'no'
  }
  // What it has otherwise itself is told of its members.
  return lost.some((part) => refuses(part, (name) => there(name, file)) && !refuses(part, was))
}

/** A type with its own type parameters: `A<T0>`. */
function namedWith(name: string, generics: string): string {
  const given = parametersOf(generics).map((_, i) => `T${i}`)
  return given.length === 0 ? name : `${name}<${given.join(', ')}>`
}

function partsOf(type: Type): readonly Type[] {
  return type.form === 'intersection' ? type.parts : [type]
}

/** Those of a class, an interface or an alias. */
function genericsOf(signature: string): string {
  return takeGenerics(signature.replace(/^(?:abstract )?class/, '')).generics
}

/** An object that is written down, or several that are put together. */
function isObjectText({ form }: Type): boolean {
  return form === 'object' || form === 'intersection'
}

/** All members of an interface with bases, or beside an alias of something else than an object. */
function wholeBody(
  { kind, name, signature, file }: Facts,
  names: Names,
  isNoObject: boolean,
): string | null {
  if (kind !== 'interface' || (bodyOf(signature ?? '') === '' && !isNoObject)) return null
  const named = names(name, file)
  return named === null || named.isOpen ? null : named.body
}

/** What an alias stands for; an interface without members of its own for all of its bases. */
function bodyOf(signature: string): string {
  const { body } = takeGenerics(signature)
  if (!body.startsWith('extends ')) return body
  return splitTop(body.slice('extends '.length), ', ').join(' & ')
}

function takeGenerics(text: string): Readonly<{ generics: string; body: string }> {
  const close = text.startsWith('<') ? closingOf(text, 0) : -1
  // Those of a function stand right before its brackets.
  if (close < 0 || text.charAt(close + 1) === '(') return { generics: '', body: text }
  return { generics: text.slice(0, close + 1), body: text.slice(close + 1).trim() }
}

function typeReasons(
  before: string,
  after: string,
  aliases: BothAliases,
  sides: Assignability,
  position: Position,
): readonly Reason[] {
  const relation = relationOf(sides, sides.parse(before), sides.parse(after))
  const reason = relationReason({ ...relation, isSame: false }, position, TYPE_REASONS)
  if (reason !== null && severityOf(reason) === 'breaking') return [reason]
  return isSameType(before, after, aliases, sides) ? [] : [reason ?? 'type_rewritten']
}

/** Whether all that differs is the names of aliases. */
function isSameType(
  before: string,
  after: string,
  aliases: BothAliases,
  { steps }: Assignability,
): boolean {
  if (namesOthers(before, after, aliases)) return false
  const one = parseType(before, around(aliases.from, steps.take))
  return one.text === parseType(after, around(aliases.to, steps.take)).text
}

type Value = Readonly<{ isReadonly: boolean; isOptional: boolean; text: string }>

function valueReasons(
  previous: Facts,
  next: Facts,
  aliases: BothAliases,
  sides: Assignability,
): Iterable<Reason> {
  const before = parseValue(previous)
  const after = parseValue(next)
  const reasons = new Set<Reason>()
  if (previous.isEnumMember() && next.isEnumMember()) {
    // Whoever names the member compiles as before, as long as it is the same kind of value.
    const isSameKind = baseOf(before.text) === baseOf(after.text)
    return [isSameKind ? 'constant_value_changed' : 'value_changed']
  }
  const position = memberPosition(previous)
  if (previous.kind === next.kind) {
    if (!before.isReadonly && after.isReadonly) reasons.add('member_made_readonly')
    if (before.isReadonly && !after.isReadonly) reasons.add('member_made_writable')
  }
  // What could be nothing is read and written as before when it may be missing.
  if (!before.isOptional && after.isOptional) {
    const made = position.isGot ? 'member_made_optional' : 'given_member_made_optional'
    reasons.add(takesNothing(sides.parse(before.text)) ? 'type_rewritten' : made)
  }
  const isFilled = before.isOptional && !after.isOptional
  // Nobody makes objects of a class by hand; somebody may say that there is nothing.
  const isOfClass = previous.owner?.kind === 'class' && next.owner?.kind === 'class'
  const nothing = isFilled && isOfClass ? takesUndefined(sides, after.text) : 'no'
  if (isFilled && nothing === 'no') reasons.add('member_made_required')
  if (nothing === 'unknown') return [...reasons, 'type_changed_undecided']
  if (nothing === 'yes') reasons.add('type_rewritten')
  if (isConstant(previous) && isConstant(next)) {
    const [one, other] = [
      withConstantsWidened(before.text, sides.parse),
      withConstantsWidened(after.text, sides.parse),
    ]
    if (one === other && before.text !== after.text) {
      return settled([...reasons, 'constant_value_changed'])
    }
  }
  // What may be left out now may be given as nothing, as before.
  const isNothing = !before.isOptional && after.isOptional && takesNothing(sides.parse(before.text))
  const afterText = isNothing ? `(${after.text}) | undefined` : after.text
  // Nobody assigned what could not be; of an interface somebody made the object that has it.
  const isUnassigned = before.isReadonly && (after.isReadonly || previous.owner?.kind === 'class')
  const isRead = isUnassigned && position.isGot
  const stands = isRead ? GOT : position
  const beforeText = nothing === 'yes' ? `(${before.text}) | undefined` : before.text
  for (const reason of typeReasons(beforeText, afterText, aliases, sides, stands)) {
    reasons.add(reason === 'got_type_narrowed' && isRead ? 'readonly_type_narrowed' : reason)
  }
  return reasons
}

/** What a condition comes to depends on who asks. */
function takesUndefined(sides: Assignability, text: string): Answer {
  const type = sides.parse(text)
  return type.form === 'conditional' ? 'unknown' : sides.ask(sides.parse('undefined'), type, true)
}

/** A constant, something in one, or what a class holds as one. */
function isConstant({ kind, owner, signature }: Facts): boolean {
  if (kind === 'constant' || owner?.kind === 'constant') return true
  const { isStatic, isReadonly } = modifiersOf(signature)
  return owner?.kind === 'class' && isStatic && isReadonly
}

function parseValue({ kind, signature }: Facts): Value {
  const text = withoutModifiers(signature ?? '')
  const isOptional = text.endsWith('?') && kind !== 'constant'
  return {
    // Whoever imports a constant or a function cannot assign it.
    isReadonly: modifiersOf(signature).isReadonly || kind === 'constant' || kind === 'function',
    isOptional,
    text: isOptional ? text.slice(0, -1) : text,
  }
}
