// How likely a name was meant whose downloads nobody counts. PyPI publishes none: 15,000 of its names
// have a place in a list, and of the other 900,000 only the names themselves are known. Names that
// others are built on (`ethereum-dasm`, `ethereum-input-decoder`) are looked for more often: of those
// with 2 to 8 such names seven times as many are in that list as of those with none, of those with
// 256 and more forty times as many.

import { popularityOf } from '../../domain/names/nearest.ts'
import type { Ecosystem } from '../../domain/names/packageName.ts'
import { endOf, type NameArena, startOf } from '../stored/nameArena.ts'

const DASH = 0x2d

/** More than this tell nothing: the name would be in the list. */
const FAMILY_MAX = 90

/** Downloads a month that a name outside of the list is taken to have, and for each that is built on it. */
const ALONE = 100
const PER_MEMBER = 630

/**
 * By how many names are built on it (at most FAMILY_MAX): the popularity of a name without downloads
 * on record. npm counts them all, and what has no count has next to none.
 */
export function unknownPopularities(ecosystem: Ecosystem): Readonly<Int32Array> {
  return Int32Array.from({ length: FAMILY_MAX + 1 }, (_, members) =>
    ecosystem === 'npm' ? 0 : popularityOf(Math.log10(Math.max(ALONE, PER_MEMBER * members))),
  )
}

/**
 * Each name that others are built on, by a dash and more, and how many. `order`: the names sorted by
 * bytes, so that they come right after it, a dash being the least of all that names are made of.
 */
export function eachFamily(
  names: NameArena,
  order: Uint32Array,
  take: (start: number, end: number, members: number) => void,
): void {
  const { bytes } = names
  /** The names that the one at hand begins with, the shortest first. */
  const open: { start: number; end: number; members: number }[] = []
  const close = () => {
    const family = open.pop()
    if (family !== undefined && family.members > 0) {
      take(family.start, family.end, Math.min(family.members, FAMILY_MAX))
    }
  }
  for (const index of order) {
    const [start, end] = [startOf(names, index), endOf(names, index)]
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      if (isBuiltOn(bytes, start, end, last)) break
      close()
    }
    for (const family of open) family.members += 1
    open.push({ start, end, members: 0 })
  }
  while (open.length > 0) close()
}

function isBuiltOn(
  bytes: Uint8Array,
  start: number,
  end: number,
  family: Readonly<{ start: number; end: number }>,
): boolean {
  const length = family.end - family.start
  if (end - start <= length || bytes[start + length] !== DASH) return false
  for (let i = 0; i < length; i++) if (bytes[start + i] !== bytes[family.start + i]) return false
  return true
}
