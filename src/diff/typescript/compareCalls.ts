// What a caller notices when the ways to call something change.

import {
  type Call,
  callText,
  type Parameter,
  type Type,
  type TypeParameter,
} from '../../signatures/parseType.ts'
import { type Reason, severityOf } from '../reasons.ts'
import type { Assignability } from './assignable.ts'
import { filledType, inferredFrom, refusesTwo } from './inference.ts'
import { GIVEN, GOT, type RelationReasons, relationOf, relationReason } from './relation.ts'
import { guardOf, takesNothing, withNothing } from './typeForms.ts'

/** Overloads are in order: a call takes the first that fits. */
export function compareOverloads(
  sides: Assignability,
  before: readonly Call[],
  after: readonly Call[],
): Set<Reason> {
  const [one] = before
  const [other] = after
  if (before.length === 1 && after.length === 1 && one !== undefined && other !== undefined) {
    return compareCalls(sides, one, other)
  }
  const all = new Set<Reason>()
  for (const [i, call] of before.entries()) {
    const found = first(sides, before, i, after) ?? fitting(sides, call, after)
    if (found !== null) {
      for (const reason of found) all.add(reason)
      continue
    }
    const there = before.length === after.length ? after[i] : undefined
    if (there === undefined) all.add('overload_removed')
    else for (const reason of compareCalls(sides, call, there)) all.add(reason)
  }
  if (after.length > before.length) all.add('overload_added')
  if (all.size === 0) all.add('overloads_changed')
  return all
}

/**
 * A call takes the first that fits: one that stands before its own now, and did not before, for
 * example. Null where that is not sure, or nothing is lost by it.
 */
function first(
  sides: Assignability,
  before: readonly Call[],
  place: number,
  after: readonly Call[],
): ReadonlySet<Reason> | null {
  const call = before[place]
  const earlier = new Set(before.slice(0, place).map(callText))
  if (call === undefined) return null
  for (const other of after) {
    if (earlier.has(callText(other))) continue
    const reasons = [...compareCalls(sides, call, other)]
    const isSure = !reasons.includes('type_changed_undecided')
    const breaking = reasons.filter((reason) => severityOf(reason) === 'breaking')
    const isTaken = breaking.every((reason) => RETURN_BREAKS.has(reason))
    if (!isSure) return null
    if (isTaken) return breaking.length > 0 ? new Set(reasons) : null
  }
  return null
}

const RETURN_BREAKS: ReadonlySet<Reason> = new Set(['return_type_changed', 'return_type_widened'])

/** How the mildest of the calls differ from one; null when none takes what that one took. */
function fitting(
  sides: Assignability,
  call: Call,
  after: readonly Call[],
): ReadonlySet<Reason> | null {
  const whole = mildest(sides, call, after)
  if (whole !== null || !call.parameters.some(({ isOptional }) => isOptional)) return whole
  // With and without an optional argument are two calls, and others may take them.
  const required = call.parameters.filter(({ isOptional }) => !isOptional).length
  for (let count = required; count <= call.parameters.length; count += 1) {
    const parameters = call.parameters.slice(0, count).map((one) => ({ ...one, isOptional: false }))
    if (mildest(sides, { ...call, parameters }, after) === null) return null
  }
  return new Set(['overloads_changed'])
}

function mildest(
  sides: Assignability,
  call: Call,
  after: readonly Call[],
): ReadonlySet<Reason> | null {
  let found: ReadonlySet<Reason> | null = null
  for (const other of after) {
    const reasons = compareCalls(sides, call, other)
    if (reasons.size === 0) return reasons
    const isMild = [...reasons].every((reason) => severityOf(reason) !== 'breaking')
    // One of which it is sure comes before one of which it is not.
    if (isMild && (found === null || found.has('type_changed_undecided'))) found = reasons
  }
  return found
}

export function compareCalls(sides: Assignability, previous: Call, next: Call): Set<Reason> {
  const reasons = compareOnce(sides, previous, next, false)
  const added = next.typeParameters.slice(previous.typeParameters.length)
  const isSettled = [...reasons].every((reason) => severityOf(reason) === 'compatible')
  if (isSettled || added.every(({ fallback }) => fallback === null)) return reasons
  // Where nobody can tell what is chosen for those that are new, their defaults may do.
  const byDefault = compareOnce(sides, previous, next, true)
  return [...byDefault].every((reason) => severityOf(reason) === 'compatible') ? byDefault : reasons
}

