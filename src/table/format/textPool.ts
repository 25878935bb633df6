// Texts that are shown and never searched: each once, in the order in which the columns first name
// them, so that a first mention needs no number.

import { isAscii } from 'node:buffer'
import { checkTexts } from './namePool.ts'
import { TableError } from './tableError.ts'
import { at, type ByteReader, type ByteWriter, unzigzag, zigzag } from './varints.ts'

const NONE = 0
const NEXT = 1
const KNOWN = 2

/** A column of references as it is held in memory: 0 for none, else the text's number + 1. */
export type References = Uint32Array

interface TextPoolWriter {
  /** One column; none for null. Columns must be added in the order in which they are read. */
  column(texts: readonly (string | null)[]): void
  write(writer: ByteWriter): void
}

export function textPoolWriter(): TextPoolWriter {
  const numbers = new Map<string, number>()
  const columns: number[][] = []
  return {
    column(texts) {
      let previous = 0
      const column = texts.map((text) => {
        if (text === null) return NONE
        const known = numbers.get(text)
        const number = known ?? numbers.size
        if (known === undefined) numbers.set(text, number)
        const reference = known === undefined ? NEXT : KNOWN + zigzag(number - previous)
        previous = number
        return reference
      })
      columns.push(column)
    },
    write(writer) {
      writer.varint(numbers.size)
      for (const text of numbers.keys()) writer.varint(Buffer.byteLength(text))
      for (const text of numbers.keys()) writer.text(text)
      for (const column of columns) for (const value of column) writer.varint(value)
    },
  }
}

export interface TextPool {
  /** Beside the payload, of which its texts are a view. */
  readonly sizeBytes: number
  /** The text of a reference; null for none. */
  text(reference: number): string | null
  /** All texts, one after another; text `n` ends where the next begins. */
  readonly bytes: Buffer
  readonly starts: Uint32Array
}

/** Whether two references, each of its own pool, have the same text, without making it. */
export function isSameText(
  one: TextPool,
  reference: number,
  other: TextPool,
  otherReference: number,
): boolean {
  if (reference === NONE || otherReference === NONE) return reference === otherReference
  const start = at(one.starts, reference - 1)
  const length = at(one.starts, reference) - start
  const otherStart = at(other.starts, otherReference - 1)
  if (at(other.starts, otherReference) - otherStart !== length) return false
  for (let i = 0; i < length; i += 1) {
    if (one.bytes[start + i] !== other.bytes[otherStart + i]) return false
  }
  return true
}

/** The same for many: texts that were found to be the same are not compared again. */
export function sameTexts(
  one: TextPool,
  other: TextPool,
): (reference: number, otherReference: number) => boolean {
  const same = new Uint32Array(one.starts.length)
  return (reference, otherReference) => {
    if (otherReference === NONE) return reference === NONE
    if (at(same, reference) === otherReference) return true
    const isSame = isSameText(one, reference, other, otherReference)
    if (isSame) same[reference] = otherReference
    return isSame
  }
}

/** `lengths`: how many references each column has. */
export function readTexts(
  reader: ByteReader,
  lengths: readonly number[],
): Readonly<{ pool: TextPool; columns: readonly References[] }> {
  const lengthOf = reader.varints(reader.varint())
  const starts = new Uint32Array(lengthOf.length + 1)
  let total = 0
  for (let i = 0; i < lengthOf.length; i += 1) {
    total += at(lengthOf, i)
    // Beyond what a number holds it is beyond the payload as well, which is refused below.
    starts[i + 1] = Math.min(total, 0xffff_ffff)
  }
  const bytes = reader.bytes(total)
  checkTexts(bytes, starts)
  let next = 0
  const columns = lengths.map((length) => {
    const column = reader.varints(length)
    let previous = 0
    for (let i = 0; i < length; i += 1) {
      const value = at(column, i)
      if (value === NONE) continue
      const number = value === NEXT ? next++ : previous + unzigzag(value - KNOWN)
      // A text is known once it has been mentioned, so this is also the bound of the pool.
      if (number < 0 || number >= next || number >= lengthOf.length) {
        throw new TableError('names a text that it does not have')
      }
      previous = number
      column[i] = number + 1
    }
    return column
  })
  if (next !== lengthOf.length) throw new TableError('holds a text that nothing names')
  return { pool: textPool(bytes, starts), columns }
}

function textPool(bytes: Buffer, starts: Uint32Array): TextPool {
  const encoding = isAscii(bytes) ? 'latin1' : 'utf8'
  return {
    sizeBytes: starts.byteLength,
    text(reference) {
      if (reference === NONE) return null
      return bytes.toString(encoding, at(starts, reference - 1), at(starts, reference))
    },
    bytes,
    starts,
  }
}

/** A list, which is not empty, of rows of two texts each, which are all there. */
export function readTextPairs(
  reader: ByteReader,
): Readonly<{ count: number; pool: TextPool; first: References; second: References }> {
  const count = reader.varint()
  if (count === 0) throw new TableError('has an empty list at its end')
  const { pool, columns } = readTexts(reader, [count, count])
  const [first, second] = columns
  if (first === undefined || second === undefined || first.includes(0) || second.includes(0)) {
    throw new TableError('lacks a text that must be there')
  }
  return { count, pool, first, second }
}
