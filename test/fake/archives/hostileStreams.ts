// Wheels whose members have data descriptors and end elsewhere for readers of local headers. None
// of these members is read, so that only their end can give them away.

import { randomFillSync } from 'node:crypto'
import { bent, DATA, type Hostile, hostileWheel, withMembers } from './hostile.ts'
import { buildZip, descriptor, fieldsOf, packedOf, type ZipMember } from './zipBuilder.ts'

const KIB = 1024
// Small members are inflated on the spot, larger ones in parts.
const SIZES = [
  { what: 'a small member', data: Buffer.from('0123456789\n') },
  { what: 'a large member', data: noise(200 * KIB) },
]

export const STREAMED_ZIPS: readonly Hostile[] = [
  ...['demo/core.py', DATA].map((path) =>
    hostileWheel(`a descriptor after stored data of ${path}`, 'zip_descriptor_invalid', () =>
      bent(path, streamed({ name: path, data: 'x = 1\n', method: 0 })),
    ),
  ),
  ...SIZES.flatMap(({ what, data }) => [
    hostileWheel(`an entry hidden behind the stream of ${what}`, 'size_mismatch', () =>
      hidingWheel(data),
    ),
    hostileWheel(`${what} that is longer than it says`, 'size_mismatch', () =>
      lying(data, { sizeBytes: data.length - 1 }),
    ),
    hostileWheel(`${what} that is shorter than it says`, 'size_mismatch', () =>
      lying(data, { sizeBytes: data.length + 1 }),
    ),
    hostileWheel(`${what} with another checksum`, 'crc_mismatch', () => lying(data, { crc: 1 })),
    hostileWheel(`${what} whose stream has no end`, 'truncated', () =>
      replaced(data, (packed) => packed.subarray(0, -1)),
    ),
    hostileWheel(`${what} that is not deflate`, 'deflate_invalid', () =>
      replaced(data, (packed) => Buffer.alloc(packed.length, 0xff)),
    ),
  ]),
  hostileWheel(
    'more to inflate than the limit, though none of it is read',
    'unpacked_too_large',
    () => lying(noise(5_000), {}),
    { inflatedBytesMax: 4_000 },
  ),
  hostileWheel(
    'more members to inflate than the limit, though none of them is read',
    'too_many_entries',
    () => {
      const names = Array.from({ length: 20 }, (_, i) => `demo/${i}.bin`)
      return withMembers(...names.map((name) => streamed({ name, data: 'x' })))
    },
    { inflatesMax: 20 },
  ),
]

/** A member written before its sizes were known, with its descriptor. */
export function streamed(member: ZipMember): ZipMember {
  const { crc, packedBytes, sizeBytes } = { ...fieldsOf(member), ...member.both }
  const after = descriptor({ crc, packedBytes, sizeBytes })
  const later = { flags: 8, crc: 0, packedBytes: 0, sizeBytes: 0 }
  return { ...member, after, local: later, central: { flags: 8 } }
}

/** The directory sees one member; who follows the streams sees it end early, and one more module. */
export function hidingWheel(data: Uint8Array): Buffer {
  const seen: ZipMember = { name: 'demo/x.bin', data }
  const hidden: ZipMember = { name: 'demo/hidden.py', data: 'x = 1\n' }
  const inner = buildZip([hidden]).subarray(0, 30 + 14 + packedOf(hidden).length)
  const packed = Buffer.concat([packedOf(seen), descriptor(fieldsOf(seen)), inner])
  return withMembers(streamed({ ...seen, packed }))
}

function lying(data: Uint8Array, both: NonNullable<ZipMember['both']>): Buffer {
  return withMembers(streamed({ name: 'demo/x.bin', data, both }))
}

function replaced(data: Uint8Array, replace: (packed: Buffer) => Uint8Array): Buffer {
  const packed = replace(packedOf({ name: 'demo/x.bin', data }))
  return withMembers(streamed({ name: 'demo/x.bin', data, packed }))
}

function noise(bytes: number): Buffer {
  return randomFillSync(Buffer.alloc(bytes))
}
