// The central directory of a zip: the list of members that everything else must agree with.

import type { ArchiveLimits } from '../bytes/archiveLimits.ts'
import { uint64 } from '../bytes/bytes.ts'
import { decodeName } from '../bytes/memberName.ts'
import type { MemberKind } from '../bytes/memberSet.ts'
import { refuse } from '../bytes/refusal.ts'
import type { ZipEnd } from './zipEnd.ts'
import { findZip64 } from './zipExtra.ts'

const SIGNATURE = 0x02014b50
const HEADER_BYTES = 46

export const METHOD_STORED = 0
const METHOD_DEFLATE = 8
const FLAG_DESCRIPTOR = 0x0008
const FLAG_UTF8 = 0x0800
// Encrypted, strongly encrypted, masked headers.
const FLAGS_ENCRYPTED = 0x0001 | 0x0040 | 0x2000
// Two bits say how hard deflate tried; they change nothing for a reader.
const FLAGS_KNOWN = FLAG_DESCRIPTOR | FLAG_UTF8 | 0x0006

// The newest version of the format that readers in use know; some stop at anything newer.
const VERSION_MAX = 63

const MODE_TYPE = 0o170000
const MODE_FILE = 0o100000
const MODE_DIRECTORY = 0o040000
const MODE_LINK = 0o120000
// The folder bit of DOS attributes, which some readers go by when the header names that system.
const DOS_DIRECTORY = 0x10

export type ZipEntry = Readonly<{
  name: string
  nameBytes: Buffer
  kind: MemberKind
  versionNeeded: number
  flags: number
  method: number
  /** DOS time and date as they are written: compared, never interpreted. */
  stamp: number
  crc: number
  packedBytes: number
  sizeBytes: number
  offset: number
}>

/** Whether the sizes of a member are repeated behind its data. */
export function hasDescriptor({ flags }: ZipEntry): boolean {
  return (flags & FLAG_DESCRIPTOR) !== 0
}

/** Refuses a directory by its announced size, before it is read. */
export function checkDirectorySize(end: ZipEnd, limits: ArchiveLimits): void {
  if (end.entries > limits.entriesMax) refuse('too_many_entries', `has ${end.entries} entries`)
  if (end.directoryBytes > limits.headerBytesMax)
    refuse('headers_too_large', `has ${end.directoryBytes} bytes of headers`)
}

/** Parses exactly `end.entries` headers that fill the directory exactly. */
export function parseZipDirectory(directory: Buffer, end: ZipEnd): readonly ZipEntry[] {
  const entries: ZipEntry[] = []
  let at = 0
  // Stops at the announced number, so that a directory cannot cost more than it admits to.
  while (at < directory.length && entries.length < end.entries) {
    const bytes = headerLength(directory, at)
    entries.push(parseHeader(directory.subarray(at, at + bytes)))
    at += bytes
  }
  if (at !== directory.length || entries.length !== end.entries)
    refuse('zip_directory_invalid', `does not list just ${end.entries} entries`)
  return entries
}

function headerLength(directory: Buffer, at: number): number {
  if (at + HEADER_BYTES > directory.length || directory.readUInt32LE(at) !== SIGNATURE)
    refuse('zip_directory_invalid', `has no directory header at byte ${at}`)
  const length =
    HEADER_BYTES +
    directory.readUInt16LE(at + 28) +
    directory.readUInt16LE(at + 30) +
    directory.readUInt16LE(at + 32)
  if (at + length > directory.length)
    refuse('zip_directory_invalid', 'has a header that leaves the directory')
  return length
}

function parseHeader(header: Buffer): ZipEntry {
  const nameEnd = HEADER_BYTES + header.readUInt16LE(28)
  const nameBytes = header.subarray(HEADER_BYTES, nameEnd)
  const flags = header.readUInt16LE(8)
  const name = parseName(nameBytes, flags)
  const extra = header.subarray(nameEnd, nameEnd + header.readUInt16LE(30))
  const method = header.readUInt16LE(10)
  checkFlags(flags, name)
  if (header.readUInt16LE(6) > VERSION_MAX)
    refuse('flags_unsupported', 'needs an unknown version of the format', name)
  if (method !== METHOD_STORED && method !== METHOD_DEFLATE)
    refuse('method_unsupported', `uses compression method ${method}`, name)
  return {
    name,
    nameBytes,
    kind: parseKind(name, header.readUInt32LE(38)),
    versionNeeded: header.readUInt16LE(6),
    flags,
    method,
    stamp: header.readUInt32LE(12),
    crc: header.readUInt32LE(16),
    ...parseSizes(header, findZip64(extra, name), name),
  }
}

function parseName(bytes: Buffer, flags: number): string {
  const name = decodeName(bytes)
  // Without the flag the name is in some code page, and readers do not agree on which.
  if ((flags & FLAG_UTF8) === 0 && name.length !== bytes.length)
    refuse('name_encoding', 'has a name in an unnamed encoding', name)
  return name
}

function checkFlags(flags: number, member: string): void {
  if ((flags & FLAGS_ENCRYPTED) !== 0) refuse('encrypted', 'is encrypted', member)
  if ((flags & ~FLAGS_KNOWN) !== 0)
    refuse('flags_unsupported', `has flags 0x${flags.toString(16)}`, member)
}

/**
 * Reads the Unix mode and the DOS attributes whatever system the header names: some readers do, so
 * both must be harmless. A folder may lack the DOS bit, because many packers never set it.
 */
function parseKind(name: string, attributes: number): MemberKind {
  const type = (attributes >>> 16) & MODE_TYPE
  if (type === MODE_LINK) return 'link'
  const isDirectory = name.endsWith('/')
  if (!isDirectory && (attributes & DOS_DIRECTORY) !== 0)
    refuse('file_directory_clash', 'is a folder by its DOS attributes', name)
  const fits = type === 0 || type === (isDirectory ? MODE_DIRECTORY : MODE_FILE)
  if (fits) return isDirectory ? 'directory' : 'file'
  if (type === MODE_FILE || type === MODE_DIRECTORY)
    refuse('file_directory_clash', 'is a file by name or by mode only', name)
  refuse('special_file', `has mode 0${type.toString(8)}`, name)
}

/** Sizes and offset; a field of all ones is in the zip64 field instead, in this order. */
function parseSizes(header: Buffer, zip64: Buffer | null, member: string) {
  if (header.readUInt16LE(34) !== 0) refuse('zip_disks', 'lies on another disk', member)
  const written = [header.readUInt32LE(24), header.readUInt32LE(20), header.readUInt32LE(42)]
  let taken = 0
  for (const [i, value] of written.entries()) {
    if (value !== 0xffffffff) continue
    if (zip64 === null || taken + 8 > zip64.length)
      refuse('zip64_conflict', 'lacks a zip64 size', member)
    written[i] = uint64(zip64, taken)
    taken += 8
  }
  if (zip64 !== null && taken !== zip64.length)
    refuse('zip64_conflict', 'has zip64 sizes that nothing asks for', member)
  const [sizeBytes = 0, packedBytes = 0, offset = 0] = written
  return { sizeBytes, packedBytes, offset }
}
