// Tarballs and sdists that lie, in the gzip file around the tar or in the tar itself.

import type { ArchiveLimits } from '../../../src/artifact/archiveLimits.ts'
import type { RefusalReason } from '../../../src/artifact/refusal.ts'
import type { Hostile } from './hostile.ts'
import {
  buildTar,
  buildTarball,
  type GzipLies,
  gzipOf,
  MAGIC_GNU,
  MAGIC_OLD,
  paxRecord,
  type TarLies,
  type TarMember,
  tarMembers,
  writeChecksum,
} from './tarBuilder.ts'
import { zeroStream } from './zeroBomb.ts'

export const TARBALL_FILES = `
-- package.json --
{"name": "demo", "version": "1.0.0"}
-- index.js --
exports.run = () => {}
-- index.d.ts --
export declare function run(): void
-- README.md --
# Demo
`

const DEMO = tarMembers(TARBALL_FILES, 'package')

function tarball(
  lie: string,
  reason: RefusalReason,
  build: () => Uint8Array,
  limits: Partial<ArchiveLimits> = {},
): Hostile {
  return { lie, reason, build, limits, kind: 'tarball', filename: 'demo-1.0.0.tgz' }
}

function sdist(lie: string, reason: RefusalReason, members: readonly TarMember[]): Hostile {
  const files = tarMembers('-- PKG-INFO --\nName: demo\n-- README.md --\nDemo\n', 'demo-1.0')
  const build = () => buildTarball([...files, ...members])
  return { lie, reason, build, kind: 'sdist', filename: 'demo-1.0.tar.gz' }
}

const more = (...members: readonly TarMember[]) => buildTarball([...DEMO, ...members])
const gzipped = (lies: GzipLies) => gzipOf(buildTar(DEMO), lies)
const ended = (lies: TarLies) => buildTarball(DEMO, lies)
const raw = (name: string, type: string, data: string): TarMember => ({ name, type, data })

export const GZIP_TARBALLS: readonly Hostile[] = [
  tarball('two gzip members', 'gzip_members', () => gzipped({ after: gzipped({}) })),
  tarball('an empty second gzip member', 'gzip_members', () =>
    gzipped({ after: gzipOf(Buffer.alloc(0)) }),
  ),
  tarball('text after the gzip member', 'trailing_data', () =>
    gzipped({ after: Buffer.from('-----BEGIN SIGNATURE-----') }),
  ),
  tarball('zeros after the gzip member, and then more', 'trailing_data', () =>
    gzipped({ after: Buffer.concat([Buffer.alloc(70_000), gzipped({})]) }),
  ),
  tarball('a gzip file with another checksum', 'gzip_checksum', () => gzipped({ crc: 1 })),
  tarball('a gzip file with another length', 'gzip_checksum', () => gzipped({ size: 1 })),
  tarball('a gzip file cut in its data', 'truncated', () => gzipped({}).subarray(0, 100)),
  tarball('a gzip file cut in its trailer', 'truncated', () => gzipped({}).subarray(0, -3)),
  tarball('a gzip file that is only a header', 'truncated', () => gzipped({}).subarray(0, 10)),
  tarball('a gzip header with reserved flags', 'gzip_invalid', () => gzipped({ flags: 0x80 })),
  tarball('a gzip header without an end', 'gzip_invalid', () =>
    gzipped({ flags: 0x08, optional: Buffer.alloc(100_000, 'a') }),
  ),
  tarball('a gzip header with an extra field past its end', 'gzip_invalid', () =>
    gzipped({ flags: 0x04, optional: Buffer.from([0xff, 0xff]) }),
  ),
  tarball('a gzip header with a wrong checksum', 'gzip_invalid', () =>
    gzipped({ flags: 0x02, optional: Buffer.from([1, 2]) }),
  ),
  tarball('a zip in place of a gzip file', 'gzip_invalid', () =>
    Buffer.from('PK\x03\x04'.repeat(9)),
  ),
  tarball('an empty file', 'gzip_invalid', () => Buffer.alloc(0)),
  tarball('data that is not deflate', 'deflate_invalid', () =>
    gzipped({ packed: Buffer.alloc(99, 0xff) }),
  ),
  tarball('a bomb of 4 GB', 'ratio_exceeded', () => bomb({ packed: zeroStream(4_000) })),
  tarball('a bomb in a file that is not read', 'ratio_exceeded', () =>
    tarBomb({ name: 'package/data.bin', size: 400 * 1024 * 1024 }),
  ),
  tarball('a bomb in a module', 'ratio_exceeded', () =>
    tarBomb({ name: 'package/x.js', size: 60 * 1024 * 1024 }),
  ),
  tarball('a module that says it is 100 MiB long', 'member_too_large', () =>
    tarBomb({ name: 'package/x.js', size: 100 * 1024 * 1024 }),
  ),
  tarball('a file that says it is 8 GiB long', 'unpacked_too_large', () =>
    more({ name: 'package/x.bin', size: 8 * 2 ** 30 - 1 }),
  ),
  tarball('more content than may be inflated', 'unpacked_too_large', () => ended({}), {
    inflatedBytesMax: 2_000,
  }),
  tarball('more modules than may be held', 'kept_too_large', () => ended({}), { keptBytesMax: 50 }),
  tarball('a tarball over the limit', 'archive_too_large', () => ended({}), { archiveBytesMax: 9 }),
]

