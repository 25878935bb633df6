// What a restart keeps, what a backup is worth, and what a new key does to old receipts.

import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parsePackageName } from '../../src/domain/names/packageName.ts'
import { findChainFault } from '../../src/domain/proofChain.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { startService } from '../support/service.ts'

const DEMO = '/demo/v1/package/exists'
const QUESTION = { ecosystem: 'npm', name: 'express' }

let registry: FakeRegistry
let postgres: PostgresServer
let env: Record<string, string>
let dataDir: string

beforeAll(async () => {
  registry = await fakeRegistry()
  registry.npm.publish({ name: 'express', version: '5.3.0' })
  postgres = await startPostgres()
  env = {
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_DEMO_DAILY_LIMIT: '0',
  }
  dataDir = await mkdtemp(join(tmpdir(), 'assay-restart-'))
})
afterAll(async () => {
  await postgres.stop()
  await registry.close()
  await rm(dataDir, { recursive: true, force: true })
})

describe('a restart', () => {
  test('answers from the store with the same bytes, without asking the registry', async () => {
    const first = await startService(env, { dataDir })
    const before = await first.post(DEMO, QUESTION)
    await first.close()
    const asked = registry.requests.get('/npm/express/latest')
    const second = await startService(env, { dataDir })
    const after = await second.post(DEMO, QUESTION)
    await second.close()
    expect(after.body.attestation_hash).toBe(before.body.attestation_hash)
    expect(after.body.signature).toBe(before.body.signature)
    expect(after.body.proof).toEqual(before.body.proof)
    expect(after.body.source).toBe('ingested')
    expect(registry.requests.get('/npm/express/latest')).toBe(asked)
  })

  test('writes one operator key, at the first start only', async () => {
    const path = join(dataDir, 'operator.key')
    const written = await stat(path)
    expect(written.mode & 0o077).toBe(0)
    const again = await startService(env, { dataDir })
    const keys = await again.app.store.credits.list()
    await again.close()
    expect(keys.map(({ label }) => label)).toEqual(['operator'])
    expect((await stat(path)).mtimeMs).toBe(written.mtimeMs)
  })
})

test('a backup of the stopped folder is a whole service', async () => {
  const restored = await mkdtemp(join(tmpdir(), 'assay-restored-'))
  for (const file of ['assay.db', 'verifier.key']) {
    await copyFile(join(dataDir, file), join(restored, file))
  }
  const service = await startService(env, { dataDir: restored })
  try {
    expect((await service.post(DEMO, QUESTION)).body.source).toBe('ingested')
    const name = parsePackageName('npm', 'express')
    if (name === null) throw new Error('express is a name')
    const chain = await service.app.store.packages.loadChain(
      { ecosystem: 'npm', name },
      { afterSeq: 0, limit: 10 },
    )
    expect(chain).toHaveLength(1)
    expect(findChainFault(chain)).toBeNull()
  } finally {
    await service.close()
    await rm(restored, { recursive: true, force: true })
  }
})

test('receipts of a rotated key stay valid, and the policy lists both keys', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-rotate-'))
  const [one, two] = ['1'.repeat(64), '2'.repeat(64)]
  const before = await startService({ ...env, ASSAY_VERIFIER_KEY: one }, { dataDir: folder })
  const { attestation, signature } = (await before.post(DEMO, QUESTION)).body
  await before.close()
  const after = await startService({ ...env, ASSAY_VERIFIER_KEY: two }, { dataDir: folder })
  try {
    const verdict = (await after.post('/receipts/verify', { attestation, signature })).body
    expect(verdict).toMatchObject({ valid: true, verifier_address: attestation.verifier })
    const { verifier } = (await after.get('/policy')).body
    expect(verifier.address).not.toBe(attestation.verifier)
    expect(verifier.keys).toHaveLength(2)
    expect(verifier.keys[0]).toMatchObject({ address: verifier.address, valid_until: null })
    expect(verifier.keys[1]).toMatchObject({ address: attestation.verifier, current: false })
    expect(verifier.keys[1].valid_until).not.toBeNull()
    const fresh = (await after.post(DEMO, QUESTION)).body
    expect(fresh.attestation.verifier).toBe(verifier.address)
  } finally {
    await after.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('a key that only the configuration knows is accepted', async () => {
  const stranger = await startService({ ...env, ASSAY_VERIFIER_KEY: '3'.repeat(64) })
  const { attestation, signature } = (await stranger.post(DEMO, QUESTION)).body
  await stranger.close()
  const unaware = await startService(env)
  const aware = await startService({ ...env, ASSAY_RETIRED_KEYS: attestation.verifier })
  try {
    const ask = async (service: typeof aware) =>
      (await service.post('/receipts/verify', { attestation, signature })).body
    expect(await ask(unaware)).toMatchObject({ valid: false, reason: 'signer_not_published' })
    expect(await ask(aware)).toMatchObject({ valid: true, reason: null })
  } finally {
    await unaware.close()
    await aware.close()
  }
})

test('the same question has the same attestation on either store, in any order', async () => {
  registry.pypi.publish({ name: 'attrs', version: '25.1' })
  const questions = [
    QUESTION,
    { ecosystem: 'pypi', name: 'attrs' },
    { ecosystem: 'pypi', name: 'reqeusts' },
    { ecosystem: 'npm', name: 'expresss' },
  ]
  const shared = { ...env, ASSAY_VERIFIER_KEY: '4'.repeat(64) }
  const answersOf = async (extra: Record<string, string>, order: typeof questions) => {
    const service = await startService({ ...shared, ...extra })
    service.setTime(new Date('2026-11-15T10:00:10Z'))
    const hashes: Record<string, string> = {}
    for (const question of order) {
      const { body } = await service.post(DEMO, question)
      hashes[question.name] = body.attestation_hash + body.signature
    }
    await service.close()
    return hashes
  }
  const embedded = await answersOf({}, questions)
  const reversed = await answersOf({}, [...questions].reverse())
  const databaseUrl = await postgres.url('determinism')
  const onPostgres = await answersOf({ ASSAY_DATABASE_URL: databaseUrl }, questions)
  expect(reversed).toEqual(embedded)
  expect(onPostgres).toEqual(embedded)
})
