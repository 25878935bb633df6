// Questions in words, from HTTP to the tables and back, on loopback.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyReceipt } from '../../src/index.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { publishNpm, publishPython } from '../support/publish.ts'

const PATH = '/code-research'
const MODULE = `"""Talks to servers."""
def fetch_page(url, timeout=None):
    """Download one page."""

def retry_call(call, attempts=3):
    """Call again until it succeeds."""

class Session:
    """Keeps cookies between calls."""
    def send_request(self, request): ...
    def get(self, url, timeout=None):
        """Get with a timeout: timeout, timeout."""

def get(url): ...
`

let loopback: Loopback
let service: Loopback['service']
let key: string

beforeAll(async () => {
  loopback = await startLoopback()
  ;({ service } = loopback)
  for (const version of ['1.0', '2.0']) {
    const text = version === '1.0' ? `${MODULE}\ndef old_name(): ...\n` : MODULE
    const files = `-- talker/__init__.py --\n${text}`
    publishPython(loopback.registry, { name: 'talker', version, files })
  }
  const question = { ecosystem: 'pypi', package: 'talker', symbol: 'Session' }
  await service.post('/demo/v1/symbol/exists', question)
  await service.post('/demo/v1/diff', {
    ecosystem: 'pypi',
    package: 'talker',
    from_version: '1.0',
    to_version: '2.0',
  })
  await service.app.syncResearch()
  key = await service.app.creditKeys.issue('test', 10_000_000)
})
afterAll(() => loopback.close())

const post = (path: string, body: unknown) => service.post(path, body, { 'x-api-key': key })
const ask = (body: unknown) => post(PATH, body)

test('a path that is written as a whole comes first, whatever else has the words beside it', async () => {
  const { body } = await ask({ query: 'talker.get timeout' })
  expect(body.findings[0].symbol).toBe('talker.get')
  const method = await ask({ query: 'talker.Session.get timeout' })
  expect(method.body.findings[0].symbol).toBe('talker.Session.get')
})

test('a package that is named and not indexed is not answered from another one, and costs nothing', async () => {
  const before = await service.get('/credits', { 'x-api-key': key })
  for (const query of [
    'how do I retry a call in httpx?',
    'retry a call `lodash`',
    'retry with axios 1.7',
  ]) {
    const { status, body } = await ask({ query })
    expect([query, status, body.findings]).toEqual([query, 200, []])
    expect(body.unanswered[0]).toMatch(
      /^(?:httpx|lodash|axios) is not indexed: nothing was searched/,
    )
  }
  const after = await service.get('/credits', { 'x-api-key': key })
  expect(after.body.balance_usd).toBe(before.body.balance_usd)
  // Beside one that is indexed it is said, and that one is searched.
  const both = await ask({ query: 'retry a call in talker as in httpx' })
  expect(both.body.findings[0].symbol).toBe('talker.retry_call')
  expect(both.body.unanswered).toContain('httpx is not indexed: nothing was searched in it')
  // Ordinary words stay what they are.
  const plain = await ask({ query: 'retry a call in python with attempts' })
  expect(plain.body.findings[0].symbol).toBe('talker.retry_call')
})

test('a verb behind an article names something', async () => {
  const { body } = await ask({ query: 'send a get request in talker' })
  expect(body.findings.slice(0, 2).map(({ symbol }: { symbol: string }) => symbol)).toContain(
    'talker.get',
  )
})

test('the symbol that fits, with its place, signed', async () => {
  const { status, body, text, headers } = await ask({ query: 'how do I retry a call in talker?' })
  expect(status).toBe(200)
  expect(body.interpreted).toEqual({
    ecosystem: 'pypi',
    package: 'talker',
    version: null,
    symbols: [],
    intent: 'how_to',
  })
  expect(body.findings[0]).toMatchObject({
    kind: 'function',
    purl: `pkg:pypi/talker@2.0?repository_url=${encodeURIComponent(loopback.registry.origin)}`,
    symbol: 'talker.retry_call',
    signature: expect.stringContaining('attempts'),
    source: { path: 'talker/__init__.py', line: 5, artifact_sha256: expect.any(String) },
    confidence: 'derived',
  })
  expect(body.attestation).toMatchObject({
    type: 'assay.code_research/1',
    verdict: 'found',
    evidence: { artifacts: [{ package: 'talker', version: '2.0' }], index: { packages: 1 } },
  })
  const verifiers = [body.attestation.verifier]
  expect(verifyReceipt(text, { verifiers })).toMatchObject({ valid: true, answer_matches: true })
  expect(headers['x-credit-balance-usd']).toBeDefined()
  const again = await ask({ query: 'how do I retry a call in talker?' })
  expect(again.body.attestation_hash).toBe(body.attestation_hash)
})