export const TAR_TARBALLS: readonly Hostile[] = [
  tarball('a header with another checksum', 'tar_checksum', () =>
    more({ name: 'package/x.js', checksum: '0000001\0' }),
  ),
  tarball('a header of noise', 'tar_header_invalid', () => ended({ endBlocks: 0, after: noise() })),
  tarball('an unknown magic', 'tar_header_invalid', () =>
    more({ name: 'package/x.js', magic: 'ustarXX\0' }),
  ),
  tarball('a size that is not octal', 'tar_header_invalid', () =>
    more({ name: 'package/x.js', size: '0000000009 ' }),
  ),
  tarball('a size in base 256', 'tar_header_invalid', () =>
    more({ name: 'package/x.js', size: `\x80${'\0'.repeat(10)}\x01` }),
  ),
  tarball('a negative size', 'tar_header_invalid', () =>
    more({ name: 'package/x.js', size: '-0000000001\0' }),
  ),
  tarball('a prefix in a dialect without one', 'tar_header_invalid', () =>
    more({ name: 'x.js', prefix: 'package', magic: MAGIC_GNU }),
  ),
  tarball('a prefix in a header without a magic', 'tar_header_invalid', () =>
    more({ name: 'x.js', prefix: 'package', magic: MAGIC_OLD }),
  ),
  tarball('text after the end of a name', 'tar_header_invalid', () =>
    more({ name: 'package/x.js\0hidden' }),
  ),
  tarball('text after the end of a prefix', 'tar_header_invalid', () =>
    more({ name: 'x.js', prefix: `package\0${'h'.repeat(140)}` }),
  ),
  tarball('an owner that is not a number', 'tar_header_invalid', () =>
    more({ name: 'package/x.js', touch: (block) => block.write('nobody', 108) }),
  ),
  tarball('an owner past 2^53', 'tar_header_invalid', () =>
    more({ name: 'package/x.js', touch: (block) => block.write('\x80\x7f', 108, 'latin1') }),
  ),
  tarball('a time that is not a number', 'tar_header_invalid', () =>
    more({ name: 'package/x.js', touch: (block) => block.write('noon', 476) }),
  ),
  tarball('data in the padding of a member', 'tar_header_invalid', () =>
    gzipOf(dirtyPadding(buildTar(DEMO))),
  ),
  tarball('a file that names a target', 'tar_header_invalid', () =>
    more({ name: 'package/x.js', linkName: 'index.js' }),
  ),
  tarball('a link without a target', 'tar_header_invalid', () => more(link('package/x', '', '2'))),
  tarball('a folder with a body', 'tar_header_invalid', () =>
    more({ name: 'package/dir/', type: '5', data: 'hidden' }),
  ),
  tarball('a folder by one of its names only', 'tar_header_invalid', () =>
    more({ name: 'package/dir', type: '\0', pax: { path: 'package/dir/' } }),
  ),
  tarball('a file named like a folder', 'file_directory_clash', () =>
    more({ name: 'package/dir/', data: 'x' }),
  ),
  tarball('a symbolic link', 'link', () => more(link('package/x.js', '/etc/passwd', '2'))),
  tarball('a symbolic link that is harmless', 'link', () =>
    more(link('package/README', 'README.md', '2')),
  ),
  tarball('a hard link', 'link', () => more(link('package/x.js', 'package/index.js', '1'))),
  tarball('a character device', 'special_file', () => more({ name: 'package/x', type: '3' })),
  tarball('a block device', 'special_file', () => more({ name: 'package/x', type: '4' })),
  tarball('a pipe', 'special_file', () => more({ name: 'package/x', type: '6' })),
  tarball('a GNU sparse file', 'tar_sparse', () => more({ name: 'package/x', type: 'S' })),
  tarball('a PAX sparse file', 'tar_sparse', () =>
    more({ name: 'package/x', pax: { 'GNU.sparse.major': '1' } }),
  ),
  ...['7', 'D', 'M', 'V', 'N', 'A', '\x80'].map((type) =>
    tarball(`a member of type ${JSON.stringify(type)}`, 'tar_type_unsupported', () =>
      more({ name: 'package/x', type }),
    ),
  ),
  tarball('a tar without an end', 'tar_end_invalid', () => ended({ endBlocks: 0 })),
  tarball('a tar that goes on after one empty block', 'tar_end_invalid', () =>
    ended({ endBlocks: 1, after: buildTar([{ name: 'package/evil.js', data: 'x' }]) }),
  ),
  tarball('a second tar after the first one', 'trailing_data', () =>
    ended({ after: buildTar([{ name: 'package/evil.js', data: 'x' }]) }),
  ),
  tarball('a tar cut inside a member', 'truncated', () =>
    gzipOf(buildTar(DEMO).subarray(0, 512 + 10)),
  ),
  tarball('a tar cut inside a header', 'truncated', () => gzipOf(buildTar(DEMO).subarray(0, 100))),
  tarball('300,000 entries', 'too_many_entries', () => manyMembers('0', 300_000)),
  tarball('global headers without end', 'too_many_entries', () => manyMembers('g', 301), {
    entriesMax: 100,
  }),
  tarball('a folder that repeats without end', 'too_many_entries', () => manyMembers('5', 301), {
    entriesMax: 100,
  }),
]

