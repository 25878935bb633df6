// Tarballs that are unusual and true: what real packers write must open.

import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ARCHIVE_LIMITS } from '../../../src/artifact/bytes/archiveLimits.ts'
import { keepNpm } from '../../../src/artifact/bytes/keepRule.ts'
import { tarReader } from '../../../src/artifact/tar/tar.ts'
import { TARBALL_FILES } from '../../fake/archives/hostileTarball.ts'
import {
  buildTar,
  buildTarball,
  gzipOf,
  MAGIC_GNU,
  MAGIC_OLD,
  paxRecord,
  type TarMember,
  tarMembers,
} from '../../fake/archives/tarBuilder.ts'
import { tarGz } from '../../fake/tarGz.ts'
import { openSdist, openTarball, reasonOf, textsOf } from '../open.ts'

const DEMO = tarMembers(TARBALL_FILES, 'package')
const LONG = `package/${'long/'.repeat(30)}x.js`
const more = (...members: readonly TarMember[]) => buildTarball([...DEMO, ...members])
const EXTRA = { name: 'package/x.js', data: 'x' }

/** Each row adds `x.js` in its own way. */
const CASES: readonly Readonly<{ what: string; build: () => Buffer }>[] = [
  { what: 'a POSIX header', build: () => more(EXTRA) },
  { what: 'a GNU header', build: () => more({ ...EXTRA, magic: MAGIC_GNU }) },
  {
    what: 'a header without a magic',
    build: () => more({ ...EXTRA, magic: MAGIC_OLD, type: '\0' }),
  },
  { what: 'a prefix', build: () => more({ ...EXTRA, name: 'x.js', prefix: 'package' }) },
  { what: 'a size with a space', build: () => more({ ...EXTRA, size: '          1 ' }) },
  {
    what: 'an owner in base 256',
    build: () =>
      more({ ...EXTRA, touch: (block) => block.write('\x80\0\0\0\x1c1\x1fm', 108, 'latin1') }),
  },
  {
    what: 'times in the last bytes of the prefix',
    build: () =>
      more({ ...EXTRA, touch: (block) => block.write('15270440050\x0015270440050', 476) }),
  },
  { what: 'a PAX path', build: () => more({ ...EXTRA, name: 'y', pax: { path: EXTRA.name } }) },
  { what: 'a PAX size that is true', build: () => more({ ...EXTRA, pax: { size: '1' } }) },
  { what: 'PAX times', build: () => more({ ...EXTRA, pax: { mtime: '1.5', 'SCHILY.dev': '1' } }) },
  { what: 'a GNU long name', build: () => more({ ...EXTRA, name: 'y', longName: EXTRA.name }) },
  {
    what: 'the global comment of an export',
    build: () =>
      buildTarball([
        { name: 'pax_global_header', type: 'g', data: paxRecord('comment', 'a'.repeat(40)) },
        ...DEMO,
        EXTRA,
      ]),
  },
  { what: 'a dot in the middle', build: () => more({ ...EXTRA, name: 'package/./x.js' }) },
  {
    what: 'a dot at the end of a folder',
    build: () => more({ name: 'package/.', type: '5' }, EXTRA),
  },
  {
    what: 'folders, some of them twice',
    build: () => more({ name: 'package/', type: '5' }, { name: 'package', type: '5' }, EXTRA),
  },
  {
    what: 'an old folder',
    build: () => more({ name: 'package/a/', type: '\0', magic: MAGIC_OLD }, EXTRA),
  },
  { what: 'the same file twice', build: () => more(EXTRA, EXTRA) },
  {
    what: 'the same text twice',
    build: () => more({ name: 'package/README.md', data: '# Demo\n' }, EXTRA),
  },
  {
    what: 'padding to a tape block',
    build: () => buildTarball([...DEMO, EXTRA], { endBlocks: 20 }),
  },
  { what: 'zeros after the gzip member', build: () => padded(2_000) },
  {
    what: 'a gzip header with a name and a comment',
    build: () => headed(0x18, 'demo.tar\0text\0'),
  },
  { what: 'a gzip header with an extra field', build: () => headed(0x04, '\x04\x00abcd') },
  { what: 'a gzip header with a checksum', build: () => headed(0x02, checksum()) },
  {
    what: 'another top folder',
    build: () =>
      buildTarball([
        ...tarMembers(TARBALL_FILES, 'demo v1.0'),
        { ...EXTRA, name: 'demo v1.0/x.js' },
      ]),
  },
]

const padded = (bytes: number) => gzipOf(buildTar([...DEMO, EXTRA]), { after: Buffer.alloc(bytes) })
const headed = (flags: number, optional: string) =>
  gzipOf(buildTar([...DEMO, EXTRA]), { flags, optional: Buffer.from(optional, 'latin1') })

