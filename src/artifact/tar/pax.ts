// PAX headers: "length key=value" records that replace fields of the header that follows. Only the
// keys that change where a member lies or how long it is are read; the others cannot mislead.

import { decodeName } from '../bytes/memberName.ts'
import { refuse } from '../bytes/refusal.ts'

export type PaxFields = Readonly<{
  path: string | null
  linkPath: string | null
  sizeBytes: number | null
}>

const LENGTH_DIGITS_MAX = 7
/** A dozen is many; every record costs time, and a header can hold thousands of empty ones. */
const RECORDS_MAX = 200
const SPACE = 0x20
const NEWLINE = 0x0a
const EQUALS = 0x3d

/**
 * Parses one PAX header. Throws `pax_invalid` when it is malformed, repeats a key, or hands names
 * over in another encoding, and `tar_sparse` when it describes a sparse file.
 */
export function parsePax(payload: Buffer): PaxFields {
  const records = new Map<string, Buffer>()
  let at = 0
  while (at < payload.length) {
    const { key, value, end } = parseRecord(payload, at)
    if (records.size === RECORDS_MAX) invalid(`has more than ${RECORDS_MAX} records`)
    if (records.has(key)) invalid(`repeats the key ${JSON.stringify(key.slice(0, 80))}`)
    if (key.startsWith('GNU.sparse.') || key === 'SCHILY.realsize')
      refuse('tar_sparse', 'describes a sparse file')
    records.set(key, value)
    at = end
  }
  const charset = records.get('hdrcharset')?.toString('latin1')
  if (charset !== undefined && charset !== 'ISO-IR 10646 2000 UTF-8') {
    invalid('has names in another encoding')
  }
  return {
    path: textOf(records.get('path')),
    linkPath: textOf(records.get('linkpath')),
    sizeBytes: sizeOf(records.get('size')),
  }
}

function parseRecord(payload: Buffer, at: number): { key: string; value: Buffer; end: number } {
  const space = payload.subarray(at, at + LENGTH_DIGITS_MAX + 1).indexOf(SPACE)
  const digits = payload.toString('latin1', at, at + Math.max(0, space))
  if (!/^[1-9][0-9]*$/.test(digits)) invalid('has a record without a length')
  const end = at + Number(digits)
  const start = at + space + 1
  if (end > payload.length || end <= start || payload[end - 1] !== NEWLINE) {
    invalid('has a record of another length than it says')
  }
  // Some readers go by lines and not by lengths, and would find a second record in this one.
  if (payload.subarray(start, end - 1).includes(NEWLINE)) invalid('has a record of several lines')
  const equals = payload.subarray(start, end - 1).indexOf(EQUALS)
  if (equals < 1) invalid('has a record without a key')
  return {
    key: payload.toString('latin1', start, start + equals),
    value: payload.subarray(start + equals + 1, end - 1),
    end,
  }
}

function textOf(value: Buffer | undefined): string | null {
  if (value === undefined) return null
  // An empty value takes the field back to the header's own, which not every reader does.
  if (value.length === 0) invalid('has an empty value')
  return decodeName(value)
}

function sizeOf(value: Buffer | undefined): number | null {
  if (value === undefined) return null
  const text = value.toString('latin1')
  if (!/^[0-9]{1,15}$/.test(text)) invalid('has a size that is not a number')
  return Number(text)
}

function invalid(detail: string): never {
  refuse('pax_invalid', detail)
}
