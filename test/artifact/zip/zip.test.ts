// Zips that are unusual and true: what real packers write must open.

import { describe, expect, test } from 'vitest'
import { memorySource } from '../../../src/artifact/bytes/randomAccess.ts'
import { openWheel } from '../../../src/artifact/openArtifact.ts'
import { bent, CORE, DATA, honest, withMembers } from '../../fake/archives/hostile.ts'
import { streamed as asStreamed, hidingWheel } from '../../fake/archives/hostileStreams.ts'
import { DEMO_FILES, WHEEL_NAME, wheelMembers } from '../../fake/archives/wheelBuilder.ts'
import {
  buildZip,
  descriptor,
  extraField,
  type ZipLies,
  zip64Extra,
} from '../../fake/archives/zipBuilder.ts'
import { openSdist, openWheelBytes, reasonOf, textsOf } from '../open.ts'

const NEVER = new AbortController().signal
const SENTINEL = 0xffffffff
const STREAMED = { flags: 8, crc: 0, packedBytes: 0, sizeBytes: 0 }
const demo = (lies: ZipLies = {}) => buildZip(wheelMembers(DEMO_FILES), lies)

/** A member written before its sizes were known, with its descriptor. */
function streamed(path: string, form: { signed?: boolean; long?: boolean }): Buffer {
  const after = descriptor(honest(path), form)
  return bent(path, { after, local: STREAMED, central: { flags: 8 } })
}

const CASES: readonly Readonly<{ what: string; build: () => Buffer }>[] = [
  { what: 'a plain wheel', build: () => demo() },
  { what: 'a stored member', build: () => bent(CORE, { method: 0 }) },
  { what: 'a directory in another order', build: () => demo({ reversed: true }) },
  { what: 'the comment of an export', build: () => demo({ comment: 'a'.repeat(40) }) },
  { what: 'zip64 records beside the plain ones', build: () => demo({ end64: {} }) },
  {
    what: 'zip64 records in place of the plain ones',
    build: () =>
      demo({
        end: {
          entries: 0xffff,
          entriesHere: 0xffff,
          directoryBytes: SENTINEL,
          directoryOffset: SENTINEL,
        },
        end64: {},
      }),
  },
  {
    what: 'a zip64 size in the directory',
    build: () => {
      const extra = zip64Extra(honest(CORE).sizeBytes)
      return bent(CORE, { central: { sizeBytes: SENTINEL, extra } })
    },
  },
  {
    what: 'zip64 sizes in the local header, as for a file of unknown length',
    build: () => {
      const { sizeBytes, packedBytes } = honest(CORE)
      const extra = zip64Extra(sizeBytes, packedBytes)
      return bent(CORE, { local: { sizeBytes: SENTINEL, packedBytes: SENTINEL, extra } })
    },
  },
  {
    what: 'zip64 sizes beside the plain ones',
    build: () => {
      const { sizeBytes, packedBytes } = honest(DATA)
      return bent(DATA, { local: { extra: zip64Extra(sizeBytes, packedBytes) } })
    },
  },
  {
    what: 'other timestamps in the local header than in the directory',
    build: () =>
      bent(CORE, {
        local: { extra: extraField(0x5455, Buffer.alloc(13)) },
        central: { extra: extraField(0x5455, Buffer.alloc(5)) },
      }),
  },
  ...[0, 0x10, 0x20, 0x41ed0000, 0x41ed0010].map((attributes) => ({
    what: `a folder of attributes 0x${attributes.toString(16)}`,
    build: () => withMembers({ name: 'demo/folder/', method: 0, central: { attributes } }),
  })),
  { what: 'a descriptor', build: () => streamed(CORE, {}) },
  { what: 'a descriptor without a signature', build: () => streamed(CORE, { signed: false }) },
  { what: 'a long descriptor', build: () => streamed(CORE, { long: true }) },
  {
    what: 'a long descriptor without a signature, not read',
    build: () => streamed(DATA, { long: true, signed: false }),
  },
  {
    what: 'a descriptor of a large member, not read',
    build: () => withMembers(asStreamed({ name: 'demo/x.bin', data: 'x'.repeat(300_000) })),
  },
  {
    what: 'a descriptor of a stored member without content',
    build: () => withMembers(asStreamed({ name: 'demo/empty.bin', method: 0 })),
  },
  {
    what: 'a descriptor of a folder that is deflated',
    build: () => withMembers(asStreamed({ name: 'demo/folder/' })),
  },
  {
    what: 'a descriptor behind sizes that were known after all',
    build: () => bent(CORE, { after: descriptor(honest(CORE)), both: { flags: 8 } }),
  },
]

