// Where the members of a zip lie. Together they must fill the file from its first byte to the
// central directory, each byte belonging to one member: no overlap to make a bomb of, no gap to
// hide an entry in, nothing in front.

import type { ArchiveLimits } from '../bytes/archiveLimits.ts'
import { refuse } from '../bytes/refusal.ts'
import { hasDescriptor, METHOD_STORED, type ZipEntry } from './zipDirectory.ts'
import type { ZipEnd } from './zipEnd.ts'

export const LOCAL_HEADER_BYTES = 30
const DESCRIPTOR_MAX_BYTES = 24
const EXTRA_MAX_BYTES = 0xffff
// Deflate cannot do better than 258 bytes for two bits, and a stream has a few bytes of its own.
const DEFLATE_RATIO_MAX = 1_032
const DEFLATE_OVERHEAD_BYTES = 64

/** A member and the bytes that are its own: local header, data, descriptor. */
export type ZipSpan = Readonly<{ entry: ZipEntry; spanBytes: number }>

/** The members in file order. Throws unless they tile the file up to the directory. */
export function layOutZip(entries: readonly ZipEntry[], end: ZipEnd): readonly ZipSpan[] {
  const sorted = entries.toSorted((one, other) => one.offset - other.offset)
  const first = sorted[0]?.offset ?? end.directoryOffset
  if (first !== 0) refuse('prefix_data', `has ${first} bytes before its members`)
  return sorted.map((entry, i) => {
    const next = sorted[i + 1]?.offset ?? end.directoryOffset
    const spanBytes = next - entry.offset
    const leastBytes = LOCAL_HEADER_BYTES + entry.nameBytes.length + entry.packedBytes
    if (spanBytes < leastBytes)
      refuse('zip_overlap', 'shares bytes with what follows it', entry.name)
    if (spanBytes > leastBytes + EXTRA_MAX_BYTES + DESCRIPTOR_MAX_BYTES)
      refuse('zip_gap', 'is followed by bytes of no member', entry.name)
    return { entry, spanBytes }
  })
}

/** Refuses bombs by what the headers say. What they say is checked again while inflating. */
export function checkDeclaredSizes(
  entries: readonly ZipEntry[],
  archiveBytes: number,
  limits: ArchiveLimits,
): void {
  let total = 0
  for (const entry of entries) {
    checkDeclaredMember(entry, limits)
    total += entry.sizeBytes
  }
  if (total > limits.declaredBytesMax) refuse('unpacked_too_large', `holds ${total} bytes`)
  if (total > limits.ratioGraceBytes && total > archiveBytes * limits.ratioMax)
    refuse('ratio_exceeded', `unpacks ${archiveBytes} bytes to ${total}`)
}

function checkDeclaredMember(entry: ZipEntry, limits: ArchiveLimits): void {
  const { name, sizeBytes, packedBytes, kind } = entry
  if (kind === 'directory' && (sizeBytes !== 0 || entry.crc !== 0))
    refuse('size_mismatch', 'is a folder with content', name)
  const isStored = entry.method === METHOD_STORED
  // Nothing in stored data says where it ends, so that a reader of local headers has to guess.
  if (isStored && sizeBytes > 0 && hasDescriptor(entry))
    refuse('zip_descriptor_invalid', 'has a descriptor after stored data', name)
  const impossible = isStored
    ? sizeBytes !== packedBytes
    : sizeBytes > packedBytes * DEFLATE_RATIO_MAX + DEFLATE_OVERHEAD_BYTES
  if (impossible) refuse('size_mismatch', `cannot be ${sizeBytes} bytes long`, name)
  if (sizeBytes > limits.ratioGraceBytes && sizeBytes > packedBytes * limits.ratioMax)
    refuse('ratio_exceeded', `unpacks ${packedBytes} bytes to ${sizeBytes}`, name)
}
