// Short lists of names, looked through one by one: ordered by length, so that only lengths that can
// be within reach are looked at, with a mask of letters each that rules most of them out.

import { boundedDistance, letterMask, masksMayBeNear } from '../../domain/names/nearest.ts'
import { ADJACENT_DISTANCE_MAX } from '../../limits.ts'

type Found = (name: string, distance: number, place: number) => void

/** Names must differ from each other. */
export function scannedNames(list: readonly string[]) {
  const places = Uint32Array.from({ length: list.length }, (_, place) => place)
  const lengthAt = (place: number) => list[place]?.length ?? 0
  // The sort is stable: within a length the order of the list stays.
  places.sort((a, b) => lengthAt(a) - lengthAt(b) || a - b)
  const longest = lengthAt(places.at(-1) ?? 0)
  const masks = Int32Array.from(places, (place) => letterMask(list[place] ?? ''))
  // starts[n]: how many names have fewer than n letters.
  const starts = new Uint32Array(longest + 2)
  for (const name of list) starts[name.length + 1] = (starts[name.length + 1] ?? 0) + 1
  for (let length = 1; length < starts.length; length++) {
    starts[length] = (starts[length] ?? 0) + (starts[length - 1] ?? 0)
  }
  const known = new Set(list)

  return {
    has: (name: string) => known.has(name),
    /** Every name within distance 2, `written` itself included, with its place in the list. */
    search(written: string, found: Found): void {
      const mask = letterMask(written)
      const last = starts.length - 1
      const from = starts[clamp(written.length - ADJACENT_DISTANCE_MAX, last)] ?? 0
      const to = starts[clamp(written.length + ADJACENT_DISTANCE_MAX + 1, last)] ?? 0
      for (let i = from; i < to; i++) {
        if (!masksMayBeNear(mask, masks[i] ?? 0)) continue
        const place = places[i] ?? 0
        const name = list[place] ?? ''
        const distance = boundedDistance(written, name, ADJACENT_DISTANCE_MAX)
        if (distance !== null) found(name, distance, place)
      }
    },
  }
}

function clamp(length: number, max: number): number {
  return Math.min(Math.max(length, 0), max)
}
