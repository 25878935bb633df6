// Random damage with a printed seed: bytes changed, moved, cut and repeated.

/** A small generator of our own, so that a seed means the same on every machine. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

// Values at which parsers change their mind.
const EDGES = [0, 1, 2, 8, 0x1f, 0x20, 0x2f, 0x7f, 0x80, 0xff, 0xffff, 0x7fffffff, 0xffffffff]

export function mutate(bytes: Buffer, random: () => number): Buffer {
  let mutated: Buffer = Buffer.from(bytes)
  const times = 1 + Math.floor(random() * 3)
  for (let i = 0; i < times; i++) mutated = mutateOnce(mutated, random)
  return mutated
}

function mutateOnce(bytes: Buffer, random: () => number): Buffer {
  if (bytes.length === 0) return bytes
  const below = (limit: number) => Math.floor(random() * limit)
  const at = below(bytes.length)
  const length = Math.min(1 + below(64), bytes.length - at)
  const to = below(bytes.length)
  const part = bytes.subarray(at, at + length)
  switch (below(8)) {
    case 0:
      bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8))
      return bytes
    case 1:
      bytes[at] = below(256)
      return bytes
    case 2:
      return writeEdge(bytes, at, EDGES[below(EDGES.length)] ?? 0)
    case 3:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
    case 4:
      return Buffer.concat([bytes.subarray(0, to), part, bytes.subarray(to)])
    case 5:
      return Buffer.from(bytes.subarray(0, at))
    case 6:
      Buffer.from(part).copy(bytes, to)
      return bytes
    default:
      return bytes.fill(below(256), at, at + length)
  }
}

function writeEdge(bytes: Buffer, at: number, value: number): Buffer {
  const width = value > 0xffff ? 4 : value > 0xff ? 2 : 1 + (value % 2) * 3
  const little = Buffer.alloc(4)
  little.writeUInt32LE(value)
  little.copy(bytes, at, 0, Math.min(width, bytes.length - at))
  return bytes
}