test('code tells which package is meant', async () => {
  const { body } = await ask({ query: 'download a page', context: 'from talker import Session' })
  expect(body.findings[0].symbol).toBe('talker.fetch_page')
})

test('an identifier is exact, and one that is not there is said to be', async () => {
  const found = await ask({ query: 'does talker have Session.send_request' })
  expect(found.body.findings[0]).toMatchObject({
    symbol: 'talker.Session.send_request',
    confidence: 'exact',
  })
  const missing = await ask({ query: 'does talker have Session.send_everything' })
  expect(missing.body.unanswered).toContain('Session.send_everything was not found in talker')
})

test('a package of npm: what it exports is found with its name before it, and written as it is asked', async () => {
  publishNpm(loopback.registry, {
    name: 'knobs',
    version: '1.0.0',
    types: 'index.d.ts',
    exports: { '.': { types: './index.d.ts' }, './fine': { types: './fine.d.ts' } },
    files:
      '-- index.d.ts --\nexport function turn(by: number): void\n-- fine.d.ts --\nexport function tune(by: number): void\n',
  })
  await service.post('/demo/v1/symbol/exists', {
    ecosystem: 'npm',
    package: 'knobs',
    symbol: 'turn',
  })
  await service.app.syncResearch()
  const { body } = await ask({ query: 'is there knobs.turn' })
  expect(body.findings[0]).toMatchObject({ symbol: 'turn', confidence: 'exact' })
  expect(body.unanswered).toEqual([])
  const below = (await ask({ query: 'tune in knobs' })).body
  expect(below.findings[0].symbol).toBe('knobs/fine.tune')
  const { path, body: question } = below.next.at(-1)
  expect((await post(path, question)).body.exists).toBe(true)
})

test('what changed between two releases that are indexed', async () => {
  const { body } = await ask({ query: 'breaking changes in talker 1.0 to 2.0' })
  expect(body.interpreted.intent).toBe('changed')
  expect(body.findings[0]).toMatchObject({
    claim: 'talker.old_name was removed between 1.0 and 2.0',
    confidence: 'exact',
  })
})

test('what finds nothing costs nothing', async () => {
  const balance = async () => (await service.get('/credits', { 'x-api-key': key })).body.balance_usd
  const before = await balance()
  const { status, body } = await ask({ query: 'quantum chromodynamics' })
  expect({ status, findings: body.findings }).toEqual({ status: 200, findings: [] })
  expect(await balance()).toBe(before)
})

test('the sample is free, and not counted', async () => {
  const { status, body, headers } = await service.get('/demo/code-research')
  expect(status).toBe(200)
  expect(body.attestation.type).toBe('assay.code_research/1')
  expect(headers['ratelimit-remaining']).toBeUndefined()
})

describe('limits', () => {
  test.each([
    [{ query: 'x'.repeat(2_000) }, 200],
    [{ query: 'x', context: 'y'.repeat(4_000) }, 200],
    [{ query: 'x', context: null }, 200],
    [{ query: '' }, 422],
    [{ query: 'x'.repeat(2_001) }, 422],
    [{ query: 'x', context: 'y'.repeat(4_001) }, 422],
    [{ context: 'y' }, 422],
  ])('%#: %i', async (body, status) => {
    expect((await ask(body)).status).toBe(status)
  })
})

test('a package that is named and not indexed is read first; while it cannot be, nothing is said', async () => {
  const balance = async () => (await service.get('/credits', { 'x-api-key': key })).body.balance_usd
  const files = '-- aiohttp/__init__.py --\ndef retry_call(call): ...\n'
  publishPython(loopback.registry, { name: 'aiohttp', version: '3.0', files })
  const question = { query: 'how do I retry a call in aiohttp?' }
  const before = await balance()
  await loopback.registry.pause()
  const later = await ask(question)
  await loopback.registry.resume()
  expect(later.status).toBe(503)
  expect(Number(later.headers['retry-after'])).toBeGreaterThan(0)
  expect(await balance()).toBe(before)
  service.setTime(new Date(Date.now() + 3_600_000))
  const { status, body } = await ask(question)
  expect([status, body.unanswered]).toEqual([200, []])
  expect(body.findings[0]).toMatchObject({ symbol: 'aiohttp.retry_call' })
  expect(await balance()).not.toBe(before)
})
