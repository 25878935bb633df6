// 25 free calls a day for each client, shared by every node, and only for answers.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { type Service, startService } from '../support/service.ts'

const PATH = '/demo/v1/package/exists'
const QUESTION = { ecosystem: 'npm', name: 'express' }

let registry: FakeRegistry
let postgres: PostgresServer

beforeAll(async () => {
  registry = await fakeRegistry()
  registry.npm.publish({ name: 'express', version: '5.3.0' })
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres.stop()
  await registry.close()
})

function env(extra: Record<string, string> = {}) {
  return {
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ...extra,
  }
}

async function spend(service: Service, calls: number, headers: Record<string, string> = {}) {
  const statuses: number[] = []
  for (let n = 0; n < calls; n++) {
    statuses.push((await service.post(PATH, QUESTION, headers)).status)
  }
  return statuses
}

describe('one node', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService(env())
    service.setTime(new Date('2026-11-15T12:00:00Z'))
  })
  afterAll(() => service.close())

  test('the 26th call is 429 and says when the day ends', async () => {
    const first = await service.post(PATH, QUESTION)
    expect(first.headers).toMatchObject({
      'ratelimit-limit': '25',
      'ratelimit-remaining': '24',
      'ratelimit-reset': String(12 * 3600),
    })
    // What is refused does not count.
    expect((await service.post(PATH, { ecosystem: 'npm', name: '' })).status).toBe(422)
    expect((await service.post(PATH, '{')).status).toBe(422)
    expect(await spend(service, 24)).toEqual(Array(24).fill(200))
    const { status, body, headers } = await service.post(PATH, QUESTION)
    expect(status).toBe(429)
    expect(body).toMatchObject({
      limit: 25,
      remaining: 0,
      reset_at: '2026-11-16T00:00:00.000Z',
      code: 'quota_spent',
    })
    expect(headers['retry-after']).toBe(String(12 * 3600))
  })

  test.each([
    ['X-Forwarded-For', { 'x-forwarded-for': '203.0.113.9' }],
    ['Forwarded', { forwarded: 'for=203.0.113.9' }],
    ['X-Real-IP', { 'x-real-ip': '203.0.113.9' }],
  ])('a forged %s does not help', async (_name, headers) => {
    expect((await service.post(PATH, QUESTION, headers)).status).toBe(429)
  })

  test('the next day is a new one', async () => {
    service.setTime(new Date('2026-11-15T23:59:59.999Z'))
    expect((await service.post(PATH, QUESTION)).status).toBe(429)
    service.setTime(new Date('2026-11-16T00:00:00.000Z'))
    expect((await service.post(PATH, QUESTION)).status).toBe(200)
  })
})

describe('behind a trusted proxy', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService(
      env({ ASSAY_TRUSTED_PROXIES: '127.0.0.1', ASSAY_DEMO_DAILY_LIMIT: '2' }),
    )
  })
  afterAll(() => service.close())

  const from = (forwarded: string) => ({ 'x-forwarded-for': forwarded })

  test('each client has its own count', async () => {
    expect(await spend(service, 3, from('203.0.113.1'))).toEqual([200, 200, 429])
    expect(await spend(service, 1, from('203.0.113.2'))).toEqual([200])
  })

  test('only the hop that the proxy saw counts, not what the client wrote before it', async () => {
    expect(await spend(service, 1, from('198.51.100.7, 203.0.113.1'))).toEqual([429])
  })

  test('IPv6 counts by /64, IPv4 in IPv6 is IPv4', async () => {
    expect(await spend(service, 2, from('2001:db8:1:2::1'))).toEqual([200, 200])
    expect(await spend(service, 1, from('2001:db8:1:2:ffff:ffff:ffff:ffff'))).toEqual([429])
    expect(await spend(service, 1, from('2001:db8:1:3::1'))).toEqual([200])
    expect(await spend(service, 1, from('::ffff:203.0.113.1'))).toEqual([429])
  })

  test('a failure does not count', async () => {
    await registry.pause()
    const asked = await service.post(
      PATH,
      { ecosystem: 'npm', name: 'unreached' },
      from('192.0.2.1'),
    )
    await registry.resume()
    expect(asked.status).toBe(503)
    expect(await spend(service, 3, from('192.0.2.1'))).toEqual([200, 200, 429])
  })
})

describe('two nodes on one PostgreSQL', () => {
  test('share the count, also when all call at once', async () => {
    const shared = env({ ASSAY_DATABASE_URL: await postgres.url('quota') })
    const nodes = [await startService(shared), await startService(shared)]
    try {
      const calls = Array.from({ length: 60 }, (_, n) => nodes[n % 2]?.post(PATH, QUESTION))
      const statuses = (await Promise.all(calls)).map((reply) => reply?.status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(25)
      expect(statuses.filter((status) => status === 429)).toHaveLength(35)
    } finally {
      for (const node of nodes) await node.close()
    }
  })
})
