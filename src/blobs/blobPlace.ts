// What writing and reading share: names in the folder, and the lease on a file in it.

import { randomBytes } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobLease } from '../ports/blobs.ts'
import { type BlobFolders, newMark } from './blobNames.ts'
import { onDisk, orMissing } from './diskError.ts'

export type BlobPlace = ReturnType<typeof blobPlace>

export function blobPlace(folders: BlobFolders, now: () => Date) {
  /** A name that nobody else takes. */
  const mark = () => newMark(now(), randomBytes(8).toString('hex'))
  return {
    now,
    shard: folders.shard,
    path: (sha256: string) => join(folders.shard(sha256), sha256),
    newPath: () => join(folders.new, mark()),
    usePath: () => join(folders.use, mark()),
  }
}

/** The path is the lease: while it is there, the file has a name that nobody else removes. */
export function leaseOf(blob: Omit<BlobLease, 'release'>): BlobLease {
  let released: Promise<void> | null = null
  return {
    ...blob,
    release() {
      released ??= onDisk('blobs.release', async () => {
        await orMissing(unlink(blob.path))
      })
      return released
    },
  }
}
