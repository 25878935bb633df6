import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { REVENUE_ACCOUNT, receiptsAccount } from '../../src/domain/accounts.ts'
import type { Store } from '../../src/ports/store.ts'
import { AT, LATER, type Nodes } from './storeContract.ts'

const HOUR_MS = 3_600_000
const REPLY = { status: 200, contentType: 'application/json', body: Buffer.from('{"a":1}') }
const hex = (bytes: number) => randomBytes(bytes).toString('hex')

function newClaim(more: { identifier?: string; keyHash?: string; leaseMs?: number } = {}) {
  const { identifier = null, keyHash, leaseMs = HOUR_MS } = more
  return {
    id: hex(32),
    owner: hex(8),
    leaseMs,
    at: AT,
    authorization: {
      network: 'eip155:8453',
      asset: `0x${'a'.repeat(40)}`,
      payer: `0x${'b'.repeat(40)}`,
      payTo: `0x${'c'.repeat(40)}`,
      amountAtomic: '5000000',
      nonce: `0x${hex(32)}`,
      validAfterS: 0,
      validBeforeS: 2_000_000_000,
    },
    purchase: {
      reason: 'package_exists',
      amountMicroUsd: 5_000_000,
      requestSha256: 'e'.repeat(64),
      identifier,
      credit: keyHash === undefined ? null : { keyHash, amountMicroUsd: 5_250_000 },
    },
  }
}

type Claim = ReturnType<typeof newClaim>

const settlementOf = (n: number) => ({ transaction: `0x${'d'.repeat(64)}`, logIndex: n })
const again = (claim: Claim, more: Partial<Claim> = {}) => ({ ...claim, owner: hex(8), ...more })
const forAnother = (claim: Claim) =>
  again(claim, { purchase: { ...claim.purchase, requestSha256: 'f'.repeat(64) } })

async function answered(store: Store, claim: Claim): Promise<void> {
  expect(await store.payments.claim(claim)).toEqual({ state: 'claimed' })
  const { id, owner, leaseMs } = claim
  const done = await store.payments.answered({ id, owner, reply: REPLY, fromBlock: 7, leaseMs })
  expect(done).toBe(true)
}

function settle(store: Store, { id }: Claim, logIndex = 0, keepMs = HOUR_MS): Promise<boolean> {
  return store.payments.settled({ id, settlement: settlementOf(logIndex), keepMs, at: LATER })
}

async function expectSound(store: Store): Promise<void> {
  expect((await store.ledger.check({ graceMs: 0 })).violations).toEqual([])
}

export function describePayments({ node }: Nodes): void {
  describe('payments', () => {
    describeClaims({ node })
    describeSettling({ node })
    describeSweeps({ node })
  })
}

function describeClaims({ node }: Pick<Nodes, 'node'>): void {
  test('30 claims of one payment at once: one has it, the others wait', async () => {
    const claim = newClaim()
    const claims = Array.from({ length: 30 }, (_, i) => node(i).payments.claim(again(claim)))
    const states = (await Promise.all(claims)).map(({ state }) => state)
    expect(states.filter((state) => state === 'claimed')).toHaveLength(1)
    expect(states.filter((state) => state === 'busy')).toHaveLength(29)
  })

  test('a claim for another request is a conflict while the first holds', async () => {
    const claim = newClaim()
    await node(0).payments.claim(claim)
    expect(await node(1).payments.claim(forAnother(claim))).toEqual({ state: 'conflict' })
    expect(await node(1).payments.release({ ...claim, at: LATER })).toBe(true)
    expect(await node(1).payments.claim(forAnother(claim))).toEqual({ state: 'claimed' })
    await expectSound(node(0))
  })

  test('a claim whose lease is over may be taken, and its owner can do nothing more', async () => {
    const claim = newClaim({ leaseMs: 1 })
    await node(0).payments.claim(claim)
    await sleep(10)
    const next = again(claim, { leaseMs: HOUR_MS })
    expect(await node(1).payments.claim(next)).toEqual({ state: 'claimed' })
    const late = { ...claim, reply: REPLY, fromBlock: 1, leaseMs: HOUR_MS }
    expect(await node(0).payments.answered(late)).toBe(false)
    expect(await node(0).payments.release({ ...claim, at: LATER })).toBe(false)
    expect(await node(1).payments.answered({ ...late, owner: next.owner })).toBe(true)
  })

  test('a lease is begun anew by its owner alone, and not when it is over', async () => {
    const claim = newClaim()
    const { id, owner } = claim
    await node(0).payments.claim(claim)
    expect(await node(1).payments.renew({ id, owner: hex(8), leaseMs: HOUR_MS })).toBe(false)
    expect(await node(0).payments.renew({ id, owner, leaseMs: 1 })).toBe(true)
    await sleep(10)
    expect(await node(0).payments.renew({ id, owner, leaseMs: HOUR_MS })).toBe(false)
    expect(await node(1).payments.claim(again(claim, {}))).toEqual({ state: 'claimed' })
  })

  test('a name belongs to one payment', async () => {
    const identifier = hex(32)
    const claim = newClaim({ identifier })
    await answered(node(0), claim)
    expect(await node(1).payments.claim(newClaim({ identifier }))).toEqual({ state: 'busy' })
    await settle(node(0), claim)
    const other = newClaim({ identifier })
    const found = await node(1).payments.claim(other)
    expect(found).toMatchObject({ state: 'settled', settlement: settlementOf(0) })
    expect(await node(1).payments.claim(forAnother(other))).toEqual({ state: 'conflict' })
  })
}

