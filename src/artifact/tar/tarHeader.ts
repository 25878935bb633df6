// One 512-byte tar header, in the three dialects that are in use: POSIX ustar, GNU, and the old
// format without a magic. Fields that dialects read differently must not matter, or are refused.
// Plain loops over bytes: an archive can have a hundred thousand headers and little else.

import { decodeName } from '../bytes/memberName.ts'
import { refuse } from '../bytes/refusal.ts'
import { BLOCK_BYTES } from './tarBlocks.ts'

type Field = readonly [start: number, end: number]

const NAME: Field = [0, 100]
const SIZE: Field = [124, 136]
const CHECKSUM: Field = [148, 156]
const TYPE_AT = 156
const LINK_NAME: Field = [157, 257]
const MAGIC: Field = [257, 265]
const PREFIX: Field = [345, 500]
// Some packers keep two times in the last bytes of the prefix, behind a NUL that says so.
const SHORT_PREFIX: Field = [345, 476]
const PREFIX_TIMES: readonly Field[] = [
  [476, 488],
  [488, 500],
]
// Mode, owner, group, time, device: nothing here uses them, but a reader that cannot parse one of
// them takes the header for the end of the archive and silently drops what follows.
const UNUSED_NUMBERS: readonly Field[] = [
  [100, 108],
  [108, 116],
  [116, 124],
  [136, 148],
  [329, 337],
  [337, 345],
]
const SPACE = 0x20
const ZERO = 0x30
const SEVEN = 0x37

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
  const prefix = parsePrefix(block)
  const base = parseText(block, NAME)
  for (const field of UNUSED_NUMBERS) checkNumber(block, field)
  return {
    name: prefix === '' ? base : `${prefix}/${base}`,
    type: String.fromCharCode(block.readUInt8(TYPE_AT)),
    sizeBytes: parseOctal(block, SIZE),
    linkName: parseText(block, LINK_NAME),
  }
}

function checkSum(block: Buffer): void {
  const written = parseOctal(block, CHECKSUM)
  let sum = 0
  for (let at = 0; at < BLOCK_BYTES; at++) sum += block[at] ?? 0
  // The field counts as spaces in its own sum.
  for (let at = CHECKSUM[0]; at < CHECKSUM[1]; at++) sum += SPACE - (block[at] ?? 0)
  if (sum !== written) refuse('tar_checksum', `has a header sum of ${sum}, not ${written}`)
}

function parsePrefix(block: Buffer): string {
  const magic = block.toString('latin1', ...MAGIC)
  if (magic === 'ustar\x0000') {
    if (block[SHORT_PREFIX[1] - 1] !== 0) return parseText(block, PREFIX)
    for (const field of PREFIX_TIMES) checkNumber(block, field)
    return parseText(block, SHORT_PREFIX)
  }
  if (magic !== 'ustar  \x00' && !isZero(block, MAGIC))
    refuse('tar_header_invalid', 'has an unknown tar magic')
  // Some readers take these bytes for a folder in front of the name even here.
  if (!isZero(block, PREFIX))
    refuse('tar_header_invalid', 'has a name prefix that its dialect lacks')
  return ''
}

/** Text up to the first NUL; what follows it must be nothing, or readers cut it differently. */
function parseText(block: Buffer, [start, end]: Field): string {
  let nul = start
  while (nul < end && block[nul] !== 0) nul++
  if (!isZero(block, [nul, end])) refuse('tar_header_invalid', 'has text after the end of a text')
  return nul === start ? '' : decodeName(block.subarray(start, nul))
}

/** Octal text up to a NUL, or GNU's base 256 for owners whose number is large. */
function checkNumber(block: Buffer, [start, end]: Field): void {
  // Six bytes hold less than 2^48: past 2^53 some readers drop the member.
  if (block[start] === 0x80 && isZero(block, [start + 1, end - 6])) return
  const nul = block.indexOf(0, start)
  parseOctal(block, [start, nul >= start && nul < end ? nul : end])
}

/** Spaces, octal digits, then spaces or NULs to the end of the field; no digits are zero. */
function parseOctal(block: Buffer, [start, end]: Field): number {
  let at = start
  while (at < end && block[at] === SPACE) at++
  let value = 0
  for (; at < end; at++) {
    const byte = block[at] ?? 0
    if (byte < ZERO || byte > SEVEN) break
    value = value * 8 + (byte - ZERO)
  }
  while (at < end && (block[at] === SPACE || block[at] === 0)) at++
  if (at === end) return value
  refuse('tar_header_invalid', 'has a number that is not octal')
}

function isZero(block: Buffer, [start, end]: Field): boolean {
  for (let at = start; at < end; at++) if (block[at] !== 0) return false
  return true
}
