import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Store } from '../../src/ports/store.ts'
import { auditedBalance, issue, KEY } from './creditContract.ts'
import { AT, LATER, type Nodes } from './storeContract.ts'

const PRICE = 2_000
const HOUR_MS = 3_600_000
const REQUEST = 'e'.repeat(64)
const NAME = 'f'.repeat(64)
const REPLY = { status: 200, contentType: 'application/json', body: Buffer.from('{"a":"\u00e9"}') }

function newCharge(amountMicroUsd: number, more: { keyHash?: string; idempotency?: string } = {}) {
  return {
    id: randomBytes(16).toString('hex'),
    keyHash: KEY,
    amountMicroUsd,
    reason: 'package_exists',
    requestSha256: REQUEST,
    idempotency: null,
    at: LATER,
    ...more,
  }
}

function charge(store: Store, amount: number, more: Parameters<typeof newCharge>[1] = {}) {
  return store.charges.charge({ ...newCharge(amount, more), reply: REPLY, keepMs: HOUR_MS })
}

/** A hold that was granted. */
async function hold(store: Store, amount = PRICE, leaseMs = HOUR_MS, idempotency?: string) {
  const made = newCharge(amount, idempotency === undefined ? {} : { idempotency })
  expect(await store.charges.hold({ ...made, leaseMs })).toMatchObject({ held: true })
  return made
}

const kept = { reply: REPLY, keepMs: HOUR_MS }

export function describeCharges({ node }: Nodes): void {
  describe('charges', () => {
    describeAtOnce({ node })
    describeHolds({ node })
    describeNames({ node })
  })
}

function describeAtOnce({ node }: Pick<Nodes, 'node'>): void {
  test.each([
    { why: 'unknown', prepare: async () => undefined },
    { why: 'insufficient', prepare: () => issue(node(0), PRICE - 1) },
    {
      why: 'revoked',
      prepare: async () => {
        await issue(node(0), PRICE)
        await node(0).credits.revoke(KEY, AT)
      },
    },
  ])('a charge and a hold of an $why key take nothing', async ({ why, prepare }) => {
    await prepare()
    const before = await node(0).credits.load(KEY)
    expect(await charge(node(1), PRICE)).toEqual({ charged: false, why })
    const held = { ...newCharge(PRICE), leaseMs: HOUR_MS }
    expect(await node(1).charges.hold(held)).toEqual({ held: false, why })
    expect(await node(0).credits.load(KEY)).toEqual(before)
    await auditedBalance(node(0))
  })

  test('a charge that was taken is known by its id on every node, and no other is', async () => {
    await issue(node(0), 3 * PRICE)
    const held = await hold(node(0))
    expect(await node(1).charges.taken(held)).toBeNull()
    await node(0).charges.capture({ ...held, ...kept, at: LATER })
    expect(await node(1).charges.taken(held)).toBe(2 * PRICE)
    const made = newCharge(PRICE)
    expect(await node(1).charges.taken(made)).toBeNull()
    await node(0).charges.charge({ ...made, ...kept })
    expect(await node(1).charges.taken(made)).toBe(PRICE)
    const given = await hold(node(0))
    await node(0).charges.release({ ...given, at: LATER })
    expect(await node(1).charges.taken(given)).toBeNull()
  })

  test('the last of a balance can be spent', async () => {
    await issue(node(0), PRICE)
    expect(await charge(node(1), PRICE)).toEqual({ charged: true, balanceMicroUsd: 0 })
    expect(await charge(node(0), 1)).toEqual({ charged: false, why: 'insufficient' })
    expect(await auditedBalance(node(0))).toBe(0)
  })

  test('the largest exact amount stays exact', async () => {
    await issue(node(0), Number.MAX_SAFE_INTEGER)
    expect(await charge(node(1), Number.MAX_SAFE_INTEGER - 3)).toEqual({
      charged: true,
      balanceMicroUsd: 3,
    })
    expect((await node(0).credits.load(KEY))?.balanceMicroUsd).toBe(3)
  })

  test.each([0, -1, 0.5, Number.NaN, 2 ** 53])('an amount of %d is refused', async (amount) => {
    await issue(node(0), 100)
    await expect(charge(node(0), amount)).rejects.toThrow('positive whole number')
    const held = { ...newCharge(amount), leaseMs: HOUR_MS }
    await expect(node(0).charges.hold(held)).rejects.toThrow('positive whole number')
    expect(await auditedBalance(node(0))).toBe(100)
  })

  test('200 charges and holds at once against a balance for 70: 70 succeed', async () => {
    await issue(node(0), 70 * PRICE + 1)
    const results = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        if (i % 2 === 0) return (await charge(node(i), PRICE)).charged
        const made = { ...newCharge(PRICE), leaseMs: HOUR_MS }
        if (!(await node(i).charges.hold(made)).held) return false
        return (await node(i + 1).charges.capture({ ...made, ...kept })) !== null
      }),
    )
    expect(results.filter((taken) => taken)).toHaveLength(70)
    expect(await auditedBalance(node(1))).toBe(1)
  })

  test('a revocation among charges ends them, and the ledger still adds up', async () => {
    await issue(node(0), 100 * PRICE)
    const racing = Array.from({ length: 40 }, (_, i) =>
      i === 20 ? node(1).credits.revoke(KEY, LATER) : charge(node(i), PRICE),
    )
    await Promise.all(racing)
    expect(await charge(node(0), PRICE)).toEqual({ charged: false, why: 'revoked' })
    await auditedBalance(node(1))
  })

  test('any sequence of charges and holds leaves what simple arithmetic says', async () => {
    let run = 0
    const steps = fc.array(
      fc.record({
        amount: fc.integer({ min: 1, max: 1_000 }),
        how: fc.constantFrom('charge', 'capture', 'release'),
      }),
      { maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3_000 }), steps, async (start, calls) => {
        const keyHash = (run++).toString(16).padStart(64, '0')
        await issue(node(0), start, keyHash)
        let expected = start
        for (const [i, { amount, how }] of calls.entries()) {
          const made = newCharge(amount, { keyHash })
          const fits = amount <= expected
          if (how === 'charge') {
            expect((await node(i).charges.charge({ ...made, ...kept })).charged).toBe(fits)
          } else {
            const { held } = await node(i).charges.hold({ ...made, leaseMs: HOUR_MS })
            expect(held).toBe(fits)
            if (how === 'release') expect(await node(i).charges.release(made)).toBe(fits)
            else expect((await node(i).charges.capture({ ...made, ...kept })) !== null).toBe(fits)
          }
          if (fits && how !== 'release') expected -= amount
        }
        expect(await auditedBalance(node(0), keyHash)).toBe(expected)
      }),
      { numRuns: 10 },
    )
  })
}

