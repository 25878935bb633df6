// Answers that take long, on a service whose registry answers when it is let, and on one that lies.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { assayClient, type ClientOptions } from '../../src/client.ts'
import { gatedRegistry } from '../fake/lateRegistry.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { publishPython } from '../support/publish.ts'
import { type Service, startService } from '../support/service.ts'

let gated: Awaited<ReturnType<typeof gatedRegistry>>
let service: Service
let published = 0

beforeAll(async () => {
  gated = await gatedRegistry()
  service = await startService({
    ASSAY_NPM_REGISTRY: gated.registry.npmUrl,
    ASSAY_PYPI_INDEX: gated.registry.pypiIndexUrl,
    ASSAY_DEMO_DAILY_LIMIT: '0',
  })
})
afterAll(async () => {
  gated?.open()
  await service?.close()
  await gated?.registry.close()
})
beforeEach(() => gated.open())

function newQuestion() {
  published += 1
  const name = `slow-${published}`
  publishPython(gated.registry, { name, files: `-- slow_${published}.py --\ndef a(): ...\n` })
  return { ecosystem: 'pypi', name } as const
}

/** What was sent, as method, path and the headers that matter, and what came back. */
type Sent = Readonly<{ line: string; prefer: string | null; key: string | null; status: number }>

function recording(change: Partial<ClientOptions> = {}) {
  const sent: Sent[] = []
  const recorded: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    // So that no test waits for what is at hand.
    if (headers.has('prefer')) headers.set('prefer', 'respond-async, wait=0')
    const reply = await fetch(input, { ...init, headers })
    const { pathname } = new URL(String(input))
    sent.push({
      line: `${init?.method} ${pathname.replace(/pending\/.*/, 'pending/…')}`,
      prefer: new Headers(init?.headers).get('prefer'),
      key: headers.get('x-api-key'),
      status: reply.status,
    })
    if (reply.status === 202) gated.open()
    return reply
  }
  const client = assayClient({
    baseUrl: service.url,
    timeoutMs: PATIENCE_MS,
    patienceMs: PATIENCE_MS,
    fetch: recorded,
    ...change,
  })
  return { client, sent }
}

test('an answer that takes long is fetched', async () => {
  const { client, sent } = recording()
  const question = newQuestion()
  gated.shut()
  expect(await client.packageExists(question)).toMatchObject({ exists: true })
  const lines = sent.filter(({ line }) => !line.includes('policy'))
  expect(lines[0]).toMatchObject({
    line: 'POST /demo/v1/package/exists',
    prefer: 'respond-async, wait=15',
    status: 202,
  })
  expect(lines.at(-1)).toMatchObject({ line: 'GET /v1/pending/…', prefer: null, status: 200 })
})

test('a key pays for it once', async () => {
  const key = await service.app.creditKeys.issue('test', 10_000)
  const { client, sent } = recording({ apiKey: key })
  const question = newQuestion()
  gated.shut()
  expect(await client.packageExists(question)).toMatchObject({ exists: true })
  expect(sent.some(({ line, key: used }) => line.includes('pending') && used === key)).toBe(true)
  expect(client.spent()).toBe(2_000)
  const { balance_usd } = (await service.get('/credits', { 'x-api-key': key })).body
  expect(balance_usd).toBe('0.008')
})

test('whoever waited long enough is told, and may ask the same again for the same money', async () => {
  const key = await service.app.creditKeys.issue('test', 10_000)
  const { client } = recording({ apiKey: key, patienceMs: 0 })
  const question = newQuestion()
  gated.shut()
  await expect(client.packageExists(question)).rejects.toMatchObject({
    code: 'pending',
    status: 202,
  })
  for (;;) {
    const answer = await client.packageExists(question).catch(() => null)
    if (answer !== null) break
  }
  expect(client.spent()).toBe(2_000)
})

test('without patience nothing is sent otherwise', async () => {
  const sent: (string | null)[] = []
  const client = assayClient({
    baseUrl: service.url,
    timeoutMs: PATIENCE_MS,
    fetch: (input, init) => {
      sent.push(new Headers(init?.headers).get('prefer'))
      return fetch(input, init)
    },
  })
  await client.packageExists(newQuestion())
  expect(new Set(sent)).toEqual(new Set([null]))
})

test('a wallet is not used so', () => {
  const address = '0x00000000000000000000000000000000000000A1' as const
  const wallet = { address, signTypedData: fail }
  expect(() => assayClient({ baseUrl: service.url, wallet, patienceMs: 1 })).toThrow(TypeError)
})

function fail(): never {
  throw new Error('nothing is signed')
}

describe('a service that lies', () => {
  const from = (replies: readonly (() => Response)[]) => {
    const asked: string[] = []
    let next = 0
    const client = assayClient({
      baseUrl: 'https://assay.example/below',
      verifiers: ['0x00000000000000000000000000000000000000a1'],
      patienceMs: 60_000,
      retries: 0,
      fetch: async (input, init) => {
        asked.push(`${init?.method} ${String(input)}`)
        const reply = replies[Math.min(next, replies.length - 1)]
        next += 1
        return reply?.() ?? new Response()
      },
    })
    return { asked, ask: () => client.packageExists({ ecosystem: 'npm', name: 'x' }) }
  }
  const accepted = (location: string) => () =>
    new Response('{}', { status: 202, headers: { location, 'retry-after': '0' } })
  const problem = (status: number, code: string) => () =>
    new Response(JSON.stringify({ code, detail: code }), { status })

  test.each([
    ['no address', ''],
    ['an address of another kind', '/credits'],
    ['one with more behind it', '/v1/pending/abc?to=elsewhere'],
  ])('%s is an error', async (_, location) => {
    const { ask, asked } = from([accepted(location)])
    await expect(ask()).rejects.toMatchObject({ status: 202 })
    expect(asked).toHaveLength(1)
  })

  test('an address of another host is not asked: where the service is, is known', async () => {
    const { ask, asked } = from([
      accepted('https://elsewhere.example/v1/pending/abc'),
      problem(422, 'wrong'),
    ])
    await expect(ask()).rejects.toMatchObject({ status: 422 })
    expect(asked[1]).toBe('GET https://assay.example/below/v1/pending/abc')
  })

  test.each([
    [404, 'pending_not_found'],
    [410, 'pending_lost'],
  ])('what was lost (%i) is asked again, a few times', async (status, code) => {
    const lost = problem(status, code)
    const there = accepted('/below/v1/pending/abc')
    const { ask, asked } = from([there, lost, there, lost, there, lost])
    await expect(ask()).rejects.toMatchObject({ status, code })
    expect(asked.filter((line) => line.startsWith('POST'))).toHaveLength(3)
  })
})