function compareOnce(
  sides: Assignability,
  previous: Call,
  next: Call,
  isByDefault: boolean,
): Set<Reason> {
  const reasons = new Set<Reason>()
  // Nobody could give type arguments to what took none.
  const hadNone = previous.typeParameters.length === 0
  sides.bind('from', previous.typeParameters)
  sides.bind('to', hadNone ? [] : next.typeParameters)
  if (!hadNone) {
    const [one, other] = [previous.typeParameters, next.typeParameters]
    const isLeft = (name: string) => isLeftOpen(previous, name)
    // Nobody leaves out the first of those that he gives, and one that is not given is unknown.
    const [first, ...rest] = one
    const isSpare = first?.fallback?.text === (first?.constraint?.text ?? 'unknown')
    const isMissed = first === undefined || !isSpare || other[0]?.fallback !== null
    const read = isMissed ? one : [{ ...first, fallback: null }, ...rest]
    compareTypeParameters(sides, read, other, reasons, isLeft)
  } else if (next.typeParameters.length > 0) reasons.add('type_parameter_widened')
  // Nobody chose those that are new.
  const added = next.typeParameters.slice(previous.typeParameters.length)
  const now =
    added.length === 0
      ? next
      : settledFor({ ...next, typeParameters: added }, previous, sides, reasons, isByDefault)
  compareParameters(sides, previous.parameters, now.parameters, reasons)
  if (previous.receiver?.text !== next.receiver?.text && next.receiver !== null) {
    // Whoever calls a method calls it on something; what that is, its call does not say.
    const before = previous.receiver ?? sides.calledOn
    const taken = before === null ? 'unknown' : sides.ask(before, next.receiver, true)
    if (taken !== 'yes')
      reasons.add(taken === 'no' ? 'parameter_type_changed' : 'type_changed_undecided')
  }
  const relation = relationOf(sides, previous.returns, now.returns)
  // Nobody reads what is nothing.
  const isRead = previous.returns.text !== 'void'
  const returned = relationReason(
    isRead ? relation : { ...relation, got: 'yes' },
    GOT,
    RETURN_REASONS,
  )
  if (tellsNow(previous.returns, now.returns)) reasons.add('return_type_changed')
  else if (returned !== null) reasons.add(returned)
  return reasons
}

/**
 * What now says of its argument what it is narrows what its callers have: `any` is that and no more,
 * and what asserts something is only called by a name that has a type of its own.
 */
function tellsNow(previous: Type, next: Type): boolean {
  const guard = guardOf(next.text)
  if (guard === null || guard.subject === 'this') return false
  return guard.isAsserted
    ? previous.text === 'void'
    : previous.text === 'boolean' && guard.claim !== 'any'
}

/**
 * A generic call to those who give it what they gave before: what they give says what its type
 * parameters are, and where one is all that is given, it may be what it is at most.
 */
function settledFor(
  next: Call,
  previous: Call,
  sides: Assignability,
  reasons: Set<Reason>,
  isByDefault: boolean,
): Call {
  const { typeParameters, parameters } = next
  const inferred = inferredFrom(next, previous, sides.parse)
  if (refusesTwo(next, previous)) reasons.add('parameter_type_narrowed')
  const bounds = new Map<string, Type>()
  const meanings = new Map<string, Type>(inferred)
  for (const { name, constraint, fallback } of typeParameters) {
    bounds.set(name, constraint ?? UNKNOWN)
    const isNamed = new RegExp(`\\b${name}\\b`)
    const isGiven = parameters.some(({ type }) => isNamed.test(type.text))
    const meant = inferred.get(name)
    if (!isGiven) meanings.set(name, fallback ?? constraint ?? UNKNOWN)
    else if (isByDefault && meant === undefined && fallback !== null) {
      meanings.set(name, filledType(fallback, typeParameters, meanings, sides.parse))
    }
    const isWhole = parameters.some(({ type }) => type.text === name)
    if (meant === undefined || constraint === null || isWhole) continue
    const taken = sides.askBound(
      meant,
      filledType(constraint, typeParameters, meanings, sides.parse),
    )
    if (taken === 'no') reasons.add('parameter_type_narrowed')
    if (taken === 'unknown') reasons.add('type_changed_undecided')
  }
  const fill = (type: Type) => filledType(type, typeParameters, meanings, sides.parse)
  return {
    ...next,
    parameters: parameters.map((one) => {
      const bound = bounds.get(one.type.text)
      return { ...one, type: bound === undefined ? fill(one.type) : fill(bound) }
    }),
    returns: fill(next.returns),
  }
}

const UNKNOWN: Type = { form: 'atom', text: 'unknown' }

