// Gigabytes of zeros in a few kilobytes, made without ever holding them.

import { constants, crc32, deflateRawSync } from 'node:zlib'

const UNIT_BYTES = 1024 * 1024

export type ZeroBomb = Readonly<{ packed: Buffer; crc: number; sizeBytes: number }>

/** A deflate stream of `megabytes` MiB of zeros. */
export function zeroStream(megabytes: number): Buffer {
  // A full flush ends on a byte and forgets the window, so that the piece can be repeated.
  const options = { level: 9, finishFlush: constants.Z_FULL_FLUSH }
  const piece = deflateRawSync(Buffer.alloc(UNIT_BYTES), options)
  const end = Buffer.from([0x03, 0x00])
  return Buffer.concat([...Array<Buffer>(megabytes).fill(piece), end])
}

/** The same with its size and its true checksum, which takes a while for gigabytes. */
export function zeroBomb(megabytes: number): ZeroBomb {
  const unit = Buffer.alloc(UNIT_BYTES)
  let crc = 0
  for (let i = 0; i < megabytes; i++) crc = crc32(unit, crc)
  return { packed: zeroStream(megabytes), crc, sizeBytes: megabytes * UNIT_BYTES }
}
