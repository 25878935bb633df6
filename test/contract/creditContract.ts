import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Store } from '../../src/ports/store.ts'
import { AT, LATER, type Nodes } from './storeContract.ts'

const KEY = 'c'.repeat(64)
const PRICE = 2_000

async function issue(store: Store, balanceMicroUsd: number, keyHash = KEY): Promise<void> {
  await store.credits.issue({ keyHash, label: 'a label', balanceMicroUsd, at: AT })
}

function charge(store: Store, amountMicroUsd: number, keyHash = KEY) {
  return store.credits.charge({ keyHash, amountMicroUsd, reason: 'package_exists', at: LATER })
}

/** The balance, after checking that the ledger says the same. */
async function auditedBalance(store: Store, keyHash = KEY): Promise<number | undefined> {
  const entries = await store.credits.ledger(keyHash, 10_000)
  const balance = (await store.credits.load(keyHash))?.balanceMicroUsd
  expect(entries.reduce((sum, entry) => sum + entry.amountMicroUsd, 0)).toBe(balance)
  expect(entries.map(({ id }) => id)).toEqual(entries.map((_, i) => entries.length - i))
  return balance
}

export function describeCredits({ node }: Nodes): void {
  describe('credits', () => {
    describeKeys({ node })
    describeCharges({ node })
  })
}

function describeKeys({ node }: Pick<Nodes, 'node'>): void {
  test('a key that was issued has its balance and one entry', async () => {
    await issue(node(0), 5_000_000)
    expect(await node(1).credits.load(KEY)).toEqual({
      keyHash: KEY,
      label: 'a label',
      balanceMicroUsd: 5_000_000,
      issuedAt: AT,
      revokedAt: null,
    })
    expect(await node(1).credits.ledger(KEY, 10)).toEqual([
      { id: 1, keyHash: KEY, amountMicroUsd: 5_000_000, reason: 'issued', at: AT },
    ])
  })

  test('a hash that is taken is refused, and its key stays as it was', async () => {
    await issue(node(0), 10)
    await expect(issue(node(1), 20)).rejects.toMatchObject({ code: 'validation_failed' })
    expect(await auditedBalance(node(0))).toBe(10)
  })

  test('20 issues of one hash at once: one succeeds', async () => {
    const issued = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => issue(node(i), i + 1)),
    )
    expect(issued.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await node(0).credits.ledger(KEY, 10)).toHaveLength(1)
  })

  test('keys are listed by the time of issue', async () => {
    const keys = ['b', 'a', 'd'].map((digit) => digit.repeat(64))
    for (const [i, keyHash] of keys.entries()) {
      const at = `2026-03-0${i + 1}T00:00:00.000Z`
      await node(i).credits.issue({ keyHash, label: '', balanceMicroUsd: 1, at })
    }
    expect((await node(0).credits.list()).map(({ keyHash }) => keyHash)).toEqual(keys)
  })

  test('a key is revoked once', async () => {
    await issue(node(0), 10)
    expect(await node(1).credits.revoke(KEY, LATER)).toBe(true)
    expect(await node(0).credits.revoke(KEY, LATER)).toBe(false)
    expect(await node(0).credits.revoke('d'.repeat(64), LATER)).toBe(false)
    expect((await node(0).credits.load(KEY))?.revokedAt).toBe(LATER)
  })

  test('an unknown key is null and has no entries', async () => {
    expect(await node(0).credits.load(KEY)).toBeNull()
    expect(await node(0).credits.ledger(KEY, 10)).toEqual([])
    expect(await node(0).credits.list()).toEqual([])
  })

  test('the ledger gives the newest entries first', async () => {
    await issue(node(0), 100)
    for (const amount of [1, 2, 3]) await charge(node(amount), amount)
    const newest = await node(0).credits.ledger(KEY, 2)
    expect(newest.map(({ amountMicroUsd }) => amountMicroUsd)).toEqual([-3, -2])
  })
}

function describeCharges({ node }: Pick<Nodes, 'node'>): void {
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
  ])('a charge of an $why key takes nothing', async ({ why, prepare }) => {
    await prepare()
    const before = await node(0).credits.load(KEY)
    expect(await charge(node(1), PRICE)).toEqual({ charged: false, why })
    expect(await node(0).credits.load(KEY)).toEqual(before)
    if (before !== null) await auditedBalance(node(0))
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
    expect(await auditedBalance(node(0))).toBe(3)
  })

  test.each([0, -1, -0, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'an amount of %d is refused',
    async (amount) => {
      await issue(node(0), 100)
      await expect(charge(node(0), amount)).rejects.toThrow('positive whole number')
      await expect(issue(node(0), amount, 'd'.repeat(64))).rejects.toThrow('positive whole number')
      expect(await auditedBalance(node(0))).toBe(100)
      expect(await node(0).credits.list()).toHaveLength(1)
    },
  )

  test('200 charges at once against a balance for 70: 70 succeed', async () => {
    await issue(node(0), 70 * PRICE + 1)
    const results = await Promise.all(Array.from({ length: 200 }, (_, i) => charge(node(i), PRICE)))
    const left = results.flatMap((result) => (result.charged ? [result.balanceMicroUsd] : []))
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 70 }, (_, i) => i * PRICE + 1))
    expect(results.filter((r) => !r.charged && r.why === 'insufficient')).toHaveLength(130)
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

  test('any sequence of charges leaves what simple arithmetic says', async () => {
    let run = 0
    const amounts = fc.array(fc.integer({ min: 1, max: 1_000 }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3_000 }), amounts, async (start, charges) => {
        const keyHash = (run++).toString(16).padStart(64, '0')
        await issue(node(0), start, keyHash)
        let expected = start
        for (const [i, amount] of charges.entries()) {
          const result = await charge(node(i), amount, keyHash)
          expect(result.charged).toBe(amount <= expected)
          if (result.charged) expected -= amount
        }
        expect(await auditedBalance(node(0), keyHash)).toBe(expected)
      }),
      { numRuns: 15 },
    )
  })
}
