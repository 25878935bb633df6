// Reading a blob back. Its digest is taken again each time: disks forget, and somebody may have
// been in the folder.

import { createHash } from 'node:crypto'
import { link, open, stat, unlink, utimes } from 'node:fs/promises'
import { orMissing } from '../domain/fileFault.ts'
import type { BlobLease } from '../ports/blobs.ts'
import type { BlobPlace } from './blobNames.ts'
import { onDisk } from './diskError.ts'

// Hashing this much takes a fraction of a millisecond: nothing else waits longer for its turn.
const READ_BYTES = 256 * 1024

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

/** The blob under a name of its own, or null. A damaged one is removed. */
export async function leaseBlob(
  place: BlobPlace,
  sha256: string,
  signal: AbortSignal,
): Promise<BlobLease | null> {
  const usePath = place.usePath()
  const linked = await orMissing(link(place.path(sha256), usePath).then(() => true))
  if (linked === null) return null
  let isKept = false
  try {
    const found = await readDigest(usePath, signal)
    if (found.sha256 !== sha256) {
      await removeDamaged(place.path(sha256), usePath)
      return null
    }
    const at = place.now()
    await utimes(usePath, at, at)
    isKept = true
    return leaseOf({ path: usePath, sha256, sizeBytes: found.sizeBytes })
  } finally {
    if (!isKept) await orMissing(unlink(usePath))
  }
}

async function readDigest(
  path: string,
  signal: AbortSignal,
): Promise<Readonly<{ sha256: string; sizeBytes: number }>> {
  const handle = await open(path, 'r')
  try {
    const sum = createHash('sha256')
    const buffer = Buffer.allocUnsafe(READ_BYTES)
    let sizeBytes = 0
    for (;;) {
      signal.throwIfAborted()
      const { bytesRead } = await handle.read(buffer, 0, READ_BYTES, sizeBytes)
      if (bytesRead === 0) break
      sum.update(buffer.subarray(0, bytesRead))
      sizeBytes += bytesRead
    }
    return { sha256: sum.digest('hex'), sizeBytes }
  } finally {
    await handle.close()
  }
}

async function removeDamaged(path: string, usePath: string): Promise<void> {
  const [there, ours] = await Promise.all([orMissing(stat(path)), stat(usePath)])
  // Somebody may have put a good one in its place meanwhile.
  if (there?.ino === ours.ino) await orMissing(unlink(path))
}
