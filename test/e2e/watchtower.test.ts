// The watchtower over HTTP, on both stores: what is shown, what is charged, and that a stranger can
// check a report with what the service publishes.

import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import type { Outcome, ProbeReason } from '../../src/domain/probe.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { type Service, startService } from '../support/service.ts'
import { STORES, storeSettings } from '../support/stores.ts'

// Addresses that the guard refuses: nothing here leaves the machine.
const TARGETS = [
  { id: 'search', name: 'Search API', url: 'http://127.0.0.1:9/health', interval_s: 60 },
  { id: 'search-index', name: 'Search index', url: 'http://127.0.0.1:9/index' },
  { id: 'ledger', name: 'Ledger', url: 'http://10.0.0.1/' },
]
const PROBES = 1_100
const DAY_MS = 24 * 3_600_000

let dir: string
let registry: FakeRegistry
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'assay-tower-'))
  registry = await fakeRegistry()
  await writeFile(join(dir, 'watch.json'), JSON.stringify({ targets: TARGETS }))
})
afterAll(async () => {
  await registry.close()
  await rm(dir, { recursive: true })
})

/** Ten failures in the middle, three seconds slow at the end. */
function seenAt(index: number): Readonly<{ outcome: Outcome; reason: ProbeReason | null }> {
  if (index >= 500 && index < 510) return { outcome: 'failed', reason: 'status' }
  if (index >= PROBES - 3) return { outcome: 'degraded', reason: 'slow' }
  if (index % 100 === 7) return { outcome: 'not_measured', reason: 'rate_limited' }
  return { outcome: 'ok', reason: null }
}

