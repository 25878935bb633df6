// Millions of names as bytes, one after another: a list of strings would take several times the
// memory, and sorting it most of the time that a build takes.

export type NameArena = Readonly<{
  bytes: Uint8Array
  /** Name i lies between `starts[i]` and `starts[i + 1]`. */
  starts: Uint32Array
  count: number
}>

const encoder = new TextEncoder()

export function arenaWriter() {
  let bytes = new Uint8Array(1 << 20)
  let starts = new Uint32Array(1 << 16)
  let used = 0
  let count = 0

  return {
    addText(name: string): void {
      const encoded = encoder.encode(name)
      const end = used + encoded.length
      if (end > bytes.length) bytes = grown(bytes, end)
      if (count + 2 > starts.length) starts = grown(starts, count + 2)
      bytes.set(encoded, used)
      used = end
      count += 1
      starts[count] = used
    },
    finish: (): NameArena => ({ bytes: bytes.subarray(0, used), starts, count }),
  }
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

/** A copy with room for so many numbers, and for half as many again at least. */
export function grown<T extends Numbers>(array: T, needed: number): T {
  const size = Math.max(needed, array.length + (array.length >> 1))
  const bigger = new (array.constructor as new (size: number) => T)(size)
  bigger.set(array)
  return bigger
}

/** The bytes of name `index`, as bounds. */
export function startOf({ starts }: NameArena, index: number): number {
  return starts[index] ?? 0
}

export function endOf({ starts }: NameArena, index: number): number {
  return starts[index + 1] ?? 0
}

/**
 * Indexes of the names in order of their bytes (of their bytes from the end, when `reversed`), equal
 * names once.
 */
export function sortedOrder(arena: NameArena, reversed: boolean): Uint32Array {
  const order = Uint32Array.from({ length: arena.count }, (_, index) => index)
  multikeySort(arena, order, reversed)
  let kept = 0
  for (const index of order) {
    if (kept > 0 && compareAt(arena, order[kept - 1] ?? 0, index) === 0) continue
    order[kept++] = index
  }
  return order.subarray(0, kept)
}

function compareAt(arena: NameArena, a: number, b: number): number {
  const { bytes } = arena
  return Buffer.compare(
    bytes.subarray(startOf(arena, a), endOf(arena, a)),
    bytes.subarray(startOf(arena, b), endOf(arena, b)),
  )
}

/** Three-way radix quicksort: looks at each byte about once, whatever names have in common. */
function multikeySort(arena: NameArena, order: Uint32Array, reversed: boolean): void {
  const { bytes, starts } = arena
  const byteAt = (index: number, depth: number): number => {
    const start = starts[index] ?? 0
    const end = starts[index + 1] ?? 0
    if (depth >= end - start) return -1
    return bytes[reversed ? end - 1 - depth : start + depth] ?? 0
  }
  const swap = (i: number, j: number): void => {
    const kept = order[i] ?? 0
    order[i] = order[j] ?? 0
    order[j] = kept
  }
  // Ranges still to be sorted, as (from, to, depth): a recursion could go as deep as names are long.
  const todo: number[] = [0, order.length, 0]
  while (todo.length > 0) {
    const depth = todo.pop() ?? 0
    const to = todo.pop() ?? 0
    const from = todo.pop() ?? 0
    if (to - from < 2) continue
    const pivot = byteAt(order[(from + to) >>> 1] ?? 0, depth)
    let low = from
    let high = to - 1
    let at = from
    while (at <= high) {
      const byte = byteAt(order[at] ?? 0, depth)
      if (byte < pivot) swap(low++, at++)
      else if (byte > pivot) swap(at, high--)
      else at++
    }
    todo.push(from, low, depth, high + 1, to, depth)
    // Names that end here are equal.
    if (pivot >= 0) todo.push(low, high + 1, depth + 1)
  }
}
