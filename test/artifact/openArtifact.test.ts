import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  type ByteRange,
  memorySource,
  type RandomAccess,
} from '../../src/artifact/bytes/randomAccess.ts'
import { openArtifact, openWheel } from '../../src/artifact/openArtifact.ts'
import { BOMB_ZIPS } from '../fake/archives/hostileBombs.ts'
import { TARBALL_FILES } from '../fake/archives/hostileTarball.ts'
import { buildTarball, tarMembers } from '../fake/archives/tarBuilder.ts'
import {
  buildWheel,
  DEMO_FILES,
  DIST_INFO,
  WHEEL_NAME,
  wheelMembers,
} from '../fake/archives/wheelBuilder.ts'
import { zeroStream } from '../fake/archives/zeroBomb.ts'
import { buildZip } from '../fake/archives/zipBuilder.ts'
import { openSdist, openTarball, openWheelBytes, reasonOf, textsOf } from './open.ts'

const NEVER = new AbortController().signal

test('a wheel: digest, sizes and what was read', async () => {
  const bytes = buildWheel()
  const opened = await openWheelBytes(bytes)
  expect(opened).toMatchObject({
    sha256: hash('sha256', bytes, 'hex'),
    wheel: { distInfo: DIST_INFO, remarks: [] },
  })
  expect(opened.tree.paths).toEqual([
    `${DIST_INFO}/METADATA`,
    `${DIST_INFO}/RECORD`,
    `${DIST_INFO}/WHEEL`,
    'demo/__init__.py',
    'demo/core.py',
    'demo/core.pyi',
  ])
  expect(opened.tree.counts).toMatchObject({ files: 7, keptFiles: 6, directories: 0, links: 0 })
  expect(opened.tree.read('demo/data.bin')).toBeNull()
  expect(opened.tree.has('demo/data.bin')).toBe(true)
  expect(opened.tree.read('absent.py')).toBeNull()
})

test('an npm tarball: scripts, declarations and JSON are kept, the rest is listed', async () => {
  const files = `${TARBALL_FILES}-- lib/a.d.mts --
x
-- lib/a.mjs --
x
-- lib/a.js.map --
x
-- lib/a.ts --
x
`
  const { tree } = await openTarball(buildTarball(tarMembers(files, 'package')))
  expect(tree.paths).toEqual(['index.d.ts', 'index.js', 'lib/a.d.mts', 'lib/a.mjs', 'package.json'])
  expect(tree.entries.filter(({ kept }) => !kept).map(({ path }) => path)).toEqual([
    'README.md',
    'lib/a.js.map',
    'lib/a.ts',
  ])
})

test('JSON that can only be data is listed and not kept', async () => {
  const data = { name: 'package/data.json', data: ' '.repeat(5_000_000) }
  const { tree } = await openTarball(buildTarball([...tarMembers(TARBALL_FILES, 'package'), data]))
  expect(tree.has('data.json')).toBe(true)
  expect(tree.read('data.json')).toBeNull()
})

test('an sdist: modules and project metadata are kept', async () => {
  const files = `-- PKG-INFO --
x
-- pyproject.toml --
x
-- setup.py --
x
-- src/demo/__init__.py --
x
-- src/demo.egg-info/top_level.txt --
demo
-- src/demo.egg-info/SOURCES.txt --
x
-- tests/pyproject.toml --
x
`
  const { tree } = await openSdist(buildTarball(tarMembers(files, 'demo-1.0')))
  expect(tree.paths).toEqual([
    'PKG-INFO',
    'pyproject.toml',
    'setup.py',
    'src/demo.egg-info/top_level.txt',
    'src/demo/__init__.py',
  ])
})

test('an archive inside an archive is one unread file', async () => {
  const inner = buildZip([{ name: 'bomb', packed: zeroStream(1_000) }])
  const { tree } = await openWheelBytes(
    buildZip([...wheelMembers(DEMO_FILES), { name: 'demo/inner.zip', data: inner, method: 0 }]),
  )
  expect(tree.entries).toContainEqual({
    path: 'demo/inner.zip',
    sizeBytes: inner.length,
    kept: false,
  })
})

test('what to keep can be chosen', async () => {
  const keep = (path: string) => path.endsWith('.bin') || path.endsWith('RECORD')
  const input = { kind: 'wheel', filename: WHEEL_NAME, bytes: buildWheel(), keep } as const
  const { tree } = await openArtifact(input, NEVER)
  expect(textsOf(tree)).toMatchObject({ 'demo/data.bin': '0123456789\n' })
})

