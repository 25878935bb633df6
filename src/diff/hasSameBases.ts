// Whether two definitions name the same bases, to the letter.

import type { Columns } from '../table/format/columns.ts'
import { isSameText } from '../table/format/textPool.ts'
import { at } from '../table/format/varints.ts'

export function hasSameBases(from: Columns, one: number, to: Columns, other: number): boolean {
  const start = at(from.definitions.baseStarts, one)
  const there = at(to.definitions.baseStarts, other)
  const count = at(from.definitions.baseStarts, one + 1) - start
  if (at(to.definitions.baseStarts, other + 1) - there !== count) return false
  for (let i = 0; i < count; i += 1) {
    const base = at(from.definitions.bases, start + i)
    const theirs = at(to.definitions.bases, there + i)
    if (!isSameText(from.texts.words, base, to.texts.words, theirs)) return false
  }
  return true
}
