// What a registry gets to know of a scope that has a registry of its own: the compiled program checks
// projects that say so in each of the ways there are, and the registry writes down what it is asked.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../../fake/registry.ts'
import { publishNpm } from '../../support/publish.ts'
import { runAssay } from '../../support/runAssay.ts'

let registry: FakeRegistry
let root: string
beforeAll(async () => {
  registry = await fakeRegistry()
  for (const name of ['torch', 'npm']) {
    publishNpm(registry, { name, version: '3.0.0', files: '-- index.js --\nexports.on = 1\n' })
  }
  // Somebody else's, under the name of the company's.
  publishNpm(registry, {
    name: '@corp/taken',
    version: '1.0.0',
    files: '-- index.js --\nexports.evil = 1\n',
  })
  root = mkdtempSync(join(tmpdir(), 'assay-scopes-'))
})
afterAll(async () => {
  await registry.close()
  rmSync(root, { recursive: true })
})

const CORP = 'https://npm.corp.example/'
const NPMRC = `@corp:registry=${CORP}\n`
const PACKAGE = JSON.stringify({
  dependencies: { torch: '3.0.0', '@corp/named': '1.0.0', '@corp/taken': '^1' },
})
const CODE = `import { on } from 'torch'
import '@corp/named'
import { mine } from '@corp/taken'
import type { T } from '@corp/types'
const lazy = () => import('@corp/lazy/part')
`
const YARNRC_YML = `npmScopes:\n  corp:\n    npmRegistryServer: "${CORP}"\n`
const BUNFIG = `[install.scopes]\ncorp = "${CORP}"\n`

type Shape = Readonly<{
  files?: Readonly<Record<string, string>>
  home?: Readonly<Record<string, string>>
  env?: Readonly<Record<string, string>>
  args?: readonly string[]
  from?: string
  isNoRepository?: true
}>

const SHAPES: readonly (readonly [string, Shape])[] = [
  ['the .npmrc of the project', { files: { '.npmrc': NPMRC } }],
  ['a .npmrc that git ignores', { files: { '.npmrc': NPMRC, '.gitignore': '.npmrc\n' } }],
  ['a .npmrc in no repository', { files: { '.npmrc': NPMRC }, isNoRepository: true }],
  ['a .npmrc beside one of the packages', { files: { 'part/.npmrc': NPMRC } }],
  ['the .npmrc above the folder that it is asked in', { files: { '.npmrc': NPMRC }, from: 'part' }],
  ['a .npmrc, asked of one file', { files: { 'part/.npmrc': NPMRC }, args: ['part/a.ts'] }],
  [
    'a .npmrc that is not staged',
    { files: { '.npmrc': NPMRC, '.gitignore': '.npmrc\n' }, args: ['--staged'] },
  ],
  ['a .npmrc with a variable', { files: { '.npmrc': `@corp:registry=\${CORP_REGISTRY}\n` } }],
  ['.yarnrc.yml', { files: { '.yarnrc.yml': YARNRC_YML } }],
  [
    '.yarnrc.yml in another style',
    { files: { '.yarnrc.yml': `npmScopes: {"corp": {npmRegistryServer: "${CORP}"}}\n` } },
  ],
  ['.yarnrc', { files: { '.yarnrc': `"@corp:registry" "${CORP}"\n` } }],
  ['bunfig.toml', { files: { 'bunfig.toml': BUNFIG } }],
  [
    'bunfig.toml with a table',
    { files: { 'bunfig.toml': `[install.scopes."@corp"]\nurl = "${CORP}"\ntoken = "$T"\n` } },
  ],
  ['the .npmrc of the user', { home: { '.npmrc': NPMRC } }],
  ['the .yarnrc.yml of the user', { home: { '.yarnrc.yml': YARNRC_YML } }],
  ['the .yarnrc of the user', { home: { '.yarnrc': `"@corp:registry" "${CORP}"\n` } }],
  ['the bunfig.toml of the user', { home: { '.bunfig.toml': BUNFIG } }],
  ['a variable', { env: { 'npm_config_@corp:registry': CORP } }],
  [
    'a setting for every other name besides',
    { files: { '.npmrc': NPMRC }, env: { ASSAY_NPM_REGISTRY: 'the registry' } },
  ],
  [
    'the user, and a setting for every other name',
    { home: { '.npmrc': NPMRC }, env: { ASSAY_NPM_REGISTRY: 'the registry' } },
  ],
]

test.each(SHAPES)('no name of a scope of its own is asked for, by %s', async (_name, shape) => {
  const { files = {}, home = {}, env = {}, args = [], from = '.' } = shape
  const folder = mkdtempSync(join(root, 'a-'))
  const write = (below: string, all: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(all)) {
      mkdirSync(dirname(join(folder, below, path)), { recursive: true })
      writeFileSync(join(folder, below, path), text)
    }
  }
  const { '.npmrc': npmrc = '', ...others } = home
  write('home', { ...others, '.npmrc': `registry=${registry.npmUrl}\n${npmrc}` })
  write('app', { 'part/package.json': PACKAGE, 'part/a.ts': CODE, ...files })
  const app = join(folder, 'app')
  if (shape.isNoRepository !== true) {
    execFileSync('git', ['init', '-q', app])
    execFileSync('git', ['-C', app, 'add', '.'])
  }
  const told = {
    ...{ HOME: join(folder, 'home'), XDG_CONFIG_HOME: join(folder, 'config') },
    ...{ ASSAY_DATA_DIR: join(folder, 'data'), ASSAY_NPM_REGISTRY: '', ...env },
  }
  if (told.ASSAY_NPM_REGISTRY !== '') told.ASSAY_NPM_REGISTRY = registry.npmUrl
  const before = new Map(registry.requests)
  const check = () => runAssay(['check', '--json', ...args], registry, told, join(app, from))
  const first = await check()
  // The report is kept: what it rests on is asked for again.
  const second = await check()
  const asked = [...registry.requests].flatMap(([path, times]) =>
    times === before.get(path) ? [] : [path],
  )
  expect(asked.filter((path) => /torch/.test(path))).not.toEqual([])
  expect(asked.filter((path) => /corp/.test(path))).toEqual([])
  for (const { status, stdout, stderr } of [first, second]) {
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const { findings, packages } = JSON.parse(stdout)
    const isOfCorp = (one: { package: string }) => one.package.startsWith('@corp/')
    expect(findings.filter((one: { severity: string }) => one.severity === 'error')).toEqual([])
    const states = packages
      .filter(isOfCorp)
      .map((one: { package: string; state: string }) => `${one.package} ${one.state}`)
    expect([...new Set(states)].sort()).toEqual(
      ['lazy', 'named', 'taken', 'types'].map((name) => `@corp/${name} undetermined`),
    )
  }
})
