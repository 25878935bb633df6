// A check from HTTP to the index and back, on loopback.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyReceipt } from '../../src/index.ts'
import { pythonWheel } from '../fake/archives/pythonWheel.ts'
import { buildWheel, WHEEL_NAME } from '../fake/archives/wheelBuilder.ts'
import { fakeRegistry } from '../fake/registry.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { publishNpm, publishPython } from '../support/publish.ts'
import { startService } from '../support/service.ts'

const PATH = '/v1/check'

let loopback: Loopback
let service: Loopback['service']
let key: string

beforeAll(async () => {
  loopback = await startLoopback()
  ;({ service } = loopback)
  const files = [{ filename: WHEEL_NAME, bytes: buildWheel() }]
  loopback.registry.pypi.publish({ name: 'demo', version: '1.0', files })
  const yanked = [pythonWheel({ name: 'demo', version: '0.9', files: '-- demo/__init__.py --\n' })]
  loopback.registry.pypi.publish({ name: 'demo', version: '0.9', files: yanked, yanked: 'broken' })
  key = await service.app.creditKeys.issue('test', 1_000_000)
})
afterAll(() => loopback.close())

const ask = (files: Readonly<Record<string, string>>, more: object = {}) =>
  service.post(
    PATH,
    { files: Object.entries(files).map(([path, content]) => ({ path, content })), ...more },
    { 'x-api-key': key },
  )

