// What registries say of projects and releases is said wherever an answer rests on them, in their own
// words and under the signature; and nothing is said that they did not say.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyReceipt } from '../../src/index.ts'
import { pythonWheel } from '../fake/archives/pythonWheel.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { publishPython } from '../support/publish.ts'

/** The first question about a release reads it, which takes long where many processes share a core. */
const LAMP = '-- lamp.py --\ndef light(): ...\n'
const HOUR_MS = 3_600_000

let loopback: Loopback
let registry: Loopback['registry']
let service: Loopback['service']
let key: string

function publishOld(version: string, deprecated: string, source: string): void {
  const manifest = { name: 'old-box', version, main: 'index.js' }
  const files = { 'package.json': JSON.stringify(manifest), 'index.js': source }
  registry.npm.publish({ name: 'old-box', version, files, manifest: { deprecated } })
}

beforeAll(async () => {
  loopback = await startLoopback()
  ;({ registry, service } = loopback)
  for (const version of ['1.0', '2.0']) {
    publishPython(registry, { name: 'lamp', version, files: LAMP })
    publishPython(registry, { name: 'quiet', version, files: LAMP.replace('lamp', 'quiet') })
  }
  registry.pypi.setStatus('lamp', 'archived', 'No time\u0007 left.\nUse torch.')
  publishOld('1.0.0', 'Has a hole.\u202e', 'exports.a = 1\nexports.b = 2\n')
  publishOld('2.0.0', 'Moved. Please use `new-box` instead', 'exports.a = 1\n')
  key = await service.app.creditKeys.issue('test', 10_000_000)
})

afterAll(() => loopback.close())

function yank(name: string, version: string, yanked: string | false): void {
  const file = pythonWheel({ name, version, files: LAMP.replace('lamp', name) })
  registry.pypi.publish({ name, version, files: [file], yanked })
}

const ARCHIVED = {
  of: 'project',
  word: 'archived',
  version: null,
  message: 'No time left. Use torch.',
  points_to: null,
}
const SAID = { of: 'release', word: 'deprecated', points_to: null }
const HOLE = { ...SAID, version: '1.0.0', message: 'Has a hole.' }
const MOVED = {
  ...SAID,
  version: '2.0.0',
  message: 'Moved. Please use `new-box` instead',
  points_to: 'new-box',
}

async function ask(path: string, body?: Record<string, unknown>) {
  const headers = { 'x-api-key': key }
  const reply = await (body === undefined
    ? service.get(path, headers)
    : service.post(path, body, headers))
  expect(reply.status, reply.text).toBe(200)
  const { address } = (await service.get('/policy')).body.verifier
  const receipt = { valid: true, answer_matches: true }
  expect(verifyReceipt(reply.text, { verifiers: [address] })).toMatchObject(receipt)
  return reply.body
}

const lamp = { ecosystem: 'pypi', package: 'lamp' }
const box = { ecosystem: 'npm', package: 'old-box' }

