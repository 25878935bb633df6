// Calls a minute: of a key, and of clients who do not pay.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { type Service, startService } from '../support/service.ts'

const PATH = '/v1/package/exists'
const QUESTION = { ecosystem: 'npm', name: 'express' }
const START = Date.parse('2026-03-01T12:00:00.000Z')

let registry: FakeRegistry
let service: Service

beforeAll(async () => {
  registry = await fakeRegistry()
  registry.npm.publish({ name: 'express', version: '5.3.0' })
  service = await startService({
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_KEY_CALLS_PER_MINUTE: '2',
    ASSAY_UNPAID_CALLS_PER_MINUTE: '3',
    ASSAY_TRUSTED_PROXIES: '127.0.0.1',
  })
})
afterAll(async () => {
  await service.close()
  await registry.close()
})

const from = (ip: string) => ({ 'x-forwarded-for': ip })

test('a key has so many calls a minute, and the headers say how many are left', async () => {
  service.setTime(new Date(START))
  const key = await service.app.creditKeys.issue('test', 10_000)
  const ask = () => service.post(PATH, QUESTION, { 'x-api-key': key })
  expect((await ask()).headers).toMatchObject({
    'ratelimit-limit': '2',
    'ratelimit-remaining': '1',
    'ratelimit-reset': '60',
  })
  expect((await ask()).headers['ratelimit-remaining']).toBe('0')
  const third = await ask()
  expect({ status: third.status, code: third.body.code }).toEqual({
    status: 429,
    code: 'rate_limited',
  })
  expect(third.headers['retry-after']).toBe('60')
  service.setTime(new Date(START + 60_000))
  const next = await ask()
  expect(next.status).toBe(200)
  expect(next.headers['x-credit-balance-usd']).toBe('0.004')
})

test('a client has so many challenges a minute, whatever it tries', async () => {
  service.setTime(new Date(START + 120_000))
  const tries = [{}, { 'x-api-key': 'assay_x' }, { 'x-api-key': 'nonsense' }, {}]
  const statuses: number[] = []
  for (const headers of tries) {
    const reply = await service.post(PATH, QUESTION, { ...headers, ...from('192.0.2.1') })
    statuses.push(reply.status)
  }
  expect(statuses).toEqual([402, 401, 401, 429])
  expect((await service.post(PATH, QUESTION, from('192.0.2.2'))).status).toBe(402)
  const key = await service.app.creditKeys.issue('test', 10_000)
  const paying = { 'x-api-key': key, ...from('192.0.2.1') }
  expect((await service.post(PATH, QUESTION, paying)).status).toBe(200)
})
