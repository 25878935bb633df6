// Probes over real connections. Only the service's own address is exempt from the guard, so that is
// what the targets here are.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { probeLines } from '../../../src/registry/probeLines.ts'
import { probeSender, type SendProbe } from '../../../src/services/watch/sendProbe.ts'
import { parseTargets, type Target } from '../../../src/services/watch/target.ts'
import { byPath, type ScriptedServer, scriptedServer } from '../../fake/scriptedServer.ts'
import { selfSigned } from '../../fake/selfSigned.ts'

const OFFER = {
  scheme: 'exact',
  network: 'eip155:8453',
  payTo: `0x${'1'.repeat(40)}`,
  asset: `0x${'2'.repeat(40)}`,
}
const V2 = { x402Version: 2, accepts: [{ ...OFFER, amount: '5000' }] }
const V1 = { x402Version: 1, accepts: [{ ...OFFER, maxAmountRequired: '5000' }] }
const header = (challenge: unknown) => ({
  'payment-required': Buffer.from(JSON.stringify(challenge)).toString('base64'),
})

const PAGES = {
  '/ok': { body: 'all is fine' },
  '/created': { status: 201 },
  '/gone': { status: 410, body: 'all is fine' },
  '/error': { status: 500 },
  '/busy': { status: 429, body: 'all is fine' },
  '/health': {
    body: {
      status: 'ok',
      checks: [
        { name: 'db', ms: 3 },
        { name: 'queue', ms: null },
      ],
    },
  },
  '/large': { body: `"${'x'.repeat(300 * 1024)}"` },
  '/list': { body: `[${'[1],'.repeat(16_000)}1]` },
  '/deep': { body: `${'['.repeat(30_000)}${']'.repeat(30_000)}` },
  '/paid': { status: 402, headers: header(V2), body: {} },
  '/paid1': { status: 402, body: V1 },
  '/unpayable': { status: 402, headers: header({ ...V2, accepts: [] }), body: V1 },
  '/unsaid': { status: 402, body: {} },
}

let server: ScriptedServer
let secure: ScriptedServer
let dir: string
let send: SendProbe
let close: () => Promise<void>

beforeAll(async () => {
  server = await scriptedServer((request, response) => {
    if (request.url === '/silent') return
    if (request.url === '/stuck') {
      response.writeHead(200, { 'content-length': 100 }).write('all is')
      return
    }
    byPath(PAGES)(request, response)
  })
  const tls = selfSigned()
  secure = await scriptedServer(byPath(PAGES), tls)
  dir = await mkdtemp(join(tmpdir(), 'assay-probe-'))
  await writeFile(join(dir, 'ca.pem'), tls.cert)
  const lines = probeLines({ SSL_CERT_FILE: join(dir, 'ca.pem') })
  close = lines.close
  send = probeSender({
    lines,
    certificateEnd: lines.certificateEnd,
    userAgent: 'assay/test',
    monotonicMs: () => performance.now(),
    now: () => new Date(),
  })
})
afterAll(async () => {
  await close()
  await server.close()
  await secure.close()
  await rm(dir, { recursive: true })
})

function targetOf(url: string, change: Readonly<Record<string, unknown>> = {}): Target {
  const row = { id: 'a', name: 'a', url, timeout_ms: 20_000, ...change }
  const [target] = parseTargets({ targets: [row] }).targets
  if (target === undefined) throw new Error('no target')
  return { ...target, isOwn: true }
}

const never = () => new AbortController().signal

