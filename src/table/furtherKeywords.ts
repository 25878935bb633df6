// The part of a payload that says which keywords a `**` takes in the end. It stands behind all
// others, and only where there is something to say: older tables end before it.

import type { Definition } from './table.ts'
import { TableError } from './tableError.ts'
import { type References, readTexts, type TextPool, textPoolWriter } from './textPool.ts'
import { at, type ByteReader, type ByteWriter } from './varints.ts'

/** `definition`: the numbers of those that have some, ascending. */
export type FurtherColumns = Readonly<{
  definition: Uint32Array
  text: References
  pool: TextPool
}>

/** Before the keywords that hold for objects of the very class only. */
const OF_CLASS = '!'

export function writeFurther(writer: ByteWriter, definitions: readonly Definition[]): void {
  const rows = definitions.flatMap(({ furtherKeywords }, number) =>
    furtherKeywords === undefined ? [] : [{ number, ...furtherKeywords }],
  )
  if (rows.length === 0) return
  writer.varint(rows.length)
  let next = 0
  for (const { number } of rows) {
    writer.varint(number - next)
    next = number + 1
  }
  const pool = textPoolWriter()
  pool.column(
    rows.map(({ keywords, isOfClass }) => `${isOfClass ? OF_CLASS : ''}${keywords.join(' ')}`),
  )
  pool.write(writer)
}

/** Null where the payload has ended. */
export function readFurther(reader: ByteReader, count: number): FurtherColumns | null {
  if (reader.isAtEnd()) return null
  const definition = reader.varints(reader.varint())
  if (definition.length === 0) throw new TableError('has bytes too many')
  let next = 0
  for (let i = 0; i < definition.length; i += 1) {
    next += at(definition, i)
    if (next >= count) throw new TableError('names something that it does not have')
    definition[i] = next++
  }
  const { pool, columns } = readTexts(reader, [definition.length])
  const [text] = columns
  if (text === undefined || text.includes(0)) {
    throw new TableError('lacks a text that must be there')
  }
  return { definition, text, pool }
}

/** Those of a definition; null where there are none to tell of. */
export function furtherOf(
  columns: FurtherColumns | null,
  number: number,
): NonNullable<Definition['furtherKeywords']> | null {
  if (columns === null) return null
  const row = rowOf(columns.definition, number)
  const text = row < 0 ? null : columns.pool.text(at(columns.text, row))
  if (text === null) return null
  const isOfClass = text.startsWith(OF_CLASS)
  const listed = isOfClass ? text.slice(OF_CLASS.length) : text
  return { keywords: listed === '' ? [] : listed.split(' '), isOfClass }
}

function rowOf(definition: Uint32Array, number: number): number {
  let low = 0
  let high = definition.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const there = at(definition, middle)
    if (there === number) return middle
    if (there < number) low = middle + 1
    else high = middle - 1
  }
  return -1
}
