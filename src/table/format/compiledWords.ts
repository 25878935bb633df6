// The part of a payload that says which words compiled files spell, and for which modules that counts.
// It stands behind all others, and only where there is something to say.

import { startsOf } from './listStarts.ts'
import type { CompiledFile, ModuleTable } from './table.ts'
import { TableError } from './tableError.ts'
import { type References, readTextPairs, type TextPool, textPoolWriter } from './textPool.ts'
import { at, type ByteReader, type ByteWriter } from './varints.ts'

/** The number that it begins with. */
export const COMPILED_PART = 11

/** For each module the numbers of compiled files; for each of these the file and its words. */
export type CompiledColumns = Readonly<{
  starts: Uint32Array
  files: Uint32Array
  pool: TextPool
  file: References
  words: References
}>

export function writeCompiled(
  writer: ByteWriter,
  modules: readonly ModuleTable[],
  compiled: readonly CompiledFile[],
): void {
  if (compiled.length === 0) return
  const files = compiled.toSorted((one, other) => (one.file < other.file ? -1 : 1))
  const numbers = new Map(files.map(({ file }, number) => [file, number]))
  const numberOf = (file: string) => {
    const number = numbers.get(file)
    if (number === undefined) throw new TableError(`does not have the words of ${file}`)
    return number
  }
  const lists = modules.map(({ compiledIn = [] }) => compiledIn.map(numberOf).sort((a, b) => a - b))
  const pool = textPoolWriter()
  pool.column(files.map(({ file }) => file.toWellFormed()))
  pool.column(files.map(({ words }) => words.toWellFormed()))
  writer.varint(COMPILED_PART)
  writer.varint(files.length)
  pool.write(writer)
  for (const list of lists) writer.varint(list.length)
  for (const number of lists.flat()) writer.varint(number)
}

export function readCompiled(reader: ByteReader, moduleCount: number): CompiledColumns {
  const { count, pool, first: file, second: words } = readTextPairs(reader)
  const starts = startsOf(reader.varints(moduleCount))
  const files = reader.varints(at(starts, moduleCount))
  if (files.some((number) => number >= count)) {
    throw new TableError('names something that it does not have')
  }
  return { starts, files, pool, file, words }
}
