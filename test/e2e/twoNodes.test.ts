// Two services on one PostgreSQL, asked at the same time: what they say, sign and charge is what one
// would have.

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parsePackageName } from '../../src/domain/names/packageName.ts'
import { findChainFault } from '../../src/domain/proofChain.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { publishNpm, publishPython } from '../support/publish.ts'
import { type Reply, type Service, startService } from '../support/service.ts'

const PACKAGE_PRICE = 2_000

let registry: FakeRegistry
let postgres: PostgresServer
let nodes: readonly [Service, Service]

beforeAll(async () => {
  registry = await fakeRegistry()
  postgres = await startPostgres()
  const env = {
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_DEMO_DAILY_LIMIT: '0',
    ASSAY_VERIFIER_KEY: '5'.repeat(64),
    ASSAY_DATABASE_URL: await postgres.url('nodes'),
  }
  nodes = [await startService(env), await startService(env)]
})
afterAll(async () => {
  for (const node of nodes ?? []) await node.close()
  await postgres?.stop()
  await registry?.close()
})

/** The same at both, `times` times each, at once. */
function atBoth(times: number, ask: (node: Service, n: number) => Promise<Reply>) {
  const calls = Array.from({ length: times }, (_, n) => nodes.map((node) => ask(node, n)))
  return Promise.all(calls.flat())
}

/** How many there are of each. */
function tally(values: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1
  return counts
}

async function issuedKey(calls: number): Promise<string> {
  return nodes[0].app.creditKeys.issue('test', calls * PACKAGE_PRICE)
}

async function balanceOf(key: string): Promise<string> {
  return (await nodes[1].get('/credits', { 'x-api-key': key })).body.balance_usd
}

async function expectWholeLedger(): Promise<void> {
  const { violations } = await nodes[0].app.store.ledger.check({ graceMs: 60_000 })
  expect(violations).toEqual([])
}

describe('a package that neither knows', () => {
  test('is read once, has one chain, and one answer', async () => {
    for (const n of [1, 2, 3]) {
      publishPython(registry, { name: `cold-${n}`, files: `-- cold_${n}.py --\ndef glow(): ...\n` })
    }
    const before = fileRequests('cold')
    const replies = await atBoth(6, (node, n) => {
      const name = `cold-${(n % 3) + 1}`
      return n < 3
        ? node.post('/demo/v1/package/exists', { ecosystem: 'pypi', name })
        : node.post('/demo/v1/symbol/exists', { ecosystem: 'pypi', package: name, symbol: 'glow' })
    })
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 12 })
    const hashes = replies.map(({ body }) => body.attestation_hash)
    expect(Object.values(tally(hashes))).toEqual([2, 2, 2, 2, 2, 2])
    expect(fileRequests('cold') - before).toBe(3)
    for (const n of [1, 2, 3]) await expectWholeChain('pypi', `cold-${n}`, 1)
  })

  test('whose release changes while both ask: every row has its place in one chain', async () => {
    for (let round = 1; round <= 5; round += 1) {
      publishNpm(registry, {
        name: 'moving',
        version: `1.${round}.0`,
        main: 'index.js',
        files: `-- index.js --\nexports.round = ${round}\n`,
      })
      for (const node of nodes) node.setTime(new Date(Date.now() + round * 3_600_000))
      const replies = await atBoth(3, (node) =>
        node.post('/demo/v1/package/exists', { ecosystem: 'npm', name: 'moving' }),
      )
      const versions = tally(replies.map(({ body }) => body.latest_version))
      expect(versions).toEqual({ [`1.${round}.0`]: 6 })
    }
    await expectWholeChain('npm', 'moving', 5)
  })

  test('whose lease a dead node holds is read by another when the lease is over', async () => {
    publishPython(registry, { name: 'orphan', files: '-- orphan.py --\ndef a(): ...\n' })
    const key = 'latest:pypi:orphan'
    const lease = { key, owner: 'a node that died', leaseMs: 3_000 }
    expect(await nodes[0].app.store.leases.take(lease)).toBe(true)
    const [one, other] = await atBoth(1, (node) =>
      node.post('/demo/v1/symbol/exists', { ecosystem: 'pypi', package: 'orphan', symbol: 'a' }),
    )
    expect([one?.status, other?.status]).toEqual([200, 200])
    expect(other?.body.attestation_hash).toBe(one?.body.attestation_hash)
    await expectWholeChain('pypi', 'orphan', 1)
  })
})