test('a package that there is not, signed over the digests of the files', async () => {
  const { status, body, text } = await ask({ 'a.py': 'import no_such_demo\n' })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    verdict: 'problems',
    findings: [{ path: 'a.py', line: 1, column: 8, code: 'package_not_found', severity: 'error' }],
    counts: { files: 1, references: 1, determined: 1 },
  })
  expect(body.attestation).toMatchObject({
    type: 'assay.code_check/1',
    verdict: 'problems',
    question: { files_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  const verifiers = [body.attestation.verifier]
  expect(verifyReceipt(text, { verifiers })).toMatchObject({ valid: true, answer_matches: true })
})

test('of a package that nobody imports nothing is fetched but the word of the registry, once', async () => {
  const { registry } = loopback
  publishPython(registry, { name: 'idle-kit', version: '1.0', files: '-- idle.py --\nx = 1\n' })
  const files = { 'a.py': 'import demo\n', 'requirements.txt': 'demo\nidle-kit\n' }
  const { body } = await ask(files)
  expect(body.packages).toMatchObject([
    { package: 'demo', state: 'opened' },
    { package: 'idle-kit', state: 'there', evidence: null },
  ])
  const asked = () => [...registry.requests].filter(([path]) => path.includes('idle'))
  const before = asked()
  expect(before.length).toBeGreaterThan(0)
  expect(before.some(([path]) => path.endsWith('.whl'))).toBe(false)
  await ask({ ...files, 'b.py': 'import demo\n' })
  expect(asked()).toEqual(before)
})

const DATE = { asked_at: expect.stringMatching(/Z$/), asked_within_s: expect.any(Number) }

test.each([
  ['a package', { 'a.py': 'import no_such_demo\n' }, true],
  ['a release', { 'requirements.txt': 'demo==9.9' }, true],
  ['a release in a range', { 'requirements.txt': 'demo>=9.9' }, true],
  ['nothing', { 'requirements.txt': 'demo==1.0' }, false],
])('that %s is not there has a date', async (_, files, isDated) => {
  const { evidence } = (await ask(files)).body.attestation
  if (isDated) expect(evidence).toMatchObject(DATE)
  else expect(evidence).not.toHaveProperty('asked_at')
})

test('a release that there is not', async () => {
  const { body } = await ask({ 'requirements.txt': 'demo==9.9' })
  expect(body.findings).toMatchObject([{ code: 'version_not_found', package: 'demo', line: 1 }])
})

test.each([
  ['range', `demo${Array.from({ length: 2_000 }, (_, index) => `!=7.${index}`).join(',')}`],
  ['version', `demo==1${'.0'.repeat(200)}`],
])('a %s that nobody writes is not read, and nothing is said of any release', async (_, text) => {
  const { body, text: answer } = await ask({ 'requirements.txt': text, 'a.py': 'import demo.no' })
  expect(body.findings).toMatchObject([{ path: 'requirements.txt', code: 'undetermined' }])
  expect(body.packages).toMatchObject([{ package: 'demo', state: 'undetermined' }])
  expect(answer.length).toBeLessThan(10_000)
})

describe('a release that was withdrawn', () => {
  test('yanked: said where it is required', async () => {
    const { body } = await ask({ 'requirements.txt': 'demo==0.9', 'a.py': 'import demo' })
    expect(body.findings).toMatchObject([
      {
        path: 'requirements.txt',
        code: 'version_not_found',
        message: 'Release 0.9 of demo was withdrawn: broken.',
        evidence: { version: '0.9' },
      },
    ])
  })

  test('pinned by nothing but the question: said where it is imported', async () => {
    const { body } = await ask({ 'a.py': '\nimport demo' }, { pins: { demo: '0.9' } })
    expect(body.findings).toMatchObject([{ path: 'a.py', line: 2, code: 'version_not_found' }])
  })

  test('what a range leaves out is not chosen', async () => {
    const { body } = await ask({ 'requirements.txt': 'demo<1' })
    expect(body.findings).toMatchObject([{ code: 'version_not_found', symbol: null }])
    expect((await ask({ 'requirements.txt': 'demo>=0.9' })).body.findings).toEqual([])
  })

  test('taken away from npm after it was indexed', async () => {
    publishNpm(loopback.registry, { name: 'knob', version: '1.0.0', files: '-- index.js --\n' })
    const manifest = { 'package.json': '{"dependencies": {"knob": "1.0.0"}}' }
    await service.post('/demo/v1/diff', {
      ecosystem: 'npm',
      package: 'knob',
      from_version: '1.0.0',
      to_version: '1.0.0',
    })
    loopback.registry.npm.unpublish('knob')
    // The registry's word is believed for a while.
    service.setTime(new Date(Date.now() + 3_600_000))
    expect((await ask(manifest)).body.findings).toMatchObject([
      { code: 'version_not_found', message: expect.stringContaining('no longer') },
    ])
  })
})

test('the release of a pin is the evidence', async () => {
  const { body } = await ask({ 'requirements.txt': 'demo' }, { pins: { demo: '1.0' } })
  expect(body.packages).toMatchObject([
    { package: 'demo', pin: '1.0', state: 'opened', evidence: { version: '1.0' } },
  ])
  expect(body.attestation.evidence.artifacts).toMatchObject([{ package: 'demo', version: '1.0' }])
})

test('what determines nothing is not charged', async () => {
  const paid = (await ask({ 'a.py': 'import no_such_demo' })).headers['x-credit-balance-usd']
  const free = await ask({ 'a.py': 'x = 1' })
  expect(free.status).toBe(200)
  expect(free.body.verdict).toBe('undetermined')
  const after = (await ask({ 'a.py': 'import no_such_demo' })).headers['x-credit-balance-usd']
  expect(Number(paid) - Number(after)).toBeCloseTo(0.02)
})

test('the demo twin answers the same', async () => {
  const { status, body } = await service.post('/demo/v1/check', {
    files: [{ path: 'a.py', content: 'import no_such_demo' }],
  })
  expect(status).toBe(200)
  expect(body.findings).toHaveLength(1)
})

describe('files that name many packages', () => {
  const named = (count: number, line: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => line(n)).join('\n')
  const cases = [
    ['imports of Python', 'a.py', (n: number) => `import not_there_${n}`],
    ['imports of JavaScript', 'a.js', (n: number) => `import 'not-there-${n}'`],
    ['lines of a manifest', 'requirements.txt', (n: number) => `not-there-${n}`],
    ['releases of one', 'requirements.txt', (n: number) => `demo==7.${n}`],
  ] as const

  test.each(cases)('%s: too many are refused before one is looked up', async (_, path, line) => {
    const asked = loopback.registry.requests.size
    const before = (await ask({ 'a.py': '' })).headers['x-credit-balance-usd']
    const { status, body, headers } = await ask({ [path]: named(4_000, line) })
    expect(status).toBe(422)
    expect(body.detail[0]).toMatchObject({ type: 'check_too_large', loc: ['body', 'files'] })
    expect(loopback.registry.requests.size).toBe(asked)
    expect(headers['x-credit-balance-usd'] ?? before).toBe(before)
    expect((await ask({ 'a.py': '' })).headers['x-credit-balance-usd']).toBe(before)
  })

  test('as many as are looked up are told of', async () => {
    const { status, body } = await ask({
      'requirements.txt': named(500, (n) => `not-there-${n}`),
      'a.py': named(500, (n) => `import not_there_${n}`),
    })
    expect(status).toBe(200)
    expect(body.counts).toMatchObject({ requirements: 500, determined: 500 })
  })

  test('one that is named too often is refused as well', async () => {
    const { status, body } = await ask({ 'a.py': named(20_001, () => 'import demo') })
    expect(status).toBe(422)
    expect(body.detail[0]).toMatchObject({ type: 'check_too_large', loc: ['body', 'files'] })
  })

  test('one is named as often as there is room for', async () => {
    const { status, body } = await ask({ 'a.py': named(10_000, () => 'import not_there') })
    expect(status).toBe(200)
    expect(body.counts.references).toBe(10_000)
  })
})

test('at its deadline a check ends, and calls nothing undetermined that it had no time for', async () => {
  const silent = await fakeRegistry({ intercept: () => true })
  const hurried = await startService({
    ASSAY_NPM_REGISTRY: silent.npmUrl,
    ASSAY_PYPI_INDEX: silent.pypiIndexUrl,
    ASSAY_REQUEST_DEADLINE_MS: '2000',
  })
  try {
    const lines = Array.from({ length: 100 }, (_, n) => `import not_there_${n}`)
    const files = [{ path: 'a.py', content: lines.join('\n') }]
    const { status, body } = await hurried.post('/demo/v1/check', { files })
    expect(status).toBe(503)
    expect(body.code).toBe('deadline_exceeded')
  } finally {
    await hurried.close()
    await silent.close()
  }
})

test('files that end the parser are refused, and the next question is answered', async () => {
  // To the guard this is a regular expression; to the parser it is a division, and then depth.
  const hostile = `x++ /${'('.repeat(200_000)}`
  const { status, body } = await ask({ 'a.js': hostile })
  if (status !== 200) expect(body.detail[0].type).toBe('check_unreadable')
  expect((await ask({ 'a.py': 'import no_such_demo' })).status).toBe(200)
})

describe('questions that are none', () => {
  test.each([
    ['no files', { files: [] }, 'too_short'],
    ['a path without a content', { files: [{ path: 'a.py' }] }, 'missing'],
    [
      'pins that are no versions',
      { files: [{ path: 'a.py', content: '' }], pins: { a: 1 } },
      'string_type',
    ],
    [
      'pins that name no package',
      { files: [{ path: 'a.py', content: '' }], pins: { 'demo==1.0': '1.0' } },
      'value_error',
    ],
    [
      'pins of no ecosystem',
      { files: [{ path: 'a.py', content: '' }], pins: { 'cargo:demo': '1.0' } },
      'value_error',
    ],
    ['too much', { files: [{ path: 'a.py', content: 'x'.repeat(600_000) }] }, 'too_long'],
  ])('%s', async (_, body, type) => {
    const reply = await service.post(PATH, body, { 'x-api-key': key })
    expect(reply.status).toBe(422)
    expect(reply.body.detail[0].type).toBe(type)
  })
})
