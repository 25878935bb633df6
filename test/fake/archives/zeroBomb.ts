// Gigabytes of zeros in a few kilobytes, made without ever holding them.

import { constants, crc32, deflateRawSync } from 'node:zlib'

const UNIT_BYTES = 1024 * 1024

export type ZeroBomb = Readonly<{ packed: Buffer; crc: number; sizeBytes: number }>

/** A deflate stream of `megabytes` MiB of zeros, with its checksum. */
export function zeroBomb(megabytes: number): ZeroBomb {
  const unit = Buffer.alloc(UNIT_BYTES)
  // A full flush ends on a byte and forgets the window, so that the piece can be repeated.
  const piece = deflateRawSync(unit, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const end = Buffer.from([0x03, 0x00])
  let crc = 0
  for (let i = 0; i < megabytes; i++) crc = crc32(unit, crc)
  const packed = Buffer.concat([...Array<Buffer>(megabytes).fill(piece), end])
  return { packed, crc, sizeBytes: megabytes * UNIT_BYTES }
}
