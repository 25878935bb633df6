// Names that are gone since a set was built. Each of thousands of neighbours is looked up here, so a
// mask of hashes passes over nearly all of them before any is made into a text.

import { type NearBuffer, startAt, textAt } from './nearBuffer.ts'

const MASK_BITS = 1 << 19

export function removedNames(names: readonly string[]) {
  const known = new Set(names)
  const mask = new Uint8Array(names.length === 0 ? 0 : MASK_BITS / 8)
  for (const name of known) {
    let hash = SEED
    for (let i = 0; i < name.length; i++) hash = mix(hash, name.charCodeAt(i))
    const bit = hash & (MASK_BITS - 1)
    mask[bit >> 3] = (mask[bit >> 3] ?? 0) | (1 << (bit & 7))
  }
  return {
    size: known.size,
    has: (name: string) => known.has(name),
    /** Whether the name at this place of a search is gone. */
    isIn(near: NearBuffer, index: number): boolean {
      const end = near.ends[index] ?? 0
      let hash = SEED
      for (let at = startAt(near, index); at < end; at++) hash = mix(hash, near.units[at] ?? 0)
      const bit = hash & (MASK_BITS - 1)
      if ((((mask[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 0) return false
      return known.has(textAt(near, index))
    },
  }
}

const SEED = 0x811c9dc5

function mix(hash: number, unit: number): number {
  const mixed = Math.imul(hash ^ unit, 0x01000193)
  return mixed ^ (mixed >>> 15)
}
