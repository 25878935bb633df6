// A generator whose whole sequence follows from its seed (mulberry32), so that a run can be
// repeated from the number it printed.

export type SeededRandom = Readonly<{
  /** In [0, 1). */
  next(): number
  /** In [0, below). */
  below(limit: number): number
  pick<T>(items: readonly T[]): T
}>

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
  }
}
