// assay doctor, as it is run: what it finds, what it calls wrong, and what it never shows.

import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VERSION } from '../../src/version.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { runAssay } from '../support/runAssay.ts'

let registry: FakeRegistry
let folder: string
beforeAll(async () => {
  registry = await fakeRegistry()
  registry.npm.publish({ name: 'express', version: '5.3.0' })
  folder = mkdtempSync(join(tmpdir(), 'assay-doctor-'))
  mkdirSync(join(folder, 'project', '.git'), { recursive: true })
})
afterAll(async () => {
  await registry.close()
  rmSync(folder, { recursive: true, force: true })
})

const askedSoFar = () => [...registry.requests.values()].reduce((sum, count) => sum + count, 0)

function assay(args: readonly string[], env: Record<string, string> = {}) {
  const here = { HOME: folder, ASSAY_DATA_DIR: join(folder, 'data'), ...env }
  return runAssay(args, registry, here, join(folder, 'project'))
}

async function doctor(env: Record<string, string> = {}, ...more: string[]) {
  const { status, stdout, stderr } = await assay(['doctor', '--json', ...more], env)
  expect(stderr).toBe('')
  const found = JSON.parse(stdout)
  return { status, found, wrong: found.wrong.map(({ what }: { what: string }) => what).join('\n') }
}

test('a machine where all is well', async () => {
  const { status, found } = await doctor()
  expect(found).toMatchObject({
    installed: { assay: VERSION, node: process.versions.node, sqlite: 'native', parser: 'native' },
    files: [],
    folder: join(folder, 'data'),
    registries: [
      { ecosystem: 'pypi', from: 'ASSAY_PYPI_INDEX', isReached: true, fault: null },
      { ecosystem: 'npm', from: 'ASSAY_NPM_REGISTRY', isReached: true, fault: null },
    ],
    kept: null,
    resident: 'off',
    wrong: [],
  })
  expect(status).toBe(0)
  // Looking around makes nothing.
  expect(existsSync(join(folder, 'data'))).toBe(false)
})

test('variables that name indexes are shown, without keys to them', async () => {
  const { found } = await doctor({
    PIP_EXTRA_INDEX_URL: 'https://me:hunter2@a.example/hunter3/simple https://hunter4@b.example/',
    UV_INDEX: 'corp=https://me:hunter5@c.example/simple',
    UV_FIND_LINKS: '/hunter6',
    PIP_INDEX_URL: 'https://d.example/hunter7',
    YARN_REGISTRY: 'hunter8',
  })
  expect(found.variables).toEqual(
    expect.arrayContaining([
      'PIP_EXTRA_INDEX_URL=https://a.example https://b.example',
      'PIP_INDEX_URL=https://d.example',
      'UV_FIND_LINKS=(hidden)',
      'UV_INDEX=https://c.example',
      'YARN_REGISTRY=(hidden)',
    ]),
  )
  expect(JSON.stringify(found)).not.toContain('hunter')
})

test('a name that another index may have is not called absent', async () => {
  const place = join(folder, 'project', 'requirements.txt')
  writeFileSync(place, 'corp-thing-of-ours==1.0\n')
  const env = { PIP_EXTRA_INDEX_URL: 'https://h.example/' }
  const named = await assay(['check', '--json'], env)
  const { findings, packages } = JSON.parse(named.stdout)
  expect(findings).toMatchObject([{ code: 'undetermined', severity: 'note' }])
  expect(packages).toMatchObject([
    {
      state: 'undetermined',
      reason: 'the registry does not have it, and PIP_EXTRA_INDEX_URL names another index',
    },
  ])
  // Without it the report that was kept is not the answer.
  const plain = await assay(['check', '--json'])
  expect(JSON.parse(plain.stdout).findings).toMatchObject([{ code: 'package_not_found' }])
  rmSync(place)
})

test('what is kept is counted', async () => {
  await assay(['package', 'npm', 'express'])
  const { found } = await doctor()
  expect(found.kept).toMatchObject({ packages: 1, releases: 1, indexes: [] })
  expect(found.kept.bytes).toBeGreaterThan(1_000)
  const { stdout, status } = await assay(['doctor'])
  expect(stdout).toMatch(
    /^kept +1 release read, \d+ symbols in the tables made of them; the latest release known of 1 package; \d+ MB in the folder$/m,
  )
  expect(stdout).toMatch(/^names +npm: popular ones only/m)
  expect(stdout).toMatch(/\nnothing is wrong\n$/)
  expect(status).toBe(0)
})

