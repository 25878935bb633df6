// The rows of a RECORD file: comma-separated path, hash, size; quotes as spreadsheets write them.
// Read by hand: the file is hostile, and an expression that backtracks over it could be too.

import { ArchiveRefusal } from '../bytes/refusal.ts'

export type RecordRow = Readonly<{
  hash: Readonly<{ algorithm: string; digest: string }> | null
  sizeBytes: number | null
}>

// A SHA-512 in base64 is 88 characters long.
const HASH_LENGTH_MAX = 128

/**
 * Parses at most `rowsMax` rows. Throws `record_invalid` when the file is malformed, has more
 * rows, or gives one path two different ones.
 */
export function parseRecord(
  bytes: Uint8Array,
  { member, rowsMax }: Readonly<{ member: string; rowsMax: number }>,
): ReadonlyMap<string, RecordRow> {
  const refuse = (detail: string): never => {
    throw new ArchiveRefusal('record_invalid', detail, member)
  }
  const rows = new Map<string, RecordRow>()
  let count = 0
  for (const fields of splitRows(decode(bytes, refuse), refuse)) {
    if (++count > rowsMax) refuse(`has more than ${rowsMax} rows`)
    const [path = '', hash = '', size = ''] = fields
    if (fields.length !== 3 || path === '') refuse('has a row without three fields')
    const row = { hash: parseHash(hash, refuse), sizeBytes: parseSize(size, refuse) }
    const other = rows.get(path)
    if (other !== undefined && !isSame(other, row)) refuse('has two rows for one path')
    rows.set(path, row)
  }
  return rows
}

type Refuse = (detail: string) => never

function isSame(one: RecordRow, other: RecordRow): boolean {
  return (
    one.sizeBytes === other.sizeBytes &&
    one.hash?.algorithm === other.hash?.algorithm &&
    one.hash?.digest === other.hash?.digest
  )
}

function decode(bytes: Uint8Array, refuse: Refuse): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse('is not UTF-8')
  }
}

/** The rows that are not empty. A quoted field may hold anything, with its quotes doubled. */
function* splitRows(text: string, refuse: Refuse): Generator<readonly string[]> {
  let fields: string[] = []
  let at = 0
  while (at < text.length) {
    const { value, end } = readField(text, at, refuse)
    fields.push(value)
    at = end + 1
    if (text[end] === ',') {
      // A comma at the very end opens one more field, which is empty.
      if (at === text.length) fields.push('')
      else continue
    }
    if (fields.length > 1 || fields[0] !== '') yield fields
    fields = []
  }
}

/** The field at `at`, and where the comma or the line feed after it stands. */
function readField(text: string, at: number, refuse: Refuse): { value: string; end: number } {
  if (text[at] === '"') return readQuoted(text, at, refuse)
  let end = at
  while (end < text.length && text[end] !== ',' && text[end] !== '\n') {
    if (text[end] === '"') refuse('has a quote in the middle of a field')
    end++
  }
  const hasReturn = text[end] !== ',' && text[end - 1] === '\r'
  return { value: text.slice(at, hasReturn ? end - 1 : end), end }
}

function readQuoted(text: string, at: number, refuse: Refuse): { value: string; end: number } {
  let close = text.indexOf('"', at + 1)
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close < 0) return refuse('has a quote that never ends')
  const end = text.startsWith('\r\n', close + 1) ? close + 2 : close + 1
  if (end < text.length && text[end] !== ',' && text[end] !== '\n') {
    return refuse('has text after a quoted field')
  }
  return { value: text.slice(at + 1, close).replaceAll('""', '"'), end }
}

function parseHash(text: string, refuse: Refuse): RecordRow['hash'] {
  if (text === '') return null
  if (text.length > HASH_LENGTH_MAX) return refuse('has a hash that is too long')
  // The padding is against the standard, but some packers write it and it can mean nothing else.
  const [, algorithm, digest] = /^([a-z0-9_]+)=([A-Za-z0-9_-]+)={0,2}$/.exec(text) ?? []
  if (algorithm === undefined || digest === undefined) return refuse('has a malformed hash')
  return { algorithm, digest }
}

function parseSize(text: string, refuse: Refuse): number | null {
  if (text === '') return null
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : refuse('has a malformed size')
}
