// Tarballs whose gzip file lies, or unpacks without end.

import type { Hostile } from './hostile.ts'
import { ended, hostileTarball, more, TARBALL_MEMBERS } from './hostileTarball.ts'
import { buildTar, type GzipLies, gzipOf, type TarMember } from './tarBuilder.ts'
import { zeroStream } from './zeroBomb.ts'

const gzipped = (lies: GzipLies) => gzipOf(buildTar(TARBALL_MEMBERS), lies)

export const GZIP_TARBALLS: readonly Hostile[] = [
  hostileTarball('two gzip members', 'gzip_members', () => gzipped({ after: gzipped({}) })),
  hostileTarball('an empty second gzip member', 'gzip_members', () =>
    gzipped({ after: gzipOf(Buffer.alloc(0)) }),
  ),
  hostileTarball('text after the gzip member', 'trailing_data', () =>
    gzipped({ after: Buffer.from('-----BEGIN SIGNATURE-----') }),
  ),
  hostileTarball('zeros after the gzip member, and then more', 'trailing_data', () =>
    gzipped({ after: Buffer.concat([Buffer.alloc(70_000), gzipped({})]) }),
  ),
  hostileTarball('a gzip file with another checksum', 'gzip_checksum', () => gzipped({ crc: 1 })),
  hostileTarball('a gzip file with another length', 'gzip_checksum', () => gzipped({ size: 1 })),
  hostileTarball('a gzip file cut in its data', 'truncated', () => gzipped({}).subarray(0, 100)),
  hostileTarball('a gzip file cut in its trailer', 'truncated', () => gzipped({}).subarray(0, -3)),
  hostileTarball('a gzip file that is only a header', 'truncated', () =>
    gzipped({}).subarray(0, 10),
  ),
  hostileTarball('a gzip header with reserved flags', 'gzip_invalid', () =>
    gzipped({ flags: 0x80 }),
  ),
  hostileTarball('a gzip header without an end', 'gzip_invalid', () =>
    gzipped({ flags: 0x08, optional: Buffer.alloc(100_000, 'a') }),
  ),
  hostileTarball('a gzip header with an extra field past its end', 'gzip_invalid', () =>
    gzipped({ flags: 0x04, optional: Buffer.from([0xff, 0xff]) }),
  ),
  hostileTarball('a gzip header with a wrong checksum', 'gzip_invalid', () =>
    gzipped({ flags: 0x02, optional: Buffer.from([1, 2]) }),
  ),
  hostileTarball('a zip in place of a gzip file', 'gzip_invalid', () =>
    Buffer.from('PK\x03\x04'.repeat(9)),
  ),
  hostileTarball('an empty file', 'gzip_invalid', () => Buffer.alloc(0)),
  hostileTarball('data that is not deflate', 'deflate_invalid', () =>
    gzipped({ packed: Buffer.alloc(99, 0xff) }),
  ),
  hostileTarball('a bomb of 4 GB', 'ratio_exceeded', () => bomb({ packed: zeroStream(4_000) })),
  hostileTarball('a bomb in a file that is not read', 'ratio_exceeded', () =>
    tarBomb({ name: 'package/data.bin', size: 400 * 1024 * 1024 }),
  ),
  hostileTarball('a bomb in a module', 'ratio_exceeded', () =>
    tarBomb({ name: 'package/x.js', size: 60 * 1024 * 1024 }),
  ),
  hostileTarball('a module that says it is 100 MiB long', 'member_too_large', () =>
    tarBomb({ name: 'package/x.js', size: 100 * 1024 * 1024 }),
  ),
  hostileTarball('a file that says it is 8 GiB long', 'unpacked_too_large', () =>
    more({ name: 'package/x.bin', size: 8 * 2 ** 30 - 1 }),
  ),
  hostileTarball('more content than may be inflated', 'unpacked_too_large', () => ended({}), {
    inflatedBytesMax: 2_000,
  }),
  hostileTarball('more modules than may be held', 'kept_too_large', () => ended({}), {
    keptBytesMax: 50,
  }),
  hostileTarball('a tarball over the limit', 'archive_too_large', () => ended({}), {
    archiveBytesMax: 9,
  }),
]

function bomb(lies: GzipLies): Buffer {
  return gzipOf(Buffer.alloc(0), lies)
}

/** A header that announces `size` bytes, followed by that many zeros and a few more. */
function tarBomb(member: TarMember): Buffer {
  const header = buildTar([member], { endBlocks: 0 })
  // The header as a stored block of its own, so that the stream of zeros can follow it.
  const stored = Buffer.from([0, 0, 2, 0xff, 0xfd])
  return bomb({ packed: Buffer.concat([stored, header, zeroStream(600)]) })
}