export function compareTypeParameters(
  sides: Assignability,
  previous: readonly TypeParameter[],
  next: readonly TypeParameter[],
  reasons: Set<Reason>,
  isLeft: (name: string) => boolean = () => true,
): void {
  for (const [i, one] of previous.entries()) {
    const other = next[i]
    if (other === undefined) {
      reasons.add('type_parameter_removed')
      continue
    }
    if (one.fallback !== null && other.fallback === null) reasons.add('type_parameter_added')
    if (one.fallback?.text !== other.fallback?.text && other.fallback !== null) {
      // Whoever got anything must look at it first.
      const [was, is] = [one.fallback?.text, other.fallback.text]
      const isHidden = was === 'any' && is === 'unknown' && isLeft(one.name)
      const isOther = isHidden || isOtherDefault(sides, one, other)
      reasons.add(isOther ? 'type_changed' : 'type_parameter_widened')
    }
    compareConstraints(sides, one, other, reasons)
  }
  for (const { fallback } of next.slice(previous.length)) {
    reasons.add(fallback === null ? 'type_parameter_added' : 'type_parameter_widened')
  }
}

/** What nothing that is given says, and what is got depends on. */
function isLeftOpen({ parameters, returns }: Call, name: string): boolean {
  const isNamed = new RegExp(`\\b${name}\\b`)
  return isNamed.test(returns.text) && !parameters.some(({ type }) => isNamed.test(type.text))
}

/** Whoever leaves it out has another type now; of one that could be anything nobody says that. */
function isOtherDefault(
  sides: Assignability,
  { fallback: previous }: TypeParameter,
  { fallback: next }: TypeParameter,
): boolean {
  if (previous === null || next === null || previous.text === 'any') return false
  const { given, got } = relationOf(sides, previous, next)
  return given === 'no' || got === 'no'
}

function compareConstraints(
  sides: Assignability,
  { constraint: previous }: TypeParameter,
  { constraint: next }: TypeParameter,
  reasons: Set<Reason>,
): void {
  if (sides.isSame(previous, next)) return
  const taken = sides.askBound(previous ?? UNKNOWN, next ?? UNKNOWN)
  if (taken === 'yes') reasons.add('type_parameter_widened')
  else reasons.add(taken === 'no' ? 'type_parameter_narrowed' : 'type_changed_undecided')
}

function compareParameters(
  sides: Assignability,
  previous: readonly Parameter[],
  next: readonly Parameter[],
  reasons: Set<Reason>,
): void {
  const rest = next.at(-1)?.isRest ? next.at(-1) : undefined
  for (const [i, one] of previous.entries()) {
    const other = next[i] ?? rest
    if (other === undefined) {
      reasons.add(one.isRest ? 'variable_arguments_removed' : 'parameter_removed')
      continue
    }
    compareOne(sides, one, other, reasons)
  }
  for (const one of next.slice(previous.length)) {
    if (one.isRest) reasons.add('variable_arguments_added')
    else reasons.add(one.isOptional ? 'optional_parameter_added' : 'required_parameter_added')
  }
}

function compareOne(
  sides: Assignability,
  one: Parameter,
  other: Parameter,
  reasons: Set<Reason>,
): void {
  if (one.isRest !== other.isRest) {
    // A list of arguments and a single one are other types, whatever their items are.
    reasons.add(one.isRest ? 'variable_arguments_removed' : 'variable_arguments_added')
    const item = one.isRest ? null : itemOf(other.type)
    if (item === null) return
    const reason = relationReason(relationOf(sides, one.type, item), GIVEN, PARAMETER_REASONS)
    if (reason !== null && reason !== 'type_rewritten') reasons.add(reason)
    return
  }
  if (one.isOptional && !other.isOptional) reasons.add('parameter_made_required')
  if (!one.isOptional && other.isOptional) reasons.add('parameter_made_optional')
  // What may be left out now may be given as nothing, as before.
  const isNothing = !one.isOptional && other.isOptional && takesNothing(one.type)
  const taken = isNothing ? withNothing(other.type) : other.type
  const reason = relationReason(relationOf(sides, one.type, taken), GIVEN, PARAMETER_REASONS)
  if (reason !== null) reasons.add(reason)
}

/** Of which type each of a list of arguments is; null where that is not written down. */
function itemOf(rest: Type): Type | null {
  return rest.form === 'reference' && rest.name === 'Array' ? (rest.given[0] ?? null) : null
}

const PARAMETER_REASONS: RelationReasons = {
  narrowed: 'parameter_type_narrowed',
  widened: 'parameter_type_widened',
  changed: 'parameter_type_changed',
  onlyWidened: 'parameter_type_widened',
  onlyNarrowed: 'parameter_type_narrowed',
}
const RETURN_REASONS: RelationReasons = {
  narrowed: 'return_type_narrowed',
  widened: 'return_type_widened',
  changed: 'return_type_changed',
  onlyWidened: 'return_type_widened',
  onlyNarrowed: 'return_type_narrowed',
}
