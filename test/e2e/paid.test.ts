// Paid calls: the challenge, the key, the charge; no failure is charged.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lateRegistry } from '../fake/lateRegistry.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { type Service, startService } from '../support/service.ts'

const PATH = '/v1/package/exists'
const QUESTION = { ecosystem: 'npm', name: 'express' }

let registry: FakeRegistry
let service: Service

beforeAll(async () => {
  registry = await fakeRegistry()
  registry.npm.publish({ name: 'express', version: '5.3.0' })
  service = await startService({
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_BASE_URL: 'https://assay.example',
  })
})
afterAll(async () => {
  await service.close()
  await registry.close()
})

const issue = (microUsd: number) => service.app.creditKeys.issue('test', microUsd)
const ask = (key: string, question: unknown = QUESTION) =>
  service.post(PATH, question, { 'x-api-key': key })

describe('without payment', () => {
  const BODIES = [
    ['a good question', QUESTION],
    ['a bad question', { ecosystem: 'cpan' }],
    ['no JSON', '{'],
    ['no body', undefined],
  ] as const
  test.each(BODIES)('402 before the body is judged: %s', async (_what, body) => {
    const { status, headers, body: challenge } = await service.post(PATH, body)
    expect(status).toBe(402)
    expect(challenge).toMatchObject({
      code: 'payment_required',
      x402Version: 2,
      accepts: [],
      resource: { url: `https://assay.example${PATH}`, mimeType: 'application/json' },
    })
    expect(challenge.detail).toContain('X-API-Key')
    const header = JSON.parse(Buffer.from(headers['payment-required'] ?? '', 'base64').toString())
    const { detail: _d, code: _c, docs: _o, ...same } = challenge
    expect(header).toEqual(same)
  })

  test('a payment header that cannot be read is a 400, one that can a 402', async () => {
    const pay = (value: string) => service.post(PATH, QUESTION, { 'payment-signature': value })
    for (const value of ['{}', '%%%', Buffer.from('[]').toString('base64')]) {
      expect((await pay(value)).status).toBe(400)
    }
    const payload = JSON.stringify({ x402Version: 2, payload: {}, accepted: {} })
    expect((await pay(Buffer.from(payload).toString('base64'))).status).toBe(402)
  })

  test.each(['assay_x', 'nonsense', 'a'.repeat(2000), `assay_${'A'.repeat(43)}`])(
    'an unknown key is a 401: %.20s',
    async (key) => {
      const { status, body } = await ask(key)
      expect({ status, code: body.code }).toEqual({ status: 401, code: 'key_unknown' })
    },
  )
})

describe('with a key', () => {
  test('an answer costs what the policy says', async () => {
    const key = await issue(5_000)
    const policy = await service.get('/policy')
    expect(policy.body.prices).toContainEqual(expect.objectContaining({ path: PATH, usd: '0.002' }))
    const { status, headers } = await ask(key)
    expect(status).toBe(200)
    expect(headers['x-credit-balance-usd']).toBe('0.003')
    await ask(key)
    const third = await ask(key)
    expect({ status: third.status, code: third.body.code }).toEqual({
      status: 402,
      code: 'credit_insufficient',
    })
    expect(third.body.x402Version).toBe(2)
  })

  test('a bad question costs nothing', async () => {
    const key = await issue(2_000)
    expect((await ask(key, { ecosystem: 'npm' })).status).toBe(422)
    expect((await ask(key, { ecosystem: 'npm', name: '../x' })).status).toBe(422)
    expect((await ask(key)).headers['x-credit-balance-usd']).toBe('0.0')
  })

  test('a key and a payment together: the key pays', async () => {
    const key = await issue(2_000)
    const headers = { 'x-api-key': key, 'payment-signature': 'unreadable' }
    expect((await service.post(PATH, QUESTION, headers)).status).toBe(200)
  })

  test('whoever hangs up before the answer pays nothing', async () => {
    const slow = await lateRegistry(200)
    slow.npm.publish({ name: 'late', version: '1.0.0' })
    const other = await startService({
      ASSAY_NPM_REGISTRY: slow.npmUrl,
      ASSAY_PYPI_INDEX: slow.pypiIndexUrl,
    })
    try {
      const paying = await other.app.creditKeys.issue('test', 10_000)
      const body = JSON.stringify({ ecosystem: 'npm', name: 'late' })
      const headers = { 'x-api-key': paying, 'content-type': 'application/json' }
      const gone = new AbortController()
      const asked = fetch(`${other.url}${PATH}`, {
        method: 'POST',
        headers,
        body,
        signal: gone.signal,
      })
      await expect.poll(() => slow.requests.size).toBeGreaterThan(0)
      gone.abort()
      await expect(asked).rejects.toThrow()
      const again = await other.post(PATH, body, { 'x-api-key': paying })
      expect(again.headers['x-credit-balance-usd']).toBe('0.008')
    } finally {
      await other.close()
      await slow.close()
    }
  })

  test('a revoked key is unknown', async () => {
    const key = await issue(10_000)
    await service.app.creditKeys.revoke(key)
    expect((await ask(key)).status).toBe(401)
  })

  test('credit for 10 answers gives 10 answers, however many ask at once', async () => {
    const key = await issue(20_000)
    const replies = await Promise.all(Array.from({ length: 40 }, () => ask(key)))
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 402)).toHaveLength(30)
  })
})
