// The reasons for which a Python symbol counts as changed.

import { type PythonSignature, parseSignatures } from '../../signatures/parseSignature.ts'
import type { Facts } from '../facts.ts'
import { type Reason, severityOf } from '../reasons.ts'
import { compareAnnotations, compareSignatures } from './compareSignatures.ts'
import { baseName, isStandardBase, withStandardBases } from './standardBases.ts'

const CALLABLE: ReadonlySet<string> = new Set(['function', 'method', 'class'])

export function pythonReasons(previous: Facts, next: Facts): Set<Reason> {
  const reasons = new Set<Reason>()
  if (isOtherKind(previous, next)) reasons.add('kind_changed')
  if (previous.kind === 'class' && next.kind === 'class') compareBases(previous, next, reasons)
  const areCalls = CALLABLE.has(previous.kind) && CALLABLE.has(next.kind)
  if (areCalls) {
    if (needsInstance(previous, next)) reasons.add('kind_changed')
    for (const reason of callReasons(previous, next)) reasons.add(reason)
  } else if (previous.kind === next.kind) {
    compareValues(previous, next, reasons)
  }
  return reasons
}

/** Kinds that are used alike are not told apart by those who use them. */
function isOtherKind(before: Facts, after: Facts): boolean {
  const [previous, next] = [before.kind, after.kind]
  if (previous === next) return false
  // A name that something is assigned to may hold anything, a function too.
  const isOpen = ({ kind, signature }: Facts) =>
    isAssigned(kind) && (signature === null || /^(?:typing\.)?Any$/.test(signature))
  if (isOpen(before) || isOpen(after)) return false
  const isValue = (kind: string) => isAssigned(kind) || kind === 'property'
  if (isValue(previous) && isValue(next)) return false
  // What was called is still called; a class that becomes a function is no longer a class.
  return !(CALLABLE.has(previous) && CALLABLE.has(next) && previous !== 'class')
}

function isAssigned(kind: string): boolean {
  return kind === 'attribute' || kind === 'constant'
}

function compareBases(previous: Facts, next: Facts, reasons: Set<Reason>): void {
  const before = namedBases(previous)
  const after = namedBases(next)
  const isSame = before.size === after.size && [...before.keys()].every((name) => after.has(name))
  if (isSame) return
  const all = withStandardBases([...after.keys(), ...next.ancestors()])
  const now = new Map(
    [...previous.basesNow()].map(([base, other]) => [baseName(base), baseName(other)]),
  )
  const known = withStandardBases([...before.keys(), ...previous.ancestors(), ...now.values()])
  const added = [...after].filter(([name]) => !known.has(name))
  const missing = [...before].filter(([name]) => !all.has(name) && !all.has(now.get(name) ?? name))
  // A class that others define may inherit from what others define, and not from this package.
  const isVeiled = added.some(([name, base]) => next.isOutside(base) && !isStandardBase(name))
  if (missing.some(([, base]) => !previous.isOutside(base) || !isVeiled)) {
    reasons.add('base_removed')
  }
  if (added.length > 0) reasons.add('base_added')
}

/** Bases that say what a class is for, and nothing about its instances. */
const MARKS: ReadonlySet<string> = new Set(['object', 'Generic', 'Protocol', 'ABC'])

/** Public ones, by their last name: where a base stands is not what callers go by. */
function namedBases({ bases }: Facts): ReadonlyMap<string, string> {
  const named = bases.map((base) => [baseName(base), base] as const)
  return new Map(named.filter(([name]) => !MARKS.has(name) && !name.startsWith('_')))
}

function callReasons(previous: Facts, next: Facts): Iterable<Reason> {
  if (previous.signature === next.signature) return []
  // What could not be read is no reason to call it changed.
  if (previous.signature === null || next.signature === null) return []
  const isMember = previous.kind === 'method' || next.kind === 'method'
  const before = parsed(previous, isMember)
  const after = parsed(next, isMember)
  if (before === null || after === null) return ['annotation_changed']
  const [one, ...moreBefore] = before
  const [other, ...moreAfter] = after
  if (one === undefined || other === undefined) return []
  if (moreBefore.length === 0 && moreAfter.length === 0) return compareSignatures(one, other)
  return overloadReasons(before, after)
}

/** A method that was called on its class, and takes the object before the dot now. */
function needsInstance(previous: Facts, next: Facts): boolean {
  if (previous.kind !== 'method' || next.kind !== 'method') return false
  const [before, after] = [previous, next].map(({ signature }) =>
    (parseSignatures(signature ?? '') ?? []).map(({ parameters }) => parameters),
  )
  const [one, ...moreBefore] = before ?? []
  const [other, ...moreAfter] = after ?? []
  if (one === undefined || other?.[0]?.name !== 'self' || moreBefore.length + moreAfter.length > 0)
    return false
  // A first parameter of another name may have been the object itself.
  return (
    one.map(({ name }) => name).join() ===
    other
      .map(({ name }) => name)
      .slice(1)
      .join()
  )
}

/** `m = classmethod(f)` makes a function a member. */
function parsed(facts: Facts, isMember: boolean): readonly PythonSignature[] | null {
  const signatures = parseSignatures(facts.signature ?? '')
  if (signatures === null || facts.kind === 'class' || !isMember) return signatures
  return signatures.map(withoutSelf)
}

/** What the object before the dot is passed as is nobody's business. */
function withoutSelf(signature: PythonSignature): PythonSignature {
  const [first, ...rest] = signature.parameters
  const isSelf = first !== undefined && /^(self|cls|mcs|_?self_?|_?cls_?)$/.test(first.name)
  return isSelf ? { ...signature, parameters: rest } : signature
}

/** Every way to call it must still be one: the mildest comparison with any of the new ones counts. */
function overloadReasons(
  before: readonly PythonSignature[],
  after: readonly PythonSignature[],
): Iterable<Reason> {
  const all = new Set<Reason>()
  for (const one of before) {
    const comparisons = after.map((other) => [...compareSignatures(one, other)])
    if (comparisons.some((reasons) => reasons.length === 0)) continue
    const mild = comparisons.find((reasons) =>
      reasons.every((reason) => severityOf(reason) === 'compatible'),
    )
    if (mild === undefined) return ['overload_removed']
    for (const reason of mild) all.add(reason)
  }
  if (after.length > before.length) all.add('overload_added')
  if (after.length < before.length && all.size === 0) all.add('overloads_changed')
  return all
}

function compareValues(previous: Facts, next: Facts, reasons: Set<Reason>): void {
  const isValue = isLiteral(previous.signature) || isLiteral(next.signature)
  if (!isValue) compareAnnotations(previous.signature, next.signature, reasons)
  // What a constant holds is not its signature; what a member of an enum holds is.
  else if (
    previous.isEnumMember() &&
    next.isEnumMember() &&
    previous.signature !== next.signature
  ) {
    reasons.add('value_changed')
  }
}

function isLiteral(text: string | null): boolean {
  return text !== null && /^(?:[bBrRuUfF]{0,2}['"]|[-\d.]|True$|False$|None$)/.test(text)
}
