// What came and what went between a set and a newer list of names.

import { eachDawgName } from '../near/dawgNames.ts'
import { isRegular } from '../stored/alphabet.ts'
import { endOf, type NameArena, startOf } from '../stored/nameArena.ts'
import { type NameFile, oddIn } from '../stored/nameFile.ts'

type NameChanges = Readonly<{ added: readonly string[]; removed: readonly string[] }>

/** Null when there are more changes than `max`. `order`: the new names sorted by bytes. */
export function findChanges(
  file: NameFile,
  names: NameArena,
  order: Uint32Array,
  max: number,
): NameChanges | null {
  const oddBefore = new Set(oddIn(file))
  const added: string[] = []
  const removed: string[] = []
  const bytesAt = (index: number) =>
    names.bytes.subarray(startOf(names, index), endOf(names, index))
  const textAt = (index: number) => Buffer.from(bytesAt(index)).toString('utf8')
  let at = 0
  /** Moves over the odd ones, which are in no automaton, to the next name that could be in one. */
  const nextRegular = (): number | null => {
    for (; at < order.length; at++) {
      const index = order[at] ?? 0
      if (isRegular(names.bytes, startOf(names, index), endOf(names, index))) return index
      const name = textAt(index)
      if (!oddBefore.delete(name)) added.push(name)
    }
    return null
  }
  let next = nextRegular()
  // Both sides are in order of their bytes.
  eachDawgName(file.sections.forward, (codes, length) => {
    if (added.length + removed.length > max) return
    for (;;) {
      const side = next === null ? 1 : Buffer.compare(bytesAt(next), codes.subarray(0, length))
      if (side > 0) {
        removed.push(Buffer.from(codes.subarray(0, length)).toString('latin1'))
        return
      }
      if (side < 0 && next !== null) added.push(textAt(next))
      at += 1
      next = nextRegular()
      if (side === 0) return
    }
  })
  for (; next !== null && added.length <= max; next = nextRegular()) {
    added.push(textAt(next))
    at += 1
  }
  removed.push(...oddBefore)
  return added.length + removed.length > max ? null : { added, removed }
}
