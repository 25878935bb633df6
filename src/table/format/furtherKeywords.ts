// The part of a payload that says what calls take beyond signatures: the keywords that a `**` takes in
// the end, and whether a decorator takes other arguments. It stands behind those that every table
// has, and only where there is something to say.

import { indexIn } from './indexIn.ts'
import type { Definition } from './table.ts'
import { TableError } from './tableError.ts'
import { type References, readTexts, type TextPool, textPoolWriter } from './textPool.ts'
import { at, type ByteReader, type ByteWriter } from './varints.ts'

/** The number that it begins with. */
export const FURTHER_PART = 10

/** `definition`: the numbers of those that have some, ascending. */
export type FurtherColumns = Readonly<{
  definition: Uint32Array
  text: References
  pool: TextPool
}>

/** Before the keywords that hold for objects of the very class only. */
const OF_CLASS = '!'
/** Instead of keywords: the signature does not say what is taken. */
const REWRITTEN = '?'
/** Before the signature of a constant. */
const VALUE = '='

type Further = Pick<Definition, 'furtherKeywords' | 'isRewritten' | 'value'>

export function writeFurther(writer: ByteWriter, definitions: readonly Definition[]): void {
  const rows = definitions.flatMap((definition, number) => {
    const text = writtenText(definition)
    return text === null ? [] : [{ number, text }]
  })
  if (rows.length === 0) return
  writer.varint(FURTHER_PART)
  writer.varint(rows.length)
  let next = 0
  for (const { number } of rows) {
    writer.varint(number - next)
    next = number + 1
  }
  const pool = textPoolWriter()
  pool.column(rows.map(({ text }) => text))
  pool.write(writer)
}

function writtenText({ furtherKeywords, isRewritten, value }: Further): string | null {
  if (value !== undefined) return `${VALUE}${value}`
  if (isRewritten === true) return REWRITTEN
  if (furtherKeywords === undefined) return null
  const { keywords, isOfClass } = furtherKeywords
  return `${isOfClass ? OF_CLASS : ''}${keywords.join(' ')}`
}

export function readFurther(reader: ByteReader, count: number): FurtherColumns {
  const definition = reader.varints(reader.varint())
  if (definition.length === 0) throw new TableError('has an empty list at its end')
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

/** What is told of a definition. */
export function furtherOf(columns: FurtherColumns | null, number: number): Further {
  if (columns === null) return {}
  const { definition } = columns
  const row = indexIn(definition, 0, definition.length, number)
  if (row < 0) return {}
  const text = columns.pool.text(at(columns.text, row)) ?? ''
  if (text === REWRITTEN) return { isRewritten: true }
  if (text.startsWith(VALUE)) return { value: text.slice(VALUE.length) }
  const isOfClass = text.startsWith(OF_CLASS)
  const listed = isOfClass ? text.slice(OF_CLASS.length) : text
  return { furtherKeywords: { keywords: listed === '' ? [] : listed.split(' '), isOfClass } }
}
