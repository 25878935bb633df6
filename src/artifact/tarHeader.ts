// One 512-byte tar header, in the three dialects that are in use: POSIX ustar, GNU, and the old
// format without a magic. Fields that dialects read differently must not matter, or are refused.

import { isZero } from './isZero.ts'
import { decodeName } from './memberName.ts'
import { ArchiveRefusal } from './refusal.ts'
import { BLOCK_BYTES } from './tarBlocks.ts'

const CHECKSUM_AT = 148
const CHECKSUM_BYTES = 8
// Mode, owner, group, time, device: nothing here uses them, but a reader that cannot parse one of
// them takes the header for the end of the archive and silently drops what follows.
const UNUSED_NUMBERS = [
  [100, 108],
  [108, 116],
  [116, 124],
  [136, 148],
  [329, 337],
  [337, 345],
] as const
const PREFIX_AT = 345
const PREFIX_END = 500
const TIMES_AT = 476

export type TarHeader = Readonly<{
  /** Prefix and name joined, as written. */
  name: string
  /** The type as a character; NUL in the old format. */
  type: string
  sizeBytes: number
  linkName: string
}>

/** Parses and checks one header. Throws `tar_checksum`, `tar_header_invalid`, `name_encoding`. */
export function parseTarHeader(block: Buffer): TarHeader {
  checkSum(block)
  const dialect = parseDialect(block)
  for (const [start, end] of UNUSED_NUMBERS) checkNumber(block.subarray(start, end))
  const base = parseText(block, 0, 100)
  const prefix = dialect === 'ustar' ? parsePrefix(block) : ''
  const name = prefix === '' ? base : `${prefix}/${base}`
  return {
    name,
    type: String.fromCharCode(block.readUInt8(156)),
    sizeBytes: parseOctal(block.subarray(124, 136), name),
    linkName: parseText(block, 157, 257),
  }
}

function checkSum(block: Buffer): void {
  const written = parseOctal(block.subarray(CHECKSUM_AT, CHECKSUM_AT + CHECKSUM_BYTES), null)
  // The field counts as spaces in its own sum.
  let sum = CHECKSUM_BYTES * 0x20
  for (let i = 0; i < BLOCK_BYTES; i++) {
    if (i < CHECKSUM_AT || i >= CHECKSUM_AT + CHECKSUM_BYTES) sum += block[i] ?? 0
  }
  if (sum !== written) {
    throw new ArchiveRefusal('tar_checksum', `has a header sum of ${sum}, not ${written}`)
  }
}

function parseDialect(block: Buffer): 'ustar' | 'gnu' | 'old' {
  const magic = block.toString('latin1', 257, 265)
  if (magic === 'ustar\x0000') return 'ustar'
  const isGnu = magic === 'ustar  \x00'
  if (!isGnu && !isZero(block.subarray(257, 265))) {
    throw new ArchiveRefusal('tar_header_invalid', 'has an unknown tar magic')
  }
  // Some readers take these bytes for a folder in front of the name even here.
  if (!isZero(block.subarray(PREFIX_AT, PREFIX_END))) {
    throw new ArchiveRefusal('tar_header_invalid', 'has a name prefix that its dialect lacks')
  }
  return isGnu ? 'gnu' : 'old'
}

/** Some packers keep two times in the last bytes of the prefix, behind a NUL that says so. */
function parsePrefix(block: Buffer): string {
  if (block[TIMES_AT - 1] !== 0) return parseText(block, PREFIX_AT, PREFIX_END)
  checkNumber(block.subarray(TIMES_AT, TIMES_AT + 12))
  checkNumber(block.subarray(TIMES_AT + 12, PREFIX_END))
  return parseText(block, PREFIX_AT, TIMES_AT)
}

/** Text up to the first NUL; what follows it must be nothing, or readers cut it differently. */
function parseText(block: Buffer, start: number, end: number): string {
  const field = block.subarray(start, end)
  const nul = field.indexOf(0)
  if (nul < 0) return decodeName(field)
  if (!isZero(field.subarray(nul))) {
    throw new ArchiveRefusal('tar_header_invalid', 'has text after the end of a text')
  }
  return decodeName(field.subarray(0, nul))
}

/** Octal text up to a NUL, or GNU's base 256 for owners whose number is large. */
function checkNumber(field: Buffer): void {
  // The number of bytes that hold at most 2^48: past 2^53 some readers drop the member.
  if (field[0] === 0x80 && isZero(field.subarray(1, -6))) return
  const [digits = ''] = field.toString('latin1').split('\0', 1)
  if (!/^ *[0-7]* *$/.test(digits)) {
    throw new ArchiveRefusal('tar_header_invalid', 'has a number that is not octal')
  }
}

/** Octal digits, then spaces or NULs to the end of the field; an empty field is zero. */
function parseOctal(field: Buffer, member: string | null): number {
  const text = field.toString('latin1')
  const match = /^ *([0-7]*)[ \0]*$/.exec(text)
  if (match === null) {
    throw new ArchiveRefusal('tar_header_invalid', 'has a number that is not octal', member)
  }
  const digits = match[1] ?? ''
  return digits === '' ? 0 : Number.parseInt(digits, 8)
}