function describeSettling({ node }: Pick<Nodes, 'node'>): void {
  test('an answer that is stored is taken up again by a retry, once its lease is over', async () => {
    const claim = newClaim()
    await answered(node(0), claim)
    expect(await node(1).payments.claim(again(claim))).toEqual({ state: 'busy' })
    await node(0).payments.leaveOpen(claim)
    expect(await node(1).payments.claim(forAnother(claim))).toEqual({ state: 'conflict' })
    const retry = await node(1).payments.claim(again(claim))
    expect(retry).toMatchObject({ state: 'settling', fromBlock: 7, reply: { status: 200 } })
    await expectSound(node(0))
  })

  test('20 settlements of one payment at once: booked once', async () => {
    const claim = newClaim()
    const { payTo } = claim.authorization
    await answered(node(0), claim)
    expect(await node(1).payments.hasPaid(payTo)).toBe(false)
    const done = await Promise.all(Array.from({ length: 20 }, (_, i) => settle(node(i), claim)))
    expect(done.filter((booked) => booked)).toHaveLength(1)
    expect(await node(1).payments.hasPaid(payTo)).toBe(true)
    const entries = await node(0).ledger.page({ owner: '', seq: 0 }, 10)
    expect(entries).toMatchObject([
      {
        from: receiptsAccount(claim.authorization.network, claim.authorization.asset),
        to: REVENUE_ACCOUNT,
        amountMicroUsd: 5_000_000,
        chargeId: claim.id,
      },
    ])
    const replay = await node(1).payments.claim(again(claim))
    expect(replay).toMatchObject({ state: 'settled', settlement: settlementOf(0) })
    const body = replay.state === 'settled' ? (replay.reply?.body ?? []) : []
    expect(Buffer.from(body).equals(REPLY.body)).toBe(true)
    await expectSound(node(1))
  })

  test('one transfer pays for one payment', async () => {
    const [one, two] = [newClaim(), newClaim()]
    await answered(node(0), one)
    await answered(node(1), two)
    expect(await settle(node(0), one, 3)).toBe(true)
    expect(await settle(node(1), two, 3)).toBe(false)
    expect(await settle(node(1), two, 4)).toBe(true)
    await expectSound(node(0))
  })

  test('nothing is booked that was not answered, and nothing comes back that was booked', async () => {
    const claim = newClaim()
    await node(0).payments.claim(claim)
    expect(await settle(node(1), claim)).toBe(false)
    const { id, owner, leaseMs } = claim
    await node(0).payments.answered({ id, owner, reply: REPLY, fromBlock: 7, leaseMs })
    await settle(node(1), claim)
    expect(await node(0).payments.release({ ...claim, at: LATER })).toBe(false)
    await expectSound(node(0))
  })

  test('a pack makes a key or adds to one, even if it was revoked since', async () => {
    const keyHash = hex(32)
    for (const [i, balance] of [5_250_000, 10_500_000, 15_750_000].entries()) {
      const claim = newClaim({ keyHash })
      await answered(node(i), claim)
      if (i === 2) await node(0).credits.revoke(keyHash, LATER)
      expect(await settle(node(i + 1), claim, i)).toBe(true)
      expect((await node(0).credits.load(keyHash))?.balanceMicroUsd).toBe(balance)
    }
    await expectSound(node(0))
  })
}

function describeSweeps({ node }: Pick<Nodes, 'node'>): void {
  test('what is open is taken on by one sweeper, with all it takes to look it up', async () => {
    const claim = newClaim()
    await answered(node(0), claim)
    const take = (i: number) =>
      node(i).payments.takeOpen({ owner: hex(8), leaseMs: HOUR_MS, limit: 10 })
    expect(await take(0)).toEqual([])
    await node(0).payments.leaveOpen(claim)
    const taken = await Promise.all([take(0), take(1), take(2)])
    expect(taken.flat()).toEqual([{ ...claim.authorization, id: claim.id, fromBlock: 7 }])
  })

  test('claims of callers that died are freed, and replies are dropped after their time', async () => {
    const dead = newClaim({ leaseMs: 1 })
    await node(0).payments.claim(dead)
    const old = newClaim()
    await answered(node(0), old)
    await settle(node(0), old, 0, 1)
    await sleep(10)
    expect((await node(1).ledger.check({ graceMs: 0 })).violations).toMatchObject([
      { rule: 'a claim does not outlive its lease', subject: dead.id },
    ])
    await node(1).payments.sweep({ limit: 10 })
    await expectSound(node(0))
    expect(await node(0).payments.claim(again(old))).toMatchObject({
      state: 'settled',
      reply: null,
    })
    expect(await node(0).payments.claim(forAnother(dead))).toEqual({ state: 'claimed' })
  })
}
