// The part of a payload that lists the names of attributes which code of the package sets on something
// that could not be told: `registry["a"].name = 1`. Anything in the package may have them. It stands
// behind all others, and only where there is something to say.

import { TABLE_MAX_BYTES } from '../../limits.ts'
import { type NamePool, readNames, writeNames } from './namePool.ts'
import { TableError } from './tableError.ts'
import type { ByteReader, ByteWriter } from './varints.ts'

/** The number that it begins with. */
export const LOOSE_PART = 13

/** In the place of more names than are listed: any name may be one of them. */
export const ANY_NAME = '*'

export function writeLoose(writer: ByteWriter, names: readonly string[]): void {
  if (names.length === 0) return
  writer.varint(LOOSE_PART)
  writeNames(writer, [...new Set(names.map((name) => name.toWellFormed()))].sort())
}

export function readLoose(reader: ByteReader): NamePool {
  const names = readNames(reader, TABLE_MAX_BYTES)
  if (names.count === 0) throw new TableError('has an empty list at its end')
  return names
}

/** Whether anything may have the first name of a path because code sets it on something. */
export function isLoose({ loose }: Readonly<{ loose: NamePool | null }>, path: string): boolean {
  if (loose === null) return false
  const [name = ''] = path.split('.', 1)
  return loose.find(name) >= 0 || loose.find(ANY_NAME) >= 0
}