describe('what is seen decides', () => {
  const ROWS: readonly (readonly [string, string, object, string, string | null])[] = [
    ['any 2xx is fine', '/created', {}, 'ok', null],
    ['another status is not', '/error', {}, 'failed', 'status'],
    ['unless it is expected', '/gone', { status: [410, 404] }, 'ok', null],
    ['and then no other one is', '/ok', { status: 410 }, 'failed', 'status'],
    ['too many requests say nothing', '/busy', {}, 'not_measured', 'rate_limited'],
    [
      'whatever is in the body',
      '/busy',
      { body_contains: 'nothing' },
      'not_measured',
      'rate_limited',
    ],
    ['a text is there', '/ok', { body_contains: 'is fine' }, 'ok', null],
    ['a text is not', '/ok', { body_contains: 'Is fine' }, 'failed', 'body'],
    ['a path leads somewhere', '/health', { body_json: { path: '$.checks[*].ms' } }, 'ok', null],
    ['a path leads nowhere', '/health', { body_json: { path: '$.nothing' } }, 'failed', 'body'],
    ['a value is there', '/health', { body_json: { path: '$.status', equals: 'ok' } }, 'ok', null],
    ['one of several is', '/health', { body_json: { path: '$..ms', equals: 3 } }, 'ok', null],
    ['null is a value', '/health', { body_json: { path: '$..ms', equals: null } }, 'ok', null],
    [
      'a value is another',
      '/health',
      { body_json: { path: '$..ms', equals: '3' } },
      'failed',
      'body',
    ],
    ['a body is not JSON', '/ok', { body_json: { path: '$' } }, 'failed', 'body'],
    ['a body is too large', '/large', { body_contains: 'y' }, 'not_measured', 'body_unread'],
    ['which does not matter if nobody looks', '/large', {}, 'ok', null],
    [
      'a path through deep nesting',
      '/deep',
      { body_json: { path: '$..a' } },
      'not_measured',
      'body_unread',
    ],
    ['a path over all of a long list', '/list', { body_json: { path: '$..a' } }, 'failed', 'body'],
    [
      'a path with a pattern',
      '/health',
      { body_json: { path: '$.checks[?match(@.name, "d.")].ms', equals: 3 } },
      'ok',
      null,
    ],
    ['a challenge in the header', '/paid', { x402: true }, 'ok', null],
    ['a challenge in the body', '/paid1', { x402: true }, 'ok', null],
    ['a challenge that nobody can pay', '/unpayable', { x402: true }, 'failed', 'x402'],
    ['no challenge', '/unsaid', { x402: true }, 'failed', 'x402'],
    ['no payment wanted', '/ok', { x402: true }, 'failed', 'status'],
    ['a payment that is not expected', '/paid', {}, 'failed', 'status'],
  ]
  test.each(ROWS)('%s: %s %j', async (_rule, path, expectation, outcome, reason) => {
    const target = targetOf(`${server.origin}${path}`, { expect: expectation })
    expect(await send(target, never())).toMatchObject({ outcome, reason })
  })

  test('the latency is that of the answer; slower than allowed is degraded', async () => {
    const { latencyMs, status, tlsExpiresAt } = await send(targetOf(`${server.origin}/ok`), never())
    expect(latencyMs).toBeGreaterThanOrEqual(0)
    expect({ status, tlsExpiresAt }).toEqual({ status: 200, tlsExpiresAt: null })
    const target = targetOf(`${server.origin}/ok`)
    const hasty = { ...target, expect: { ...target.expect, latencyMaxMs: -1 } }
    expect(await send(hasty, never())).toMatchObject({ outcome: 'degraded', reason: 'slow' })
  })

  test('a body is sent, and who asks is said', async () => {
    const target = targetOf(`${server.origin}/ok`, { method: 'POST', body: { q: 1 } })
    expect(await send(target, never())).toMatchObject({ outcome: 'ok' })
    expect(server.headers.at(-1)).toMatchObject({
      'content-type': 'application/json',
      'content-length': '7',
      'user-agent': 'assay/test',
      connection: 'close',
    })
    expect(await send(targetOf(`${server.origin}/ok`, { method: 'HEAD' }), never())).toMatchObject({
      outcome: 'ok',
    })
  })
})

describe('certificates', () => {
  test('their end is seen', async () => {
    const seen = await send(targetOf(`${secure.origin}/ok`), never())
    expect(seen).toMatchObject({ outcome: 'ok', tlsExpiresAt: '2049-01-01T00:00:00.000Z' })
  })

  test('one that ends too soon is degraded', async () => {
    const target = targetOf(`${secure.origin}/ok`)
    const careful = { ...target, expect: { ...target.expect, tlsDaysMin: 100_000 } }
    expect(await send(careful, never())).toMatchObject({
      outcome: 'degraded',
      reason: 'tls_expiring',
    })
  })

  test('one that nobody vouches for is a failure', async () => {
    const stranger = await scriptedServer(byPath(PAGES), selfSigned())
    try {
      const seen = await send(targetOf(`${stranger.origin}/ok`), never())
      expect(seen).toMatchObject({ outcome: 'failed', reason: 'tls', status: null })
    } finally {
      await stranger.close()
    }
  })
})

describe('no answer', () => {
  test.each(['/silent', '/stuck'])('%s: a failure when the time is over', async (path) => {
    const expectation = { expect: { body_contains: 'fine' }, timeout_ms: 300 }
    const seen = await send(targetOf(`${server.origin}${path}`, expectation), never())
    expect(seen).toMatchObject({ outcome: 'failed', reason: 'timeout', latencyMs: null })
  })

  test('nobody listens: a failure', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const address = closed.address()
    await new Promise((resolve) => closed.close(resolve))
    const port = typeof address === 'object' ? address?.port : 0
    const seen = await send(targetOf(`http://127.0.0.1:${port}/`), never())
    expect(seen).toMatchObject({ outcome: 'failed', reason: 'connection' })
  })

  test('a probe that is given up is none', async () => {
    const stop = new AbortController()
    const probe = send(targetOf(`${server.origin}/silent`), stop.signal)
    stop.abort(new Error('stopping'))
    await expect(probe).rejects.toThrow('stopping')
  })
})
