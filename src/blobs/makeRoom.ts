// Keeps the folder within its bound. The folder itself is the only record: several processes write
// to it, and a list kept elsewhere would be wrong after the first crash.

import { readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { orMissing } from '../domain/fileFault.ts'
import { type BlobPlace, isStale, SHA256 } from './blobNames.ts'

type Blob = Readonly<{ path: string; sizeBytes: number; usedAtMs: number; isInUse: boolean }>

const SHARD = /^[0-9a-f]{2}$/

/** Every blob of the folder. Files that are no blobs are left out. */
export async function listBlobs(dir: string): Promise<readonly Blob[]> {
  const blobs: Blob[] = []
  for (const shard of await readdir(dir)) {
    if (!SHARD.test(shard)) continue
    for (const name of (await orMissing(readdir(join(dir, shard)))) ?? []) {
      const path = join(dir, shard, name)
      const found = SHA256.test(name) ? await orMissing(stat(path)) : null
      if (found === null || !found.isFile()) continue
      blobs.push({
        path,
        sizeBytes: found.size,
        usedAtMs: found.mtimeMs,
        // Whoever reads it, in this process or another, holds a second name of it.
        isInUse: found.nlink > 1,
      })
    }
  }
  return blobs
}

export function totalBytes(blobs: readonly Blob[]): number {
  return blobs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}

/**
 * Removes the blobs that were longest unused until the rest is within `targetBytes`; those in use
 * stay. Returns how many bytes are left.
 */
export async function makeRoom(blobs: readonly Blob[], targetBytes: number): Promise<number> {
  let left = totalBytes(blobs)
  const oldestFirst = blobs.toSorted(
    (one, other) => one.usedAtMs - other.usedAtMs || (one.path < other.path ? -1 : 1),
  )
  for (const { path, sizeBytes, isInUse } of oldestFirst) {
    if (left <= targetBytes) break
    if (isInUse) continue
    // Between the look and the removal somebody may have begun to read it: they hold a name of
    // their own, and only the cache loses the blob.
    await orMissing(unlink(path))
    left -= sizeBytes
  }
  return left
}

/** Removes what processes that are gone left behind. */
export async function sweep({ folders, now }: BlobPlace): Promise<void> {
  for (const folder of Object.values(folders)) {
    for (const mark of await readdir(folder)) {
      if (isStale(mark, now())) await orMissing(unlink(join(folder, mark)))
    }
  }
}
