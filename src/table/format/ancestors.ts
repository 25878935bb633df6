// Where a name is looked for that is not among the members of a definition. To save space a list may
// end with a class whose own list continues it: then a hierarchy takes one number for each class.

import { TableError } from './tableError.ts'
import { at, byteAt, signedAt } from './varints.ts'

type Ancestry = Readonly<{
  ancestors: Uint32Array
  ancestorStarts: Uint32Array
  continues: Uint8Array
}>

/** All of them, in order. */
export function* ancestorsOf(ancestry: Ancestry, definition: number): Generator<number> {
  for (let from = definition; from >= 0; from = nextList(ancestry, from)) {
    const end = at(ancestry.ancestorStarts, from + 1)
    for (let i = at(ancestry.ancestorStarts, from); i < end; i += 1) yield at(ancestry.ancestors, i)
  }
}

export function hasNoAncestors({ ancestorStarts }: Ancestry, definition: number): boolean {
  // A list that another one continues is never empty.
  return at(ancestorStarts, definition) === at(ancestorStarts, definition + 1)
}

/** The definition whose list is the rest of this one's, or -1. */
export function nextList(
  { ancestors, ancestorStarts, continues }: Ancestry,
  definition: number,
): number {
  if (byteAt(continues, definition) === 0) return -1
  return at(ancestors, at(ancestorStarts, definition + 1) - 1)
}

/**
 * Whether two definitions, each of its own table, have the same ancestors in the same order. Shared
 * tails are compared once.
 */
export function sameAncestries(
  one: Ancestry,
  other: Ancestry,
  isSame: (ancestor: number, otherAncestor: number) => boolean,
): (definition: number, otherDefinition: number) => boolean {
  const known = new Int32Array(one.continues.length).fill(-1)
  return (definition, otherDefinition) => {
    const found = isSameAncestry(one, definition, other, otherDefinition, isSame, known)
    if (found) known[definition] = otherDefinition
    return found
  }
}

function isSameAncestry(
  one: Ancestry,
  definition: number,
  other: Ancestry,
  otherDefinition: number,
  isSame: (ancestor: number, otherAncestor: number) => boolean,
  known: Int32Array,
): boolean {
  let from = definition
  let there = otherDefinition
  let i = at(one.ancestorStarts, from)
  let j = at(other.ancestorStarts, there)
  for (;;) {
    while (from >= 0 && i === at(one.ancestorStarts, from + 1)) {
      from = nextList(one, from)
      if (from >= 0) i = at(one.ancestorStarts, from)
    }
    while (there >= 0 && j === at(other.ancestorStarts, there + 1)) {
      there = nextList(other, there)
      if (there >= 0) j = at(other.ancestorStarts, there)
    }
    if (from < 0 || there < 0) return from < 0 && there < 0
    const isAtStart = i === at(one.ancestorStarts, from) && j === at(other.ancestorStarts, there)
    if (isAtStart && signedAt(known, from) === there) return true
    if (!isSame(at(one.ancestors, i), at(other.ancestors, j))) return false
    i += 1
    j += 1
  }
}

/** Throws a `TableError` for a list that continues without a last class, or in a circle. */
export function checkAncestors(ancestry: Ancestry): void {
  const { ancestorStarts, continues } = ancestry
  const marks = new Uint8Array(continues.length)
  for (let definition = 0; definition < continues.length; definition += 1) {
    const passed: number[] = []
    for (let from = definition; from >= 0 && byteAt(marks, from) === 0; ) {
      marks[from] = OPEN
      passed.push(from)
      const isEmpty = at(ancestorStarts, from) === at(ancestorStarts, from + 1)
      if (isEmpty && byteAt(continues, from) === 1) throw new TableError('inherits from nothing')
      from = nextList(ancestry, from)
      if (from >= 0 && byteAt(marks, from) === OPEN) throw new TableError('inherits from itself')
    }
    for (const one of passed) marks[one] = DONE
  }
}

const OPEN = 1
const DONE = 2