function checksum(): string {
  const sum = crc32(Buffer.from([0x1f, 0x8b, 8, 2, 0, 0, 0, 0, 0, 0xff])) & 0xffff
  return String.fromCharCode(sum & 0xff, sum >> 8)
}

describe('a tarball opens with', () => {
  test.each(CASES)('$what', async ({ build }) => {
    const { tree } = await openTarball(build())
    expect(textsOf(tree)).toEqual({
      'index.d.ts': 'export declare function run(): void\n',
      'index.js': 'exports.run = () => {}\n',
      'package.json': '{"name": "demo", "version": "1.0.0"}\n',
      'x.js': 'x',
    })
    expect(tree.entries.filter(({ kept }) => !kept)).toEqual([
      { path: 'README.md', sizeBytes: 7, kept: false },
    ])
  })
})

test('a name of 200 bytes is read from a PAX header and from a GNU long name', async () => {
  for (const extension of [{ pax: { path: LONG } }, { longName: LONG }]) {
    const { tree } = await openTarball(more({ name: 'y', data: 'x', ...extension }))
    expect(tree.paths).toContain(LONG.slice('package/'.length))
  }
})

test('equal texts whose names differ in case are both listed', async () => {
  const { tree } = await openTarball(more({ name: 'package/readme.md', data: '# Demo\n' }))
  expect(tree.entries.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['README.md', 'readme.md']),
  )
})

test('links between texts of an sdist are listed and not followed', async () => {
  const { tree } = await openSdist(
    buildTarball([
      { name: 'demo-1.0/README.md', data: 'Demo\n' },
      { name: 'demo-1.0/README', type: '2', linkName: 'README.md' },
      { name: 'demo-1.0/docs/index.md', type: '2', linkName: '../README.md' },
      { name: 'demo-1.0/COPY', type: '1', linkName: 'demo-1.0/README.md' },
    ]),
  )
  expect(tree.links).toEqual([
    { path: 'COPY', target: 'README.md' },
    { path: 'README', target: 'README.md' },
    { path: 'docs/index.md', target: 'README.md' },
  ])
  expect(tree.counts).toMatchObject({ files: 1, links: 3 })
  expect(tree.has('README')).toBe(false)
})

test('modules of an sdist that are links are listed as files that were not read', async () => {
  const { tree } = await openSdist(
    buildTarball([
      { name: 'demo-1.0/a.py', data: 'x = 1\n' },
      { name: 'demo-1.0/README.md', data: 'Demo\n' },
      { name: 'demo-1.0/b.py', type: '2', linkName: 'a.py' },
      { name: 'demo-1.0/c.py', type: '1', linkName: 'demo-1.0/README.md' },
      { name: 'demo-1.0/d.txt', type: '2', linkName: 'a.py' },
    ]),
  )
  expect(tree.paths).toEqual(['a.py'])
  const unread = tree.entries.filter(({ kept }) => !kept).map(({ path }) => path)
  expect(unread).toEqual(['README.md', 'b.py', 'c.py'])
  expect(tree.counts).toMatchObject({ files: 4, links: 3 })
})

test('links between texts of an npm tarball are listed and not followed', async () => {
  const { tree } = await openTarball(
    more(
      { name: 'package/README', type: '2', linkName: 'README.md' },
      { name: 'package/docs/index.md', type: '1', linkName: 'package/README.md' },
    ),
  )
  expect(tree.links).toEqual([
    { path: 'README', target: 'README.md' },
    { path: 'docs/index.md', target: 'README.md' },
  ])
  expect(tree.counts).toMatchObject({ files: 4, links: 2 })
  expect(tree.has('README')).toBe(false)
})

test('the tree does not depend on how the stream was cut', () => {
  const tar = buildTar([...DEMO, { name: 'y', data: 'x'.repeat(5_000), pax: { path: LONG } }])
  const read = (cut: number) => {
    const reader = tarReader({ keep: keepNpm, limits: ARCHIVE_LIMITS, links: 'refused' })
    for (let at = 0; at < tar.length; at += cut) reader.push(tar.subarray(at, at + cut))
    return reader.finish()
  }
  const whole = read(tar.length)
  for (const cut of [1, 7, 511, 512, 513, 1_000]) expect(read(cut)).toEqual(whole)
})

describe('what npm would see otherwise', () => {
  test('a drive below the top folder', async () => {
    const bytes = tarGz({ 'package.json': '{}', 'index.js': 'good', 'c:index.js': 'other' })
    expect(await reasonOf(openTarball(bytes))).toBe('name_drive')
  })

  test('names that unfold to many times their length', async () => {
    const bytes = tarGz({ 'package.json': '{}', ['\ufdfa'.repeat(30)]: '' })
    expect(await reasonOf(openTarball(bytes))).toBe('name_too_long')
  })
})
