// The rows of a RECORD file: comma-separated path, hash, size; quotes as spreadsheets write them.

import { ArchiveRefusal } from './refusal.ts'

export type RecordRow = Readonly<{
  hash: Readonly<{ algorithm: string; digest: string }> | null
  sizeBytes: number | null
}>

const utf8 = new TextDecoder('utf-8', { fatal: true })
// A quoted field, or a plain one; then the comma or the end of the line.
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

/** Throws `record_invalid` when the file is malformed or gives one path two different rows. */
export function parseRecord(bytes: Uint8Array, member: string): ReadonlyMap<string, RecordRow> {
  const refuse = (detail: string): never => {
    throw new ArchiveRefusal('record_invalid', detail, member)
  }
  const rows = new Map<string, RecordRow>()
  for (const fields of parseCsv(decode(bytes, refuse), refuse)) {
    const [path = '', hash = '', size = ''] = fields
    if (fields.length !== 3 || path === '') refuse('has a row without three fields')
    const row = { hash: parseHash(hash, refuse), sizeBytes: parseSize(size, refuse) }
    const other = rows.get(path)
    if (other !== undefined && !isSame(other, row)) refuse('has two rows for one path')
    rows.set(path, row)
  }
  return rows
}

function isSame(one: RecordRow, other: RecordRow): boolean {
  return (
    one.sizeBytes === other.sizeBytes &&
    one.hash?.algorithm === other.hash?.algorithm &&
    one.hash?.digest === other.hash?.digest
  )
}

type Refuse = (detail: string) => never

function decode(bytes: Uint8Array, refuse: Refuse): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return refuse('is not UTF-8')
  }
}

function* parseCsv(text: string, refuse: Refuse): Generator<readonly string[]> {
  let fields: string[] = []
  FIELD.lastIndex = 0
  while (FIELD.lastIndex < text.length || fields.length > 0) {
    const match = FIELD.exec(text)
    if (match === null) return refuse('is not a comma-separated list')
    const [, quoted, plain = '', separator] = match
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (separator === ',') continue
    if (fields.length > 1 || fields[0] !== '') yield fields
    fields = []
  }
}

function parseHash(text: string, refuse: Refuse): RecordRow['hash'] {
  if (text === '') return null
  // The padding is against the standard, but some packers write it and it can mean nothing else.
  const [, algorithm, digest] = /^([a-z0-9_]+)=([A-Za-z0-9_-]+)={0,2}$/.exec(text) ?? []
  if (algorithm === undefined || digest === undefined) return refuse('has a malformed hash')
  return { algorithm, digest }
}

function parseSize(text: string, refuse: Refuse): number | null {
  if (text === '') return null
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : refuse('has a malformed size')
}
