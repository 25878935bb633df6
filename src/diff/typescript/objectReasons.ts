// What became of an object type that has a name, member by member.

import { indexSignatures } from '../../signatures/indexSignatures.ts'
import { mappedOf } from '../../signatures/mapped.ts'
import type { Reason } from '../reasons.ts'
import type { Assignability } from './assignable.ts'
import { type Position, relationOf, relationReason, TYPE_REASONS } from './relation.ts'
import type { ObjectType } from './shape.ts'
import { takesNothing, withNothing } from './typeForms.ts'

export function objectReasons(
  sides: Assignability,
  previous: ObjectType,
  next: ObjectType,
  position: Position,
): ReadonlySet<Reason> {
  const reasons = new Set<Reason>()
  for (const [name, before] of previous.members) {
    const after = next.members.get(name)
    if (after === undefined) {
      reasons.add(hasUnknownKeys(next) ? 'type_changed_undecided' : 'type_changed')
      continue
    }
    if (before.isOptional && !after.isOptional) reasons.add('member_made_required')
    // What could be nothing is read and written as before when it may be missing.
    const isLess = !before.isOptional && after.isOptional
    const isNothing = isLess && takesNothing(before.type)
    if (isLess && !isNothing) {
      reasons.add(position.isGot ? 'member_made_optional' : 'given_member_made_optional')
    }
    const isFixed = !before.isReadonly && after.isReadonly
    if (isFixed && position.isGot) reasons.add('member_made_readonly')
    const now = isNothing ? withNothing(after.type) : after.type
    const relation = relationOf(sides, before.type, now)
    const reason = relationReason(relation, position, TYPE_REASONS)
    if (reason !== null && reason !== 'type_rewritten') reasons.add(reason)
  }
  for (const [name, after] of next.members) {
    if (previous.members.has(name) || after.isOptional) continue
    reasons.add(hasUnknownKeys(previous) ? 'type_changed_undecided' : 'required_member_added')
  }
  if (previous.unnamed.join('; ') !== next.unnamed.join('; ')) {
    const plain = (object: ObjectType): ObjectType => ({ ...object, members: new Map() })
    const given = sides.ask(plain(previous), plain(next), true)
    const got = sides.ask(plain(next), plain(previous), false)
    const now = indexSignatures(next.unnamed)
    const isLost = [...indexSignatures(previous.unnamed).keys()].some(
      (key) => !now.has(key) && !now.has('string'),
    )
    // Whoever read or gave a key of any name cannot any more.
    if (isLost) reasons.add('type_changed')
    else if (given === 'no' || got === 'no') reasons.add('type_changed')
    else if (given !== 'yes' || got !== 'yes') reasons.add('type_changed_undecided')
  }
  return reasons
}

/** Keys that nobody chooses, and that could not be worked out. */
function hasUnknownKeys({ unnamed }: ObjectType): boolean {
  return unnamed.some((one) => {
    const mapped = mappedOf(one)
    return mapped !== null && !/\bkeyof T\d/.test(mapped.keys)
  })
}
