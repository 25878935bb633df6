// A buyer who has a wallet and the documents of the service, and no library of ours or of x402: what
// is sent here is made of what `/llms.txt`, the OpenAPI document and the replies say.

import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PaidService, startPaidService } from '../support/chain/paidService.ts'
import { STORES, storeSettings } from '../support/stores.ts'

const ADDRESS = { type: 'address' }
const NUMBER = { type: 'uint256' }
const WORD = { type: 'bytes32' }
const TEXT = { type: 'string' }

function named(fields: Readonly<Record<string, Readonly<{ type: string }>>>) {
  return Object.entries(fields).map(([name, { type }]) => ({ name, type }))
}

describe.each(STORES)('a buyer with the documents alone, on %s', (kind) => {
  const settings = storeSettings(kind)
  let paid: PaidService
  let wallet: string

  beforeAll(async () => {
    paid = await startPaidService(await settings())
    // A wallet is whatever signs when it is asked over JSON-RPC.
    const [, , , account] = await rpc<string[]>('eth_accounts', [])
    wallet = account ?? ''
    await paid.chain.call('mint', [wallet, 50_000_000n])
  })
  afterAll(async () => {
    await paid?.close()
  })

  async function rpc<T>(method: string, params: readonly unknown[]): Promise<T> {
    const reply = await fetch(paid.chain.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    // What a node of the chain replies with; anything else fails the test.
    const { result, error } = (await reply.json()) as { result: T; error?: { message: string } }
    if (error !== undefined) throw new Error(error.message)
    return result
  }

  /** The header that pays an offer of a challenge, as `/llms.txt` describes it. */
  // biome-ignore lint/suspicious/noExplicitAny: an offer is what the service sent
  async function payment(offer: any): Promise<string> {
    const nowS = Math.floor(Date.now() / 1_000)
    const authorization = {
      from: wallet,
      to: offer.payTo,
      value: offer.amount,
      validAfter: String(nowS - 60),
      validBefore: String(nowS + offer.maxTimeoutSeconds),
      nonce: `0x${randomBytes(32).toString('hex')}`,
    }
    const signature = await rpc<string>('eth_signTypedData_v4', [
      wallet,
      {
        domain: {
          name: offer.extra.name,
          version: offer.extra.version,
          chainId: Number(offer.network.split(':')[1]),
          verifyingContract: offer.asset,
        },
        primaryType: 'TransferWithAuthorization',
        types: {
          EIP712Domain: named({
            name: TEXT,
            version: TEXT,
            chainId: NUMBER,
            verifyingContract: ADDRESS,
          }),
          TransferWithAuthorization: named({
            from: ADDRESS,
            to: ADDRESS,
            value: NUMBER,
            validAfter: NUMBER,
            validBefore: NUMBER,
            nonce: WORD,
          }),
        },
        message: authorization,
      },
    ])
    const payload = { x402Version: 2, accepted: offer, payload: { authorization, signature } }
    return Buffer.from(JSON.stringify(payload)).toString('base64')
  }

  test('the documents say what is needed', async () => {
    const text = (await paid.service.get('/llms.txt')).text
    for (const part of [
      'POST /credits/buy',
      'key_sha256',
      'X-API-Key',
      'eth_signTypedData_v4',
      'TransferWithAuthorization',
      'extra.name',
      'PAYMENT-SIGNATURE',
      '32 to 200',
    ])
      expect(text).toContain(part)
    const { paths, components } = (await paid.service.get('/openapi.json')).body
    const body = paths['/credits/buy'].post.requestBody.content['application/json'].schema
    const schema = components.schemas[body.$ref.split('/').at(-1)]
    expect(schema.required).toEqual(expect.arrayContaining(['pack', 'key_sha256']))
    expect(Object.keys(schema.properties).toSorted()).toEqual(['key_sha256', 'pack'])
  })

  test('buys credit and uses it', async () => {
    const key = randomBytes(32).toString('hex')
    const question = { pack: '5', key_sha256: createHash('sha256').update(key).digest('hex') }
    const challenge = await paid.service.post('/credits/buy', question)
    expect(challenge.status).toBe(402)
    const [offer] = challenge.body.accepts
    const before = await paid.chain.balanceOf(wallet)
    const bought = await paid.service.post('/credits/buy', question, {
      'payment-signature': await payment(offer),
    })
    expect([bought.status, bought.body.credit_usd]).toEqual([200, '5.25'])
    expect(before - (await paid.chain.balanceOf(wallet))).toBe(5_000_000n)
    const reply = await paid.service.post(
      '/v1/package/exists',
      { ecosystem: 'npm', name: 'lamp' },
      { 'x-api-key': key },
    )
    expect(reply.body).toMatchObject({ exists: true, signature: expect.stringMatching(/^0x/) })
    expect(reply.headers['x-credit-balance-usd']).toBe('5.248')
    expect(await paid.violations()).toEqual([])
  })

  test('pays for one answer without a key', async () => {
    const question = { ecosystem: 'npm', name: 'lamp' }
    const { accepts } = (await paid.service.post('/v1/package/exists', question)).body
    const reply = await paid.service.post('/v1/package/exists', question, {
      'payment-signature': await payment(accepts[0]),
    })
    expect(reply.body).toMatchObject({ exists: true })
  })
})
