// Whether what was written under a key of any name is refused under one that is known now.

import type { Type } from '../../signatures/parseType.ts'
import type { KeyedMembers } from '../keyedMembers.ts'
import type { Assignability } from './assignable.ts'
import { isWanted, withNothing } from './typeForms.ts'

export function refusesKeyed({ held, news }: KeyedMembers, sides: Assignability): boolean {
  return news.some((text) => {
    const now = sides.parse(text)
    return held.some((one) => {
      // Where anything was taken, whoever wrote the key meant what it is for, and may have said less of it.
      if (one === 'any' || one === 'unknown') return mustHaveMembers(now, sides)
      return sides.ask(sides.parse(one), withNothing(now), true) === 'no'
    })
  })
}

const NOTHING: ReadonlySet<string> = new Set(['undefined', 'null'])

/** Objects, each of which must have something. */
function mustHaveMembers(type: Type, sides: Assignability): boolean {
  if (type.form === 'union') {
    const parts = type.parts.filter(({ text }) => !NOTHING.has(text))
    return parts.length > 0 && parts.every((one) => mustHaveMembers(one, sides))
  }
  // What one part demands all of them demand.
  if (type.form === 'intersection') return type.parts.some((one) => mustHaveMembers(one, sides))
  const shape = sides.to.shapeOf(type)
  return shape !== null && !shape.isClass && [...shape.object.members.values()].some(isWanted)
}