function describeHolds({ node }: Pick<Nodes, 'node'>): void {
  test('what is held cannot be spent, and what is released can', async () => {
    await issue(node(0), PRICE)
    const made = await hold(node(0))
    expect(await charge(node(1), PRICE)).toEqual({ charged: false, why: 'insufficient' })
    expect(await node(1).credits.load(KEY)).toMatchObject({
      balanceMicroUsd: 0,
      heldMicroUsd: PRICE,
    })
    expect(await node(1).charges.release(made)).toBe(true)
    expect(await charge(node(0), PRICE)).toMatchObject({ charged: true })
    expect(await auditedBalance(node(0))).toBe(0)
  })

  test('a hold ends once, as whichever of 20 came first', async () => {
    await issue(node(0), 10 * PRICE)
    const made = await hold(node(0))
    const ends = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i % 2 === 0
          ? node(i).charges.release(made)
          : node(i)
              .charges.capture({ ...made, ...kept })
              .then((balance) => balance !== null),
      ),
    )
    expect(ends.filter((ended) => ended)).toHaveLength(1)
    const balance = await auditedBalance(node(0))
    expect(balance).toBe(ends.indexOf(true) % 2 === 0 ? 10 * PRICE : 9 * PRICE)
  })

  test('nothing comes back without a hold', async () => {
    await issue(node(0), PRICE)
    expect(await node(0).charges.release(newCharge(PRICE))).toBe(false)
    const made = newCharge(PRICE)
    expect(await node(0).charges.charge({ ...made, ...kept })).toMatchObject({ charged: true })
    expect(await node(1).charges.release(made)).toBe(false)
    expect(await auditedBalance(node(0))).toBe(0)
  })

  test('a lapsed hold is given back by a sweep, and can then not be captured', async () => {
    await issue(node(0), 3 * PRICE)
    const lapsed = await hold(node(0), PRICE, 1)
    const lasting = await hold(node(0), PRICE)
    await sleep(10)
    expect((await node(0).ledger.check({ graceMs: 0 })).violations).toMatchObject([
      { rule: 'a hold does not outlive its lease', subject: lapsed.id },
    ])
    const sweeps = await Promise.all(
      [0, 1, 2].map((i) => node(i).charges.sweep({ limit: 10, at: LATER })),
    )
    expect(sweeps.reduce((sum, { released }) => sum + released, 0)).toBe(1)
    expect(await node(0).charges.capture({ ...lapsed, ...kept })).toBeNull()
    expect(await node(1).charges.capture({ ...lasting, ...kept })).toBe(2 * PRICE)
    expect(await auditedBalance(node(0))).toBe(2 * PRICE)
  })

  test('the lease of a hold is begun anew while it lasts, and not after it', async () => {
    await issue(node(0), 2 * PRICE)
    const first = await hold(node(0), PRICE)
    expect(await node(1).charges.renew({ id: first.id, leaseMs: HOUR_MS })).toBe(true)
    expect(await node(0).charges.sweep({ limit: 10, at: LATER })).toMatchObject({ released: 0 })
    expect(await node(1).charges.capture({ ...first, ...kept })).toBe(PRICE)
    expect(await node(0).charges.renew({ id: first.id, leaseMs: HOUR_MS })).toBe(false)
    // The end of a lease is what the last renewal said, and not what the hold did.
    const shortened = await hold(node(0), PRICE)
    expect(await node(1).charges.renew({ id: shortened.id, leaseMs: 1 })).toBe(true)
    await sleep(10)
    expect(await node(0).charges.sweep({ limit: 10, at: LATER })).toMatchObject({ released: 1 })
    const lapsed = await hold(node(0), PRICE, 1)
    await sleep(10)
    expect(await node(0).charges.renew({ id: lapsed.id, leaseMs: HOUR_MS })).toBe(false)
    expect(await node(1).charges.sweep({ limit: 10, at: LATER })).toMatchObject({ released: 1 })
    expect(await auditedBalance(node(0))).toBe(PRICE)
  })

  test('a key that is revoked during a hold still pays, or has back what was held', async () => {
    await issue(node(0), 2 * PRICE)
    const [one, two] = [await hold(node(0)), await hold(node(1))]
    await node(0).credits.revoke(KEY, LATER)
    expect(await node(1).charges.capture({ ...one, ...kept })).toBe(0)
    expect(await node(0).charges.release(two)).toBe(true)
    expect(await auditedBalance(node(0))).toBe(PRICE)
  })
}