describe('an aborted signal', () => {
  const reason = new Error('nobody waits any more')
  const archives = {
    wheel: { kind: 'wheel', filename: WHEEL_NAME, bytes: buildWheel() },
    tarball: {
      kind: 'tarball',
      filename: 'demo-1.0.0.tgz',
      bytes: buildTarball(tarMembers(TARBALL_FILES, 'package')),
    },
  } as const

  test.each(Object.values(archives))('ends the opening of a $kind', async (input) => {
    await expect(openArtifact(input, AbortSignal.abort(reason))).rejects.toBe(reason)
  })

  test.each(Object.values(archives))('ends it in the middle of a $kind', async (input) => {
    const controller = new AbortController()
    const keep = () => {
      controller.abort(reason)
      return true
    }
    await expect(openArtifact({ ...input, keep }, controller.signal)).rejects.toBe(reason)
  })
})

describe('a source far away', () => {
  /** Notes what it is asked for, as a file host would be asked. */
  function remote(bytes: Uint8Array) {
    const reads: ByteRange[] = []
    const announced: ByteRange[] = []
    const memory = memorySource(bytes)
    const source: RandomAccess = {
      sizeBytes: bytes.length,
      read: (range, signal) => {
        reads.push(range)
        return memory.read(range, signal)
      },
      prefetch: async (ranges) => {
        announced.push(...ranges)
      },
    }
    return { source, reads, announced }
  }
  const heavy = { name: 'demo/libtorch.so', data: Buffer.alloc(3_000_000, 'x'), method: 0 }
  const members = [heavy, ...wheelMembers(DEMO_FILES)]

  test('is asked for the directory and for the kept members only', async () => {
    const bytes = buildZip(members)
    const { source, reads, announced } = remote(bytes)
    const far = await openWheel({ filename: WHEEL_NAME, source, localHeaders: 'kept' }, NEVER)
    const near = await openWheelBytes(bytes)
    expect(textsOf(far.tree)).toEqual(textsOf(near.tree))
    expect(far.tree.entries).toEqual(near.tree.entries)
    const asked = reads.reduce((total, { lengthBytes }) => total + lengthBytes, 0)
    expect(asked).toBeLessThan(100_000)
    // Two reads for the directory; the others were announced, in the order of the file.
    expect(reads.slice(2)).toEqual(announced)
    expect(announced).toEqual(announced.toSorted((one, other) => one.offset - other.offset))
  })

  test('still refuses a kept member whose headers disagree', async () => {
    const lying = members.map((member) =>
      member.name === 'demo/core.py' ? { ...member, local: { crc: 1 } } : member,
    )
    const { source } = remote(buildZip(lying))
    const opening = openWheel({ filename: WHEEL_NAME, source, localHeaders: 'kept' }, NEVER)
    await expect(opening).rejects.toMatchObject({ reason: 'zip_headers_disagree' })
  })

  test('that breaks is a failure of the source and no refusal', async () => {
    const broken = new Error('connection lost')
    const source: RandomAccess = { sizeBytes: 1_000, read: () => Promise.reject(broken) }
    const opening = openWheel({ filename: WHEEL_NAME, source, localHeaders: 'kept' }, NEVER)
    await expect(opening).rejects.toBe(broken)
  })

  test('that answers short is a failure of the source and no refusal', async () => {
    const source: RandomAccess = { sizeBytes: 1_000, read: async () => Buffer.alloc(3) }
    const opening = openWheel({ filename: WHEEL_NAME, source, localHeaders: 'kept' }, NEVER)
    await expect(opening).rejects.toThrow('source gave 3 of')
  })
})

test('a refusal says which member and which reason', async () => {
  const row = BOMB_ZIPS.find(({ lie }) => lie === 'ten bytes that say they are 30 MiB')
  const opening = openWheelBytes(row?.build() ?? Buffer.alloc(0))
  await expect(opening).rejects.toMatchObject({
    name: 'ArchiveRefusal',
    reason: 'size_mismatch',
    member: 'demo/core.py',
  })
  expect(await reasonOf(openWheelBytes(Buffer.alloc(0)))).toBe('zip_end_invalid')
})
