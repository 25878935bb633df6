// The names of a table: each once, sorted by code units, so that a name's number is its rank and
// names compare as numbers. On disk each says how many bytes it shares with the one before it.

import { isUtf8 } from 'node:buffer'
import { TableError } from './tableError.ts'
import { at, type ByteReader, type ByteWriter } from './varints.ts'

export interface NamePool {
  readonly count: number
  readonly sizeBytes: number
  /** The name's number, or -1. */
  find(name: string): number
  text(id: number): string
  /** 1 for each name that holds a dot. */
  dotted(): Uint8Array
}

const DOT = 0x2e
const HALF = /\p{Surrogate}/u

/** Takes them sorted and without duplicates. */
export function writeNames(writer: ByteWriter, names: readonly string[]): void {
  const encoded = names.map((name) => Buffer.from(name, 'utf8'))
  const shared = encoded.map((bytes, i) => commonLength(encoded[i - 1], bytes))
  writer.varint(names.length)
  for (const length of shared) writer.varint(length)
  for (const [i, bytes] of encoded.entries()) writer.varint(bytes.length - (shared[i] ?? 0))
  for (const [i, bytes] of encoded.entries()) writer.bytes(bytes.subarray(shared[i]))
}

function commonLength(one: Buffer | undefined, other: Buffer): number {
  if (one === undefined) return 0
  const max = Math.min(one.length, other.length)
  let length = 0
  while (length < max && one[length] === other[length]) length += 1
  return length
}

export function readNames(reader: ByteReader, bytesMax: number): NamePool {
  const count = reader.varint()
  const shared = reader.varints(count)
  const added = reader.varints(count)
  const ends = nameEnds(shared, added, bytesMax)
  const total = count === 0 ? 0 : at(ends, count - 1)
  const rest = reader.bytes(added.reduce((sum, length) => sum + length, 0))
  const bytes = Buffer.allocUnsafe(total)
  let from = 0
  let start = 0
  let previous = 0
  for (let i = 0; i < count; i += 1) {
    const kept = at(shared, i)
    const more = at(added, i)
    bytes.copyWithin(start, previous, previous + kept)
    rest.copy(bytes, start + kept, from, from + more)
    if (i > 0) checkOrder(bytes, previous, start, start + kept + more, kept)
    from += more
    previous = start
    start += kept + more
  }
  checkTexts(bytes, ends)
  return namePool(bytes, ends)
}

/** Where each name ends. Bounded, because shared bytes cost nothing in the payload. */
function nameEnds(shared: Uint32Array, added: Uint32Array, bytesMax: number): Uint32Array {
  const ends = new Uint32Array(shared.length)
  let total = 0
  let length = 0
  for (let i = 0; i < shared.length; i += 1) {
    if (at(shared, i) > length) throw new TableError('a name shares more than there is')
    length = at(shared, i) + at(added, i)
    total += length
    if (total > bytesMax) throw new TableError('has names that are too long')
    ends[i] = total
  }
  return ends
}

/** Strictly ascending: everything that is found by search depends on it. */
function checkOrder(
  bytes: Buffer,
  previous: number,
  start: number,
  end: number,
  kept: number,
): void {
  const hasEnded = previous + kept === start
  const isAbove =
    start + kept < end &&
    (hasEnded || unitOrder(at(bytes, previous + kept)) < unitOrder(at(bytes, start + kept)))
  if (!isAbove) throw new TableError('has names out of order')
}

/** Whether each piece is text: the whole is, and no piece starts inside a character. */
export function checkTexts(bytes: Buffer, ends: Uint32Array): void {
  if (!isUtf8(bytes)) throw new TableError('holds text that is not UTF-8')
  for (let i = 0; i + 1 < ends.length; i += 1) {
    const start = at(ends, i)
    const isInside = start < bytes.length && (at(bytes, start) & 0xc0) === 0x80
    if (isInside) throw new TableError('holds text that is cut inside a character')
  }
}

/**
 * UTF-8 sorts by code point, JavaScript by UTF-16 unit. They differ only where a character beyond
 * U+FFFF meets one from U+E000 on, whose first bytes are 0xEE and 0xEF.
 */
function unitOrder(byte: number): number {
  return byte === 0xee || byte === 0xef ? byte + 0x10 : byte
}

function namePool(bytes: Buffer, ends: Uint32Array): NamePool {
  const count = ends.length
  const startOf = (id: number) => (id === 0 ? 0 : at(ends, id - 1))

  /** Below zero when the wanted name sorts first. */
  function compare(wanted: Buffer, id: number): number {
    const start = startOf(id)
    const length = at(ends, id) - start
    const max = Math.min(wanted.length, length)
    for (let i = 0; i < max; i += 1) {
      const one = wanted[i] ?? 0
      const other = bytes[start + i] ?? 0
      if (one !== other) return unitOrder(one) - unitOrder(other)
    }
    return wanted.length - length
  }

  return {
    count,
    sizeBytes: bytes.length + ends.byteLength,
    find(name) {
      const wanted = Buffer.from(name, 'utf8')
      // Half a character would be searched for as the replacement character.
      if (wanted.length !== name.length && HALF.test(name)) return -1
      let low = 0
      let high = count - 1
      while (low <= high) {
        const middle = (low + high) >>> 1
        const order = compare(wanted, middle)
        if (order === 0) return middle
        if (order < 0) high = middle - 1
        else low = middle + 1
      }
      return -1
    },
    text: (id) => bytes.toString('utf8', startOf(id), at(ends, id)),
    dotted() {
      const found = new Uint8Array(count)
      let id = 0
      for (let dot = bytes.indexOf(DOT); dot >= 0; dot = bytes.indexOf(DOT, dot + 1)) {
        while (at(ends, id) <= dot) id += 1
        found[id] = 1
      }
      return found
    },
  }
}
