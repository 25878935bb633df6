// Numbers of 32 bits in as few bytes as they need: seven bits in each, lowest first, the top bit set
// on all but the last. Everything in a payload is made of these and of runs of bytes.

import { TableError } from './tableError.ts'

const MORE = 0x80
const BITS = 0x7f
const START_BYTES = 64 * 1024

export interface ByteWriter {
  /** A whole number from 0 to 2^32 - 1. */
  varint(value: number): void
  bytes(chunk: Uint8Array): void
  /** Its UTF-8, without its length. */
  text(value: string): void
  finish(): Buffer
}

export function byteWriter(): ByteWriter {
  let buffer = Buffer.allocUnsafe(START_BYTES)
  let length = 0

  function reserve(more: number): void {
    if (length + more <= buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, length + more))
    buffer.copy(larger, 0, 0, length)
    buffer = larger
  }

  return {
    varint(value) {
      if (!Number.isInteger(value) || value < 0 || value > 0xffff_ffff) {
        throw new TableError(`${value} is not a number that a table can hold`)
      }
      reserve(5)
      let rest = value
      while (rest > BITS) {
        buffer[length++] = (rest & BITS) | MORE
        rest = Math.floor(rest / 0x80)
      }
      buffer[length++] = rest
    },
    bytes(chunk) {
      reserve(chunk.length)
      buffer.set(chunk, length)
      length += chunk.length
    },
    text(value) {
      // A unit of UTF-16 takes at most three bytes.
      reserve(value.length * 3)
      length += buffer.write(value, length)
    },
    finish: () => buffer.subarray(0, length),
  }
}

export interface ByteReader {
  varint(): number
  /** `count` numbers. A count that cannot be true is refused before anything is set aside for it. */
  varints(count: number): Uint32Array
  /** A view, not a copy. */
  bytes(length: number): Buffer
  isAtEnd(): boolean
  /** Throws unless everything has been read. */
  end(): void
}

export function byteReader(buffer: Buffer): ByteReader {
  let at = 0

  function varint(): number {
    const first = buffer[at++]
    if (first === undefined) throw new TableError('ends too early')
    if (first < MORE) return first
    let value = first & BITS
    let scale = 0x80
    for (let more = 1; more <= 4; more += 1) {
      const byte = buffer[at++]
      if (byte === undefined) throw new TableError('ends too early')
      value += (byte & BITS) * scale
      scale *= 0x80
      if (byte >= MORE) continue
      // One number has one spelling, or one table would have several.
      if (byte === 0 || value > 0xffff_ffff) break
      return value
    }
    throw new TableError('holds a number that is not one')
  }

  return {
    varint,
    varints(count) {
      if (count > buffer.length - at) throw new TableError('ends too early')
      const column = new Uint32Array(count)
      for (let i = 0; i < count; i += 1) {
        // Most take one byte, and a call for each costs more than reading it.
        const byte = buffer[at] ?? MORE
        if (byte < MORE) {
          column[i] = byte
          at += 1
        } else column[i] = varint()
      }
      return column
    },
    bytes(length) {
      if (length > buffer.length - at) throw new TableError('ends too early')
      const start = at
      at += length
      return buffer.subarray(start, at)
    },
    isAtEnd: () => at === buffer.length,
    end() {
      if (at !== buffer.length) throw new TableError(`has ${buffer.length - at} bytes too many`)
    },
  }
}

/** Small for small differences of either sign. Both sides are below 2^31. */
export function zigzag(difference: number): number {
  return difference >= 0 ? difference * 2 : -difference * 2 - 1
}

export function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2
}

/** An element that must be there: an index beyond a column is a bug or a forged table. */
export function at(column: Uint32Array, index: number): number {
  return column[index] ?? outside()
}

// One function for each kind of array: a shared one must ask at each call which kind it was given.

export function signedAt(column: Int32Array, index: number): number {
  return column[index] ?? outside()
}

export function byteAt(column: Uint8Array, index: number): number {
  return column[index] ?? outside()
}

function outside(): never {
  throw new TableError('points outside itself')
}
