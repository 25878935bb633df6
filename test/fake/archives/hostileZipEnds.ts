// Wheels whose zip lies about its end: the end record, the directory, and the zip64 records.

import { bent, CORE, honest, hostileWheel, withMembers } from './hostile.ts'
import { DEMO_FILES, wheelMembers } from './wheelBuilder.ts'
import { buildZip, type ZipLies, zip64Extra } from './zipBuilder.ts'

const demo = (lies: ZipLies = {}) => buildZip(wheelMembers(DEMO_FILES), lies)
const SENTINEL = 0xffffffff

export const END_ZIPS = [
  hostileWheel('an end record inside the comment', 'zip_end_invalid', () => {
    const other = withMembers({ name: 'demo/evil.py', data: 'x = 1\n' })
    return demo({ comment: other.subarray(other.length - 22) })
  }),
  hostileWheel('the signature of an end record in the comment', 'zip_end_ambiguous', () =>
    demo({ comment: 'PK\x05\x06 and so on, for as long as an end record would be' }),
  ),
  hostileWheel('a comment that is longer than the file', 'zip_end_ambiguous', () =>
    demo({ end: { commentBytes: 9 } }),
  ),
  hostileWheel('a directory that ends before the end record', 'zip_end_invalid', () =>
    demo({ end: { directoryBytes: 50 } }),
  ),
  hostileWheel('a directory past the end of the file', 'zip_end_invalid', () =>
    demo({ end: { directoryOffset: 0x7fffffff } }),
  ),
  hostileWheel('fewer entries than the directory has', 'zip_directory_invalid', () =>
    demo({ end: { entries: 2, entriesHere: 2 } }),
  ),
  hostileWheel('more entries than the directory has', 'zip_directory_invalid', () =>
    demo({ end: { entries: 60, entriesHere: 60 } }),
  ),
  hostileWheel('a directory header with another signature', 'zip_directory_invalid', () =>
    bent(CORE, { central: { signature: 0x02014b51 } }),
  ),
  hostileWheel('a directory header that leaves the directory', 'zip_directory_invalid', () =>
    bent('demo-1.0.dist-info/RECORD', { central: { nameBytes: 4_000 } }),
  ),
  hostileWheel('one part of several', 'zip_disks', () => demo({ end: { disk: 1 } })),
  hostileWheel('entries on another disk', 'zip_disks', () => demo({ end: { entriesHere: 1 } })),
  hostileWheel('a member on another disk', 'zip_disks', () => bent(CORE, { central: { disk: 1 } })),
  hostileWheel('no zip at all', 'zip_end_invalid', () => Buffer.from('<html>not found</html>')),
  hostileWheel('an empty file', 'zip_end_invalid', () => Buffer.alloc(0)),
  hostileWheel('a file cut in the middle', 'zip_end_invalid', () => demo().subarray(0, 300)),
  hostileWheel('a file cut inside its end record', 'zip_end_ambiguous', () =>
    demo().subarray(0, demo().length - 3),
  ),
]

export const ZIP64_ZIPS = [
  hostileWheel('zip64 records with another number of entries', 'zip64_conflict', () =>
    demo({ end64: { entries: 3, entriesHere: 3 } }),
  ),
  hostileWheel('zip64 records with another directory', 'zip64_conflict', () =>
    demo({ end64: { directoryOffset: 0 } }),
  ),
  hostileWheel('zip64 records that only one kind of reader follows', 'zip_end_invalid', () =>
    demo({ end: { directoryOffset: SENTINEL }, end64: { directoryOffset: 0 } }),
  ),
  hostileWheel('a zip64 locator that points elsewhere', 'zip64_conflict', () =>
    demo({ end64: { recordOffset: 0 } }),
  ),
  hostileWheel('a zip64 record with room for more', 'zip64_conflict', () =>
    demo({ end64: { recordBytes: 60 } }),
  ),
  hostileWheel('a zip64 record past 2^53', 'zip64_conflict', () =>
    demo({ end64: { recordOffset: 2 ** 60 } }),
  ),
  hostileWheel('zip64 disks', 'zip_disks', () => demo({ end64: { disks: 2 } })),
  hostileWheel('a promise of zip64 records that are missing', 'zip64_conflict', () =>
    demo({ end: { entries: 0xffff, entriesHere: 0xffff } }),
  ),
  hostileWheel('a zip64 locator inside the last directory comment', 'zip64_conflict', () => {
    const locator = Buffer.alloc(20)
    locator.writeUInt32LE(0x07064b50)
    return bent('demo-1.0.dist-info/RECORD', { central: { comment: locator.toString('latin1') } })
  }),
  hostileWheel('a directory entry that lacks its zip64 size', 'zip64_conflict', () =>
    bent(CORE, { central: { sizeBytes: SENTINEL } }),
  ),
  hostileWheel('a zip64 field that nothing asks for', 'zip64_conflict', () =>
    bent(CORE, { central: { extra: zip64Extra(1) } }),
  ),
  hostileWheel('two zip64 fields', 'zip64_conflict', () => {
    const size = zip64Extra(honest(CORE).sizeBytes)
    return bent(CORE, {
      central: { sizeBytes: SENTINEL, extra: Buffer.concat([size, zip64Extra(1)]) },
    })
  }),
  hostileWheel('a local header that lacks its zip64 sizes', 'zip64_conflict', () =>
    bent(CORE, { local: { sizeBytes: SENTINEL } }),
  ),
  hostileWheel('a local zip64 field of odd length', 'zip64_conflict', () =>
    bent(CORE, { local: { extra: zip64Extra(1) } }),
  ),
  hostileWheel('a member of 2^60 bytes', 'zip64_conflict', () =>
    bent(CORE, { central: { sizeBytes: SENTINEL, extra: zip64Extra(2 ** 60) } }),
  ),
]