test('offline nobody is asked', async () => {
  const asked = askedSoFar()
  const { status, found } = await doctor({}, '--offline')
  expect(found.registries.map(({ isReached }: { isReached: unknown }) => isReached)).toEqual([
    null,
    null,
  ])
  expect(status).toBe(0)
  expect(askedSoFar()).toBe(asked)
})

test('a registry that does not answer is wrong, with its address and a way out', async () => {
  const { status, found, wrong } = await doctor({
    ASSAY_NPM_REGISTRY: 'http://user:hunter2@127.0.0.1:9/',
    ASSAY_DATA_DIR: join(folder, 'other'),
    ASSAY_REGISTRY_TIMEOUT_MS: '500',
  })
  expect(status).toBe(1)
  expect(wrong).toContain('the registry of npm does not answer (http://127.0.0.1:9/)')
  expect(found.wrong[0].mend).toContain('ASSAY_NPM_REGISTRY')
})

test('settings that are wrong are told, and the rest all the same', async () => {
  const { status, wrong, found } = await doctor({ ASSAY_PORT: 'x' })
  expect(status).toBe(1)
  expect(wrong).toContain('ASSAY_PORT must be')
  expect(found.installed.assay).toBe(VERSION)
})

test('a file of settings is told, and what is wrong in it', async () => {
  const file = join(folder, 'project', 'assay.toml')
  writeFileSync(file, 'quiet = true\n')
  expect((await doctor()).found.files).toEqual([file])
  writeFileSync(file, '[settings]\nnpm-registry = "https://evil.example"\n')
  const { status, wrong } = await doctor()
  expect(status).toBe(1)
  expect(wrong).toContain(`${file}:1: settings is not for a project to say`)
  rmSync(file)
})

test('a key that others can read is wrong', async () => {
  const key = join(folder, 'data', 'verifier.key')
  chmodSync(key, 0o644)
  const { status, wrong } = await doctor()
  chmodSync(key, 0o600)
  expect(status).toBe(1)
  expect(wrong).toContain('verifier.key can be read by others')
})

test('a data folder that is a file, or of another registry, is wrong', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect((await doctor({ ASSAY_DATA_DIR: file })).wrong).toContain('is no folder')
  const other = await doctor({ ASSAY_NPM_REGISTRY: `${registry.npmUrl}below/` }, '--offline')
  expect(other.wrong).toContain('this store holds the npm index of')
  expect(other.status).toBe(1)
})

test('no secret is shown', async () => {
  const env = {
    ASSAY_VERIFIER_KEY: 'ab'.repeat(32),
    ASSAY_API_KEY: 'assay_hunter2',
    ASSAY_JUDGE_URL: 'https://judge.example/?token=hunter2',
    ASSAY_JUDGE_MODEL: 'm',
    ASSAY_JUDGE_KEY: 'hunter2',
    ASSAY_NPM_REGISTRY: registry.npmUrl.replace('://', '://me:hunter2@'),
    HTTPS_PROXY: 'http://me:hunter2@127.0.0.1:9',
  }
  for (const more of [[], ['--json']]) {
    const { stdout, stderr } = await assay(['doctor', '--offline', ...more], env)
    expect(`${stdout}${stderr}`).not.toMatch(/hunter2|abababab/)
    expect(stdout).toContain('ASSAY_API_KEY=(hidden)')
    expect(stdout).toContain('HTTPS_PROXY http://127.0.0.1:9')
  }
})

test.each([
  ['ASSAY_NPM_REGISTRY', 'ht!tp://me:hunter2@registry.example/'],
  ['ASSAY_PYPI_INDEX', 'me:hunter2@registry.example'],
  ['ASSAY_REGISTRY_TOKEN', 'hunter2'],
])('nor is one in %s, where it is written wrong', async (name, value) => {
  for (const more of [[], ['--json']]) {
    const { stdout, stderr } = await assay(['doctor', '--offline', ...more], { [name]: value })
    expect(`${stdout}${stderr}`).not.toContain('hunter2')
    expect(stdout).toContain(`${name}=(hidden)`)
  }
})
