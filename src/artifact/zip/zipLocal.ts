// Local headers and data descriptors. They repeat the central directory, and a reader that goes by
// them must see exactly what a reader of the directory sees, field by field.

import { uint64 } from '../bytes/bytes.ts'
import { refuse } from '../bytes/refusal.ts'
import { hasDescriptor, type ZipEntry } from './zipDirectory.ts'
import { findZip64 } from './zipExtra.ts'
import { LOCAL_HEADER_BYTES, type ZipSpan } from './zipLayout.ts'

const SIGNATURE = 0x04034b50
const DESCRIPTOR_SIGNATURE = 0x08074b50

/** Where the data of a member begins in its span, and how long the descriptor after it is. */
type LocalLayout = Readonly<{ dataOffset: number; descriptorBytes: number }>

/**
 * Checks a local header against the directory. `head` is the beginning of the span, long enough
 * for the header, the name and the extra fields. Throws `zip_headers_disagree` and its kin.
 */
export function checkLocalHeader(head: Buffer, { entry, spanBytes }: ZipSpan): LocalLayout {
  if (head.readUInt32LE(0) !== SIGNATURE)
    refuse('zip_headers_disagree', 'has no local header', entry.name)
  compare(entry, 'name length', head.readUInt16LE(26), entry.nameBytes.length)
  const nameEnd = LOCAL_HEADER_BYTES + entry.nameBytes.length
  if (!head.subarray(LOCAL_HEADER_BYTES, nameEnd).equals(entry.nameBytes))
    refuse('zip_headers_disagree', 'has another local name', entry.name)
  compare(entry, 'version needed', head.readUInt16LE(4), entry.versionNeeded)
  compare(entry, 'flags', head.readUInt16LE(6), entry.flags)
  compare(entry, 'method', head.readUInt16LE(8), entry.method)
  compare(entry, 'time', head.readUInt32LE(10), entry.stamp)

  const dataOffset = nameEnd + head.readUInt16LE(28)
  const descriptorBytes = spanBytes - dataOffset - entry.packedBytes
  if (descriptorBytes < 0) refuse('zip_overlap', 'shares bytes with what follows it', entry.name)
  if (!hasDescriptor(entry) && descriptorBytes !== 0)
    refuse('zip_gap', 'is followed by bytes of no member', entry.name)
  if (hasDescriptor(entry) && descriptorBytes === 0)
    refuse('zip_descriptor_invalid', 'lacks its data descriptor', entry.name)
  checkLocalSizes(head, head.subarray(nameEnd, dataOffset), entry)
  return { dataOffset, descriptorBytes }
}

/**
 * Checks the descriptor: exactly the bytes between the data and the next member. The four forms
 * differ in length, so that the length alone says which one it is.
 */
export function checkDescriptor(descriptor: Buffer, entry: ZipEntry): void {
  const wrong = (detail: string): never => {
    refuse('zip_descriptor_invalid', detail, entry.name)
  }
  const hasSignature = descriptor.length === 16 || descriptor.length === 24
  const isLong = descriptor.length === 20 || descriptor.length === 24
  if (!hasSignature && !isLong && descriptor.length !== 12) {
    wrong(`has ${descriptor.length} bytes where its descriptor belongs`)
  }
  if (hasSignature && descriptor.readUInt32LE(0) !== DESCRIPTOR_SIGNATURE) {
    wrong('has no descriptor signature')
  }
  const fields = hasSignature ? descriptor.subarray(4) : descriptor
  const packed = isLong ? uint64(fields, 4) : fields.readUInt32LE(4)
  const size = isLong ? uint64(fields, 12) : fields.readUInt32LE(8)
  const agrees =
    fields.readUInt32LE(0) === entry.crc && packed === entry.packedBytes && size === entry.sizeBytes
  if (!agrees) wrong('has a descriptor that disagrees with the directory')
}

function checkLocalSizes(head: Buffer, extra: Buffer, entry: ZipEntry): void {
  const packed = head.readUInt32LE(18)
  const size = head.readUInt32LE(22)
  compareLater(entry, 'checksum', head.readUInt32LE(14), entry.crc)
  const zip64 = findZip64(extra, entry.name)
  if (zip64 === null) {
    if (packed === 0xffffffff || size === 0xffffffff)
      refuse('zip64_conflict', 'lacks its local zip64 sizes', entry.name)
    compareLater(entry, 'packed size', packed, entry.packedBytes)
    compareLater(entry, 'size', size, entry.sizeBytes)
    return
  }
  // A local zip64 field holds both sizes, the unpacked one first. Some packers write it for
  // small members too, beside the 32-bit sizes; then all of them must be right.
  if (zip64.length !== 16)
    refuse('zip64_conflict', 'has a local zip64 field of odd length', entry.name)
  compareLater(entry, 'size', uint64(zip64, 0), entry.sizeBytes)
  compareLater(entry, 'packed size', uint64(zip64, 8), entry.packedBytes)
  if (packed !== 0xffffffff) compareLater(entry, 'packed size', packed, entry.packedBytes)
  if (size !== 0xffffffff) compareLater(entry, 'size', size, entry.sizeBytes)
}

/**
 * With a descriptor the header was written before the sizes were known, and zero stands for
 * "later"; any other value must be the true one already.
 */
function compareLater(entry: ZipEntry, field: string, local: number, central: number): void {
  const isLater = hasDescriptor(entry) && local === 0
  if (!isLater) compare(entry, field, local, central)
}

function compare(entry: ZipEntry, field: string, local: number, central: number): void {
  if (local === central) return
  const detail = `has ${field} ${local} in its local header and ${central} in the directory`
  refuse('zip_headers_disagree', detail, entry.name)
}
