// Builds zips byte by byte. Left alone it writes a plain, correct archive; every field of every
// record can be overridden, so that a test can tell exactly one lie.

import { crc32, deflateRawSync } from 'node:zlib'

export type ZipFields = Readonly<{
  signature: number
  version: number
  flags: number
  method: number
  stamp: number
  crc: number
  packedBytes: number
  sizeBytes: number
  name: string | Uint8Array
  /** Length of the name as the header states it. */
  nameBytes: number
  extra: Uint8Array
}>

export type CentralFields = ZipFields &
  Readonly<{ madeBy: number; disk: number; attributes: number; offset: number; comment: string }>

export type ZipMember = Readonly<{
  name: string | Uint8Array
  data?: string | Uint8Array
  /** Stored when 0, deflated when 8 (the default). */
  method?: number
  /** Packed bytes as they are, instead of packing `data`. */
  packed?: Uint8Array
  /** Unix mode, into the upper half of the attributes. */
  mode?: number
  /** Overrides in both headers. */
  both?: Partial<ZipFields>
  /** Overrides in the local header only. */
  local?: Partial<ZipFields>
  /** Overrides in the central directory only. */
  central?: Partial<CentralFields>
  /** Bytes after the data: a data descriptor, or something that hides there. */
  after?: Uint8Array
  /** False leaves the member out of the central directory. */
  listed?: boolean
}>

export type EndFields = Readonly<{
  disk: number
  directoryDisk: number
  entriesHere: number
  entries: number
  directoryBytes: number
  directoryOffset: number
  commentBytes: number
}>

export type End64Fields = EndFields &
  Readonly<{ recordBytes: number; recordOffset: number; disks: number }>

export type ZipLies = Readonly<{
  prefix?: Uint8Array
  /** Lists the members in the directory from the last to the first. */
  reversed?: boolean
  /** Between the last member and the directory. */
  beforeDirectory?: Uint8Array
  comment?: string | Uint8Array
  end?: Partial<EndFields>
  /** Writes the zip64 records too. */
  end64?: Partial<End64Fields>
  suffix?: Uint8Array
}>

// 1980-01-01 00:00:00, as reproducible builds write it.
const STAMP = 0x00210000

export function buildZip(members: readonly ZipMember[], lies: ZipLies = {}): Buffer {
  const parts: Buffer[] = [asBuffer(lies.prefix ?? '')]
  const central: Buffer[] = []
  let offset = parts[0]?.length ?? 0
  for (const member of members) {
    const fields = fieldsOf(member)
    const local = localBytes({ ...fields, signature: 0x04034b50, ...member.both, ...member.local })
    const bytes = Buffer.concat([local, packedOf(member), asBuffer(member.after ?? '')])
    if (member.listed !== false) central.push(centralBytes(member, fields, offset))
    parts.push(bytes)
    offset += bytes.length
  }
  const before = asBuffer(lies.beforeDirectory ?? '')
  const directory = Buffer.concat(lies.reversed === true ? central.toReversed() : central)
  const end: EndFields = {
    disk: 0,
    directoryDisk: 0,
    entriesHere: central.length,
    entries: central.length,
    directoryBytes: directory.length,
    directoryOffset: offset + before.length,
    commentBytes: asBuffer(lies.comment ?? '').length,
  }
  const end64 = lies.end64 === undefined ? [] : [end64Bytes(end, lies.end64)]
  const comment = asBuffer(lies.comment ?? '')
  const last = endBytes({ ...end, ...lies.end })
  return Buffer.concat([
    ...parts,
    before,
    directory,
    ...end64,
    last,
    comment,
    asBuffer(lies.suffix ?? ''),
  ])
}

/** A zip64 extra field that holds the numbers given. */
export function zip64Extra(...values: readonly number[]): Buffer {
  return extraField(0x0001, Buffer.concat(values.map(uint64)))
}

export function extraField(id: number, payload: Uint8Array): Buffer {
  return Buffer.concat([uint16(id), uint16(payload.length), payload])
}