function describeNames({ node }: Pick<Nodes, 'node'>): void {
  test('30 charges under one name at once: one is made, and its reply is kept', async () => {
    await issue(node(0), 30 * PRICE)
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, i) => charge(node(i), PRICE, { idempotency: NAME })),
    )
    expect(results.filter(({ charged }) => charged)).toHaveLength(1)
    expect(results.filter((r) => !r.charged && r.why === 'named_before')).toHaveLength(29)
    expect(await node(1).charges.findNamed(KEY, NAME)).toMatchObject({
      state: 'captured',
      requestSha256: REQUEST,
      isOver: false,
      reply: { status: 200, contentType: 'application/json' },
    })
    const found = await node(1).charges.findNamed(KEY, NAME)
    expect(Buffer.from(found?.reply?.body ?? []).equals(REPLY.body)).toBe(true)
    expect(await auditedBalance(node(0))).toBe(29 * PRICE)
  })

  test('two keys may use one name', async () => {
    const other = 'd'.repeat(64)
    await issue(node(0), PRICE)
    await issue(node(0), PRICE, other)
    expect(await charge(node(0), PRICE, { idempotency: NAME })).toMatchObject({ charged: true })
    const theirs = await charge(node(1), PRICE, { idempotency: NAME, keyHash: other })
    expect(theirs).toMatchObject({ charged: true })
  })

  test('a name is free again after a release', async () => {
    await issue(node(0), PRICE)
    const made = await hold(node(0), PRICE, HOUR_MS, NAME)
    expect(await node(1).charges.findNamed(KEY, NAME)).toMatchObject({ state: 'held', reply: null })
    await node(1).charges.release(made)
    expect(await node(0).charges.findNamed(KEY, NAME)).toBeNull()
    expect(await charge(node(1), PRICE, { idempotency: NAME })).toMatchObject({ charged: true })
  })

  test.each(['held', 'captured'] as const)(
    'the name of a %s call ends with its time',
    async (how) => {
      await issue(node(0), 3 * PRICE)
      const made = newCharge(PRICE, { idempotency: NAME })
      if (how === 'held') await node(0).charges.hold({ ...made, leaseMs: 1 })
      else await node(0).charges.charge({ ...made, reply: REPLY, keepMs: 1 })
      await sleep(10)
      expect(await node(1).charges.findNamed(KEY, NAME)).toMatchObject({ isOver: true })
      expect(await charge(node(0), PRICE, { idempotency: NAME })).toMatchObject({
        why: 'named_before',
      })
      await node(1).charges.endNamed(made)
      expect(await charge(node(0), PRICE, { idempotency: NAME })).toMatchObject({ charged: true })
      expect(await auditedBalance(node(0))).toBe(how === 'held' ? 2 * PRICE : PRICE)
    },
  )

  test('the name of a call whose time is not over stays', async () => {
    await issue(node(0), 2 * PRICE)
    const made = await hold(node(0), PRICE, HOUR_MS, NAME)
    await node(1).charges.endNamed(made)
    expect(await node(0).charges.findNamed(KEY, NAME)).toMatchObject({ state: 'held' })
  })

  test('a sweep forgets replies whose time is over, and the ledger holds', async () => {
    await issue(node(0), 2 * PRICE)
    const made = newCharge(PRICE, { idempotency: NAME })
    await node(0).charges.charge({ ...made, reply: REPLY, keepMs: 1 })
    await charge(node(0), PRICE)
    await sleep(10)
    expect(await node(1).charges.sweep({ limit: 10, at: LATER })).toEqual({
      released: 0,
      forgotten: 1,
    })
    expect(await node(0).charges.findNamed(KEY, NAME)).toBeNull()
    expect(await auditedBalance(node(0))).toBe(0)
  })
}
