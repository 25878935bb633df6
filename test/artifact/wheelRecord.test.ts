// RECORD files that are unusual and right. The wrong ones are among the hostile archives.

import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openArtifact } from '../../src/artifact/openArtifact.ts'
import {
  DEMO_FILES,
  DIST_INFO,
  recordMember,
  WHEEL_NAME,
  wheelMembers,
} from '../fake/archives/wheelBuilder.ts'
import { buildZip, type ZipMember } from '../fake/archives/zipBuilder.ts'
import { openWheelBytes } from './open.ts'

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
    expect(wheel).toEqual({ distInfo: DIST_INFO, record: 'checked' })
  })
})

test('a wheel without a RECORD opens and says so', async () => {
  const { wheel } = await openWheelBytes(buildZip(FILES))
  expect(wheel).toEqual({ distInfo: DIST_INFO, record: 'absent' })
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
    const bytes = buildZip([{ name: `${folder}/METADATA`, data: 'Name: demo\n' }])
    const opening = openArtifact({ kind: 'wheel', filename, bytes }, new AbortController().signal)
    if (fits) expect((await opening).wheel?.distInfo).toBe(folder)
    else await expect(opening).rejects.toMatchObject({ reason: 'wheel_dist_info' })
  })
})
