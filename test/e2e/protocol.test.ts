// The edge itself: methods, bodies, limits, headers, errors, documents, shutdown.

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { heldRegistry, lateRegistry } from '../fake/lateRegistry.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { type Service, send, served, startService } from '../support/service.ts'

const DEMO = '/demo/v1/package/exists'
const QUESTION = { ecosystem: 'npm', name: 'express' }

let registry: FakeRegistry
let service: Service
let env: Record<string, string>

beforeAll(async () => {
  registry = await fakeRegistry()
  registry.npm.publish({ name: 'express', version: '5.3.0' })
  env = {
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_DEMO_DAILY_LIMIT: '0',
  }
  service = await startService(env)
})
afterAll(async () => {
  await service.close()
  await registry.close()
})

/** Raw bytes in, whatever comes back out. */
function raw(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.end(bytes))
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
    socket.on('error', reject)
  })
}

describe('paths and methods', () => {
  test('nothing there is a 404 with the shape of every error', async () => {
    const { status, body } = await service.get('/nothing')
    expect(status).toBe(404)
    expect(body).toEqual({
      detail: 'There is nothing at this path',
      code: 'not_found',
      docs: `${service.url}/docs/reference/errors#not_found`,
    })
  })

  test.each(['/%ZZ', '/..%2f..%2fetc', '/health/', '//health', '/constructor', '/__proto__'])(
    '%s is a 404',
    async (path) => {
      expect((await service.get(path)).status).toBe(404)
    },
  )

  test.each([
    ['GET', DEMO, 'POST, OPTIONS'],
    ['PUT', DEMO, 'POST, OPTIONS'],
    ['POST', '/health', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/policy', 'GET, HEAD, OPTIONS'],
  ])('%s %s is a 405 that says what is allowed', async (method, path, allow) => {
    const { status, headers, body } = await send(service.url, method, path)
    expect({ status, allow: headers['allow'], code: body.code }).toEqual({
      status: 405,
      allow,
      code: 'method_not_allowed',
    })
  })

  test('HEAD answers like GET without the body', async () => {
    const { status, headers, text } = await send(service.url, 'HEAD', '/health')
    expect(status).toBe(200)
    expect(Number(headers['content-length'])).toBeGreaterThan(0)
    expect(text).toBe('')
  })

  test('a connection is kept for the next question', async () => {
    const { headers } = await service.get('/docs', { connection: 'keep-alive' })
    expect(headers['connection']).toBe('keep-alive')
  })

  test('a query is not part of the path', async () => {
    expect((await service.get('/health?probe=1')).status).toBe(200)
  })
})

describe('bodies', () => {
  const CASES = [
    ['no body', undefined, {}, 422, 'missing'],
    ['an empty body', '', {}, 422, 'missing'],
    ['half a JSON', '{"ecosystem":', {}, 422, 'json_invalid'],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22]), {}, 422, 'json_invalid'],
    ['deep nesting', '['.repeat(150), {}, 422, 'json_invalid'],
    ['an array', '[]', {}, 422, 'model_attributes_type'],
    ['a field of the wrong type', { ecosystem: 'npm', name: 5 }, {}, 422, 'string_type'],
    ['a missing field', { ecosystem: 'npm' }, {}, 422, 'missing'],
    ['an unknown ecosystem', { ecosystem: 'cran', name: 'x' }, {}, 422, 'enum'],
    ['an empty name', { ecosystem: 'npm', name: '' }, {}, 422, 'string_too_short'],
    ['a long name', { ecosystem: 'npm', name: 'x'.repeat(215) }, {}, 422, 'string_too_long'],
    ['a control character', { ecosystem: 'npm', name: 'x\n' }, {}, 422, 'string_pattern_mismatch'],
    ['a lone surrogate', '{"ecosystem":"npm","name":"\\ud800"}', {}, 422, 'string_unicode'],
    ['spaces', { ecosystem: 'npm', name: 'a b' }, {}, 422, 'package_name_invalid'],
    ['a path', { ecosystem: 'npm', name: '../x' }, {}, 422, 'package_name_invalid'],
    ['a scope on PyPI', { ecosystem: 'pypi', name: '@a/b' }, {}, 422, 'package_name_invalid'],
  ] as const
  test.each(CASES)('%s', async (_what, body, headers, status, type) => {
    const reply = await service.post(DEMO, body, headers)
    expect(reply.status).toBe(status)
    expect(reply.body.detail[0]).toMatchObject({ type, loc: expect.arrayContaining(['body']) })
  })

  test('unknown fields are ignored', async () => {
    const extra = '{"ecosystem":"npm","name":"express","__proto__":{"name":"x"},"more":[1]}'
    expect((await service.post(DEMO, extra)).body.name).toBe('express')
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
  ])('%s is a 415', async (type) => {
    const { status, body } = await service.post(DEMO, QUESTION, { 'content-type': type })
    expect({ status, code: body.code }).toEqual({ status: 415, code: 'content_type_unsupported' })
  })

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/problem+json'])(
    '%s is JSON',
    async (type) => {
      expect((await service.post(DEMO, QUESTION, { 'content-type': type })).status).toBe(200)
    },
  )

  test('a compressed body is a 415', async () => {
    const reply = await service.post(DEMO, QUESTION, { 'content-encoding': 'gzip' })
    expect(reply.status).toBe(415)
  })

  test('a body over 128 KiB is a 413, announced or not', async () => {
    const large = JSON.stringify({ ecosystem: 'npm', name: 'x'.repeat(128 * 1024) })
    expect((await service.post(DEMO, large)).status).toBe(413)
    const chunk = 'x'.repeat(0x10000)
    const chunked = `10000\r\n${chunk}\r\n`.repeat(3)
    const head = `POST ${DEMO} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`
    expect(await raw(service.url, `${head}${chunked}0\r\n\r\n`)).toContain(' 413 ')
  })

  test('a body of too many values is a 413 on every route, before anything is parsed or paid for', async () => {
    const { paths } = (await service.get('/openapi.json')).body
    const posts = Object.keys(paths).filter((path) => paths[path].post !== undefined)
    const key = await service.app.creditKeys.issue('test', 1_000_000)
    // No JSON: whoever parsed it would say so.
    const many = `[${'0,'.repeat(40_000)}`
    for (const path of posts) {
      const { status, body } = await service.post(path, many, { 'x-api-key': key })
      expect([path, status, body.code]).toEqual([path, 413, 'body_too_large'])
      expect(body.detail).toMatch(/^Bodies have at most \d+ JSON values here: /)
      expect(paths[path].post.responses[413].description).toMatch(
        /bytes, or has over \d+ JSON values/,
      )
    }
    const { balance_usd } = (await service.get('/credits', { 'x-api-key': key })).body
    expect(balance_usd).toBe('1.0')
  })

  test('it is refused while it still arrives', async () => {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    const head = `POST ${DEMO} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n`
    socket.write(`${head}[${'0,'.repeat(1_000)}`)
    const [chunk] = await once(socket, 'data')
    expect(String(chunk)).toContain(' 413 ')
    socket.destroy()
  })

  test('a body that comes byte by byte is read all the same', async () => {
    const body = JSON.stringify(QUESTION).padEnd(3_000, ' ')
    const chunked = [...body].map((character) => `1\r\n${character}\r\n`).join('')
    const head = `POST ${DEMO} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n`
    expect(await raw(service.url, `${head}${chunked}0\r\n\r\n`)).toMatch(
      / 200 OK[\s\S]*"exists":true/,
    )
  })

  test('a client that writes a body to its end gets the refusal, and may go on asking', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    // More than the buffers of both ends hold, and the bound is passed in its first bytes.
    const many = `[${'0,'.repeat(500_000)}`
    for (let round = 0; round < 3; round += 1) {
      const asked = request(`${service.url}${DEMO}`, { method: 'POST', agent })
      const reply = once(asked, 'response') as Promise<[IncomingMessage]>
      asked.end(many)
      const [response] = await reply
      response.resume()
      await once(response, 'end')
      expect([response.statusCode, response.headers.connection]).toEqual([413, 'keep-alive'])
    }
    agent.destroy()
  })

  test('a receipt over 256 KiB is a 413', async () => {
    const large = { attestation: { x: 'x'.repeat(300_000) }, signature: '0x' }
    expect((await service.post('/receipts/verify', large)).status).toBe(413)
  })

  test('what is not HTTP is a 400, headers without end a 431', async () => {
    expect(await raw(service.url, 'HELLO\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*malformed_request/,
    )
    const endless = `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`
    expect(await raw(service.url, endless)).toMatch(/^HTTP\/1\.1 431 [\s\S]*headers_too_large/)
  })

  test('two lengths for one body are refused', async () => {
    const smuggled = `POST ${DEMO} HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`
    expect(await raw(service.url, smuggled)).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('headers', () => {
  test('each reply has an id; a well-formed one of the client is kept', async () => {
    const own = await service.get('/health')
    expect(own.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-\w+$/)
    const given = await service.get('/health', { 'x-request-id': 'trace-1' })
    expect(given.headers['x-request-id']).toBe('trace-1')
    const forged = await service.get('/health', { 'x-request-id': 'a b<script>' })
    expect(forged.headers['x-request-id']).not.toContain('script')
  })

  test('pages of other origins may ask and may read the payment headers', async () => {
    const origin = { origin: 'https://page.example' }
    const preflight = await send(service.url, 'OPTIONS', '/v1/package/exists', undefined, origin)
    expect(preflight.status).toBe(204)
    expect(preflight.headers['access-control-allow-methods']).toContain('POST')
    expect(preflight.headers['access-control-allow-headers']).toContain('x-api-key')
    const refused = await service.post('/v1/package/exists', QUESTION, origin)
    expect(refused.headers['access-control-allow-origin']).toBe('*')
    expect(refused.headers['access-control-expose-headers']).toContain('payment-required')
  })

  test('what is large is compressed for who takes it, what is small is not', async () => {
    const url = `${service.url}/openapi.json`
    const plain = await service.get('/openapi.json')
    expect(plain.headers['content-encoding']).toBeUndefined()
    const gzipped = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
    expect(gzipped.headers.get('content-encoding')).toBe('gzip')
    expect(await gzipped.text()).toBe(plain.text)
    const small = await fetch(`${service.url}/health`, { headers: { 'accept-encoding': 'gzip' } })
    expect(small.headers.get('content-encoding')).toBeNull()
  })
})

describe('documents', () => {
  test('the version is the same everywhere', async () => {
    const { version } = (await service.get('/health')).body
    expect(version).toBe('0.3.0')
    expect((await service.get('/openapi.json')).body.info.version).toBe(version)
    expect((await service.get('/policy')).body.version).toBe(version)
    expect((await service.get('/llms.txt')).text).toContain(version)
  })

  test('the reference has every route, with its price', async () => {
    const page = readFileSync(new URL('../../docs/reference/http.md', import.meta.url), 'utf8')
    const { paths } = (await service.get('/openapi.json')).body
    const routes = Object.entries<Record<string, unknown>>(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(routes.filter((route) => !page.includes(`\`${route}\``))).toEqual([])
    const { prices } = (await service.get('/policy')).body
    const rows = page.split('\n').filter((line) => line.startsWith('|'))
    const unpriced = prices.filter(
      ({ method, path, usd }: { method: string; path: string; usd: string }) =>
        !rows.some(
          (row) =>
            row.includes(`\`${method} ${path}\``) && new RegExp(`\\| ${Number(usd)}\\b`).test(row),
        ),
    )
    expect(unpriced).toEqual([])
  })

  test('every path of the OpenAPI document is served, and every path served is in it', async () => {
    // The log has a checkpoint once there is an answer.
    await service.post('/demo/v1/package/exists', QUESTION)
    await service.app.integrateLog()
    const { paths } = (await service.get('/openapi.json')).body
    for (const [path, operations] of Object.entries<Record<string, unknown>>(paths)) {
      for (const method of Object.keys(operations)) {
        const rest = path.startsWith('/log/') ? '0/000.p/1' : '.x'
        const asked = path.replace('{page}', 'reference/api').replace('{path}', rest)
        const { status } = await served(() => send(service.url, method.toUpperCase(), asked))
        // 401: the one page that is about the key itself. 301: the folder of the pages. 404: no
        // question has the braces for its address.
        const others: Readonly<Record<string, number>> = {
          '/api/mc/availability': 403,
          '/api/mc/json/{datasource}/{package}/{from}/{to}': 403,
          '/credits': 401,
          '/docs/': 301,
          '/log/by-hash/{attestation_hash}': 404,
          '/log/proof/{attestation_hash}': 404,
          '/npm/{path}': 404,
          '/pypi/{path}': 404,
          '/receipt/{attestation_hash}': 404,
          '/v1/pending/{id}': 404,
        }
        const other = others[path]
        expect(other === undefined ? [200, 402, 422] : [other]).toContain(status)
      }
    }
    expect(Object.keys(paths).sort()).toEqual(
      [
        '/',
        '/.well-known/agent-registration.json',
        '/.well-known/agent.json',
        '/.well-known/x402',
        '/api/mc/availability',
        '/api/mc/json/{datasource}/{package}/{from}/{to}',
        '/code-research',
        '/credits',
        '/demo/code-research',
        '/credits/buy',
        '/demo/v1/card',
        '/demo/v1/check',
        '/demo/v1/upgrade',
        '/demo/v1/diff',
        '/demo/v1/package/exists',
        '/demo/v1/symbol/exists',
        '/demo/verify',
        '/docs',
        '/docs/',
        '/docs/{page}',
        '/health',
        '/health/ready',
        '/favicon.ico',
        '/icon.png',
        '/icon.svg',
        '/preview.png',
        '/robots.txt',
        '/npm/{path}',
        '/opensearch.xml',
        '/page/check.js',
        '/page/site.js',
        '/check',
        '/figures',
        '/upgrade',
        '/pypi/{path}',
        '/receipt/{attestation_hash}',
        '/search',
        '/sitemap.xml',
        '/judge',
        '/llms.txt',
        '/log/by-hash/{attestation_hash}',
        '/log/checkpoint',
        '/log/proof/{attestation_hash}',
        '/log/rotations',
        '/log/tile/{path}',
        '/mcp',
        '/metrics',
        '/openapi.json',
        '/page/assay.css',
        '/page/assay.js',
        '/policy',
        '/receipts/verify',
        '/spend-check',
        '/v1/card',
        '/v1/check',
        '/v1/upgrade',
        '/v1/diff',
        '/v1/import/resolve',
        '/v1/package/exists',
        '/v1/pending/{id}',
        '/v1/proofs/{ecosystem}/{package}',
        '/v1/retractions',
        '/v1/symbol/exists',
        '/v1/symbol/history',
        '/verify',
        '/watchtower/probes',
        '/watchtower/report',
        '/watchtower/targets',
      ].sort(),
    )
  })

  test('prices agree in the policy, the plain page, the discovery document and the challenge', async () => {
    const challenge = await service.post('/v1/package/exists', QUESTION)
    const x402 = await service.get('/.well-known/x402')
    const openapi = await service.get('/openapi.json')
    const amounts = [
      (await service.get('/policy')).body.prices[0].usd,
      x402.body.resources[0].price_usd,
      challenge.body.extensions['prepaid-credits'].info.priceUsd,
      openapi.body.paths['/v1/package/exists'].post['x-payment-info'].price.amount,
      /\/v1\/package\/exists \(([\d.]+) USD\)/.exec((await service.get('/llms.txt')).text)?.[1],
    ]
    expect(new Set(amounts)).toEqual(new Set(['0.002']))
  })

  test('the registration has every member of ERC-8004 registration-v1', async () => {
    const { body } = await service.get('/.well-known/agent.json')
    expect(Object.keys(body).sort()).toEqual(
      [
        'active',
        'description',
        'image',
        'name',
        'registrations',
        'services',
        'supportedTrust',
        'type',
        'x402Support',
      ].sort(),
    )
    expect((await service.get('/.well-known/agent-registration.json')).body).toEqual(body)
  })

  test('metrics are JSON, or Prometheus text by Accept', async () => {
    await service.post(DEMO, QUESTION)
    const { body } = await service.get('/metrics')
    expect(body.requests).toContainEqual(expect.objectContaining({ route: DEMO, status: 200 }))
    const text = await service.get('/metrics', { accept: 'text/plain' })
    expect(text.headers['content-type']).toContain('text/plain')
    expect(text.text).toMatch(
      /assay_request_duration_ms_bucket\{route="\/demo[^}]*le="\+Inf"\} \d+/,
    )
  })

  test('readiness tells of the store, the registries and the names', async () => {
    await service.post(DEMO, QUESTION)
    const { status, body } = await service.get('/health/ready')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ready: true,
      store: { kind: 'sqlite', state: 'ok' },
      registries: { npm: { state: 'ok' } },
      names: { npm: { source: 'popular', upkeep: 'off', problem: null } },
    })
  })

  test('the index counts what was asked for', async () => {
    await service.post(DEMO, QUESTION)
    // The size is counted at most every few seconds.
    await expect
      .poll(async () => (await service.get('/health')).body.index.packages)
      .toBeGreaterThan(0)
  })
})

describe('overload and shutdown', () => {
  test('one request too many is a 503 with Retry-After, before any work', async () => {
    let answerNow = () => {}
    const held = await heldRegistry((sendNow) => {
      answerNow = sendNow
    })
    const small = await startService({
      ...env,
      ASSAY_IN_FLIGHT_MAX: '1',
      ASSAY_NPM_REGISTRY: held.npmUrl,
    })
    try {
      // Sending slowly holds a socket, but no place.
      const slow = connect(Number(new URL(small.url).port), '127.0.0.1')
      slow.write(`POST ${DEMO} HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n`)
      expect((await small.get('/health')).status).toBe(200)
      slow.destroy()
      const holding = small.post(DEMO, { ecosystem: 'npm', name: 'nothing-there' })
      await expect.poll(() => held.requests.size).toBeGreaterThan(0)
      // Whether the process lives is told however busy it is.
      expect((await small.get('/health')).status).toBe(200)
      const { status, headers, body } = await send(small.url, 'GET', '/policy')
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'overloaded' })
      expect(headers['retry-after']).toBeDefined()
      answerNow()
      await expect.poll(() => held.requests.size).toBeGreaterThan(1)
      answerNow()
      expect((await holding).body.exists).toBe(false)
      expect((await small.get('/health')).status).toBe(200)
    } finally {
      await small.close()
      await held.close()
    }
  })

  test('what is under way is finished, what comes later is not accepted', async () => {
    const slow = await lateRegistry(300)
    slow.npm.publish({ name: 'express', version: '5.3.0' })
    const draining = await startService({ ...env, ASSAY_NPM_REGISTRY: slow.npmUrl })
    const under = draining.post(DEMO, QUESTION)
    await expect.poll(() => slow.requests.size).toBeGreaterThan(0)
    const closed = draining.close()
    expect((await under).status).toBe(200)
    await closed
    await expect(draining.get('/health')).rejects.toThrow()
    await slow.close()
  })

  test('a question that takes too long is a 503; what it set off is there for the next', async () => {
    const slow = await lateRegistry(250)
    slow.npm.publish({ name: 'express', version: '5.3.0' })
    const hasty = await startService({
      ...env,
      ASSAY_NPM_REGISTRY: slow.npmUrl,
      ASSAY_REQUEST_DEADLINE_MS: '100',
    })
    try {
      const late = await hasty.post(DEMO, QUESTION)
      expect({ status: late.status, code: late.body.code }).toEqual({
        status: 503,
        code: 'deadline_exceeded',
      })
      await expect
        // The first child has to start, at low priority, on a machine with other things to do.
        .poll(async () => (await hasty.post(DEMO, QUESTION)).status)
        .toBe(200)
    } finally {
      await hasty.close()
      await slow.close()
    }
  })
})
