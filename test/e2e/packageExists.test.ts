// The question from HTTP to the registry and back, on loopback.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NPM_EXTRACTOR } from '../../src/domain/extractorVersions.ts'
import { verifyReceipt } from '../../src/index.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { publishPython } from '../support/publish.ts'

const DEMO = '/demo/v1/package/exists'
const PAID = '/v1/package/exists'

let loopback: Loopback
let registry: Loopback['registry']
let service: Loopback['service']

beforeAll(async () => {
  loopback = await startLoopback()
  ;({ registry, service } = loopback)
})

afterAll(() => loopback.close())

describe('a hit', () => {
  test('carries the latest release and the digest of its file', async () => {
    const { sha256 } = registry.npm.publish({ name: 'express', version: '5.3.0' })
    const { status, body } = await service.post(DEMO, { ecosystem: 'npm', name: 'express' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      exists: true,
      latest_version: '5.3.0',
      typosquat_adjacent: false,
      adjacent_to: [],
      source: 'lazy',
      proof: { artifact_sha256: sha256, filename: 'express-5.3.0.tgz', digest: 'computed' },
      attestation: {
        type: 'assay.package_exists/1',
        question: { ecosystem: 'npm', name: 'express' },
        verdict: 'exists',
        evidence: {
          registry: registry.origin,
          artifacts: [{ package: 'express', version: '5.3.0', sha256 }],
          extractor: NPM_EXTRACTOR,
        },
      },
    })
    expect(Number.isInteger(body.served_in_ms)).toBe(true)
    expect(body.proof.source_url).toBe(`${registry.npmUrl}express/-/express-5.3.0.tgz`)
  })

  test('is the same the second time, and says that it was in the index', async () => {
    registry.npm.publish({ name: 'koa', version: '3.0.0' })
    const ask = () => service.post(DEMO, { ecosystem: 'npm', name: 'koa' })
    const [first, second] = [await ask(), await ask()]
    expect(first.body.source).toBe('lazy')
    expect(second.body.source).toBe('ingested')
    expect(second.body.attestation_hash).toBe(first.body.attestation_hash)
    expect(second.body.signature).toBe(first.body.signature)
  })

  test('answers for any spelling of a PyPI name, in its normal form', async () => {
    registry.pypi.publish({ name: 'Zope.Interface', version: '7.0' })
    const { body } = await service.post(DEMO, { ecosystem: 'pypi', name: 'ZOPE_interface' })
    expect(body).toMatchObject({ exists: true, name: 'zope-interface', latest_version: '7.0' })
  })

  test('says so when the registry has put a placeholder in its place', async () => {
    registry.npm.publish({ name: 'crossenv', version: '0.0.1-security' })
    const { body } = await service.post(DEMO, { ecosystem: 'npm', name: 'crossenv' })
    expect(body).toMatchObject({ exists: true, registry_status: 'security_placeholder' })
  })

  test('says what a deprecated release points to', async () => {
    const ask = async () =>
      (await service.post(DEMO, { ecosystem: 'npm', name: 'old-parser' })).body
    const manifest = { deprecated: 'Moved.\n\u202ePlease use `@typescript-eslint/parser` instead' }
    registry.npm.publish({ name: 'old-parser', version: '1.0.0', manifest })
    const said = await ask()
    expect(said.deprecation).toEqual({
      message: 'Moved. Please use `@typescript-eslint/parser` instead',
      points_to: '@typescript-eslint/parser',
    })
    expect(said.adjacent_to).toEqual([])
    expect(said.attestation.evidence.names).toBeDefined()
    registry.npm.publish({ name: 'plain-parser', version: '1.0.0', manifest: { deprecated: '' } })
    const plain = (await service.post(DEMO, { ecosystem: 'npm', name: 'plain-parser' })).body
    expect(plain).not.toHaveProperty('deprecation')
    expect(plain.attestation.evidence).not.toHaveProperty('names')
  })

  test('has a proof without a digest when the release has no file', async () => {
    registry.pypi.publish({ name: 'empty-one', version: '1.0', files: [] })
    const { body } = await service.post(DEMO, { ecosystem: 'pypi', name: 'empty-one' })
    expect(body).toMatchObject({ exists: true, source: 'registry' })
    expect(body.proof).toMatchObject({ artifact_sha256: null, filename: null })
  })
})