/** A data descriptor in one of its four forms. */
export function descriptor(
  { crc, packedBytes, sizeBytes }: Pick<ZipFields, 'crc' | 'packedBytes' | 'sizeBytes'>,
  { signed = true, long = false } = {},
): Buffer {
  const size = long ? uint64 : uint32
  const signature = signed ? [uint32(0x08074b50)] : []
  return Buffer.concat([...signature, uint32(crc), size(packedBytes), size(sizeBytes)])
}

/** The fields that an honest header of the member has. */
export function fieldsOf(member: ZipMember): Omit<ZipFields, 'signature'> {
  const data = asBuffer(member.data ?? '')
  const name = asBuffer(member.name)
  return {
    version: 20,
    flags: name.some((byte) => byte > 0x7f) ? 0x0800 : 0,
    method: member.method ?? 8,
    stamp: STAMP,
    crc: crc32(data),
    packedBytes: packedOf(member).length,
    sizeBytes: data.length,
    name: member.name,
    nameBytes: name.length,
    extra: Buffer.alloc(0),
  }
}

export function packedOf(member: ZipMember): Buffer {
  if (member.packed !== undefined) return asBuffer(member.packed)
  const data = asBuffer(member.data ?? '')
  return (member.method ?? 8) === 8 ? deflateRawSync(data) : data
}

export function asBuffer(value: string | Uint8Array): Buffer {
  return typeof value === 'string' ? Buffer.from(value) : Buffer.from(value)
}

function sharedBytes(fields: Omit<ZipFields, 'signature'>): Buffer {
  return Buffer.concat([
    uint16(fields.version),
    uint16(fields.flags),
    uint16(fields.method),
    uint32(fields.stamp),
    uint32(fields.crc),
    uint32(fields.packedBytes),
    uint32(fields.sizeBytes),
    uint16(fields.nameBytes),
    uint16(fields.extra.length),
  ])
}

function localBytes(fields: ZipFields): Buffer {
  return Buffer.concat([
    uint32(fields.signature),
    sharedBytes(fields),
    asBuffer(fields.name),
    fields.extra,
  ])
}

function centralBytes(
  member: ZipMember,
  honest: Omit<ZipFields, 'signature'>,
  offset: number,
): Buffer {
  const fields: CentralFields = {
    ...honest,
    signature: 0x02014b50,
    madeBy: (3 << 8) | 20,
    disk: 0,
    attributes: ((member.mode ?? 0) << 16) >>> 0,
    offset,
    comment: '',
    ...member.both,
    ...member.central,
  }
  return Buffer.concat([
    uint32(fields.signature),
    uint16(fields.madeBy),
    sharedBytes(fields),
    uint16(asBuffer(fields.comment).length),
    uint16(fields.disk),
    uint16(0),
    uint32(fields.attributes),
    uint32(fields.offset),
    asBuffer(fields.name),
    fields.extra,
    asBuffer(fields.comment),
  ])
}

function endBytes(fields: EndFields): Buffer {
  return Buffer.concat([
    uint32(0x06054b50),
    uint16(fields.disk),
    uint16(fields.directoryDisk),
    uint16(fields.entriesHere),
    uint16(fields.entries),
    uint32(fields.directoryBytes),
    uint32(fields.directoryOffset),
    uint16(fields.commentBytes),
  ])
}

function end64Bytes(end: EndFields, lies: Partial<End64Fields>): Buffer {
  const recordOffset = end.directoryOffset + end.directoryBytes
  const fields: End64Fields = { ...end, recordBytes: 44, recordOffset, disks: 1, ...lies }
  return Buffer.concat([
    uint32(0x06064b50),
    uint64(fields.recordBytes),
    uint16(45),
    uint16(45),
    uint32(fields.disk),
    uint32(fields.directoryDisk),
    uint64(fields.entriesHere),
    uint64(fields.entries),
    uint64(fields.directoryBytes),
    uint64(fields.directoryOffset),
    uint32(0x07064b50),
    uint32(0),
    uint64(fields.recordOffset),
    uint32(fields.disks),
  ])
}

// Numbers wrap instead of throwing: a lie may be any value, and a builder must not refuse it.
function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value & 0xffff)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value % 0x1_0000_0000)
  return bytes
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
