// RECORD files that are unusual and right, and those that differ from what the wheel holds: that is
// read, and remarked. What is no list at all is among the hostile archives.

import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openArtifact } from '../../../src/artifact/openArtifact.ts'
import {
  DEMO_FILES,
  DIST_INFO,
  recordMember,
  WHEEL_NAME,
  wheelMembers,
} from '../../fake/archives/wheelBuilder.ts'
import { buildZip, type ZipMember } from '../../fake/archives/zipBuilder.ts'
import { openWheelBytes } from '../open.ts'

const FILES = wheelMembers(DEMO_FILES).slice(0, -1)
const HONEST = String(recordMember(FILES).data)

function withRecord(text: string, files: readonly ZipMember[] = FILES): Buffer {
  return buildZip([...files, { name: `${DIST_INFO}/RECORD`, data: text }])
}

const CASES: readonly Readonly<{ what: string; build: () => Buffer }>[] = [
  { what: 'line ends of Windows', build: () => withRecord(HONEST.replaceAll('\n', '\r\n')) },
  { what: 'no line end at the end', build: () => withRecord(HONEST.trimEnd()) },
  {
    what: 'quoted fields',
    build: () => withRecord(HONEST.replace('demo/core.py', '"demo/core.py"')),
  },
  {
    what: 'padded hashes',
    build: () => withRecord(HONEST.replace(/^(demo\/core.py,[^,]+)/m, '$1=')),
  },
  { what: 'no sizes', build: () => withRecord(HONEST.replaceAll(/,\d+$/gm, ',')) },
  { what: 'a row twice', build: () => withRecord(HONEST + HONEST) },
  { what: 'empty lines', build: () => withRecord(`\n${HONEST}\n\n`) },
  {
    what: 'a stronger hash',
    build: () => {
      const digest = hash('sha512', 'def run(): ...\n', 'base64url')
      return withRecord(HONEST.replace(/^demo\/core.py,[^,]+/m, `demo/core.py,sha512=${digest}`))
    },
  },
  {
    what: 'signatures that it cannot list',
    build: () =>
      withRecord(HONEST, [
        ...FILES,
        { name: `${DIST_INFO}/RECORD.jws`, data: '{}' },
        { name: `${DIST_INFO}/RECORD.p7s`, data: 'x' },
      ]),
  },
  {
    what: 'a library that a repair tool grafted in',
    build: () => withRecord(HONEST, [...FILES, { name: 'demo.libs/libx.so', data: 'x' }]),
  },
  {
    what: 'a listed data file that is absent',
    build: () => withRecord(`${HONEST}demo/gone.bin,sha256=AA,1\n`),
  },
  {
    what: 'a name with a comma and a quote',
    build: () => {
      const files = [...FILES, { name: 'demo/a,"b".py', data: 'x' }]
      const row = `"demo/a,""b"".py",sha256=${hash('sha256', 'x', 'base64url')},1\n`
      return withRecord(HONEST + row, files)
    },
  },
]

describe('a RECORD is checked with', () => {
  test.each(CASES)('$what', async ({ build }) => {
    const { wheel } = await openWheelBytes(build())
    expect(wheel).toEqual({ distInfo: DIST_INFO, remarks: [] })
  })
})

test('a wheel without a RECORD opens and says so', async () => {
  const { wheel } = await openWheelBytes(buildZip(FILES))
  expect(wheel).toEqual({ distInfo: DIST_INFO, remarks: ['record_missing'] })
})

const CORE = 'demo/core.py'
const changed = (data: string) =>
  withRecord(
    HONEST,
    FILES.map((file) => (file.name === CORE ? { ...file, data } : file)),
  )
const rewritten = (row: string) => withRecord(HONEST.replace(/^demo\/core.py,.*$/m, row))

