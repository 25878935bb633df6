// Payers who try things. Whatever they send, the chain and the keys have paid for what was answered,
// once, and the books are in order.

import { createHash } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { heldRegistry } from '../fake/lateRegistry.ts'
import { type PaidService, startPaidService } from '../support/chain/paidService.ts'
import { encode } from '../support/chain/payment.ts'
import type { Wallet } from '../support/chain/startChain.ts'
import { startService } from '../support/service.ts'
import { STORES, storeSettings } from '../support/stores.ts'

const PATH = '/v1/package/exists'
const QUESTION = { ecosystem: 'npm', name: 'lamp' }
const PRICE = 2_000

describe.each(STORES)('a hostile payer on %s', (kind) => {
  const settings = storeSettings(kind)
  let paid: PaidService
  let account: Wallet
  let payeeBefore: bigint

  beforeAll(async () => {
    paid = await startPaidService(await settings())
    const key = await paid.service.app.creditKeys.issue('test', PRICE)
    await paid.service.post(PATH, QUESTION, { 'x-api-key': key })
  })
  afterAll(async () => {
    await paid?.close()
  })
  beforeEach(async () => {
    paid.facilitator.fail()
    account = await paid.chain.fund()
    payeeBefore = (await paid.balances(account.address)).payee
  })
  afterEach(async () => {
    expect(await paid.violations()).toEqual([])
  })

  const pay = async (change = {}) => paid.sign(account, await paid.offer(PATH, QUESTION), change)
  const received = async () =>
    Number((await paid.balances(account.address)).payee - payeeBefore) / PRICE
  const balance = async (key: string) =>
    (await paid.service.get('/credits', { 'x-api-key': key })).body.balance_usd

  /** Headers as they are given, repeated ones included; the status of the reply, 0 without one. */
  function raw(headers: Record<string, string | string[]>, body: unknown = QUESTION) {
    return new Promise<number>((resolve) => {
      const json = { 'content-type': 'application/json', ...headers }
      const request = httpRequest(`${paid.service.url}${PATH}`, { method: 'POST', headers: json })
      request.on('error', () => resolve(0))
      request.on('response', (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      })
      request.end(JSON.stringify(body))
    })
  }

  /** Sends it, and breaks the connection when `isTime` says so; what comes before that is dropped. */
  async function hangUp(url: string, payment: string, question: unknown, isTime: () => boolean) {
    const gone = new AbortController()
    const asked = fetch(`${url}${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'payment-signature': payment },
      body: JSON.stringify(question),
      signal: gone.signal,
    })
    const ended = asked.catch(() => null)
    await expect.poll(isTime).toBe(true)
    gone.abort()
    await ended
  }

  /** A service of its own on the same chain, whose registry answers only when it is let. */
  async function slowService() {
    let isOpen = false
    const waiting: (() => void)[] = []
    const held = await heldRegistry((sendNow) => {
      if (isOpen) sendNow()
      else waiting.push(sendNow)
    })
    held.npm.publish({ name: 'late', version: '1.0.0' })
    const registry = { ASSAY_NPM_REGISTRY: held.npmUrl, ASSAY_PYPI_INDEX: held.pypiIndexUrl }
    const service = await startService({ ...paid.env, ...(await settings()), ...registry })
    const letGo = () => {
      isOpen = true
      for (const sendNow of waiting.splice(0)) sendNow()
    }
    return {
      service,
      isAsked: () => held.requests.size > 0,
      letGo,
      async close() {
        letGo()
        const { violations } = await service.app.store.ledger.check({ graceMs: 0 })
        await service.close()
        await held.close()
        expect(violations).toEqual([])
      },
    }
  }

  test('two payments, two keys or two names in one request are none', async () => {
    const [one, other] = [await pay(), await pay()]
    expect(await raw({ 'payment-signature': [one.header, other.header] })).toBe(400)
    const key = await paid.service.app.creditKeys.issue('test', PRICE)
    const second = await paid.service.app.creditKeys.issue('test', PRICE)
    expect(await raw({ 'x-api-key': [key, second] })).toBe(401)
    expect(await raw({ 'x-api-key': key, 'idempotency-key': ['a', 'b'] })).toBe(400)
    expect(await received()).toBe(0)
    expect([await balance(key), await balance(second)]).toEqual(['0.002', '0.002'])
  })

  test('a header beyond all bounds is refused, and the service goes on', async () => {
    // The connection may be closed before all of it was sent.
    expect([431, 0]).toContain(await raw({ 'payment-signature': 'A'.repeat(64_000) }))
    expect(await raw({ 'payment-signature': 'A'.repeat(8_000) })).toBe(400)
    expect((await paid.pay(PATH, QUESTION, await pay())).status).toBe(200)
  })

  test('a payment pays for one route, one query and one question, however it is written', async () => {
    const payment = await pay()
    const body = JSON.stringify(QUESTION)
    expect((await paid.pay(PATH, body, payment)).status).toBe(200)
    const others: [string, unknown][] = [
      ['/v1/import/resolve', { ecosystem: 'npm', import: 'lamp' }],
      [`${PATH}?again`, body],
      [PATH, { ...QUESTION, more: 1 }],
    ]
    for (const same of [`${body} `, { name: QUESTION.name, ecosystem: QUESTION.ecosystem }]) {
      expect((await paid.pay(PATH, same, payment)).status).toBe(200)
    }
    for (const [path, question] of others) {
      expect((await paid.pay(path, question, payment)).body.code).toBe('payment_conflict')
    }
    expect(await received()).toBe(1)
  })

  test('one payment for eight requests at once: one is answered', async () => {
    const payment = await pay()
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) => paid.pay(`${PATH}?${i}`, QUESTION, payment)),
    )
    const statuses = replies.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
    expect(await received()).toBe(1)
  })

  test('one name for two bodies at once: one of the two is answered, and charged once', async () => {
    const key = await paid.service.app.creditKeys.issue('test', 20 * PRICE)
    const headers = { 'x-api-key': key, 'idempotency-key': 'race' }
    const bodies = [QUESTION, { ...QUESTION, name: 'no-such-lamp' }]
    const other = await paid.service.app.creditKeys.issue('test', PRICE)
    await paid.service.post(PATH, bodies[1], { 'x-api-key': other })
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => paid.service.post(PATH, bodies[i % 2], headers)),
    )
    const answered = replies.filter(({ status }) => status === 200)
    expect(answered).toHaveLength(10)
    expect(new Set(answered.map(({ text }) => text)).size).toBe(1)
    const refused = replies.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['idempotency_conflict']))
    expect(await balance(key)).toBe('0.038')
  })

  test.each(['2e3', '0x7d0', '2000.0', '+2000', ' 2000', '02000', '２０００', '-0'])(
    'an amount of %j is not 2000',
    async (value) => {
      const { authorization, signature, offer } = await pay()
      const payload = { authorization: { ...authorization, value }, signature }
      const signed = await paid.pay(
        PATH,
        QUESTION,
        encode({ x402Version: 2, accepted: offer, payload }),
      )
      expect([400, 402]).toContain(signed.status)
      const accepted = { ...offer, amount: value }
      const mine = { authorization, signature }
      const own = await paid.pay(
        PATH,
        QUESTION,
        encode({ x402Version: 2, accepted, payload: mine }),
      )
      expect([400, 402]).toContain(own.status)
      expect(await received()).toBe(0)
    },
  )

  test('whoever hangs up while the answer is worked on has paid nothing, and can pay with it', async () => {
    const slow = await slowService()
    try {
      const { header } = await pay()
      const late = { ecosystem: 'npm', name: 'late' }
      await hangUp(slow.service.url, header, late, slow.isAsked)
      slow.letGo()
      const again = () => paid.pay(`${PATH}?again`, late, header, slow.service)
      // Until the service has seen that its caller is gone, the payment is that request's.
      await expect.poll(async () => (await again()).status).toBe(200)
      expect(await received()).toBe(1)
    } finally {
      await slow.close()
    }
  })

  test('whoever hangs up while it is settled has paid once, and has the answer for the asking', async () => {
    paid.facilitator.fail({ settle: 'settles, then hangs' })
    const { header } = await pay()
    const isSettling = () => paid.facilitator.counts.settle === 1
    await hangUp(paid.service.url, header, QUESTION, isSettling)
    paid.facilitator.fail()
    const again = async () => (await paid.pay(PATH, QUESTION, header)).status
    await expect.poll(again).toBe(200)
    expect(await received()).toBe(1)
  })

  test('a field twice in an order: what is paid for is what is credited', async () => {
    const { key, keySha256 } = paid.newKey()
    const body = `{"pack":"100","pack":"5","key_sha256":"${keySha256}"}`
    const challenge = await paid.service.post('/credits/buy', body)
    const offer = challenge.body.accepts[0]
    const reply = await paid.pay('/credits/buy', body, await paid.sign(account, offer))
    const { status, body: credits } = await paid.service.get('/credits', { 'x-api-key': key })
    const bought = reply.status === 200 ? [offer.amount, credits.balance_usd] : [status]
    expect([['5000000', '5.25'], ['100000000', '115.0'], [401]]).toContainEqual(bought)
  })

  test('a key that is revoked under way pays for what it was held for, and for nothing more', async () => {
    const slow = await slowService()
    try {
      const key = await slow.service.app.creditKeys.issue('test', 3 * PRICE)
      const keyHash = createHash('sha256').update(key).digest('hex')
      const headers = { 'x-api-key': key }
      const waiting = slow.service.post(PATH, { ecosystem: 'npm', name: 'late' }, headers)
      await expect.poll(slow.isAsked).toBe(true)
      await slow.service.app.creditKeys.revoke(key)
      slow.letGo()
      const { status } = await waiting
      expect((await slow.service.post(PATH, QUESTION, headers)).status).toBe(401)
      const state = await slow.service.app.store.credits.load(keyHash)
      const spent = status === 200 ? PRICE : 0
      expect(state).toMatchObject({ balanceMicroUsd: 3 * PRICE - spent, heldMicroUsd: 0 })
    } finally {
      await slow.close()
    }
  })
})