export const EXTENDED_TARBALLS: readonly Hostile[] = [
  tarball('a PAX size that hides the next header', 'pax_conflict', () =>
    more({ name: 'package/x.js', data: 'x', pax: { size: '2048' } }),
  ),
  tarball('a PAX size that shows what the header hides', 'pax_conflict', () =>
    more({ name: 'package/x.bin', data: 'x'.repeat(1_024), pax: { size: '0' } }),
  ),
  tarball('a PAX path that climbs out', 'name_parent', () =>
    more({ name: 'package/x.js', pax: { path: 'package/../../x.js' } }),
  ),
  tarball('a PAX path with a NUL', 'name_control', () =>
    more({ name: 'package/x.js', pax: { path: 'package/x.js\0.md' } }),
  ),
  tarball('a PAX path that takes the place of a module', 'duplicate_name', () =>
    more({ name: 'package/x.txt', data: 'evil', pax: { path: 'package/index.js' } }),
  ),
  tarball('an empty PAX path', 'pax_invalid', () =>
    more({ name: 'package/x.js', pax: { path: '' } }),
  ),
  tarball('a PAX size that is not a number', 'pax_invalid', () =>
    more({ name: 'package/x.js', pax: { size: '1e3' } }),
  ),
  tarball('a PAX record that repeats its key', 'pax_invalid', () =>
    more(raw('h', 'x', paxRecord('path', 'package/a') + paxRecord('path', 'package/b'))),
  ),
  tarball('a PAX record with another length', 'pax_invalid', () =>
    more(raw('h', 'x', paxRecord('path', 'package/a', 99))),
  ),
  tarball('a PAX record that is too short for itself', 'pax_invalid', () =>
    more(raw('h', 'x', '3 path=x\n')),
  ),
  tarball('a PAX record with another one inside', 'pax_invalid', () =>
    more(raw('h', 'x', paxRecord('comment', 'x\n20 path=package/evil')), DEMO_FILE),
  ),
  tarball('a PAX header without a name', 'tar_header_invalid', () =>
    more(raw('', 'x', paxRecord('path', 'package/b.js')), DEMO_FILE),
  ),
  tarball('a long name that names a target', 'tar_header_invalid', () =>
    more({ name: 'h', type: 'L', data: 'package/b.js\0', linkName: 'x' }, DEMO_FILE),
  ),
  tarball('a PAX record without a key', 'pax_invalid', () => more(raw('h', 'x', '5 =x\n'))),
  tarball('a PAX record without a length', 'pax_invalid', () => more(raw('h', 'x', 'path=x\n'))),
  tarball('PAX names in another encoding', 'pax_invalid', () =>
    more({ name: 'package/x', pax: { hdrcharset: 'BINARY' } }),
  ),
  tarball('two PAX headers for one member', 'pax_invalid', () =>
    more(raw('h', 'x', paxRecord('a', 'b')), raw('h', 'x', paxRecord('a', 'b')), DEMO_FILE),
  ),
  tarball('a PAX header at the end', 'pax_invalid', () => more(raw('h', 'x', paxRecord('a', 'b')))),
  tarball('a global PAX path', 'pax_conflict', () =>
    more(raw('h', 'g', paxRecord('path', 'package/x')), DEMO_FILE),
  ),
  tarball('a global PAX size', 'pax_conflict', () =>
    more(raw('h', 'g', paxRecord('size', '0')), DEMO_FILE),
  ),
  tarball('a global header between a PAX header and its member', 'pax_invalid', () =>
    more(raw('h', 'x', paxRecord('a', 'b')), raw('h', 'g', ''), DEMO_FILE),
  ),
  tarball('a PAX header of 200 kB', 'headers_too_large', () =>
    more(raw('h', 'x', paxRecord('comment', 'x'.repeat(200_000))), DEMO_FILE),
  ),
  tarball('a long name of 200 kB', 'headers_too_large', () =>
    more({ name: 'x', longName: `package/${'x'.repeat(200_000)}` }),
  ),
  tarball('a long name that climbs out', 'name_parent', () =>
    more({ name: 'package/x.js', longName: 'package/../../x.js' }),
  ),
  tarball('a long name with text after its end', 'tar_long_name_invalid', () =>
    more({ name: 'package/x.js', longName: 'package/y.js\0hidden' }),
  ),
  tarball('an empty long name', 'tar_long_name_invalid', () =>
    more({ name: 'package/x.js', longName: '' }),
  ),
  tarball('two long names for one member', 'tar_long_name_invalid', () =>
    more(raw('h', 'L', 'package/a\0'), { ...DEMO_FILE, longName: 'package/b' }),
  ),
  tarball('a long name and a PAX header', 'tar_long_name_invalid', () =>
    more({ ...DEMO_FILE, longName: 'package/a', pax: { path: 'package/b' } }),
  ),
  tarball('a long name at the end', 'tar_long_name_invalid', () =>
    more(raw('h', 'L', 'package/a')),
  ),
  tarball('names without end', 'headers_too_large', () => longNames(), { headerBytesMax: 100_000 }),
]