describe('a wheel opens with', () => {
  const expected = { [CORE]: 'def run(): ...\n', 'demo/core.pyi': 'def run() -> None: ...\n' }
  test.each(CASES)('$what', async ({ build }) => {
    const { tree } = await openWheelBytes(build())
    expect(textsOf(tree)).toMatchObject(expected)
    expect(tree.entries.find(({ path }) => path === DATA)).toEqual({
      path: DATA,
      sizeBytes: 11,
      kept: false,
    })
  })
})

describe('a zip sdist', () => {
  const files = [
    { name: 'demo-1.0/', method: 0, mode: 0o040755 },
    { name: 'demo-1.0/demo/é.py', data: 'x = 1\n' },
    { name: 'demo-1.0/PKG-INFO', data: 'Name: demo\n' },
  ]

  test('loses its top folder', async () => {
    const { tree, wheel } = await openSdist(buildZip(files), 'demo-1.0.zip')
    expect(textsOf(tree)).toEqual({ 'PKG-INFO': 'Name: demo\n', 'demo/é.py': 'x = 1\n' })
    expect(tree.root).toBe('demo-1.0')
    expect(wheel).toBeNull()
  })

  test('with a file beside the top folder is refused', async () => {
    const opening = openSdist(buildZip([...files, { name: 'setup.py' }]), 'demo-1.0.zip')
    expect(await reasonOf(opening)).toBe('top_folder')
  })
})

test('of several bad members the first in the file is reported, whichever inflates first', async () => {
  const slow = { name: 'demo/slow.py', data: 'x'.repeat(3_000_000), both: { crc: 1 } }
  const quick = { name: 'demo/quick.py', data: 'y', both: { crc: 1 } }
  for (let round = 0; round < 5; round++) {
    const opening = openWheelBytes(buildZip([slow, quick, ...wheelMembers(DEMO_FILES)]))
    await expect(opening).rejects.toMatchObject({ reason: 'crc_mismatch', member: slow.name })
  }
})

describe('a wheel that is read in parts', () => {
  const open = (bytes: Buffer) => {
    const source = memorySource(bytes)
    return openWheel({ filename: WHEEL_NAME, source, localHeaders: 'kept' }, NEVER)
  }

  test('is not searched for what hides in members that are not fetched', async () => {
    const { tree } = await open(hidingWheel(Buffer.from('x')))
    expect(tree.has('demo/x.bin')).toBe(true)
    expect(tree.has('demo/hidden.py')).toBe(false)
  })

  test('may not have descriptors after stored data, fetched or not', async () => {
    const stored = asStreamed({ name: 'demo/x.bin', data: 'x', method: 0 })
    await expect(open(withMembers(stored))).rejects.toMatchObject({
      reason: 'zip_descriptor_invalid',
    })
  })
})

test('an empty folder whose name ends in a dot or a space is harmless, a file in it is not', async () => {
  const { tree } = await openWheelBytes(withMembers({ name: 'demo./' }, { name: 'demo /' }))
  expect(tree.has('demo/core.py')).toBe(true)
  const holding = openWheelBytes(withMembers({ name: 'demo./' }, { name: 'demo./x.py', data: '' }))
  expect(await reasonOf(holding)).toBe('name_trailing')
})
