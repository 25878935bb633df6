// The steps of a payment with a chain and a facilitator that do what the row says, on a real store.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Facilitator, SettleAnswer, Verified } from '../../src/charge/x402/facilitator.ts'
import { payments } from '../../src/charge/x402/payments.ts'
import { ServiceError } from '../../src/errors.ts'
import * as limits from '../../src/limits.ts'
import type { ChainOutcome, PaymentChain } from '../../src/ports/payments.ts'
import type { Store } from '../../src/ports/store.ts'
import { openStore } from '../../src/store/openStore.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const NOW_S = NOW.getTime() / 1_000
const DOWN = new ServiceError('payment_unavailable', 'down')
const PAID: ChainOutcome = {
  state: 'paid',
  settlement: { transaction: `0x${'d'.repeat(64)}`, logIndex: 1 },
}
const UNUSED: ChainOutcome = { state: 'unused', chainTimeS: NOW_S, isReverted: false }
const REVERTED: ChainOutcome = { ...UNUSED, isReverted: true }
const UNSEEN: ChainOutcome = { state: 'unseen', chainTimeS: NOW_S }
const SETTLED: SettleAnswer = { said: 'settled', transaction: `0x${'d'.repeat(64)}` }
const UNKNOWN: SettleAnswer = { said: 'unknown', cause: 'timeout', transaction: null }
const NO: SettleAnswer = { said: 'failed', reason: 'no_funds', transaction: null }
const NO_SENT: SettleAnswer = { ...NO, transaction: `0x${'d'.repeat(64)}` }

const REPLY = { status: 200, contentType: 'application/json', body: Buffer.from('{}') }
const PURCHASE = {
  reason: 'package_exists',
  amountMicroUsd: 2_000,
  requestSha256: 'e'.repeat(64),
  identifier: null,
  credit: null,
}
const OFFER = {
  scheme: 'exact',
  network: 'eip155:1',
  asset: `0x${'a'.repeat(40)}`,
  amount: '2000',
  payTo: `0x${'c'.repeat(40)}`,
  maxTimeoutSeconds: 60,
  extra: {},
} as const
const PAYMENT = {
  id: 'f'.repeat(64),
  identifier: null,
  offer: OFFER,
  payload: { x402Version: 2, accepted: OFFER, payload: {} },
  authorization: {
    network: 'eip155:1',
    asset: OFFER.asset,
    payer: `0x${'b'.repeat(40)}`,
    payTo: OFFER.payTo,
    amountAtomic: '2000',
    nonce: `0x${'1'.repeat(64)}`,
    validAfterS: NOW_S - 60,
    validBeforeS: NOW_S + 60,
  },
}

let dataDir: string
let store: Store
let sent: string[]
let verdict: Verified | ServiceError
let settling: SettleAnswer
let chainSays: ChainOutcome | ServiceError
/** What the chain says before that, once each. */
let first: (ChainOutcome | ServiceError)[]
let owners = 0

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-payments-'))
  store = await openStore({ databaseUrl: null, dataDir })
  sent = []
  verdict = { valid: true }
  settling = SETTLED
  chainSays = PAID
  first = []
})
afterEach(async () => {
  expect((await store.ledger.check({ graceMs: 0 })).violations).toEqual([])
  await store.close()
  await rm(dataDir, { recursive: true })
})

function orThrow<T>(value: T | ServiceError): T {
  if (value instanceof ServiceError) throw value
  return value
}

const facilitator: Facilitator = {
  async verify() {
    sent.push('verify')
    return orThrow(verdict)
  },
  async settle() {
    sent.push('settle')
    return settling
  },
}
const chain: PaymentChain = {
  async height() {
    orThrow(chainSays)
    return 7
  },
  outcome: async () => orThrow(first.shift() ?? chainSays),
}

function open(over = store.payments) {
  return payments({
    store: over,
    facilitator,
    chain,
    now: () => NOW,
    newOwner: () => `owner-${owners++}`,
    leaseMs: 60_000,
    renewMs: 5,
    transferWaitMs: 0,
    onOpen: () => undefined,
  })
}

function pay() {
  const work = {
    async run() {
      sent.push('run')
      return 'the answer'
    },
    kept: () => REPLY,
  }
  const outcome = open().pay(PAYMENT, PURCHASE, work, () => new AbortController().signal)
  return outcome.then(
    () => 'paid',
    (error: Error) => ('code' in error ? String(error.code) : error.name),
  )
}

const settled = async () => (await store.ledger.check({ graceMs: 0 })).counts['payments']
const isOpen = async () => (await store.ledger.check({ graceMs: 0 })).counts['payments_open']

