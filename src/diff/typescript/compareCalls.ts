// What a caller notices when the ways to call something change.

import { type Reason, severityOf } from '../reasons.ts'
import { type Relation, relationOf } from './isAssignable.ts'
import type { Call, Parameter, Type, TypeParameter } from './parseType.ts'

/** Overloads are in order: a call takes the first that fits. */
export function compareOverloads(before: readonly Call[], after: readonly Call[]): Set<Reason> {
  const [one] = before
  const [other] = after
  if (before.length === 1 && after.length === 1 && one !== undefined && other !== undefined) {
    return compareCalls(one, other)
  }
  const all = new Set<Reason>()
  for (const [i, call] of before.entries()) {
    const found = fitting(call, after)
    if (found !== null) {
      for (const reason of found) all.add(reason)
      continue
    }
    const there = before.length === after.length ? after[i] : undefined
    if (there === undefined) all.add('overload_removed')
    else for (const reason of compareCalls(call, there)) all.add(reason)
  }
  if (after.length > before.length) all.add('overload_added')
  if (all.size === 0) all.add('overloads_changed')
  return all
}

/** How the mildest of the calls differ from one; null when none takes what that one took. */
function fitting(call: Call, after: readonly Call[]): ReadonlySet<Reason> | null {
  const whole = mildest(call, after)
  if (whole !== null || !call.parameters.some(({ isOptional }) => isOptional)) return whole
  // With and without an optional argument are two calls, and others may take them.
  const required = call.parameters.filter(({ isOptional }) => !isOptional).length
  for (let count = required; count <= call.parameters.length; count += 1) {
    const parameters = call.parameters.slice(0, count).map((one) => ({ ...one, isOptional: false }))
    if (mildest({ ...call, parameters }, after) === null) return null
  }
  return new Set(['overloads_changed'])
}

function mildest(call: Call, after: readonly Call[]): ReadonlySet<Reason> | null {
  let found: ReadonlySet<Reason> | null = null
  for (const other of after) {
    const reasons = compareCalls(call, other)
    if (reasons.size === 0) return reasons
    const isMild = [...reasons].every((reason) => severityOf(reason) === 'compatible')
    if (isMild) found ??= reasons
  }
  return found
}

export function compareCalls(previous: Call, next: Call): Set<Reason> {
  const reasons = new Set<Reason>()
  // Nobody could give type arguments to what took none.
  const hadNone = previous.typeParameters.length === 0
  if (!hadNone) compareTypeParameters(previous.typeParameters, next.typeParameters, reasons)
  else if (next.typeParameters.length > 0) reasons.add('type_parameter_widened')
  compareParameters(previous.parameters, hadNone ? bounded(next) : next.parameters, reasons)
  if (previous.receiver?.text !== next.receiver?.text && next.receiver !== null) {
    reasons.add('parameter_type_changed')
  }
  addRelation(RETURN_REASONS, relationOf(previous.returns, next.returns), reasons)
  return reasons
}

/** The parameters of a generic call, with what its type parameters may be at most. */
function bounded({ typeParameters, parameters }: Call): readonly Parameter[] {
  const bounds = new Map(
    typeParameters.map(({ name, constraint }) => [name, constraint ?? UNKNOWN]),
  )
  return parameters.map((one) => ({ ...one, type: bounds.get(one.type.text) ?? one.type }))
}

const UNKNOWN: Type = { form: 'atom', text: 'unknown' }

export function compareTypeParameters(
  previous: readonly TypeParameter[],
  next: readonly TypeParameter[],
  reasons: Set<Reason>,
): void {
  for (const [i, one] of previous.entries()) {
    const other = next[i]
    if (other === undefined) {
      reasons.add('type_parameter_removed')
      continue
    }
    if (one.fallback !== null && other.fallback === null) reasons.add('type_parameter_added')
    if (one.fallback?.text !== other.fallback?.text && other.fallback !== null) {
      reasons.add('type_parameter_widened')
    }
    compareConstraints(one, other, reasons)
  }
  for (const { fallback } of next.slice(previous.length)) {
    reasons.add(fallback === null ? 'type_parameter_added' : 'type_parameter_widened')
  }
}

function compareConstraints(
  { constraint: previous }: TypeParameter,
  { constraint: next }: TypeParameter,
  reasons: Set<Reason>,
): void {
  if (previous?.text === next?.text) return
  const isWider = next === null || (previous !== null && relationOf(previous, next) === 'wider')
  reasons.add(isWider ? 'type_parameter_widened' : 'type_parameter_narrowed')
}

function compareParameters(
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
    compareOne(one, other, reasons)
  }
  for (const one of next.slice(previous.length)) {
    if (one.isRest) reasons.add('variable_arguments_added')
    else reasons.add(one.isOptional ? 'optional_parameter_added' : 'required_parameter_added')
  }
}

function compareOne(one: Parameter, other: Parameter, reasons: Set<Reason>): void {
  if (one.isRest !== other.isRest) {
    // A list of arguments and a single one are other types, whatever their items are.
    reasons.add(one.isRest ? 'variable_arguments_removed' : 'variable_arguments_added')
    return
  }
  if (one.isOptional && !other.isOptional) reasons.add('parameter_made_required')
  if (!one.isOptional && other.isOptional) reasons.add('parameter_made_optional')
  addRelation(PARAMETER_REASONS, relationOf(one.type, other.type), reasons)
}

type RelationReasons = Readonly<Record<Exclude<Relation, 'same'>, Reason>>

const PARAMETER_REASONS: RelationReasons = {
  wider: 'parameter_type_widened',
  narrower: 'parameter_type_narrowed',
  other: 'parameter_type_changed',
}
const RETURN_REASONS: RelationReasons = {
  wider: 'return_type_widened',
  narrower: 'return_type_narrowed',
  other: 'return_type_changed',
}

function addRelation(named: RelationReasons, relation: Relation, reasons: Set<Reason>): void {
  if (relation !== 'same') reasons.add(named[relation])
}
