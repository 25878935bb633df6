// Every bound that the archive readers apply. Each is checked before memory or time is spent on
// what it bounds, and none of them depends on the clock: the same bytes are refused everywhere.

import { ARTIFACT_MAX_BYTES } from '../../limits.ts'

const KIB = 1024
const MIB = 1024 * KIB
const GIB = 1024 * MIB

export type ArchiveLimits = Readonly<{
  /** Size of the archive itself. */
  archiveBytesMax: number
  /** Files and folders together; a folder that is only implied by a path counts too. */
  entriesMax: number
  /** Members of a zip that are inflated: each costs more than its bytes. */
  inflatesMax: number
  /** What is inflated: every byte of a tar; of a zip what is kept, and what has descriptors. */
  inflatedBytesMax: number
  /** What a zip says it holds; most of what is not kept is never inflated. */
  declaredBytesMax: number
  /** One kept member. */
  memberBytesMax: number
  /** All kept members together: what a file tree can hold in memory. */
  keptBytesMax: number
  /** Unpacked size over packed size, once the unpacked size passes `ratioGraceBytes`. */
  ratioMax: number
  ratioGraceBytes: number
  /** One path, in UTF-8. */
  nameBytesMax: number
  /** One component of a path, in UTF-8; file systems take no longer ones. */
  componentBytesMax: number
  /** Components in a path. */
  depthMax: number
  /** Combining marks in a row. Unicode calls text with no more of them stream-safe (UAX 15). */
  marksMax: number
  /** The central directory of a zip; in a tar, all names together, folded ones where longer. */
  headerBytesMax: number
  /** One PAX header, one GNU long name, the header of a gzip file. */
  extensionBytesMax: number
}>

/**
 * Chosen so that the largest packages of both registries open (47,000 files, 217 MiB of sources)
 * while the worst hostile file stays under two seconds and 300 MB.
 */
export const ARCHIVE_LIMITS: ArchiveLimits = {
  archiveBytesMax: ARTIFACT_MAX_BYTES,
  entriesMax: 100_000,
  inflatesMax: 65_536,
  inflatedBytesMax: 512 * MIB,
  declaredBytesMax: 16 * GIB,
  memberBytesMax: 64 * MIB,
  keptBytesMax: 224 * MIB,
  ratioMax: 100,
  ratioGraceBytes: 32 * MIB,
  nameBytesMax: 1_024,
  componentBytesMax: 255,
  depthMax: 64,
  marksMax: 30,
  headerBytesMax: 16 * MIB,
  extensionBytesMax: 64 * KIB,
}