describe('one prepaid key', () => {
  test('spent at both at once pays for what it has and no more', async () => {
    publishPython(registry, { name: 'warm', files: '-- warm.py --\ndef a(): ...\n' })
    const key = await issuedKey(20)
    const replies = await atBoth(30, (node) =>
      node.post('/v1/package/exists', { ecosystem: 'pypi', name: 'warm' }, { 'x-api-key': key }),
    )
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 20, 402: 40 })
    expect(await balanceOf(key)).toBe('0.0')
    await expectWholeLedger()
  })

  test('a call of one name at both at once is charged once and answered alike', async () => {
    publishPython(registry, { name: 'named', files: '-- named.py --\ndef a(): ...\n' })
    const key = await issuedKey(5)
    const headers = { 'x-api-key': key, 'idempotency-key': 'the-same-call' }
    const replies = await atBoth(10, (node, n) =>
      // The same question in another order of keys.
      n % 2 === 0
        ? node.post('/v1/package/exists', { ecosystem: 'pypi', name: 'named' }, headers)
        : node.post('/v1/package/exists', { name: 'named', ecosystem: 'pypi' }, headers),
    )
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 20 })
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(await balanceOf(key)).toBe('0.008')
    await expectWholeLedger()
  })

  test('a name that two questions have at once pays for one of them', async () => {
    const key = await issuedKey(5)
    const headers = { 'x-api-key': key, 'idempotency-key': 'two-questions' }
    const replies = await atBoth(4, (node, n) =>
      node.post('/v1/package/exists', { ecosystem: 'pypi', name: `no-such-${n % 2}` }, headers),
    )
    const counts = tally(replies.map(({ status }) => status))
    expect(counts).toEqual({ 200: 4, 409: 4 })
    expect(new Set(replies.flatMap(({ status, text }) => (status === 200 ? text : []))).size).toBe(
      1,
    )
    expect(await balanceOf(key)).toBe('0.008')
    await expectWholeLedger()
  })

  test('revoked at one, it pays at neither', async () => {
    const key = await issuedKey(5)
    const ask = (node: Service) =>
      node.post('/v1/package/exists', { ecosystem: 'pypi', name: 'warm' }, { 'x-api-key': key })
    expect((await ask(nodes[1])).status).toBe(200)
    const keyHash = createHash('sha256').update(key).digest('hex')
    const at = new Date().toISOString()
    expect(await nodes[0].app.store.credits.revoke(keyHash, at)).toBe(true)
    expect((await ask(nodes[1])).status).not.toBe(200)
    expect((await ask(nodes[0])).status).not.toBe(200)
    await expectWholeLedger()
  })
})

test('what one signs the other knows, and what is retracted at one is so at both', async () => {
  const question = { ecosystem: 'pypi', package: 'warm', symbol: 'warm.a' }
  const { text, body } = await nodes[0].post('/demo/v1/symbol/exists', question)
  const verify = async (node: Service) => (await node.post('/receipts/verify', text)).body
  expect(await verify(nodes[1])).toMatchObject({ valid: true, retracted: false })
  await nodes[0].app.store.retractions.save({
    attestationHash: body.attestation_hash,
    type: body.attestation.type,
    reason: 'A test says so.',
    foundBy: 'python/99',
    retractedAt: new Date().toISOString(),
  })
  expect(await verify(nodes[1])).toMatchObject({ valid: true, retracted: true })
  expect((await nodes[1].post('/demo/v1/symbol/exists', question)).status).toBe(503)
})

function fileRequests(word: string): number {
  let count = 0
  for (const [path, times] of registry.requests) {
    if (path.includes(word) && /\.(?:whl|tgz)$/.test(path)) count += times
  }
  return count
}

async function expectWholeChain(
  ecosystem: 'pypi' | 'npm',
  written: string,
  rows: number,
): Promise<void> {
  const name = parsePackageName(ecosystem, written)
  if (name === null) throw new Error(`${written} is a name`)
  const chain = await nodes[1].app.store.packages.loadChain(
    { ecosystem, name },
    { afterSeq: 0, limit: 100 },
  )
  expect(findChainFault(chain)).toBeNull()
  expect(chain).toHaveLength(rows)
}
