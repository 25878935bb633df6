// The regular files of a tar. Packers do put the same file in twice, so a repeated name is taken
// when the bytes are the same too: then every reader ends up with the same tree. Anything else is
// refused, because some readers take the first of two files and others the last.

import { crc32 } from 'node:zlib'
import type { ArchiveLimits } from '../bytes/archiveLimits.ts'
import type { FileEntry, KeepRule } from '../bytes/fileTree.ts'
import { keptBytes } from '../bytes/keptBytes.ts'
import { type PlacedMember, refuseDuplicate } from '../bytes/memberSet.ts'
import type { TarBody } from './tarBlocks.ts'

type Unkept = Readonly<{ sizeBytes: number; crc: number }>

export function tarFiles(keep: KeepRule, limits: ArchiveLimits) {
  const budget = keptBytes(limits)
  const entries: FileEntry[] = []
  const kept = new Map<string, Buffer>()
  // A checksum can be forged, but nobody reads these files: it only tells repeats from accidents.
  const unkept = new Map<string, Unkept>()

  function takeKept(placed: PlacedMember, name: string, sizeBytes: number): TarBody {
    const { path, earlier } = placed
    // Two names for one file are harmless among files that are not read, and only there.
    if (earlier !== null && earlier !== path) refuseDuplicate(placed, name)
    budget.add(sizeBytes, name)
    const data = Buffer.allocUnsafe(sizeBytes)
    let at = 0
    return {
      sizeBytes,
      take: (part) => {
        at += part.copy(data, at)
      },
      done: () => {
        if (earlier !== null && !kept.get(earlier)?.equals(data)) refuseDuplicate(placed, name)
        if (earlier === null) entries.push({ path, sizeBytes, kept: true })
        kept.set(path, data)
      },
    }
  }

  function takeUnkept(placed: PlacedMember, name: string, sizeBytes: number): TarBody {
    const { path, earlier } = placed
    const known = earlier === null ? null : unkept.get(earlier)
    if (known === undefined) refuseDuplicate(placed, name)
    let crc = 0
    return {
      sizeBytes,
      take: (part) => {
        crc = crc32(part, crc)
      },
      done: () => {
        if (known !== null && (known.crc !== crc || known.sizeBytes !== sizeBytes))
          refuseDuplicate(placed, name)
        if (!unkept.has(path)) entries.push({ path, sizeBytes, kept: false })
        unkept.set(path, { sizeBytes, crc })
      },
    }
  }

  return {
    /** The body of a file. Throws when the file is too large, or repeats another one wrongly. */
    take: (placed: PlacedMember, name: string, sizeBytes: number) =>
      (keep(placed.path, sizeBytes) ? takeKept : takeUnkept)(placed, name, sizeBytes),
    entries,
    kept,
  }
}
