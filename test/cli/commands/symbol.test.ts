// How assay symbol ends, and what it says first.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../../fake/registry.ts'
import { startAssay } from '../../queue/startAssay.ts'
import { publishPython } from '../../support/publish.ts'

let registry: FakeRegistry
let folder: string

beforeAll(async () => {
  registry = await fakeRegistry()
  const files = `
-- wrapping.py --
class Codes: ...
codes = Codes()
def fill(names):
    for name in names:
        setattr(codes, name, 1)
def fold(): ...
`
  publishPython(registry, { name: 'wrapping', version: '1.0', files })
  publishPython(registry, { name: 'wrapping', version: '2.0', files: '-- wrapping.py --\nx = 1\n' })
  publishPython(registry, { name: 'moving', version: '1.0', files: '-- moving.py --\ny = 1\n' })
  publishPython(registry, {
    name: 'moving',
    version: '2.0',
    files: '-- moving/__init__.py --\n-- moving/new.py --\ny = 1\nyonder = 2\n',
  })
  folder = await mkdtemp(join(tmpdir(), 'assay-symbol-'))
})
afterAll(async () => {
  await registry.close()
  await rm(folder, { recursive: true, force: true })
})

function asked(data: string, ...words: readonly string[]) {
  return startAssay(['symbol', 'pypi', ...words], {
    HOME: folder,
    ASSAY_DATA_DIR: join(folder, data),
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_NAMES: 'off',
  }).ended
}

test.each([
  ['wrapping', 'x', 0, 'exists   wrapping.x'],
  ['wrapping', 'fold', 1, 'absent   fold'],
  ['wrapping@1.0', 'fold', 0, 'exists   '],
  ['wrapping@1.0', 'unfold', 1, 'absent   unfold'],
  ['wrapping@1.0', 'codes.ok', 3, 'unknown  codes.ok'],
] as const)('%s %s ends with %i', async (name, symbol, status, first) => {
  const ended = await asked('data', name, symbol)
  expect([ended.status, ended.stdout.split('\n')[0]]).toEqual([
    status,
    expect.stringContaining(first),
  ])
})

test.each([
  [
    ['wrapping@1.0', 'fold'],
    ['exists   wrapping.fold  function', 'latest   2.0, where it is not'],
  ],
  // Nor are names that only another one may have.
  [
    ['moving@1.0', 'yondr'],
    ['absent   yondr', 'near     moving.new.yonder (in 2.0, the latest)'],
  ],
  // The path of one release is not said of another.
  [
    ['moving@1.0', 'y'],
    ['exists   moving.y  constant', 'latest   2.0, as moving.new.y (constant)'],
  ],
])('%s is told of the release that was asked about, and of the latest', async (words, told) => {
  const { stdout } = await asked('data', ...words)
  for (const line of told) expect(stdout).toContain(line)
})

test('a release that is named is told of in the same lines as the latest', async () => {
  const python = (version: string, more: string) =>
    publishPython(registry, {
      name: 'shaped',
      version,
      files: `-- shaped/__init__.py --\nfrom .inner import fold as fold\n-- shaped/inner.py --\ndef fold(x):\n    "Folds ${version}."\n${more}`,
    })
  python('1.0', '')
  python('2.0', 'late = 1\n')
  const labels = async (name: string) => {
    const { stdout } = await asked('data', name, 'fold')
    expect(stdout).toContain('exists   shaped.fold  function in pypi shaped')
    return stdout.split('\n').filter((line) => !line.startsWith('latest'))
  }
  const [latest, named] = [await labels('shaped'), await labels('shaped@1.0')]
  const wordsOf = (lines: readonly string[]) => lines.map((line) => line.slice(0, 9).trim())
  expect(wordsOf(named)).toEqual(wordsOf(latest))
  expect(named).toContain('doc      Folds 1.0.')
  expect(named).toContain('also at  shaped.inner.fold')
  expect(named.find((line) => line.startsWith('file'))).toContain('shaped-1.0')
})

test('--timings says what a first question spent its time on, and what a second does not spend', async () => {
  const stagesOf = ({ stderr }: { stderr: string }) => stderr.match(/^\w+(?= +\d+ ms )/gm)
  const first = await asked('fresh', 'wrapping', 'x', '--timings')
  expect(first.stdout).not.toContain(' ms ')
  expect(stagesOf(first)).toEqual([
    'start',
    'registry',
    'download',
    'child',
    'code',
    'archive',
    'parse',
    'resolve',
    'encode',
    'store',
    'sign',
    'other',
    'whole',
  ])
  const second = await asked('fresh', '--timings', 'wrapping', 'x', '--timings')
  expect(stagesOf(second)).not.toContain('parse')
})
