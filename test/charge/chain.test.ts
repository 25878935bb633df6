// What the chain says of an authorization, asked through nodes that are behind each other as well.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PaymentRequirements } from '@x402/core/types'
import type { Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { evmChain } from '../../src/charge/x402/chain.ts'
import type { Authorization } from '../../src/ports/payments.ts'
import { burn, type Payment, sign, submit } from '../support/chain/payment.ts'
import { type Chain, NETWORK, startChain, TOKEN, type Wallet } from '../support/chain/startChain.ts'

const PAY_TO = '0x00000000000000000000000000000000000000a1'
const ELSEWHERE = '0x00000000000000000000000000000000000000b2'
const OFFER: PaymentRequirements = {
  scheme: 'exact',
  network: NETWORK,
  asset: TOKEN,
  amount: '2000',
  payTo: PAY_TO,
  maxTimeoutSeconds: 120,
  extra: { name: 'USDC', version: '2' },
}

let chain: Chain
let proxy: Server
let proxyUrl: string
/** Methods that are answered by a node which has not seen the newest block. */
let behind: ReadonlySet<string> = new Set()
let account: Wallet

beforeAll(async () => {
  chain = await startChain()
  proxy = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      const body = Buffer.concat(parts).toString()
      const { id, method } = JSON.parse(body)
      const nothing = { jsonrpc: '2.0', id, result: method === 'eth_getLogs' ? [] : null }
      const forward = () => fetch(chain.rpcUrl, { method: 'POST', body, headers: JSON_TYPE })
      const text = behind.has(method) ? JSON.stringify(nothing) : await (await forward()).text()
      response.writeHead(200, JSON_TYPE).end(text)
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an address of this type.
  proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})
afterAll(async () => {
  proxy?.closeAllConnections()
  proxy?.close()
  await chain?.stop()
})
beforeEach(async () => {
  behind = new Set()
  account = await chain.fund()
})

const JSON_TYPE = { 'content-type': 'application/json' }

function authorizationOf({ authorization }: Payment): Authorization {
  return {
    network: NETWORK,
    asset: TOKEN.toLowerCase(),
    payer: authorization.from.toLowerCase(),
    payTo: PAY_TO,
    amountAtomic: '2000',
    nonce: authorization.nonce.toLowerCase(),
    validAfterS: Number(authorization.validAfter),
    validBeforeS: Number(authorization.validBefore),
  }
}

function outcome(payment: Payment, transaction: Hex | null = null) {
  const where = { transaction, fromBlock: 0 }
  return evmChain({ rpcUrl: proxyUrl }).outcome(authorizationOf(payment), where)
}

describe('what became of an authorization', () => {
  test('nobody has used it', async () => {
    const found = await outcome(await sign(account, OFFER))
    expect(found).toMatchObject({ state: 'unused', isReverted: false })
  })

  test('it has paid us, whether or not somebody says where', async () => {
    const payment = await sign(account, OFFER)
    const transaction = await submit(chain, payment)
    const paid = { state: 'paid', settlement: { transaction } }
    expect(await outcome(payment)).toMatchObject(paid)
    behind = new Set(['eth_getLogs'])
    expect(await outcome(payment, transaction)).toMatchObject(paid)
  })

  test('it was cancelled, or paid somebody else', async () => {
    const cancelled = await sign(account, OFFER)
    await burn(chain, account, cancelled)
    expect(await outcome(cancelled)).toEqual({ state: 'spent' })
    const payment = await sign(account, OFFER)
    const { nonce } = payment.authorization
    const transaction = await submit(chain, await sign(account, OFFER, { nonce, to: ELSEWHERE }))
    expect(await outcome(payment)).toEqual({ state: 'spent' })
    expect(await outcome(payment, transaction)).toEqual({ state: 'spent' })
  })

  test.each([['eth_getLogs'], ['eth_getTransactionReceipt']])(
    'it is used, and %s is answered by a node that is behind: that is no answer',
    async (method) => {
      const payment = await sign(account, OFFER)
      await submit(chain, payment)
      behind = new Set([method])
      expect(await outcome(payment)).toMatchObject({ state: 'unseen' })
      behind = new Set()
      expect(await outcome(payment)).toMatchObject({ state: 'paid' })
    },
  )

  test('a transaction that failed is known from one that is not there', async () => {
    const payment = await sign(account, OFFER)
    const failed = await chain.fail()
    expect(await outcome(payment, failed)).toMatchObject({ state: 'unused', isReverted: true })
    const nowhere = `0x${'e'.repeat(64)}` as const
    expect(await outcome(payment, nowhere)).toMatchObject({ state: 'unused', isReverted: false })
  })

  test('a node that cannot be asked is a failure, and its address stays out of the words', async () => {
    const unreachable = evmChain({ rpcUrl: 'http://127.0.0.1:1/secret' })
    const asked = unreachable.outcome(authorizationOf(await sign(account, OFFER)), {
      transaction: null,
      fromBlock: 0,
    })
    await expect(asked).rejects.toMatchObject({ code: 'payment_unavailable' })
    await expect(asked).rejects.not.toThrow(/secret/)
  })
})
