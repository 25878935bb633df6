// The part of a payload with types that signatures name and that no path leads to: nobody can ask for
// them, and what callers give and get is made of them. It stands behind all others.

import { type HiddenType, SYMBOL_KINDS } from './table.ts'
import { TableError } from './tableError.ts'
import { type References, readTextPairs, type TextPool, textPoolWriter } from './textPool.ts'
import type { ByteReader, ByteWriter } from './varints.ts'

/** The number that it begins with. */
export const HIDDEN_PART = 12

export type HiddenColumns = Readonly<{ pool: TextPool; name: References; body: References }>

export function writeHidden(writer: ByteWriter, hidden: readonly HiddenType[]): void {
  if (hidden.length === 0) return
  const rows = hidden
    .map(({ name, ...body }) => ({ name, body: JSON.stringify(bodyOf(body)) }))
    .sort((one, other) => compare(one.name, other.name) || compare(one.body, other.body))
  const pool = textPoolWriter()
  pool.column(rows.map(({ name }) => name.toWellFormed()))
  pool.column(rows.map(({ body }) => body))
  writer.varint(HIDDEN_PART)
  writer.varint(rows.length)
  pool.write(writer)
}

/** Always in the same order. */
function bodyOf({ kind, signature, isOpen, file, namedIn, members, as }: Body) {
  const body = { kind, signature, isOpen, file, namedIn: namedIn.toSorted(), members }
  return as === undefined ? body : { ...body, as: { module: as.module, name: as.name } }
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

export function readHidden(reader: ByteReader): HiddenColumns {
  const { pool, first: name, second: body } = readTextPairs(reader)
  return { pool, name, body }
}

/** Types that no path leads to. */
export function hiddenTypesOf(columns: HiddenColumns | null): readonly HiddenType[] {
  return namedTypesOf(columns).filter((one) => one.as === undefined)
}

/** Those, and others under names that are not theirs. Throws a `TableError` for what no extractor writes. */
export function namedTypesOf(columns: HiddenColumns | null): readonly HiddenType[] {
  if (columns === null) return []
  const { pool, name, body } = columns
  return Array.from(name, (one, number) => {
    return { name: pool.text(one) ?? '', ...parsed(pool.text(body[number] ?? 0) ?? '') }
  })
}

type Body = Omit<HiddenType, 'name'>

function parsed(text: string): Body {
  try {
    const body: unknown = JSON.parse(text)
    if (isBody(body)) return body
  } catch {
    // Said below.
  }
  throw new TableError('has a type that cannot be read')
}

function isBody(value: unknown): value is Body {
  if (!isTyped(value) || !('members' in value) || !Array.isArray(value.members)) return false
  if (!('file' in value) || !('isOpen' in value) || !('namedIn' in value)) return false
  return (
    (!('as' in value) || isPath(value.as)) &&
    typeof value.file === 'string' &&
    typeof value.isOpen === 'boolean' &&
    Array.isArray(value.namedIn) &&
    value.namedIn.every((file) => typeof file === 'string') &&
    value.members.every(isMember)
  )
}

function isPath(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (!('module' in value) || !('name' in value)) return false
  return typeof value.module === 'string' && typeof value.name === 'string'
}

function isMember(value: unknown): boolean {
  if (!isTyped(value) || !('name' in value) || !('isPublic' in value)) return false
  if (typeof value.name !== 'string' || typeof value.isPublic !== 'boolean') return false
  const { file = '', of = '' } = value as Readonly<{ file?: unknown; of?: unknown }>
  return typeof file === 'string' && typeof of === 'string'
}

function isTyped(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (!('kind' in value) || !('signature' in value)) return false
  return isKind(value.kind) && (value.signature === null || typeof value.signature === 'string')
}

function isKind(value: unknown): boolean {
  return SYMBOL_KINDS.some((kind) => kind === value)
}
