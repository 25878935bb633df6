// A bounded cache of published files on disk, by digest. What must stay true: a file under a digest
// name was whole and had that digest when it got the name; what is handed out was read again and
// found unchanged; what is handed out stays readable until it is given back, whoever makes room.

import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, link, mkdir, open, rename, stat, unlink, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { invariant, ServiceError } from '../errors.ts'
import type { BlobCache, BlobLease, BlobWriter } from '../ports/blobs.ts'
import { type BlobFolders, blobFolders, markOf, SHA256 } from './blobNames.ts'
import { onDisk, orMissing } from './diskError.ts'
import { listBlobs, makeRoom, sweep } from './makeRoom.ts'

const OWNER_ONLY_DIR = 0o700
const OWNER_ONLY_FILE = 0o600
const READ_BYTES = 1024 * 1024
// Other processes fill the folder too. Looking at it again after each sixteenth of the bound that
// this one wrote keeps the overrun to that much for each process.
const LOOK_AGAIN_PARTS = 16
// Room is made for more than one blob at a time, because looking at the folder is what costs.
const TARGET_PARTS = 8

export type BlobCacheOptions = Readonly<{
  dir: string
  maxBytes: number
  now: () => Date
}>

/** Opens the folder, making it when it is not there, and removes what crashes left in it. */
export async function openBlobCache(options: BlobCacheOptions): Promise<BlobCache> {
  const { dir, maxBytes, now } = options
  const folders = blobFolders(dir)
  let knownBytes = 0
  let addedBytes = 0
  let making: Promise<void> | null = null

  async function tidy(): Promise<void> {
    await sweep(folders, now())
    addedBytes = 0
    const blobs = await listBlobs(dir)
    const total = blobs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    const target = maxBytes - Math.floor(maxBytes / TARGET_PARTS)
    knownBytes = total > maxBytes ? await makeRoom(blobs, target) : total
  }

  async function grown(sizeBytes: number): Promise<void> {
    addedBytes += sizeBytes
    while (knownBytes + addedBytes > maxBytes || addedBytes > maxBytes / LOOK_AGAIN_PARTS) {
      const before = addedBytes
      making ??= tidy().finally(() => {
        making = null
      })
      await making
      // Everything left is in use: the bound gives way until it is given back.
      if (addedBytes === 0 || addedBytes >= before) break
    }
  }

  const place: Place = { folders, mark: () => newMark(now), now, maxBytes, grown }
  await onDisk(`blobs.open(${dir})`, async () => {
    for (const folder of [dir, folders.new, folders.use]) {
      await mkdir(folder, { recursive: true, mode: OWNER_ONLY_DIR })
    }
    await tidy()
  })
  return {
    writer: () => onDisk('blobs.writer', () => openWriter(place)),
    open(sha256, signal) {
      invariant(SHA256.test(sha256), `${JSON.stringify(sha256)} is no sha256`)
      return onDisk(`blobs.open(${sha256})`, () => openBlob(place, sha256, signal))
    },
    size: () =>
      onDisk('blobs.size', async () => {
        const blobs = await listBlobs(dir)
        return { blobs: blobs.length, bytes: blobs.reduce((sum, blob) => sum + blob.sizeBytes, 0) }
      }),
  }
}