export const NAMED_TARBALLS: readonly Hostile[] = [
  tarball('a name that is not UTF-8', 'name_encoding', () =>
    more({ name: Buffer.from('package/\xff.js', 'latin1') }),
  ),
  tarball('an empty name', 'name_empty', () => more({ name: '', data: 'x' })),
  tarball('a file outside the top folder', 'top_folder', () => more({ name: 'x.js' })),
  tarball('a second top folder', 'top_folder', () => more({ name: 'other/x.js' })),
  tarball('a top folder in another case', 'top_folder', () => more({ name: 'Package/x.js' })),
  tarball('the same module twice', 'duplicate_name', () =>
    more({ name: 'package/index.js', data: 'evil' }),
  ),
  tarball('the same module twice, with equal lengths', 'duplicate_name', () =>
    more({ name: 'package/index.js', data: 'exports.run = () => {}!' }),
  ),
  tarball('the same text twice with other words', 'duplicate_name', () =>
    more({ name: 'package/README.md', data: '# Omed\n' }),
  ),
  tarball('the same module through a dot', 'duplicate_name', () =>
    more({ name: 'package/./index.js', data: 'evil' }),
  ),
  tarball('a module in another case', 'duplicate_name_folded', () =>
    more({ name: 'package/Index.js', data: 'exports.run = () => {}\n' }),
  ),
  tarball('a text in another case with other words', 'duplicate_name_folded', () =>
    more({ name: 'package/readme.md', data: '# Omed\n' }),
  ),
  tarball('a module in another normal form', 'duplicate_name_folded', () =>
    more({ name: 'package/\u00e9.js' }, { name: 'package/e\u0301.js' }),
  ),
  tarball('a file where a folder is needed', 'file_directory_clash', () =>
    more({ name: 'package/index.js/x.js' }),
  ),
  tarball('a folder where a file is', 'file_directory_clash', () =>
    more({ name: 'package/lib/x.js' }, { name: 'package/lib' }),
  ),
]

