// What became of a type, to those who give values of it and to those who get them.

import type { Type } from '../../signatures/parseType.ts'
import type { Reason } from '../reasons.ts'
import type { Answer } from './answer.ts'
import type { Assignability } from './assignable.ts'

export type Relation = Readonly<{
  isSame: boolean
  /** Whether what callers gave is still taken. */
  given: Answer
  /** Whether what callers get still is what they got. */
  got: Answer
  isAnyNow: boolean
}>

export type Position = Readonly<{ isGot: boolean; isGiven: boolean }>

export const GIVEN: Position = { isGot: false, isGiven: true }
export const GOT: Position = { isGot: true, isGiven: false }
export const BOTH: Position = { isGot: true, isGiven: true }

export function relationOf(sides: Assignability, previous: Type, next: Type): Relation {
  return {
    isSame: sides.isSame(previous, next),
    given: sides.ask(previous, next, true),
    got: sides.ask(next, previous, false),
    isAnyNow: next.text === 'any' && previous.text !== 'any',
  }
}

/** The reasons for which a type that stands somewhere is another one. */
export type RelationReasons = Readonly<{
  /** It breaks those who give it, those who get it, or both. */
  narrowed: Reason
  widened: Reason
  changed: Reason
  /** It breaks nobody: nobody gets what more there is, or gives what is not taken any more. */
  onlyWidened: Reason
  onlyNarrowed: Reason
}>

export const TYPE_REASONS: RelationReasons = {
  narrowed: 'type_narrowed',
  widened: 'type_widened',
  changed: 'type_changed',
  onlyWidened: 'given_type_widened',
  onlyNarrowed: 'got_type_narrowed',
}

/** Null for a type that is the same to the letter. */
export function relationReason(
  { isSame, given, got, isAnyNow }: Relation,
  { isGot, isGiven }: Position,
  named: RelationReasons,
): Reason | null {
  if (isSame) return null
  const breaksGivers = isGiven && given === 'no'
  const breaksGetters = isGot && got === 'no'
  if (breaksGivers && got === 'yes') return named.narrowed
  if (breaksGetters && given === 'yes') return named.widened
  if (breaksGivers || breaksGetters) return named.changed
  if ((isGiven && given !== 'yes') || (isGot && got !== 'yes')) return 'type_changed_undecided'
  if (isAnyNow) return isGiven && !isGot ? named.onlyWidened : 'type_became_any'
  if (given === 'yes' && got === 'yes') return 'type_rewritten'
  return isGiven ? named.onlyWidened : named.onlyNarrowed
}
