// Whatever crashes, repeats or races: one payment, one answer, one charge. Every row ends with the
// books in order and with the chain having moved by what was answered, and by nothing else.

import { decodePaymentResponseHeader } from '@x402/fetch'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fault } from '../support/chain/facilitator.ts'
import { type PaidService, startPaidService } from '../support/chain/paidService.ts'
import { burn, encode, submit } from '../support/chain/payment.ts'
import { NETWORK, type Wallet } from '../support/chain/startChain.ts'
import { STORES, storeSettings } from '../support/stores.ts'

const PATH = '/v1/package/exists'
const QUESTION = { ecosystem: 'npm', name: 'lamp' }
const OTHER = { ecosystem: 'npm', name: 'no-such-lamp' }
const PRICE = 2_000n
const ELSEWHERE = '0x00000000000000000000000000000000000000b2'

describe.each(STORES)('x402 on %s', (kind) => {
  const settings = storeSettings(kind)
  let paid: PaidService
  let account: Wallet
  let payeeBefore: bigint

  beforeAll(async () => {
    paid = await startPaidService({ ...(await settings()), ASSAY_REGISTRY_TIMEOUT_MS: '20000' })
    // Read once, so that the answers of the rows are warm.
    const key = await paid.service.app.creditKeys.issue('test', 10_000)
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

  const ask = (payment: Parameters<PaidService['pay']>[2], question: unknown = QUESTION) =>
    paid.pay(PATH, question, payment)
  const pay = async (change = {}, extensions?: Record<string, unknown>) =>
    paid.sign(account, await paid.offer(PATH, QUESTION), change, extensions)

  /** How often the price has reached us since the row began. */
  async function charges(): Promise<number> {
    const { payee } = await paid.balances(account.address)
    return Number((payee - payeeBefore) / PRICE)
  }

  /** The authorization is as good as new. */
  async function expectReusable(payment: Parameters<typeof ask>[0]): Promise<void> {
    expect(await charges()).toBe(0)
    paid.facilitator.fail()
    const reply = await ask(payment)
    expect(reply.status).toBe(200)
    expect(await charges()).toBe(1)
  }

  describe('failures are not charged', () => {
    test('a 422 before the payment is touched, and one after', async () => {
      const payment = await pay()
      expect((await ask(payment, { ecosystem: 'npm' })).status).toBe(422)
      expect((await ask(payment, { ecosystem: 'npm', name: '../x' })).status).toBe(422)
      await expectReusable(payment)
    })

    test('a 503', async () => {
      const payment = await pay()
      await paid.registry.pause()
      const reply = await ask(payment, { ecosystem: 'npm', name: 'unread' })
      await paid.registry.resume()
      expect(reply.status).toBe(503)
      await expectReusable(payment)
    })
  })

  describe('one payment, one answer', () => {
    test('a replay returns the stored answer byte for byte, and is not charged', async () => {
      const payment = await pay()
      const first = await ask(payment)
      const second = await ask(payment)
      expect([first.status, second.status]).toEqual([200, 200])
      expect(second.text).toBe(first.text)
      expect(second.headers['payment-response']).toBe(first.headers['payment-response'])
      expect(await charges()).toBe(1)
      expect(paid.facilitator.counts.settle).toBe(1)
    })

    test('the same payment for another request is a 409', async () => {
      const payment = await pay()
      await ask(payment)
      const { status, body } = await ask(payment, OTHER)
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'payment_conflict' })
      expect(await charges()).toBe(1)
    })

    test('the same payment 64 times at once: one charge, one run, one answer', async () => {
      const payment = await pay()
      const replies = await Promise.all(Array.from({ length: 64 }, () => ask(payment)))
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
      expect(await charges()).toBe(1)
      expect(paid.facilitator.counts).toEqual({ verify: 1, settle: 1 })
    })

    test('the same payment at two nodes at once: one charge, one answer', async () => {
      const payment = await pay()
      const other = await paid.another()
      try {
        const replies = await Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            paid.pay(PATH, QUESTION, payment, i % 2 === 0 ? paid.service : other),
          ),
        )
        expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
        expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
        expect(await charges()).toBe(1)
      } finally {
        await other.close()
      }
    })

    test('a named payment that is made twice is charged once', async () => {
      const named = { 'payment-identifier': { info: { id: `pay_${account.address}` } } }
      const first = await ask(await pay({}, named))
      const second = await ask(await pay({}, named))
      expect([first.status, second.status]).toEqual([200, 200])
      expect(second.text).toBe(first.text)
      expect(await charges()).toBe(1)
      const other = await ask(await pay({}, named), OTHER)
      expect(other.body.code).toBe('payment_conflict')
      expect(await charges()).toBe(1)
    })
  })

  describe('payments that do not pay', () => {
    const NOW_S = () => Math.floor(Date.now() / 1_000)
    const WRONG: [string, () => Promise<string>][] = [
      ['a smaller amount', async () => (await pay({ value: '1999' })).header],
      ['a larger amount', async () => (await pay({ value: '2001' })).header],
      ['another payee', async () => (await pay({ to: ELSEWHERE })).header],
      ['an expired one', async () => (await pay({ validBefore: String(NOW_S() - 1) })).header],
      ['one of the future', async () => (await pay({ validAfter: String(NOW_S() + 60) })).header],
      ['another network', async () => accepting({ network: 'eip155:8453' })],
      ['another scheme', async () => accepting({ scheme: 'upto' })],
      ['another token', async () => accepting({ asset: ELSEWHERE })],
      ['an offer of its own', async () => accepting({ amount: '1' })],
      [
        'a signature by somebody else',
        async () => {
          const { authorization, offer } = await pay()
          const { signature } = await paid.sign(await paid.chain.fund(), offer, authorization)
          return encode({ x402Version: 2, accepted: offer, payload: { authorization, signature } })
        },
      ],
      [
        'nothing behind it',
        async () => {
          const poor = await paid.chain.fund(1n)
          return (await paid.sign(poor, await paid.offer(PATH, QUESTION))).header
        },
      ],
    ]
    async function accepting(change: Record<string, unknown>): Promise<string> {
      const { authorization, signature, offer } = await pay()
      const accepted = { ...offer, ...change }
      return encode({ x402Version: 2, accepted, payload: { authorization, signature } })
    }

    test.each(WRONG)('%s is a 402 with the challenge', async (_what, make) => {
      const { status, body } = await ask(await make())
      expect({ status, code: body.code }).toEqual({ status: 402, code: 'payment_rejected' })
      expect(body.accepts).toHaveLength(2)
      expect(await charges()).toBe(0)
    })

    const MALFORMED: [string, unknown][] = [
      ['%%%', null],
      ['no JSON', null],
      ['version 1', { x402Version: 1, scheme: 'exact', network: 'base', payload: {} }],
      ['no payload', { x402Version: 2 }],
      ['an array', []],
    ]
    test.each(MALFORMED)('%s is a 400', async (text, payload) => {
      const { status, body } = await ask(payload === null ? text.replace(' ', '') : encode(payload))
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'malformed_payment' })
    })

    test.each(['from', 'to', 'value', 'validAfter', 'validBefore', 'nonce'] as const)(
      'an authorization with a wrong %s is a 400',
      async (field) => {
        const { authorization, signature, offer } = await pay()
        for (const wrong of [undefined, 5, '', '0x', 'x'.repeat(100), '-1', null]) {
          const changed = { ...authorization, [field]: wrong }
          const payload = { authorization: changed, signature }
          const reply = await ask(encode({ x402Version: 2, accepted: offer, payload }))
          expect(reply.status).toBe(400)
        }
      },
    )

    test('a payer who burns the nonce first gets nothing', async () => {
      const payment = await pay()
      await burn(paid.chain, account, payment)
      const { status, body } = await ask(payment)
      expect({ status, code: body.code }).toEqual({ status: 402, code: 'payment_rejected' })
      expect(await charges()).toBe(0)
    })

    test('a payer who uses the nonce to pay somebody else gets nothing', async () => {
      const payment = await pay()
      const { nonce } = payment.authorization
      await submit(paid.chain, await pay({ nonce, to: ELSEWHERE }))
      expect((await ask(payment)).body.code).toBe('payment_rejected')
      expect(await charges()).toBe(0)
    })

    test('a third party who submits first: the payer has paid, and is answered once', async () => {
      const payment = await pay()
      await submit(paid.chain, payment)
      const reply = await ask(payment)
      expect(reply.status).toBe(200)
      expect((await ask(payment)).text).toBe(reply.text)
      expect((await ask(payment, OTHER)).status).toBe(409)
      expect(await charges()).toBe(1)
      expect(paid.facilitator.counts.settle).toBe(0)
    })
  })

  describe('a faulty facilitator', () => {
    const UNCLEAR: Fault[] = ['down', 'hangs', 'status 500', 'html']

    test.each(UNCLEAR)('verify: %s is a 503, and the payment is as good as new', async (fault) => {
      const payment = await pay()
      paid.facilitator.fail({ verify: fault })
      const { status, body, headers } = await ask(payment)
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'payment_unavailable' })
      expect(headers['retry-after']).toBeDefined()
      expect(paid.facilitator.counts.settle).toBe(0)
      await expectReusable(payment)
    })

    const SENT: Fault[] = ['wrong transaction', 'says pending', 'says no, and names a transaction']
    test.each([...UNCLEAR, ...SENT])(
      'settle: %s is a 503; the retry is answered and charged once',
      async (fault) => {
        const payment = await pay()
        paid.facilitator.fail({ settle: fault })
        const { status, body } = await ask(payment)
        expect({ status, code: body.code }).toEqual({ status: 503, code: 'payment_unavailable' })
        // Until it is known what became of it, it pays for nothing else.
        expect((await ask(payment, OTHER)).status).toBe(409)
        await expectReusable(payment)
      },
    )

    test.each(['verify', 'settle'] as const)('%s: no is a 402, and not final', async (step) => {
      const payment = await pay()
      paid.facilitator.fail({ [step]: 'says no' })
      const { status, body, headers } = await ask(payment)
      expect({ status, code: body.code }).toEqual({ status: 402, code: 'payment_rejected' })
      expect(headers['payment-required']).toBeDefined()
      // Of a settling that failed the client is told in the words of the protocol.
      const response = headers['payment-response']
      const failed = {
        success: false,
        errorReason: 'unexpected_settle_error',
        transaction: '',
        network: NETWORK,
        payer: account.address.toLowerCase(),
      }
      if (step === 'verify') expect(response).toBeUndefined()
      else expect(decodePaymentResponseHeader(response ?? '')).toEqual(failed)
      await expectReusable(payment)
    })

    test.each<Fault>(['settles, then hangs', 'settles, then status 500', 'settles, then says no'])(
      '%s: the chain says what happened',
      async (fault) => {
        const payment = await pay()
        paid.facilitator.fail({ settle: fault })
        const reply = await ask(payment)
        expect(reply.status).toBe(200)
        expect(reply.headers['payment-response']).toBeDefined()
        expect(await charges()).toBe(1)
        expect((await ask(payment)).text).toBe(reply.text)
        expect(await charges()).toBe(1)
      },
    )

    test('what lands after we gave up is booked in the background', async () => {
      const payment = await pay()
      paid.facilitator.fail({ settle: 'down' })
      expect((await ask(payment)).status).toBe(503)
      await submit(paid.chain, payment)
      await paid.service.app.sweepMoney()
      const { counts } = await paid.service.app.store.ledger.check({ graceMs: 0 })
      expect(counts['payments_open']).toBe(0)
      paid.facilitator.fail({ verify: 'down', settle: 'down' })
      expect((await ask(payment)).status).toBe(200)
      expect(await charges()).toBe(1)
    })
  })
})
