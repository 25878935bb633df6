// Paying by x402 on a local chain: a stock client, and what the documents say of it.

import { createHash } from 'node:crypto'
import { ExactEvmScheme } from '@x402/evm'
import { decodePaymentResponseHeader, wrapFetchWithPaymentFromConfig } from '@x402/fetch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PaidService, startPaidService } from '../support/chain/paidService.ts'
import { NETWORK } from '../support/chain/startChain.ts'
import { STORES, storeSettings } from '../support/stores.ts'

const LOOKUPS = [
  ['/v1/package/exists', { ecosystem: 'npm', name: 'lamp' }, 2_000n],
  ['/v1/symbol/exists', { ecosystem: 'npm', package: 'lamp', symbol: 'glow' }, 5_000n],
  [
    '/v1/diff',
    { ecosystem: 'npm', package: 'lamp', from_version: '1.0.0', to_version: '1.1.0' },
    20_000n,
  ],
] as const

/** All that can be printed, from the space on. */
const SIGNS = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')

describe.each(STORES)('x402 on %s', (kind) => {
  const settings = storeSettings(kind)
  let paid: PaidService

  beforeAll(async () => {
    paid = await startPaidService(await settings())
  })
  afterAll(async () => {
    await paid?.close()
  })

  test.each(LOOKUPS)(
    'a stock client pays for %s, and exactly its price',
    async (path, body, price) => {
      const account = await paid.chain.fund()
      const before = await paid.balances(account.address)
      const pay = wrapFetchWithPaymentFromConfig(fetch, {
        schemes: [{ network: NETWORK, client: new ExactEvmScheme(account) }],
      })
      const reply = await pay(`${paid.service.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(reply.status).toBe(200)
      expect(await reply.json()).toHaveProperty('attestation')
      const response = decodePaymentResponseHeader(reply.headers.get('payment-response') ?? '')
      expect(response).toMatchObject({
        success: true,
        network: NETWORK,
        payer: account.address.toLowerCase(),
        amount: String(price),
        transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      })
      expect(await paid.balances(account.address)).toEqual({
        payer: before.payer - price,
        payee: before.payee + price,
      })
      expect(await paid.violations()).toEqual([])
    },
  )

  test('a pack buys credit for a key that only its buyer knows', async () => {
    const account = await paid.chain.fund()
    const { key, keySha256 } = paid.newKey()
    const body = { pack: '5', key_sha256: keySha256 }
    const offer = await paid.offer('/credits/buy', body)
    expect(offer.amount).toBe('5000000')
    const reply = await paid.pay('/credits/buy', body, await paid.sign(account, offer))
    expect(reply.body).toEqual({ ...body, paid_usd: '5.0', credit_usd: '5.25' })
    const credits = await paid.service.get('/credits', { 'x-api-key': key })
    expect(credits.body.balance_usd).toBe('5.25')
    const ask = await paid.service.post(LOOKUPS[0][0], LOOKUPS[0][1], { 'x-api-key': key })
    expect(ask.headers['x-credit-balance-usd']).toBe('5.248')
    const again = { pack: '20', key_sha256: keySha256 }
    const larger = await paid.offer('/credits/buy', again)
    const topUp = await paid.pay('/credits/buy', again, await paid.sign(account, larger))
    expect(topUp.status).toBe(200)
    const after = await paid.service.get('/credits', { 'x-api-key': key })
    expect(after.body.balance_usd).toBe('27.248')
    expect(await paid.violations()).toEqual([])
  })

  test.each([
    ['the shortest', 'k'.repeat(32)],
    ['the longest', 'k'.repeat(200)],
    ['of every printable sign', `!${SIGNS}~`],
  ])('credit for a key that the buyer made as they like, %s, can be used', async (_, key) => {
    const account = await paid.chain.fund()
    const key_sha256 = createHash('sha256').update(key).digest('hex')
    const body = { pack: '5', key_sha256 }
    const offer = await paid.offer('/credits/buy', body)
    expect((await paid.pay('/credits/buy', body, await paid.sign(account, offer))).status).toBe(200)
    const ask = await paid.service.post(LOOKUPS[0][0], LOOKUPS[0][1], { 'x-api-key': key })
    expect(ask.headers['x-credit-balance-usd']).toBe('5.248')
  })

  test.each([
    ['too short', 'k'.repeat(31)],
    ['too long', 'k'.repeat(201)],
  ])('a key that is %s is unknown, whatever was paid for its hash', async (_, key) => {
    const reply = await paid.service.get('/credits', { 'x-api-key': key })
    expect([reply.status, reply.body.code]).toEqual([401, 'key_unknown'])
  })

  test('a pack for one price does not pay for another, and a wrong hash is a 422', async () => {
    const account = await paid.chain.fund()
    const { keySha256 } = paid.newKey()
    const small = { pack: '5', key_sha256: keySha256 }
    const payment = await paid.sign(account, await paid.offer('/credits/buy', small))
    const cheated = await paid.pay('/credits/buy', { ...small, pack: '100' }, payment)
    expect(cheated.body.code).toBe('payment_rejected')
    const wrong = await paid.pay('/credits/buy', { ...small, key_sha256: 'x' }, payment)
    expect(wrong.status).toBe(422)
    expect((await paid.pay('/credits/buy', small, payment)).status).toBe(200)
  })

  test('either accepted token pays', async () => {
    const account = await paid.chain.fund()
    const [path, body, price] = LOOKUPS[0]
    const { body: challenge } = await paid.service.post(path, body)
    const token = paid.chain.otherToken
    const offer = challenge.accepts.find(
      ({ asset }: { asset: string }) => asset.toLowerCase() === token.toLowerCase(),
    )
    const before = await paid.chain.balanceOf(account.address, token)
    expect((await paid.pay(path, body, await paid.sign(account, offer))).status).toBe(200)
    expect(await paid.chain.balanceOf(account.address, token)).toBe(before - price)
  })

  test('the documents say how to pay', async () => {
    const [path, body] = LOOKUPS[0]
    const { body: challenge, headers } = await paid.service.post(path, body)
    expect(challenge.accepts).toHaveLength(2)
    expect(challenge.accepts[0]).toMatchObject({
      scheme: 'exact',
      network: NETWORK,
      amount: '2000',
      extra: { name: 'USDC', version: '2' },
    })
    expect(challenge.extensions.bazaar.info.input).toMatchObject({
      type: 'http',
      method: 'POST',
      bodyType: 'json',
      body: { ecosystem: 'pypi', name: 'requests' },
    })
    expect(challenge.extensions['payment-identifier'].info).toEqual({ required: false })
    const { detail: _d, code: _c, docs: _o, ...same } = challenge
    const header = Buffer.from(headers['payment-required'] ?? '', 'base64').toString()
    expect(JSON.parse(header)).toEqual(same)
    const wellKnown = (await paid.service.get('/.well-known/x402')).body
    expect(wellKnown.enabled).toBe(true)
    const listed = wellKnown.resources.find(({ resource }: { resource: string }) =>
      resource.endsWith(path),
    )
    expect(listed.accepts).toEqual(challenge.accepts)
    const policy = (await paid.service.get('/policy')).body.payment
    expect(policy.x402).toMatchObject({ enabled: true, network: NETWORK })
    const openapi = (await paid.service.get('/openapi.json')).body
    expect(openapi.paths[path].post['x-payment-info'].protocols).toEqual([
      { x402: { network: NETWORK, scheme: 'exact' } },
      { credits: { header: 'X-API-Key' } },
    ])
    expect((await paid.service.get('/.well-known/agent.json')).body.x402Support).toBe(true)
  })
})
