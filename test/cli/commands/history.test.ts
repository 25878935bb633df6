// Releases of a package read in a row, and what became of a symbol over them.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../../fake/registry.ts'
import { startAssay } from '../../queue/startAssay.ts'
import { publishPython } from '../../support/publish.ts'

let registry: FakeRegistry
let folder: string

beforeAll(async () => {
  registry = await fakeRegistry()
  const releases = [
    ['1.0', 'def old(): ...'],
    ['1.2', 'def old(): ...\ndef fold(a): ...'],
    ['1.10', 'def fold(a, b=1): ...'],
    ['2.0rc1', 'def fold(a, b=1): ...'],
    ['2.0', 'def fold(a, b=1): ...'],
  ] as const
  for (const [version, code] of releases) {
    publishPython(registry, { name: 'parcel', version, files: `-- parcel.py --\n${code}\n` })
  }
  folder = await mkdtemp(join(tmpdir(), 'assay-history-'))
})
afterAll(async () => {
  await registry.close()
  await rm(folder, { recursive: true, force: true })
})

function assay(...args: readonly string[]) {
  return startAssay(args, {
    HOME: folder,
    ASSAY_DATA_DIR: join(folder, 'data'),
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_NAMES: 'off',
  }).ended
}

const read = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ version, state }) => `${version} ${state}`)

describe('assay index-history', () => {
  test('reads a range, oldest first; a second time it is all there', async () => {
    const first = await assay('index-history', 'pypi', 'parcel', '--from', '1.2', '--json')
    expect(first.status).toBe(0)
    expect(read(first.stdout)).toEqual(['1.2 ingested', '1.10 ingested', '2.0 ingested'])
    const second = await assay('index-history', 'pypi', 'parcel', '--last', '2', '--pre', '--json')
    expect(read(second.stdout)).toEqual(['2.0rc1 ingested', '2.0 indexed'])
  })

  test.each([
    [['pypi', 'absent-name'], 1, 'there is no pypi package absent-name'],
    [['pypi', 'parcel', '--from', '3.0'], 1, 'no release in this range'],
    [['pypi', 'parcel', '--from', '^1'], 2, 'names no version'],
    [['pypi', 'parcel', '--last', '0'], 2, '--last takes 1 to'],
    [['pypi', 'parcel@1.0'], 2, 'not a version of it'],
    [['pypi'], 2, 'Usage: assay index-history'],
    [['cpan', 'parcel'], 2, 'the ecosystem is pypi or npm'],
  ] as const)('%j: exit %i', async (args, status, words) => {
    const ended = await assay('index-history', ...args)
    expect(ended.status).toBe(status)
    expect(ended.stderr).toContain(words)
  })
})

describe('assay history', () => {
  test('shows every state that a symbol was in', async () => {
    await assay('index-history', 'pypi', 'parcel')
    const { status, stdout } = await assay('history', 'pypi', 'parcel', 'fold')
    expect(status).toBe(0)
    const lines = stdout.split('\n').map((line) => line.replace(/ +/g, ' ').trim())
    expect(lines).toContain('1.0 absent')
    expect(lines).toContain('1.2 exists function (a)')
    expect(lines).toContain('1.10 … 2.0 exists function (a, b=1)')
    expect(lines).toContain('added between 1.0 and 1.2')
  })

  test('one that is gone: exit 1, and the release without it', async () => {
    const { status, stdout } = await assay('history', 'pypi', 'parcel', 'old', '--json')
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ removed_in: '1.10', last_seen: '1.2' })
  })

  test.each([
    [['pypi', 'parcel'], 2],
    [['pypi', 'parcel', 'x'.repeat(600)], 2],
    [['pypi', 'absent-name', 'x'], 2],
  ])('%j: exit %i', async (args, status) => {
    expect((await assay('history', ...args)).status).toBe(status)
  })
})
