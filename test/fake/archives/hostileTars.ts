// Tarballs whose tar lies in a header, in a name, or about where it ends.

import type { Hostile } from './hostile.ts'
import { ended, hostileTarball, link, more, TARBALL_MEMBERS } from './hostileTarball.ts'
import {
  buildTar,
  buildTarball,
  gzipOf,
  MAGIC_GNU,
  MAGIC_OLD,
  writeChecksum,
} from './tarBuilder.ts'

export const TAR_TARBALLS: readonly Hostile[] = [
  hostileTarball('a header with another checksum', 'tar_checksum', () =>
    more({ name: 'package/x.js', checksum: '0000001\0' }),
  ),
  hostileTarball('a header of noise', 'tar_header_invalid', () =>
    ended({ endBlocks: 0, after: noise() }),
  ),
  hostileTarball('an unknown magic', 'tar_header_invalid', () =>
    more({ name: 'package/x.js', magic: 'ustarXX\0' }),
  ),
  hostileTarball('a size that is not octal', 'tar_header_invalid', () =>
    more({ name: 'package/x.js', size: '0000000009 ' }),
  ),
  hostileTarball('a size in base 256', 'tar_header_invalid', () =>
    more({ name: 'package/x.js', size: `\x80${'\0'.repeat(10)}\x01` }),
  ),
  hostileTarball('a negative size', 'tar_header_invalid', () =>
    more({ name: 'package/x.js', size: '-0000000001\0' }),
  ),
  hostileTarball('a prefix in a dialect without one', 'tar_header_invalid', () =>
    more({ name: 'x.js', prefix: 'package', magic: MAGIC_GNU }),
  ),
  hostileTarball('a prefix in a header without a magic', 'tar_header_invalid', () =>
    more({ name: 'x.js', prefix: 'package', magic: MAGIC_OLD }),
  ),
  hostileTarball('text after the end of a name', 'tar_header_invalid', () =>
    more({ name: 'package/x.js\0hidden' }),
  ),
  hostileTarball('text after the end of a prefix', 'tar_header_invalid', () =>
    more({ name: 'x.js', prefix: `package\0${'h'.repeat(140)}` }),
  ),
  hostileTarball('an owner that is not a number', 'tar_header_invalid', () =>
    more({ name: 'package/x.js', touch: (block) => block.write('nobody', 108) }),
  ),
  hostileTarball('an owner past 2^53', 'tar_header_invalid', () =>
    more({ name: 'package/x.js', touch: (block) => block.write('\x80\x7f', 108, 'latin1') }),
  ),
  hostileTarball('a time that is not a number', 'tar_header_invalid', () =>
    more({ name: 'package/x.js', touch: (block) => block.write('noon', 476) }),
  ),
  hostileTarball('data in the padding of a member', 'tar_header_invalid', () =>
    gzipOf(dirtyPadding(buildTar(TARBALL_MEMBERS))),
  ),
  hostileTarball('a file that names a target', 'tar_header_invalid', () =>
    more({ name: 'package/x.js', linkName: 'index.js' }),
  ),
  hostileTarball('a link without a target', 'tar_header_invalid', () =>
    more(link('package/x', '', '2')),
  ),
  hostileTarball('a folder with a body', 'tar_header_invalid', () =>
    more({ name: 'package/dir/', type: '5', data: 'hidden' }),
  ),
  hostileTarball('a folder by one of its names only', 'tar_header_invalid', () =>
    more({ name: 'package/dir', type: '\0', pax: { path: 'package/dir/' } }),
  ),
  hostileTarball('a file named like a folder', 'file_directory_clash', () =>
    more({ name: 'package/dir/', data: 'x' }),
  ),
  hostileTarball('a symbolic link', 'link', () => more(link('package/x.js', '/etc/passwd', '2'))),
  hostileTarball('a symbolic link that is a script for Yarn and nothing for npm', 'link', () =>
    more(link('package/x.js', 'README.md', '2')),
  ),
  hostileTarball('a symbolic link that gives a script another name', 'link', () =>
    more(link('package/x', 'index.js', '2')),
  ),
  hostileTarball('a symbolic link that gives a folder of scripts another name', 'link', () =>
    more({ name: 'package/lib/x.js', data: 'x' }, link('package/src', 'lib', '2')),
  ),
  hostileTarball('a hard link', 'link', () => more(link('package/x.js', 'package/index.js', '1'))),
  hostileTarball('a link over a file', 'duplicate_name', () =>
    more(link('package/index.js', 'README.md', '2')),
  ),
  hostileTarball('a file over a link', 'duplicate_name', () =>
    more(link('package/README', 'README.md', '2'), { name: 'package/README', data: 'x' }),
  ),
  hostileTarball('a link over a file in another case', 'duplicate_name_folded', () =>
    more(link('package/readme.md', 'README.md', '2')),
  ),
  hostileTarball('a file below a link', 'file_directory_clash', () =>
    more(link('package/docs', 'README.md', '2'), { name: 'package/docs/x.js', data: 'x' }),
  ),
  hostileTarball('a character device', 'special_file', () =>
    more({ name: 'package/x', type: '3' }),
  ),
  hostileTarball('a block device', 'special_file', () => more({ name: 'package/x', type: '4' })),
  hostileTarball('a pipe', 'special_file', () => more({ name: 'package/x', type: '6' })),
  hostileTarball('a GNU sparse file', 'tar_sparse', () => more({ name: 'package/x', type: 'S' })),
  hostileTarball('a PAX sparse file', 'tar_sparse', () =>
    more({ name: 'package/x', pax: { 'GNU.sparse.major': '1' } }),
  ),
  ...['7', 'D', 'M', 'V', 'N', 'A', '\x80'].map((type) =>
    hostileTarball(`a member of type ${JSON.stringify(type)}`, 'tar_type_unsupported', () =>
      more({ name: 'package/x', type }),
    ),
  ),
  hostileTarball('a tar without an end', 'tar_end_invalid', () => ended({ endBlocks: 0 })),
  hostileTarball('a tar that goes on after one empty block', 'tar_end_invalid', () =>
    ended({ endBlocks: 1, after: buildTar([{ name: 'package/evil.js', data: 'x' }]) }),
  ),
  hostileTarball('a second tar after the first one', 'trailing_data', () =>
    ended({ after: buildTar([{ name: 'package/evil.js', data: 'x' }]) }),
  ),
  hostileTarball('a tar cut inside a member', 'truncated', () =>
    gzipOf(buildTar(TARBALL_MEMBERS).subarray(0, 512 + 10)),
  ),
  hostileTarball('a tar cut inside a header', 'truncated', () =>
    gzipOf(buildTar(TARBALL_MEMBERS).subarray(0, 100)),
  ),
  hostileTarball('300,000 entries', 'too_many_entries', () => manyMembers('0', 300_000)),
  hostileTarball('global headers without end', 'pax_invalid', () => manyMembers('g', 301), {
    entriesMax: 100,
  }),
  hostileTarball(
    'a folder that repeats without end',
    'too_many_entries',
    () => manyMembers('5', 301),
    {
      entriesMax: 100,
    },
  ),
]