describe('a miss', () => {
  test('names the real package first', async () => {
    const { status, body } = await service.post(DEMO, { ecosystem: 'pypi', name: 'reqeusts' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      exists: false,
      latest_version: null,
      typosquat_adjacent: true,
      adjacent_source: 'popular',
      proof: null,
      source: 'registry',
      attestation: { verdict: 'absent', evidence: { artifacts: [], asked_within_s: 60 } },
    })
    expect(body.adjacent_to[0]).toBe('requests')
    expect(body.scope).toContain(registry.origin)
    expect(body).not.toHaveProperty('standard_library')
  })

  test('says that the language itself has a module of this name', async () => {
    const { body } = await service.post(DEMO, { ecosystem: 'pypi', name: 'json' })
    expect(body).toMatchObject({ exists: false, standard_library: true })
  })

  test('gives the same bytes within its window, and asks again after it', async () => {
    const ask = () => service.post(DEMO, { ecosystem: 'npm', name: 'no-such-thing-here' })
    service.setTime(new Date('2026-11-15T10:00:05Z'))
    const first = await ask()
    service.setTime(new Date('2026-11-15T10:00:55Z'))
    const second = await ask()
    expect(second.body.attestation_hash).toBe(first.body.attestation_hash)
    expect(first.body.attestation.evidence.asked_at).toBe('2026-11-15T10:00:00Z')
    registry.npm.publish({ name: 'no-such-thing-here', version: '1.0.0' })
    expect((await ask()).body.exists).toBe(false)
    service.setTime(new Date('2026-11-15T10:01:00Z'))
    expect((await ask()).body.exists).toBe(true)
  })

  test('tells what was unpublished from what was never there', async () => {
    registry.npm.publish({ name: 'gone-thing', version: '1.0.0' })
    registry.npm.unpublish('gone-thing')
    const { body } = await service.post(DEMO, { ecosystem: 'npm', name: 'gone-thing' })
    expect(body).toMatchObject({ exists: false, registry_status: 'unpublished' })
  })
})

describe('the latest release', () => {
  test('moves when the registry moves, and the chain keeps what was', async () => {
    const ask = () => service.post(DEMO, { ecosystem: 'npm', name: 'mover' })
    service.setTime(new Date('2026-11-16T10:00:00Z'))
    registry.npm.publish({ name: 'mover', version: '1.0.0' })
    expect((await ask()).body.latest_version).toBe('1.0.0')
    registry.npm.publish({ name: 'mover', version: '2.0.0' })
    expect((await ask()).body.latest_version).toBe('1.0.0')
    service.setTime(new Date('2026-11-16T10:10:01Z'))
    expect((await ask()).body).toMatchObject({ latest_version: '2.0.0', source: 'lazy' })
  })

  test('is asked for again before its window ends, without making anyone wait', async () => {
    const ask = () => service.post(DEMO, { ecosystem: 'npm', name: 'refresher' })
    const askedLatest = () => registry.requests.get('/npm/refresher/latest') ?? 0
    service.setTime(new Date('2026-11-17T10:00:00Z'))
    registry.npm.publish({ name: 'refresher', version: '1.0.0' })
    await ask()
    expect(askedLatest()).toBe(1)
    service.setTime(new Date('2026-11-17T10:06:00Z'))
    expect((await ask()).body.latest_version).toBe('1.0.0')
    await expect.poll(askedLatest).toBe(2)
  })

  test('a replaced tarball on npm is noticed by its other digests', async () => {
    service.setTime(new Date('2026-11-19T10:00:00Z'))
    registry.npm.publish({ name: 'swapped', version: '1.0.0' })
    const ask = () => service.post(DEMO, { ecosystem: 'npm', name: 'swapped' })
    expect((await ask()).status).toBe(200)
    registry.npm.publish({ name: 'swapped', version: '1.0.0', files: { 'package.json': '{}' } })
    service.setTime(new Date('2026-11-19T11:00:00Z'))
    expect((await ask()).body.code).toBe('artifact_changed')
  })

  test('a changed file under a known name is not answered', async () => {
    service.setTime(new Date('2026-11-18T10:00:00Z'))
    registry.pypi.publish({ name: 'tampered', version: '1.0' })
    const ask = () => service.post(DEMO, { ecosystem: 'pypi', name: 'tampered' })
    const honest = await ask()
    registry.pypi.publish({
      name: 'tampered',
      version: '1.0',
      files: [{ filename: honest.body.proof.filename, bytes: Buffer.from('other bytes') }],
    })
    service.setTime(new Date('2026-11-18T11:00:00Z'))
    const { status, body, headers } = await ask()
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'artifact_changed' })
    expect(headers['retry-after']).toBeDefined()
  })
})

