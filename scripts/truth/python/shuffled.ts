/** The items in an order that the seed decides. */
export function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const next = randomFrom(seed)
  const keyed = items.map((item) => ({ item, at: next() }))
  return keyed.toSorted((a, b) => a.at - b.at).map(({ item }) => item)
}

/** Mulberry32: the same numbers for the same seed everywhere. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