describe.each(STORES)('the watchtower on %s', (kind) => {
  const settings = storeSettings(kind)
  let service: Service
  let key: string
  let day: string

  beforeAll(async () => {
    service = await startService({
      ...(await settings()),
      ASSAY_NPM_REGISTRY: registry.npmUrl,
      ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
      ASSAY_WATCH_FILE: join(dir, 'watch.json'),
    })
    key = await service.app.creditKeys.issue('test', 50_000)
    const { watch } = service.app.store
    // Two days ago: a window that is over by any clock.
    day = new Date(Date.parse(await watch.time()) - 2 * DAY_MS).toISOString().slice(0, 10)
    const startMs = Date.parse(`${day}T00:00:00.000Z`)
    const rows = Array.from({ length: PROBES }, (_, index) => {
      const at = new Date(startMs + index * 60_000).toISOString()
      const seen = seenAt(index)
      const hasAnswer = seen.outcome === 'ok' || seen.outcome === 'degraded'
      return {
        target: 'search',
        dueAt: at,
        at,
        ...seen,
        status: hasAnswer ? 200 : 500,
        latencyMs: hasAnswer ? 10 + (index % 90) : null,
        tlsExpiresAt: null,
      }
    })
    for (let first = 0; first < rows.length; first += 50) {
      await Promise.all(rows.slice(first, first + 50).map((row) => watch.save(row)))
    }
    await (await service.app.watch()).look()
  })
  afterAll(() => service.close())

  const report = (name: unknown, headers: Record<string, string> = { 'x-api-key': key }) =>
    service.post('/watchtower/report', { service: name }, headers)
  const balance = async () => (await service.get('/credits', { 'x-api-key': key })).body.balance_usd

  test('targets are free, and this service is the first of them', async () => {
    const { status, body } = await service.get('/watchtower/targets')
    expect(status).toBe(200)
    expect(body.targets.map(({ id }: { id: string }) => id)).toEqual([
      'self',
      'search',
      'search-index',
      'ledger',
    ])
    const [self, search, , ledger] = body.targets
    expect(Object.keys(self)).toEqual([
      'id',
      'name',
      'verdict',
      'uptime',
      'observed',
      'p50_ms',
      'p95_ms',
      'last_probe_at',
    ])
    expect(self).toMatchObject({ name: 'Assay (this service)', verdict: 'unknown' })
    expect(self.last_probe_at).not.toBeNull()
    expect(self.p50_ms).toBeGreaterThanOrEqual(0)
    expect(search.uptime['24h']).toBeNull()
    expect(search.uptime['7d']).toBe(99.082)
    expect(search.observed['24h']).toBe(0)
    expect(search.observed['90d']).toBeLessThan(search.observed['7d'])
    expect(ledger).toMatchObject({ verdict: 'unknown', p50_ms: null, p95_ms: null })
  })

  test('it has seen itself, and has not gone where it may not', async () => {
    const { watch } = service.app.store
    const span = { from: '', until: '2999-01-01T00:00:00.000Z', after: '', limit: 5 }
    expect(await watch.probes({ target: 'self', ...span })).toMatchObject([
      { outcome: 'ok', status: 200 },
    ])
    expect(await watch.probes({ target: 'ledger', ...span })).toMatchObject([
      { outcome: 'not_measured', reason: 'address_refused', status: null },
    ])
  })

  test('a report is signed, says what was seen, and costs its price', async () => {
    const { status, body } = await report('search api')
    expect(status).toBe(200)
    expect(await balance()).toBe('0.045')
    expect(body).toMatchObject({
      service: { id: 'search', name: 'Search API', url: 'http://127.0.0.1:9/health' },
      number: 1,
      window: { start: `${day}T00:00:00.000Z` },
      uptime_pct: 99.082,
      probes: { ok: 1_080, degraded: 3, failed: 10, not_measured: 10 },
      prev_report_hash: null,
      attestation: {
        type: 'assay.sla_report/1',
        verdict: 'unknown',
        question: { service: 'search', window_start: `${day}T00:00:00.000Z` },
        evidence: { prober: 'watch/1', probes: PROBES, merkle_root: body.merkle_root },
      },
    })
    expect(body.incidents).toMatchObject([
      { kind: 'down', started_at: `${day}T08:20:00.000Z`, ended_at: `${day}T08:30:00.000Z` },
      { kind: 'degraded', started_at: `${day}T18:17:00.000Z` },
    ])
    const { body: verdict } = await service.post('/receipts/verify', body)
    expect(verdict).toMatchObject({ valid: true, answer_matches: true, retracted: false })
    const forged = await service.post('/receipts/verify', { ...body, uptime_pct: 100 })
    expect(forged.body).toMatchObject({ valid: false, reason: 'answer_mismatch' })
  })

  test('the same report again is the same bytes', async () => {
    const [first, second] = [await report('search'), await report('Search API')]
    const signed = ({ text }: { text: string }) => text.replace(/"served_in_ms":\d+/, '')
    expect(signed(first)).toBe(signed(second))
  })

  test('its raw probes give its Merkle root', async () => {
    const { body } = await report('search')
    const leaves: Buffer[] = []
    for (let after = ''; ; ) {
      const page = await service.get(
        `/watchtower/probes?service=search&window=${day}&after=${after}`,
      )
      expect(page.status).toBe(200)
      for (const probe of page.body.probes) leaves.push(leafOf('search', probe))
      if (page.body.next === null) break
      after = page.body.next
    }
    expect(leaves).toHaveLength(PROBES)
    expect(rootOf(leaves).toString('hex')).toBe(body.merkle_root)
  })

  test.each([
    ['nothing of that name', 'nothing', [], 'no_match'],
    ['one without a report', 'SEARCH i', ['search-index'], 'no_report_yet'],
    ['several', 'e', ['self', 'search', 'search-index', 'ledger'], 'several_match'],
    ['no window closed yet', 'assay', ['self'], 'no_report_yet'],
  ])('%s (%s): what matches, and no charge', async (_what, name, ids, reason) => {
    const before = await balance()
    const { status, body } = await report(name)
    expect(status).toBe(200)
    expect(body.reason).toBe(reason)
    expect(body.matches.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(await balance()).toBe(before)
  })

  test('without payment it is a 402', async () => {
    const { status, body } = await report('search', {})
    expect({ status, code: body.code }).toEqual({ status: 402, code: 'payment_required' })
  })

  test.each([
    ['', 422],
    ['x', 200],
    ['x'.repeat(200), 200],
    ['x'.repeat(201), 422],
    [5, 422],
    [null, 422],
  ])('a name has 1 to 200 characters: %#', async (name, status) => {
    expect((await report(name)).status).toBe(status)
  })

  test.each([
    ['service=nothing', 200, { service: null, matches: [], probes: [], next: null }],
    ['service=e', 200, { service: null, probes: [], next: null }],
    ['service=search&window=2024-02-30', 422, {}],
    ['service=search&window=today', 422, {}],
    ['service=search&after=x', 422, {}],
    ['window=2024-01-01', 422, {}],
    ['service=self', 200, { service: { id: 'self' } }],
  ])('probes?%s', async (query, status, expected) => {
    const reply = await service.get(`/watchtower/probes?${query}`)
    expect(reply.status).toBe(status)
    expect(reply.body).toMatchObject(expected)
  })
})

/** As docs/reference/watchtower.md says it, and not as the service does it. */
function leafOf(target: string, probe: Record<string, unknown>): Buffer {
  const fields = ['due_at', 'at', 'outcome', 'reason', 'status', 'latency_ms', 'tls_expires_at']
  const text = JSON.stringify(['assay.probe/1', target, ...fields.map((field) => probe[field])])
  return createHash('sha256').update(`\u0000${text}`).digest()
}

function rootOf(level: readonly Buffer[]): Buffer {
  const [only] = level
  if (only !== undefined && level.length === 1) return only
  const above: Buffer[] = []
  for (let i = 0; i < level.length; i += 2) {
    const pair = level.slice(i, i + 2)
    const [alone] = pair
    above.push(
      pair.length === 1 && alone !== undefined
        ? alone
        : createHash('sha256')
            .update(Buffer.concat([Buffer.from([1]), ...pair]))
            .digest(),
    )
  }
  return rootOf(above)
}

test('a service does not start on a file with a mistake, and says where it is', async () => {
  const file = join(dir, 'wrong.json')
  await writeFile(file, JSON.stringify({ targets: [{ ...TARGETS[0], interval_s: 1 }] }))
  const env = {
    ASSAY_PORT: '0',
    ASSAY_LOG_LEVEL: 'silent',
    ASSAY_DATA_DIR: join(dir, 'wrong'),
    ASSAY_NAMES: 'off',
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_WATCH_FILE: file,
  }
  const app = await createApp(loadConfig(env, dir, dir))
  try {
    await expect(app.serve()).rejects.toThrow(
      'targets[0].interval_s must be a whole number from 30 to 3600',
    )
  } finally {
    await app.close()
  }
})

test('a service that is served watches itself, and stops with it', async () => {
  const service = await startService({
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_WATCH: 'auto',
  })
  try {
    const { watch } = service.app.store
    const span = { from: '', until: '2999-01-01T00:00:00.000Z', after: '', limit: 5 }
    await expect
      .poll(() => watch.probes({ target: 'self', ...span }), { interval: 50 })
      .toMatchObject([{ outcome: 'ok' }])
  } finally {
    await service.close()
  }
})
