// Which packages manifests and lock files ask for.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wantedBy } from '../../../src/cli/terminal/wantedBy.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-wanted-'))
  const files = {
    'requirements.txt': '-r base.in\nDjango>=4,<5\n',
    'base.in': 'requests==2.0\n-r requirements.txt\n-r nowhere.txt\n',
    'package.json': '{"dependencies": {"box": "^1.0.0"}, "devDependencies": {"@a/b": "2.0.0"}}',
    'package-lock.json':
      '{"lockfileVersion": 3, "packages": {"": {}, "node_modules/box": {"version": "1.2.3"}}}',
    'notes.txt': 'nothing',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function wanted(...names: readonly string[]) {
  const found = await wantedBy(names.map((name) => join(folder, name)))
  if (typeof found === 'string') return found.replace(folder, '')
  return found.packages.map(({ key, pin, range, isOptional }) =>
    [key.name, pin ?? range, isOptional === true ? 'if there' : ''].filter(Boolean).join(' '),
  )
}

test('requirements, and those of the files that they name', async () => {
  expect(await wanted('requirements.txt')).toEqual(['django >=4,<5', 'requests 2.0'])
})

test('a file that another one names and that is not there is told', async () => {
  const found = await wantedBy([join(folder, 'requirements.txt')])
  expect(found).toMatchObject({ problems: [expect.stringContaining('nowhere.txt')] })
})

test('packages of npm, and the packages of their types', async () => {
  expect(await wanted('package.json')).toEqual([
    'box ^1.0.0',
    '@types/box if there',
    '@a/b 2.0.0',
    '@types/a__b if there',
  ])
})

test('what a lock file has goes before the range of a manifest', async () => {
  expect(await wanted('package.json', 'package-lock.json')).toEqual([
    'box 1.2.3',
    '@types/box if there',
    '@a/b 2.0.0',
    '@types/a__b if there',
  ])
})

test.each([
  ['notes.txt', 'assay: /notes.txt is no manifest or lock file that is known'],
  ['gone.txt', 'assay: /gone.txt: no such file or folder'],
])('%s says why it cannot be used', async (name, message) => {
  expect(await wanted(name)).toBe(message)
})
