// Builds tars block by block and wraps them in gzip. Left alone it writes plain, correct archives;
// every field can be overridden, and `touch` reaches any byte of a header.

import { crc32, deflateRawSync } from 'node:zlib'
import { parseTxtar } from './txtar.ts'
import { asBuffer } from './zipBuilder.ts'

export type TarMember = Readonly<{
  name: string | Uint8Array
  data?: string | Uint8Array
  type?: string
  /** The size in the header: a number, or the field's text as it is. */
  size?: number | string
  linkName?: string
  prefix?: string
  magic?: string
  /** The checksum field's text, instead of the right one. */
  checksum?: string
  /** Last change to the header before its checksum is taken. */
  touch?: (block: Buffer) => void
  /** Records of a PAX header in front of the member. */
  pax?: Readonly<Record<string, string>>
  /** A GNU long name in front of the member. */
  longName?: string
}>

export const MAGIC_USTAR = 'ustar\x0000'
export const MAGIC_GNU = 'ustar  \x00'
export const MAGIC_OLD = '\0'.repeat(8)

export type TarLies = Readonly<{ endBlocks?: number; after?: Uint8Array }>

export function buildTar(members: readonly TarMember[], lies: TarLies = {}): Buffer {
  return Buffer.concat([
    ...members.flatMap(memberBlocks),
    Buffer.alloc(512 * (lies.endBlocks ?? 2)),
    asBuffer(lies.after ?? ''),
  ])
}

export type GzipLies = Readonly<{
  flags?: number
  /** Bytes after the fixed header: extra field, name, comment, checksum. */
  optional?: Uint8Array
  /** The deflate stream as it is, instead of packing the data. */
  packed?: Uint8Array
  crc?: number
  size?: number
  after?: Uint8Array
  level?: number
}>

export function gzipOf(data: Uint8Array, lies: GzipLies = {}): Buffer {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(lies.crc ?? crc32(data), 0)
  trailer.writeUInt32LE((lies.size ?? data.length) >>> 0, 4)
  return Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, lies.flags ?? 0, 0, 0, 0, 0, 0, 0xff]),
    asBuffer(lies.optional ?? ''),
    lies.packed ?? deflateRawSync(data, { level: lies.level ?? 6 }),
    trailer,
    asBuffer(lies.after ?? ''),
  ])
}

export function buildTarball(members: readonly TarMember[], lies: TarLies = {}): Buffer {
  return gzipOf(buildTar(members, lies))
}

/** Members from text, each under the top folder given. */
export function tarMembers(text: string, top: string): readonly TarMember[] {
  return parseTxtar(text).map(({ path, content }) => ({ name: `${top}/${path}`, data: content }))
}

/** One PAX record; `length` can lie about its own. */
export function paxRecord(key: string, value: string, length?: number): string {
  const rest = ` ${key}=${value}\n`
  const restBytes = Buffer.byteLength(rest)
  let total = restBytes + 1
  while (String(total).length + restBytes !== total) total++
  return `${length ?? total}${rest}`
}

function memberBlocks(member: TarMember): readonly Buffer[] {
  const before: Buffer[] = []
  if (member.pax !== undefined) {
    const records = Object.entries(member.pax).map(([key, value]) => paxRecord(key, value))
    before.push(...blocksOf({ name: 'PaxHeader', type: 'x', data: records.join('') }))
  }
  if (member.longName !== undefined) {
    const data = `${member.longName}\0`
    before.push(...blocksOf({ name: '././@LongLink', type: 'L', magic: MAGIC_GNU, data }))
  }
  return [...before, ...blocksOf(member)]
}

function blocksOf(member: TarMember): readonly Buffer[] {
  const data = asBuffer(member.data ?? '')
  const padding = Buffer.alloc((512 - (data.length % 512)) % 512)
  return [headerBlock(member, data.length), data, padding]
}

function headerBlock(member: TarMember, dataBytes: number): Buffer {
  const block = Buffer.alloc(512)
  const size = member.size ?? dataBytes
  asBuffer(member.name).copy(block, 0, 0, 100)
  block.write('0000644\x000000000\x000000000\x00', 100, 'latin1')
  block.write(typeof size === 'string' ? size : octal(size, 11), 124, 12, 'latin1')
  block.write('00000000000\x00', 136, 'latin1')
  block.write(member.type ?? '0', 156, 1, 'latin1')
  block.write(member.linkName ?? '', 157, 100)
  block.write(member.magic ?? MAGIC_USTAR, 257, 8, 'latin1')
  block.write(member.prefix ?? '', 345, 155)
  member.touch?.(block)
  writeChecksum(block, member.checksum)
  return block
}

/** Puts the right checksum, or the text given, into a header. */
export function writeChecksum(block: Buffer, text?: string): void {
  block.fill(0x20, 148, 156)
  let sum = 0
  for (let i = 0; i < block.length; i++) sum += block[i] ?? 0
  block.write(text ?? `${octal(sum, 6)}\x00 `, 148, 8, 'latin1')
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0')
}