describe('a node that dies', () => {
  test('keeps a payment for less than ten seconds', () => {
    expect(limits.PAYMENT_LEASE_MS).toBeLessThanOrEqual(8_000)
    expect(3 * limits.PAYMENT_RENEW_MS).toBeLessThanOrEqual(limits.PAYMENT_LEASE_MS)
  })

  test('is told from one that works: that one says so again and again', async () => {
    const { renew } = store.payments
    let renewed = 0
    const counting = {
      ...store.payments,
      renew: async (claim: Parameters<typeof renew>[0]) => {
        const isOurs = await renew(claim)
        if (isOurs) renewed += 1
        return isOurs
      },
    }
    const work = {
      // As long as it takes to be heard of twice.
      run: async () => expect.poll(() => renewed).toBeGreaterThan(1),
      kept: () => REPLY,
    }
    const { signal } = new AbortController()
    await open(counting).pay(PAYMENT, PURCHASE, work, () => signal)
    expect(await settled()).toBe(1)
  })
})

describe('the order of steps', () => {
  test('verify, answer, settle; then it is booked', async () => {
    expect(await pay()).toBe('paid')
    expect(sent).toEqual(['verify', 'run', 'settle'])
    expect(await settled()).toBe(1)
  })

  test('no settle is sent while the chain cannot be seen', async () => {
    chainSays = DOWN
    expect(await pay()).toBe('payment_unavailable')
    expect(sent).toEqual(['verify', 'run'])
    chainSays = PAID
    expect(await pay()).toBe('paid')
  })

  test('the chain goes away after the settle: open, and the retry does not settle twice', async () => {
    first.push(DOWN)
    expect(await pay()).toBe('payment_unavailable')
    expect(await isOpen()).toBe(1)
    expect(await pay()).toBe('paid')
    expect(sent.filter((step) => step === 'settle')).toHaveLength(1)
    expect(sent.filter((step) => step === 'run')).toHaveLength(1)
  })
})

describe('what ends a payment for certain', () => {
  test.each<[string, SettleAnswer, ChainOutcome]>([
    ['a no, nothing sent', NO, UNUSED],
    ['a no, and what was sent has failed', NO_SENT, REVERTED],
    ['a no, and it was spent elsewhere', NO, { state: 'spent' }],
    ['no word, and it was spent elsewhere', UNKNOWN, { state: 'spent' }],
  ])('%s', async (_what, said, says) => {
    settling = said
    chainSays = says
    expect(await pay()).toBe('PaymentRejected')
    expect([await isOpen(), await settled()]).toEqual([0, 0])
  })

  test.each<[string, SettleAnswer, ChainOutcome]>([
    ['a no that names a transaction which is not on the chain', NO_SENT, UNUSED],
    ['a no, and the nonce is used, for what does not show', NO, UNSEEN],
    ['no word, and what was named has failed', UNKNOWN, REVERTED],
    ['a yes, and the nonce is used, for what does not show', SETTLED, UNSEEN],
  ])('not %s: it stays open until it shows', async (_what, said, says) => {
    settling = said
    chainSays = says
    expect(await pay()).toBe('payment_unavailable')
    expect([await isOpen(), await settled()]).toEqual([1, 0])
    // However clear the no to the second try is: the first one may still land.
    settling = NO
    chainSays = UNUSED
    expect(await pay()).toBe('payment_unavailable')
    await open().reconcile()
    expect(await isOpen()).toBe(1)
    chainSays = PAID
    expect(await pay()).toBe('paid')
    expect(sent.filter((step) => step === 'run')).toHaveLength(1)
  })

  test('a payment that is used, for what does not show, is neither taken nor refused', async () => {
    verdict = { valid: false, reason: 'nonce_used' }
    chainSays = UNSEEN
    expect(await pay()).toBe('payment_unavailable')
    chainSays = PAID
    expect(await pay()).toBe('paid')
    expect(sent).not.toContain('settle')
  })
})

describe('reconciling what is open', () => {
  async function leaveOpen(): Promise<void> {
    settling = UNKNOWN
    chainSays = UNUSED
    expect(await pay()).toBe('payment_unavailable')
    expect(await isOpen()).toBe(1)
  }

  test('what the chain has is booked', async () => {
    await leaveOpen()
    chainSays = PAID
    await open().reconcile()
    expect([await isOpen(), await settled()]).toEqual([0, 1])
  })

  test('what can still happen stays open', async () => {
    await leaveOpen()
    await open().reconcile()
    expect(await isOpen()).toBe(1)
    expect(await pay()).toBe('payment_unavailable')
  })

  test.each<[string, ChainOutcome]>([
    ['expired unused', { ...UNUSED, chainTimeS: NOW_S + 61 }],
    ['was spent elsewhere', { state: 'spent' }],
    ['was used without a trace, long ago', { ...UNSEEN, chainTimeS: NOW_S + 61 + 3_600 }],
  ])('what %s is over', async (_what, says) => {
    await leaveOpen()
    chainSays = says
    await open().reconcile()
    expect([await isOpen(), await settled()]).toEqual([0, 0])
  })

  test('a chain that cannot be asked changes nothing', async () => {
    await leaveOpen()
    chainSays = DOWN
    await open().reconcile()
    expect(await isOpen()).toBe(1)
    chainSays = PAID
    await open().reconcile()
    expect(await settled()).toBe(1)
  })
})