describe('a project that is archived, and a release that is deprecated', () => {
  test('in answers about packages', async () => {
    const archived = await ask('/v1/package/exists', { ecosystem: 'pypi', name: 'lamp' })
    expect(archived).toMatchObject({ registry_status: 'archived', notices: [ARCHIVED] })
    const moved = await ask('/v1/package/exists', { ecosystem: 'npm', name: 'old-box' })
    expect(moved.notices).toEqual([MOVED])
    expect(moved.attestation.evidence.names).toBeDefined()
  })

  test('in answers about symbols, of the release that is named as well', async () => {
    const archived = await ask('/v1/symbol/exists', { ...lamp, symbol: 'light' })
    expect(archived.notices).toEqual([ARCHIVED])
    const pinned = await ask('/v1/symbol/exists', { ...box, symbol: 'a', version: '1.0.0' })
    expect(pinned.notices).toEqual([MOVED, HOLE])
  })

  test('in diffs and upgrades', async () => {
    const versions = { from_version: '1.0', to_version: '2.0' }
    expect((await ask('/v1/diff', { ...lamp, ...versions })).notices).toEqual([ARCHIVED])
    const question = { ...box, from_version: '1.0.0', to_version: '2.0.0' }
    expect((await ask('/v1/diff', question)).notices).toEqual([HOLE, MOVED])
    const files = [{ path: 'a.js', content: "require('old-box').a\n" }]
    expect((await ask('/v1/upgrade', { ...question, files })).notices).toEqual([HOLE, MOVED])
  })

  test('in histories, and where an import or a word leads to it', async () => {
    const history = await ask('/v1/symbol/history?ecosystem=pypi&package=lamp&symbol=light')
    expect(history.notices).toEqual([ARCHIVED])
    const resolved = await ask('/v1/import/resolve', { ecosystem: 'pypi', import: 'lamp' })
    expect(resolved.distributions).toMatchObject([{ package: 'lamp', notices: [ARCHIVED] }])
    await service.app.syncResearch()
    const found = await ask('/code-research', { query: 'light in lamp' })
    expect(found.findings[0].notices).toEqual([ARCHIVED])
    registry.pypi.setStatus('lamp', 'archived', 'Other words.')
    service.setTime(new Date(Date.now() + 2 * HOUR_MS))
    await ask('/v1/package/exists', { ecosystem: 'pypi', name: 'lamp' })
    const other = await ask('/code-research', { query: 'light in lamp' })
    expect(other.findings[0].notices).toEqual([{ ...ARCHIVED, message: 'Other words.' }])
    registry.pypi.setStatus('lamp', 'archived', ARCHIVED.message)
    service.setTime(new Date(Date.now() + 4 * HOUR_MS))
  })

  test('in checks: a warning at the line that requires it, or where it is imported', async () => {
    const check = async (...files: readonly (readonly [path: string, content: string])[]) => {
      const given = files.map(([path, content]) => ({ path, content }))
      const { verdict, findings } = await ask('/v1/check', { files: given })
      type Finding = Readonly<{ path: string; line: number; code: string; message: string }>
      const rows = findings.map(
        ({ path, line, code, message }: Finding) => `${path}:${line} ${code} ${message}`,
      )
      return { verdict, rows }
    }
    const archived =
      'registry_notice The registry marks the project lamp as archived: "No time left. Use torch.".'
    const code = ['a.py', 'import lamp\nlamp.light()\n'] as const
    expect(await check(code)).toEqual({ verdict: 'real', rows: [`a.py:1 ${archived}`] })
    for (const line of ['lamp==1.0', 'lamp>=1.0', 'lamp']) {
      expect(await check(['requirements.txt', `quiet\n${line}\n`], code)).toEqual({
        verdict: 'real',
        rows: [`requirements.txt:2 ${archived}`],
      })
    }
    const manifest = JSON.stringify({ dependencies: { 'old-box': '1.0.0' } })
    const { rows } = await check(['package.json', manifest])
    expect(rows).toEqual([
      'package.json:1 registry_notice The registry marks old-box 1.0.0 as deprecated: "Has a hole.".',
    ])
  })
})

test('a release that is yanked after it was read says so, and why; and no more when it is back', async () => {
  const question = { ecosystem: 'pypi', package: 'quiet', from_version: '1.0', to_version: '2.0' }
  const before = await ask('/v1/diff', question)
  expect(before).not.toHaveProperty('notices')
  yank('quiet', '1.0', 'It loses "files".')
  // Within the window the registry is not asked again.
  expect(await ask('/v1/diff', question)).not.toHaveProperty('notices')
  service.setTime(new Date(Date.now() + 8 * HOUR_MS))
  const yanked = { ...SAID, word: 'yanked', version: '1.0', message: 'It loses "files".' }
  expect((await ask('/v1/diff', question)).notices).toEqual([yanked])
  const files = [{ path: 'requirements.txt', content: 'quiet==1.0\n' }]
  const { findings } = await ask('/v1/check', { files })
  expect(findings).toMatchObject([
    { code: 'version_not_found', message: 'Release 1.0 of quiet was withdrawn: It loses "files".' },
  ])
  yank('quiet', '1.0', false)
  service.setTime(new Date(Date.now() + 12 * HOUR_MS))
  const back = await ask('/v1/diff', question)
  expect(back.attestation_hash).toBe(before.attestation_hash)
})

test('a registry that cannot be asked leaves what it said of the project, and nothing of a release', async () => {
  service.setTime(new Date(Date.now() + 16 * HOUR_MS))
  await registry.pause()
  const question = { ...box, from_version: '1.0.0', to_version: '2.0.0' }
  expect(await ask('/v1/diff', question)).not.toHaveProperty('notices')
  await registry.resume()
})