export const NAMED_TARBALLS: readonly Hostile[] = [
  hostileTarball('a name that is not UTF-8', 'name_encoding', () =>
    more({ name: Buffer.from('package/\xff.js', 'latin1') }),
  ),
  hostileTarball('an empty name', 'name_empty', () => more({ name: '', data: 'x' })),
  hostileTarball('a file outside the top folder', 'top_folder', () => more({ name: 'x.js' })),
  hostileTarball('a second top folder', 'top_folder', () => more({ name: 'other/x.js' })),
  hostileTarball('a top folder in another case', 'top_folder', () =>
    more({ name: 'Package/x.js' }),
  ),
  hostileTarball('the same module twice', 'duplicate_name', () =>
    more({ name: 'package/index.js', data: 'evil' }),
  ),
  hostileTarball('the same module twice, with equal lengths', 'duplicate_name', () =>
    more({ name: 'package/index.js', data: 'exports.run = () => {}!' }),
  ),
  hostileTarball('the same text twice with other words', 'duplicate_name', () =>
    more({ name: 'package/README.md', data: '# Omed\n' }),
  ),
  hostileTarball('the same module through a dot', 'duplicate_name', () =>
    more({ name: 'package/./index.js', data: 'evil' }),
  ),
  hostileTarball('a dot in front of the top folder', 'name_parent', () =>
    gzipOf(
      buildTar(TARBALL_MEMBERS.map((member) => ({ ...member, name: `./${String(member.name)}` }))),
    ),
  ),
  hostileTarball('a dot in front of one name', 'name_parent', () =>
    more({ name: './package/x.js', data: 'x' }),
  ),
  hostileTarball('the folder above the top folder', 'name_parent', () =>
    more({ name: './', type: '5' }),
  ),
  hostileTarball('a module in another case', 'duplicate_name_folded', () =>
    more({ name: 'package/Index.js', data: 'exports.run = () => {}\n' }),
  ),
  hostileTarball('a text in another case with other words', 'duplicate_name_folded', () =>
    more({ name: 'package/readme.md', data: '# Omed\n' }),
  ),
  hostileTarball('a module in another normal form', 'duplicate_name_folded', () =>
    more({ name: 'package/\u00e9.js' }, { name: 'package/e\u0301.js' }),
  ),
  hostileTarball('a manifest with two values for one key', 'manifest_ambiguous', () =>
    buildTarball([
      { name: 'package/package.json', data: '{"name": "demo", "main": "a.js", "main": "b.js"}' },
    ]),
  ),
  hostileTarball('a file where a folder is needed', 'file_directory_clash', () =>
    more({ name: 'package/index.js/x.js' }),
  ),
  hostileTarball('a folder where a file is', 'file_directory_clash', () =>
    more({ name: 'package/lib/x.js' }, { name: 'package/lib' }),
  ),
]

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