export const LINK_SDISTS: readonly Hostile[] = [
  sdist('a link to a file outside', 'link', [link('demo-1.0/x', '../../etc/passwd', '2')]),
  sdist('a link to an absolute file', 'link', [link('demo-1.0/x', '/etc/passwd', '2')]),
  sdist('a link that leaves and comes back', 'link', [
    link('demo-1.0/x', '../../demo-1.0/README.md', '2'),
  ]),
  sdist('a link to nothing', 'link', [link('demo-1.0/x', 'absent', '2')]),
  sdist('a link to a folder', 'link', [
    { name: 'demo-1.0/src/a.py', data: 'x' },
    link('demo-1.0/demo', 'src', '2'),
  ]),
  sdist('a link that gives a module another name', 'link', [
    { name: 'demo-1.0/a.py', data: 'x' },
    link('demo-1.0/b.txt', 'a.py', '2'),
  ]),
  sdist('a link that would be read', 'link', [link('demo-1.0/b.py', 'README.md', '2')]),
  sdist('a hard link to a module', 'link', [
    { name: 'demo-1.0/a.py', data: 'x' },
    link('demo-1.0/b', 'demo-1.0/a.py', '1'),
  ]),
  sdist('a link in place of the top folder', 'top_folder', [link('demo-1.0', 'README.md', '2')]),
  sdist('a link with a body', 'tar_header_invalid', [
    { ...link('demo-1.0/x', 'README.md', '2'), data: 'hidden' },
  ]),
  sdist('a file below a link', 'file_directory_clash', [
    link('demo-1.0/x', 'README.md', '2'),
    { name: 'demo-1.0/x/a.py', data: 'x' },
  ]),
  sdist('a link over a file', 'duplicate_name', [link('demo-1.0/README.md', 'PKG-INFO', '2')]),
  {
    ...sdist('a format that is not read', 'format_unsupported', []),
    filename: 'demo-1.0.tar.bz2',
  },
]

const DEMO_FILE: TarMember = { name: 'package/a.js', data: 'x' }

function link(name: string, linkName: string, type: string): TarMember {
  return { name, linkName, type }
}

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

function dirtyPadding(tar: Buffer): Buffer {
  tar.write('hidden', 512 + 400)
  return tar
}

function noise(): Buffer {
  return Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 73 + 19) % 251))
}

/** Members without content, written in one go: a builder would be the slow part. */
function manyMembers(type: string, count: number): Buffer {
  const tar = Buffer.alloc(512 * (count + 2))
  const block = buildTar([{ name: 'package/lib/', type }], { endBlocks: 0 })
  for (let i = 0; i < count; i++) {
    const at = i * 512
    block.copy(tar, at)
    if (type !== '0') continue
    tar.write(String(i).padStart(8, '0'), at + 'package/'.length)
    writeChecksum(tar.subarray(at, at + 512))
  }
  return gzipOf(tar, { level: 1 })
}

function longNames(): Buffer {
  const name = (i: number) => `package/${`${'x'.repeat(200)}/`.repeat(4)}${i}.js`
  return buildTarball(
    Array.from({ length: 200 }, (_, i) => ({ name: 'x', longName: name(i), magic: MAGIC_GNU })),
  )
}
