// A blob on its way in. It gets its digest name last, by a rename, after its bytes are on the disk:
// a crash at any moment leaves a file that is swept away, and never half a blob.

import { createHash } from 'node:crypto'
import { link, mkdir, open, rename, unlink, utimes } from 'node:fs/promises'
import { orMissing } from '../domain/fileFault.ts'
import { invariant, ServiceError } from '../errors.ts'
import type { BlobLease, BlobWriter } from '../ports/blobs.ts'
import { type BlobPlace, SHA256 } from './blobNames.ts'
import { onDisk } from './diskError.ts'
import { leaseOf } from './leaseBlob.ts'

const OWNER_ONLY_FOLDER = 0o700
const OWNER_ONLY_FILE = 0o600

type BlobWriterOptions = Readonly<{
  place: BlobPlace
  /** A larger blob is handed out but not kept. */
  maxBytes: number
  keepWithinBound: (writtenBytes: number) => Promise<void>
}>

export async function openBlobWriter(options: BlobWriterOptions): Promise<BlobWriter> {
  const { place, maxBytes, keepWithinBound } = options
  const path = place.newPath()
  const handle = await open(path, 'wx', OWNER_ONLY_FILE)
  const sum = createHash('sha256')
  let sizeBytes = 0
  let isOpen = true

  async function discard(): Promise<void> {
    isOpen = false
    await handle.close()
    await orMissing(unlink(path))
  }

  async function keep(sha256: string): Promise<BlobLease> {
    const usePath = place.usePath()
    // The second name comes first, so that nobody can make room between the rename and the lease.
    await link(path, usePath)
    await mkdir(place.shard(sha256), { recursive: true, mode: OWNER_ONLY_FOLDER })
    // Over one that is there already: its bytes may have been damaged, ours were just hashed.
    await rename(path, place.path(sha256))
    const at = place.now()
    await utimes(usePath, at, at)
    await keepWithinBound(sizeBytes)
    return leaseOf({ path: usePath, sha256, sizeBytes })
  }

  async function commit(expectedSha256: string): Promise<BlobLease> {
    const sha256 = sum.digest('hex')
    if (sha256 !== expectedSha256) {
      await discard()
      const message = `blobs.commit(${expectedSha256}): ${sizeBytes} bytes have ${sha256}`
      throw new ServiceError('artifact_mismatch', message)
    }
    try {
      await handle.sync()
    } catch (error) {
      await discard()
      throw error
    }
    isOpen = false
    await handle.close()
    return sizeBytes > maxBytes ? leaseOf({ path, sha256, sizeBytes }) : keep(sha256)
  }

  return {
    write(chunk) {
      invariant(isOpen, 'write after the end of a blob')
      sum.update(chunk)
      sizeBytes += chunk.length
      return onDisk('blobs.write', () => handle.writeFile(chunk))
    },
    commit(expectedSha256) {
      invariant(isOpen, 'commit after the end of a blob')
      invariant(SHA256.test(expectedSha256), `${JSON.stringify(expectedSha256)} is no sha256`)
      return onDisk(`blobs.commit(${expectedSha256})`, () => commit(expectedSha256))
    },
    abort: () => onDisk('blobs.abort', async () => (isOpen ? discard() : undefined)),
  }
}
