// The end of a zip: the end-of-central-directory record and, for zip64, the two records before it.
// Readers disagree most about where this record is, so it must be the last thing in the file, the
// only candidate a backward search can meet first, and consistent with its zip64 twin.

import { uint64 } from '../bytes/bytes.ts'
import { type RandomAccess, readRange } from '../bytes/randomAccess.ts'
import { refuse } from '../bytes/refusal.ts'

const END_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1')
const END_BYTES = 22
const COMMENT_MAX_BYTES = 0xffff
const END64_SIGNATURE = 0x06064b50
const END64_BYTES = 56
const LOCATOR_SIGNATURE = 0x07064b50
const LOCATOR_BYTES = 20

export type ZipEnd = Readonly<{
  entries: number
  directoryOffset: number
  directoryBytes: number
}>

/** Finds the central directory. Throws an `ArchiveRefusal` when more than one could be meant. */
export async function readZipEnd(source: RandomAccess, signal: AbortSignal): Promise<ZipEnd> {
  const tailBytes = Math.min(
    source.sizeBytes,
    END64_BYTES + LOCATOR_BYTES + END_BYTES + COMMENT_MAX_BYTES,
  )
  const tailOffset = source.sizeBytes - tailBytes
  const tail = await readRange(source, { offset: tailOffset, lengthBytes: tailBytes }, signal)
  const at = findEnd(tail)
  const end = tail.subarray(at)
  const disks = end.readUInt16LE(4) | end.readUInt16LE(6)
  const plain: ZipEnd = {
    entries: end.readUInt16LE(10),
    directoryBytes: end.readUInt32LE(12),
    directoryOffset: end.readUInt32LE(16),
  }
  if (disks !== 0 || end.readUInt16LE(8) !== plain.entries)
    refuse('zip_disks', 'is one part of several')
  const hasLocator =
    at >= LOCATOR_BYTES && tail.readUInt32LE(at - LOCATOR_BYTES) === LOCATOR_SIGNATURE
  const found = hasLocator ? parseEnd64(tail, at, tailOffset, plain) : requirePlain(plain)
  const directoryEnd = tailOffset + at - (hasLocator ? LOCATOR_BYTES + END64_BYTES : 0)
  if (found.directoryOffset + found.directoryBytes !== directoryEnd)
    refuse('zip_end_invalid', 'has an end record that does not meet its directory')
  return found
}

function findEnd(tail: Buffer): number {
  const at = tail.lastIndexOf(END_SIGNATURE)
  if (at < 0) refuse('zip_end_invalid', 'has no end record: not a zip, or cut off')
  // The last signature wins in every backward search; when it is not a record that ends the file,
  // some readers go on searching and others stop, so the file has two readings.
  const fits = at + END_BYTES <= tail.length
  if (!fits || at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length)
    refuse('zip_end_ambiguous', 'does not end with its end record')
  return at
}

function requirePlain(plain: ZipEnd): ZipEnd {
  const isSentinel =
    plain.entries === 0xffff ||
    plain.directoryBytes === 0xffffffff ||
    plain.directoryOffset === 0xffffffff
  if (isSentinel) refuse('zip64_conflict', 'points to zip64 records it lacks')
  return plain
}

function parseEnd64(tail: Buffer, at: number, tailOffset: number, plain: ZipEnd): ZipEnd {
  const conflict = (detail: string): never => {
    refuse('zip64_conflict', detail)
  }
  const locator = tail.subarray(at - LOCATOR_BYTES, at)
  const recordAt = at - LOCATOR_BYTES - END64_BYTES
  if (recordAt < 0) conflict('has a zip64 locator without its record')
  const record = tail.subarray(recordAt, recordAt + END64_BYTES)
  if (uint64(locator, 8) !== tailOffset + recordAt || record.readUInt32LE(0) !== END64_SIGNATURE) {
    conflict('has a zip64 locator that points elsewhere')
  }
  if (uint64(record, 4) !== END64_BYTES - 12) conflict('has a zip64 record of unknown length')
  const disks = locator.readUInt32LE(4) | record.readUInt32LE(16) | record.readUInt32LE(20)
  const entries = uint64(record, 32)
  if (disks !== 0 || locator.readUInt32LE(16) > 1 || uint64(record, 24) !== entries)
    refuse('zip_disks', 'is one part of several')
  const found = { entries, directoryBytes: uint64(record, 40), directoryOffset: uint64(record, 48) }
  const agrees =
    (plain.entries === 0xffff || plain.entries === found.entries) &&
    (plain.directoryBytes === 0xffffffff || plain.directoryBytes === found.directoryBytes) &&
    (plain.directoryOffset === 0xffffffff || plain.directoryOffset === found.directoryOffset)
  if (!agrees) conflict('has end records that disagree')
  return found
}