// torch 1.9.0 and 1.10.0 are like the first: a file was changed after RECORD was written.
const DIFFERING: readonly Readonly<{ what: string; build: () => Buffer; remarks: string[] }>[] = [
  {
    what: 'a module that was changed after it was listed',
    build: () => changed('def ruN(): ...\n'),
    remarks: ['record_hash'],
  },
  {
    what: 'a module that grew after it was listed',
    build: () => changed('def run(): ...\nx = 1\n'),
    remarks: ['record_hash'],
  },
  {
    what: 'a module that is not listed',
    build: () => withRecord(HONEST, [...FILES, { name: 'demo/extra.py', data: 'x = 1\n' }]),
    remarks: ['record_unlisted'],
  },
  {
    what: 'a module that is listed without a hash',
    build: () => rewritten('demo/core.py,,'),
    remarks: ['record_unlisted'],
  },
  {
    what: 'a weak hash',
    build: () => rewritten('demo/core.py,md5=AAAA,15'),
    remarks: ['record_unlisted'],
  },
  {
    what: 'a listed module that is absent, and another that was changed',
    build: () =>
      withRecord(
        `${HONEST}demo/gone.py,sha256=${'A'.repeat(43)},5\n`,
        FILES.map((file) => (file.name === CORE ? { ...file, data: 'x = 1\n' } : file)),
      ),
    remarks: ['record_absent', 'record_hash'],
  },
]

describe('what the wheel holds is read, and it is remarked that RECORD has', () => {
  test.each(DIFFERING)('$what', async ({ build, remarks }) => {
    const { wheel, tree } = await openWheelBytes(build())
    expect(wheel).toEqual({ distInfo: DIST_INFO, remarks })
    expect(tree.read(CORE)).not.toBeNull()
  })
})

describe('METADATA is held to the name of the file', () => {
  const METADATA: readonly (readonly [string, string, string])[] = [
    ['spelled otherwise', 'demo_kit-1.0-py3-none-any.whl', 'Name: Demo.Kit\nVersion: 1.0.0\n'],
    ['a local version', 'demo-1.0+cu111-py3-none-any.whl', 'Name: demo\nVersion: 1.0+CU111\n'],
    ['an escaped hyphen', 'demo-1.0_1-py3-none-any.whl', 'Name: demo\nVersion: 1.0-1\n'],
    ['a version that is none', 'demo-2004d-py3-none-any.whl', 'Name: demo\nVersion: 2004d\n'],
    ['the same twice', 'demo-1.0-py3-none-any.whl', 'Name: demo\nname: demo\nVersion: 1.0\n'],
    ['nothing', 'demo-1.0-py3-none-any.whl', 'Summary: x\n'],
    ['a description', 'demo-1.0-py3-none-any.whl', 'Name: demo\nVersion: 1.0\n\nName: other\n'],
  ]
  test.each(METADATA)('%s', async (_, filename, data) => {
    const folder = filename.split('-').slice(0, 2).join('-')
    const bytes = buildZip([{ name: `${folder}.dist-info/METADATA`, data }])
    const opening = openArtifact({ kind: 'wheel', filename, bytes }, new AbortController().signal)
    expect((await opening).wheel?.distInfo).toBe(`${folder}.dist-info`)
  })
})

describe('the .dist-info folder belongs to the file name', () => {
  const NAMES = [
    { filename: WHEEL_NAME, folder: 'demo-1.0.dist-info', fits: true },
    { filename: 'Demo_Kit-1.0-py3-none-any.whl', folder: 'demo.kit-1.0.dist-info', fits: true },
    { filename: 'demo_kit-1.0-1-py3-none-any.whl', folder: 'Demo_Kit-1.0.dist-info', fits: true },
    { filename: 'demo-1.0-py3-none-any.whl', folder: 'demo_kit-1.0.dist-info', fits: false },
    { filename: 'demo_kit-1.0-py3-none-any.whl', folder: 'demo-kit-1.0.dist-info', fits: false },
  ]
  test.each(NAMES)('$filename and $folder: $fits', async ({ filename, folder, fits }) => {
    const bytes = buildZip([{ name: `${folder}/METADATA`, data: 'Summary: x\n' }])
    const opening = openArtifact({ kind: 'wheel', filename, bytes }, new AbortController().signal)
    if (fits) expect((await opening).wheel?.distInfo).toBe(folder)
    else await expect(opening).rejects.toMatchObject({ reason: 'wheel_dist_info' })
  })
})