describe('other bytes under a known name', () => {
  const QUESTION = { ecosystem: 'pypi', package: 'twofold' }
  const publish = (name: string, version: string, text: string) =>
    publishPython(registry, { name, version, files: `-- ${name}/__init__.py --\n${text}\n` })
  const changed = { status: 503, body: { code: 'artifact_changed' } }

  test('are not answered where a release was the latest and is pinned now', async () => {
    service.setTime(new Date('2026-11-20T10:00:00Z'))
    publish('twofold', '1.0', 'def fold(): ...')
    await service.post(DEMO, { ecosystem: 'pypi', name: 'twofold' })
    publish('twofold', '1.0', 'def other(): ...')
    publish('twofold', '2.0', 'def fold(): ...')
    service.setTime(new Date('2026-11-20T11:00:00Z'))
    const asked = { ...QUESTION, symbol: 'other', version: '1.0' }
    expect(await service.post('/demo/v1/symbol/exists', asked)).toMatchObject(changed)
    const versions = { from_version: '1.0', to_version: '2.0' }
    expect(await service.post('/demo/v1/diff', { ...QUESTION, ...versions })).toMatchObject(changed)
  })

  test('are not answered where a release was pinned and is the latest now', async () => {
    service.setTime(new Date('2026-11-21T10:00:00Z'))
    for (const version of ['1.0', '2.0']) publish('threefold', version, 'def fold(): ...')
    const versions = { from_version: '1.0', to_version: '2.0' }
    const asked = { ...QUESTION, package: 'threefold', ...versions }
    expect((await service.post('/demo/v1/diff', asked)).status).toBe(200)
    publish('threefold', '2.0', 'def other(): ...')
    const latest = await service.post(DEMO, { ecosystem: 'pypi', name: 'threefold' })
    expect(latest).toMatchObject(changed)
  })
})

test('a release that had no file is read when it has one', async () => {
  service.setTime(new Date('2026-11-22T10:00:00Z'))
  const files = '-- latecomer/__init__.py --\ndef fold(): ...\n'
  registry.pypi.publish({ name: 'latecomer', version: '1.0', files: [] })
  publishPython(registry, { name: 'latecomer', version: '2.0', files })
  const versions = { from_version: '1.0', to_version: '2.0' }
  const ask = () =>
    service.post('/demo/v1/diff', { ecosystem: 'pypi', package: 'latecomer', ...versions })
  expect((await ask()).body.detail[0].type).toBe('package_not_indexable')
  publishPython(registry, { name: 'latecomer', version: '1.0', files })
  expect((await ask()).status).toBe(200)
})

describe('50 first questions at once', () => {
  test('one download, one ingest, 50 equal answers', async () => {
    const { path } = registry.npm.publish({ name: 'unseen', version: '1.0.0' })
    const before = await service.app.store.packages.size()
    const asked = Array.from({ length: 50 }, () =>
      service.post(DEMO, { ecosystem: 'npm', name: 'unseen' }),
    )
    // Whoever comes after the ingest reads `ingested`; all else is equal.
    const texts = (await Promise.all(asked)).map(({ body: { served_in_ms, source, ...rest } }) => {
      expect(['lazy', 'ingested']).toContain(source)
      return JSON.stringify(rest)
    })
    expect(new Set(texts).size).toBe(1)
    expect(registry.requests.get('/npm/unseen/latest')).toBe(1)
    expect(registry.requests.get(path)).toBe(1)
    const after = await service.app.store.packages.size()
    expect(after.packages - before.packages).toBe(1)
  })
})

describe('every answer', () => {
  const QUESTIONS = [
    { ecosystem: 'npm', name: 'express' },
    { ecosystem: 'pypi', name: 'reqeusts' },
  ]
  test.each(QUESTIONS)('$name is a receipt that verifies', async (question) => {
    const { text, body } = await service.post(DEMO, question)
    const policy = await service.get('/policy')
    const verifiers = [policy.body.verifier.address]
    expect(verifyReceipt(text, { verifiers })).toMatchObject({ valid: true, answer_matches: true })
    const { attestation, signature } = body
    const verified = await service.post('/receipts/verify', { attestation, signature })
    expect(verified.body).toEqual({
      valid: true,
      reason: null,
      recovered_address: verifiers[0],
      verifier_address: verifiers[0],
      attestation_hash: body.attestation_hash,
      type: 'assay.package_exists/1',
      answer_matches: null,
      retracted: false,
      retraction: null,
    })
    const whole = await service.post('/receipts/verify', text)
    expect(whole.body).toMatchObject({ valid: true, answer_matches: true })
    const { attestation_hash: _, ...altered } = { ...body, name: 'another' }
    const refused = await service.post('/receipts/verify', altered)
    expect(refused.body).toMatchObject({ valid: false, reason: 'answer_mismatch' })
  })

  test('the demo twin and the paid route give the same attestation', async () => {
    const key = await service.app.creditKeys.issue('test', 10_000)
    const question = { ecosystem: 'npm', name: 'express' }
    const demo = await service.post(DEMO, question)
    const paid = await service.post(PAID, question, { 'x-api-key': key })
    expect(paid.status).toBe(200)
    expect(paid.body.attestation).toEqual(demo.body.attestation)
    expect(paid.body.signature).toBe(demo.body.signature)
  })

  test('is kept with its attestation', async () => {
    const { body } = await service.post(DEMO, { ecosystem: 'npm', name: 'express' })
    const kept = await service.app.store.answers.load(body.attestation_hash)
    expect(kept).toMatchObject({ signature: body.signature, verdict: 'exists' })
    expect(JSON.parse(kept?.attestation ?? '')).toEqual(body.attestation)
  })
})
