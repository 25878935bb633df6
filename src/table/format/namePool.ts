// The names of a table: each once, sorted by code units, so that a name's number is its rank and
// names compare as numbers. On disk each says how many bytes it shares with the one before it.

import { isAscii, isUtf8 } from 'node:buffer'
import { TableError } from './tableError.ts'
import { at, type ByteReader, type ByteWriter, byteAt } from './varints.ts'

export interface NamePool {
  readonly count: number
  readonly sizeBytes: number
  /** The name's number, or -1. */
  find(name: string): number
  text(id: number): string
  /** 1 for each name that holds a dot. */
  dotted(): Uint8Array
  /** All names, one after another; name `n` ends where the next begins. */
  readonly bytes: Buffer
  readonly starts: Uint32Array
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
  const starts = nameStarts(shared, added, bytesMax)
  const rest = reader.bytes(added.reduce((sum, length) => sum + length, 0))
  const bytes = Buffer.allocUnsafe(at(starts, count))
  let from = 0
  let previous = 0
  for (let i = 0; i < count; i += 1) {
    const start = at(starts, i)
    const kept = at(shared, i)
    // Most are a few bytes long: a loop is faster than two calls that copy.
    for (let j = 0; j < kept; j += 1) bytes[start + j] = byteAt(bytes, previous + j)
    for (let j = start + kept; j < at(starts, i + 1); ) bytes[j++] = byteAt(rest, from++)
    if (i > 0) checkOrder(bytes, previous, start, at(starts, i + 1), kept)
    previous = start
  }
  checkTexts(bytes, starts)
  return new SortedNames(bytes, starts)
}

/** Where each name starts, and where the last ends. Bounded: shared bytes cost nothing on disk. */
function nameStarts(shared: Uint32Array, added: Uint32Array, bytesMax: number): Uint32Array {
  const starts = new Uint32Array(shared.length + 1)
  let total = 0
  let length = 0
  for (let i = 0; i < shared.length; i += 1) {
    if (at(shared, i) > length) throw new TableError('a name shares more than there is')
    length = at(shared, i) + at(added, i)
    total += length
    if (total > bytesMax) throw new TableError('has names that are too long')
    starts[i + 1] = total
  }
  return starts
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
    (hasEnded || unitOrder(byteAt(bytes, previous + kept)) < unitOrder(byteAt(bytes, start + kept)))
  if (!isAbove) throw new TableError('has names out of order')
}

/** Whether each piece is text: the whole is, and no piece starts inside a character. */
export function checkTexts(bytes: Buffer, starts: Uint32Array): void {
  if (isAscii(bytes)) return
  if (!isUtf8(bytes)) throw new TableError('holds text that is not UTF-8')
  for (const start of starts) {
    const isInside = start < bytes.length && (byteAt(bytes, start) & 0xc0) === 0x80
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

/** Below zero when the first pool's name sorts first, 0 when they are the same. */
export function compareNames(one: NamePool, id: number, other: NamePool, otherId: number): number {
  const start = at(one.starts, id)
  const otherStart = at(other.starts, otherId)
  const length = at(one.starts, id + 1) - start
  const otherLength = at(other.starts, otherId + 1) - otherStart
  const max = length < otherLength ? length : otherLength
  for (let i = 0; i < max; i += 1) {
    const byte = byteAt(one.bytes, start + i)
    const otherByte = byteAt(other.bytes, otherStart + i)
    if (byte !== otherByte) return unitOrder(byte) - unitOrder(otherByte)
  }
  return length - otherLength
}

// A class, because every table has one: its code is compiled once, and not for each table anew.
class SortedNames implements NamePool {
  readonly count: number
  readonly sizeBytes: number
  readonly bytes: Buffer
  readonly starts: Uint32Array
  readonly #encoding: 'latin1' | 'utf8'

  /** `starts` has one more element than there are names. */
  constructor(bytes: Buffer, starts: Uint32Array) {
    this.count = starts.length - 1
    this.sizeBytes = bytes.length + starts.byteLength
    this.bytes = bytes
    this.starts = starts
    this.#encoding = isAscii(bytes) ? 'latin1' : 'utf8'
  }

  find(name: string): number {
    if (copyAscii(name)) return this.#findCopied(name.length)
    // Half a character would be searched for as the replacement character.
    return HALF.test(name) ? -1 : this.#findBytes(Buffer.from(name, 'utf8'))
  }

  text(id: number): string {
    const starts = this.starts
    return this.bytes.toString(this.#encoding, at(starts, id), at(starts, id + 1))
  }

  dotted(): Uint8Array {
    const bytes = this.bytes
    const found = new Uint8Array(this.count)
    let id = 0
    for (let dot = bytes.indexOf(DOT); dot >= 0; dot = bytes.indexOf(DOT, dot + 1)) {
      while (at(this.starts, id + 1) <= dot) id += 1
      found[id] = 1
    }
    return found
  }

  /**
   * What was copied last. Whatever lies between two names shares what both share with the wanted
   * one, and dotted names share much: those bytes are not compared again.
   */
  #findCopied(wantedLength: number): number {
    const wanted = copied
    const bytes = this.bytes
    const starts = this.starts
    let low = 0
    let high = this.count - 1
    let sharedBelow = 0
    let sharedAbove = 0
    while (low <= high) {
      const middle = (low + high) >>> 1
      const start = starts[middle] ?? 0
      const length = (starts[middle + 1] ?? 0) - start
      const max = wantedLength < length ? wantedLength : length
      let shared = sharedBelow < sharedAbove ? sharedBelow : sharedAbove
      while (shared < max && wanted[shared] === bytes[start + shared]) shared += 1
      const order =
        shared < max ? (wanted[shared] ?? 0) - (bytes[start + shared] ?? 0) : wantedLength - length
      if (order === 0) return middle
      if (order < 0) {
        high = middle - 1
        sharedAbove = shared
      } else {
        low = middle + 1
        sharedBelow = shared
      }
    }
    return -1
  }

  #findBytes(wanted: Buffer): number {
    let low = 0
    let high = this.count - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const order = this.#compareBytes(wanted, middle)
      if (order === 0) return middle
      if (order < 0) high = middle - 1
      else low = middle + 1
    }
    return -1
  }

  /** Below zero when the wanted name sorts first. */
  #compareBytes(wanted: Buffer, id: number): number {
    const start = at(this.starts, id)
    const length = at(this.starts, id + 1) - start
    const max = Math.min(wanted.length, length)
    for (let i = 0; i < max; i += 1) {
      const order = unitOrder(byteAt(wanted, i)) - unitOrder(byteAt(this.bytes, start + i))
      if (order !== 0) return order
    }
    return wanted.length - length
  }
}

// A part of a path may be a view of a longer text, whose letters are slow to reach: each is fetched
// once. Nothing waits between the copy and its use.
const copied = new Uint8Array(256)

/** False, and nothing of use is copied, when the text is long or has letters beyond ASCII. */
function copyAscii(text: string): boolean {
  if (text.length > copied.length) return false
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    if (unit > 0x7f) return false
    copied[i] = unit
  }
  return true
}
