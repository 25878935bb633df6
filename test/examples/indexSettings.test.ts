// Which files of a project the hook hands on, because they say where packages come from.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
// @ts-expect-error: a script without types.
import { indexSettings } from '../../examples/hooks/repository.mjs'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-settings-'))
  await mkdir(join(folder, '.git'))
  await mkdir(join(folder, 'app'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const OTHER = 'https://index.corp.example/simple'

test.each([
  ['.npmrc', '@corp:registry=https://npm.corp.example\n', '.npmrc'],
  ['.yarnrc.yml', 'npmRegistryServer: "https://npm.corp.example"\n', '.yarnrc.yml'],
  ['bunfig.toml', '[install]\nregistry = "https://npm.corp.example"\n', 'bunfig.toml'],
  ['uv.toml', `index-url = "${OTHER}"\n`, 'uv.toml'],
  ['pyproject.toml', `[[tool.uv.index]]\nname = "corp"\nurl = "${OTHER}"\n`, 'uv.toml'],
  ['pyproject.toml', `[[tool.poetry.source]]\nname = "corp"\nurl = "${OTHER}"\n`, 'uv.toml'],
  ['Pipfile', `[[source]]\nurl = "${OTHER}"\n`, 'uv.toml'],
])('%s of a folder above counts', async (name, text, told) => {
  await writeFile(join(folder, name), text)
  const found: ReadonlyMap<string, string> = indexSettings(join(folder, 'app'))
  expect([...found.keys()]).toEqual([told])
  expect(found.get(told)).toMatch(/corp\.example/)
})

test('a manifest that names no index is not handed on', async () => {
  await writeFile(join(folder, 'pyproject.toml'), '[project]\nname = "app"\nurl = "x"\n')
  expect(indexSettings(folder).size).toBe(0)
})

test('nothing above the repository counts', async () => {
  await writeFile(join(folder, 'uv.toml'), `index-url = "${OTHER}"\n`)
  await mkdir(join(folder, 'app', '.git'))
  expect(indexSettings(join(folder, 'app')).size).toBe(0)
})

test('what an .npmrc nearer to the folder says counts before what stands above', async () => {
  await writeFile(join(folder, '.npmrc'), 'registry=https://a.corp.example\n@a:registry=u\n')
  await writeFile(join(folder, 'app/.npmrc'), 'registry=https://b.corp.example\n')
  const text = indexSettings(join(folder, 'app')).get('.npmrc')
  expect(text).toMatch(/a\.corp[\s\S]*@a:registry[\s\S]*b\.corp/)
})
