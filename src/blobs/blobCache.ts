// A bounded cache of published files on disk, by digest. What must stay true: a file under a digest
// name was whole and had that digest when it got the name; what is handed out was read again and
// found unchanged; what is handed out stays readable until it is given back, whoever makes room.
// Needs a file system with hard links.

import { mkdir } from 'node:fs/promises'
import { keptWhileRunning } from '../domain/maps.ts'
import { invariant } from '../errors.ts'
import type { BlobCache } from '../ports/blobs.ts'
import { blobPlace, SHA256 } from './blobNames.ts'
import { openBlobWriter } from './blobWriter.ts'
import { onDisk } from './diskError.ts'
import { leaseBlob } from './leaseBlob.ts'
import { listBlobs, makeRoom, sweep, totalBytes } from './makeRoom.ts'

const OWNER_ONLY = 0o700
// Other processes fill the folder too. Looking at it again after each sixteenth of the bound that
// this one wrote keeps the overrun to that much for each process.
const LOOK_AGAIN_PARTS = 16
// Room is made for more than one blob at a time, because looking at the folder is what costs.
const ROOM_PARTS = 8

type BlobCacheOptions = Readonly<{
  dir: string
  /** Blobs in use and blobs on their way in may take the folder above it for as long as they are. */
  maxBytes: number
  now: () => Date
}>

/** Opens the folder, making it when it is not there, and removes what crashes left in it. */
export async function openBlobCache({ dir, maxBytes, now }: BlobCacheOptions): Promise<BlobCache> {
  const place = blobPlace(dir, now)
  let foundBytes = 0
  let addedBytes = 0

  const tidy = keptWhileRunning(async () => {
    addedBytes = 0
    await sweep(place)
    const blobs = await listBlobs(dir)
    foundBytes = totalBytes(blobs)
    if (foundBytes > maxBytes) {
      foundBytes = await makeRoom(blobs, maxBytes - Math.floor(maxBytes / ROOM_PARTS))
    }
  })

  async function keepWithinBound(writtenBytes: number): Promise<void> {
    addedBytes += writtenBytes
    const isDue = () =>
      foundBytes + addedBytes > maxBytes || addedBytes > maxBytes / LOOK_AGAIN_PARTS
    // Twice, because one that was under way already may not have seen the new blob.
    for (let look = 0; look < 2 && isDue(); look++) {
      await tidy()
    }
  }

  await onDisk(`blobs.openBlobCache(${dir})`, async () => {
    for (const folder of [dir, ...Object.values(place.folders)]) {
      await mkdir(folder, { recursive: true, mode: OWNER_ONLY })
    }
    await tidy()
  })
  return {
    writer: () =>
      onDisk('blobs.writer', () => openBlobWriter({ place, maxBytes, keepWithinBound })),
    open(sha256, signal) {
      invariant(SHA256.test(sha256), `${JSON.stringify(sha256)} is no sha256`)
      return onDisk(`blobs.open(${sha256})`, () => leaseBlob(place, sha256, signal))
    },
    size: () =>
      onDisk('blobs.size', async () => {
        const blobs = await listBlobs(dir)
        return { blobs: blobs.length, bytes: totalBytes(blobs) }
      }),
  }
}
