// Prepaid credit over HTTP, on both stores: exactly what the balance covers is answered, a named
// call is charged once, a failure never, and the ledger adds up after all of it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { heldRegistry } from '../fake/lateRegistry.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { type Service, startService } from '../support/service.ts'
import { STORES, storeSettings } from '../support/stores.ts'

const PATH = '/v1/package/exists'
const QUESTION = { ecosystem: 'npm', name: 'express' }
const PRICE = 2_000

describe.each(STORES)('credits on %s', (kind) => {
  const settings = storeSettings(kind)
  let registry: FakeRegistry
  let service: Service
  let env: Record<string, string>

  beforeAll(async () => {
    registry = await fakeRegistry()
    registry.npm.publish({ name: 'express', version: '5.3.0' })
    registry.npm.publish({ name: 'left-pad', version: '1.3.0' })
    env = {
      ...(await settings()),
      ASSAY_NPM_REGISTRY: registry.npmUrl,
      ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    }
    service = await startService(env)
  })
  afterAll(async () => {
    const { violations } = await service.app.store.ledger.check({ graceMs: 0 })
    await service.close()
    await registry.close()
    expect(violations).toEqual([])
  })

  const issue = (microUsd: number) => service.app.creditKeys.issue('test', microUsd)
  const ask = (key: string, headers: Record<string, string> = {}, question: unknown = QUESTION) =>
    service.post(PATH, question, { 'x-api-key': key, ...headers })
  const balance = async (key: string) =>
    (await service.get('/credits', { 'x-api-key': key })).body.balance_usd

  test('200 calls at once on a balance for 50: exactly 50 are answered, and nothing is left', async () => {
    const key = await issue(50 * PRICE)
    await ask(await issue(PRICE))
    const replies = await Promise.all(Array.from({ length: 200 }, () => ask(key)))
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(50)
    expect(statuses.filter((status) => status === 402)).toHaveLength(150)
    const left = replies.flatMap(({ headers }) => headers['x-credit-balance-usd'] ?? [])
    expect(new Set(left).size).toBe(50)
    expect(await balance(key)).toBe('0.0')
  })

  test('the key is shown its balance and what it was spent on', async () => {
    const key = await issue(5_000)
    await ask(key)
    const { status, body } = await service.get('/credits', { 'x-api-key': key })
    expect(status).toBe(200)
    expect(body).toMatchObject({ balance_usd: '0.003', held_usd: '0.0' })
    expect(body.entries).toMatchObject([
      { reason: 'package_exists', balance_change_usd: '-0.002' },
      { reason: 'issued', balance_change_usd: '0.005' },
    ])
    const keyless = await service.get('/credits')
    expect(keyless.status).toBe(401)
    expect(JSON.stringify(keyless.body)).toContain('in the header X-API-Key')
    expect((await service.get('/credits', { 'x-api-key': 'assay_x' })).status).toBe(401)
  })

  test('the same name and body: the stored answer byte for byte, charged once', async () => {
    const key = await issue(3 * PRICE)
    const named = { 'idempotency-key': 'call-1' }
    const first = await ask(key, named)
    const second = await ask(key, named)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.text).toBe(first.text)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(await balance(key)).toBe('0.004')
  })

  test('a named call is answered again even when nothing is left', async () => {
    const key = await issue(PRICE)
    const named = { 'idempotency-key': 'last' }
    const first = await ask(key, named)
    expect((await ask(key)).status).toBe(402)
    expect((await ask(key, named)).text).toBe(first.text)
    expect((await ask(key, { 'idempotency-key': 'other' })).status).toBe(402)
  })

  test('the same name for another body is a 409, and is not charged', async () => {
    const key = await issue(3 * PRICE)
    const named = { 'idempotency-key': 'call-1' }
    await ask(key, named)
    const other = await ask(key, named, { ecosystem: 'npm', name: 'left-pad' })
    expect({ status: other.status, code: other.body.code }).toEqual({
      status: 409,
      code: 'idempotency_conflict',
    })
    expect(await balance(key)).toBe('0.004')
  })

  test('40 calls of one name at once are charged once and all answered alike', async () => {
    const key = await issue(40 * PRICE)
    const named = { 'idempotency-key': 'at-once' }
    const replies = await Promise.all(Array.from({ length: 40 }, () => ask(key, named)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(await balance(key)).toBe('0.078')
  })

  test('a failure frees the name, and costs nothing', async () => {
    const key = await issue(2 * PRICE)
    const named = { 'idempotency-key': 'call-1' }
    expect((await ask(key, named, { ecosystem: 'npm', name: '../x' })).status).toBe(422)
    expect((await ask(key, named)).status).toBe(200)
    expect(await balance(key)).toBe('0.002')
  })

  test.each(['', ' ', 'a b', 'x'.repeat(256), 'é'])('%j is no Idempotency-Key', async (name) => {
    const key = await issue(PRICE)
    const { status, body } = await ask(key, { 'idempotency-key': name })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'idempotency_key_invalid' })
  })

  test('work is held for before it is begun, and a failure gives it back', async () => {
    // It never answers: that it goes away is the failure.
    const held = await heldRegistry(() => {})
    const slow = await startService({
      ...(await settings()),
      ASSAY_NPM_REGISTRY: held.npmUrl,
      ASSAY_PYPI_INDEX: held.pypiIndexUrl,
    })
    try {
      const key = await slow.app.creditKeys.issue('test', PRICE)
      const headers = { 'x-api-key': key }
      const waiting = slow.post(PATH, { ecosystem: 'npm', name: 'late' }, headers)
      await expect.poll(() => held.requests.size).toBeGreaterThan(0)
      const during = await slow.get('/credits', headers)
      expect(during.body).toMatchObject({ balance_usd: '0.0', held_usd: '0.002' })
      expect((await slow.post(PATH, { ecosystem: 'npm', name: 'late' }, headers)).status).toBe(402)
      await held.close()
      expect((await waiting).status).toBe(503)
      const after = await slow.get('/credits', headers)
      expect(after.body).toMatchObject({ balance_usd: '0.002', held_usd: '0.0' })
    } finally {
      await slow.close()
    }
  })
})
