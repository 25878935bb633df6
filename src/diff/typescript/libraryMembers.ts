// What objects must have of which only the names of the members are known.

import { type LibraryShape, libraryShape } from '../../table/typescriptLibrary.ts'
import type { Answer } from './answer.ts'
import type { Named } from './named.ts'
import type { Shape } from './shape.ts'

/** Whether one must have a member that the other has not, whatever its type arguments are. */
export function lacks(own: Named, wanted: Named): boolean {
  if (own.isOpen || own.members.size === 0) return false
  return [...wanted.members].some(([name, isOptional]) => !isOptional && !own.members.has(name))
}

type Side = readonly [name: string, named: Named | null]

/** A type of the library in the place of another type, or the other way round; null where it says nothing. */
export function libraryReferences([source, own]: Side, [target, wanted]: Side): Answer | null {
  const [one, other] = [
    own === null ? libraryShape(source) : null,
    wanted === null ? libraryShape(target) : null,
  ]
  if (one !== null && wanted !== null) {
    const has = (name: string) => one.required.has(name) || one.optional.has(name)
    const isMore = [...wanted.members].some(([name, isOptional]) => !isOptional && !has(name))
    return isMore && wanted.kind !== 'alias' ? 'no' : null
  }
  if (other !== null && own !== null && own.members.size > 0 && !own.isOpen) {
    return namesOf(other).some((name) => !own.members.has(name)) ? 'no' : null
  }
  if (one === null || other === null) return null
  if ([...other.required].some((name) => !one.required.has(name))) return 'no'
  return one.bases.has(target) && !other.isGeneric ? 'yes' : null
}

/** What an object of a type of the library must have, without what symbols name. */
export function namesOf({ required }: LibraryShape): readonly string[] {
  return [...required].filter((name) => !name.startsWith('['))
}

/** Whether something must be there that objects of a type of the library do not have. */
export function isLacking({ required, optional }: LibraryShape, { object }: Shape): boolean {
  return [...object.members].some(
    ([name, { isOptional }]) =>
      !isOptional && !required.has(name) && !optional.has(name) && !(name in Object.prototype),
  )
}
