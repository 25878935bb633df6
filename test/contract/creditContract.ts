import { describe, expect, test } from 'vitest'
import { creditAccount, ISSUED_ACCOUNT, keyOwner } from '../../src/domain/accounts.ts'
import type { Store } from '../../src/ports/store.ts'
import { AT, LATER, type Nodes } from './storeContract.ts'

export const KEY = 'c'.repeat(64)

export async function issue(store: Store, balanceMicroUsd: number, keyHash = KEY): Promise<void> {
  await store.credits.issue({ keyHash, label: 'a label', balanceMicroUsd, at: AT })
}

/** The balance, after checking that every rule of the ledger holds. */
export async function auditedBalance(store: Store, keyHash = KEY): Promise<number | undefined> {
  expect((await store.ledger.check({ graceMs: 0 })).violations).toEqual([])
  return (await store.credits.load(keyHash))?.balanceMicroUsd
}

export function describeCredits({ node }: Nodes): void {
  describe('credits', () => {
    test('a key that was issued has its balance and one entry', async () => {
      await issue(node(0), 5_000_000)
      expect(await node(1).credits.load(KEY)).toEqual({
        keyHash: KEY,
        label: 'a label',
        balanceMicroUsd: 5_000_000,
        heldMicroUsd: 0,
        issuedAt: AT,
        revokedAt: null,
      })
      expect(await node(1).credits.ledger(KEY, 10)).toEqual([
        {
          owner: keyOwner(KEY),
          seq: 1,
          from: ISSUED_ACCOUNT,
          to: creditAccount(KEY),
          amountMicroUsd: 5_000_000,
          reason: 'issued',
          chargeId: null,
          at: AT,
        },
      ])
      expect(await auditedBalance(node(0))).toBe(5_000_000)
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

    test('20 top-ups at once all count; a key that is revoked or unknown takes none', async () => {
      await issue(node(0), 10)
      const topUp = (i: number) =>
        node(i).credits.topUp({ keyHash: KEY, amountMicroUsd: 5, at: LATER })
      await Promise.all(Array.from({ length: 20 }, (_, i) => topUp(i)))
      expect(await auditedBalance(node(0))).toBe(110)
      await node(0).credits.revoke(KEY, LATER)
      expect(await topUp(1)).toBeNull()
      const unknown = { keyHash: 'd'.repeat(64), amountMicroUsd: 5, at: LATER }
      expect(await node(0).credits.topUp(unknown)).toBeNull()
      expect(await auditedBalance(node(0))).toBe(110)
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

    test('the ledger gives the newest entries first, and page by page all of them', async () => {
      await issue(node(0), 100)
      await issue(node(1), 7, 'a'.repeat(64))
      for (const amountMicroUsd of [1, 2, 3]) {
        await node(amountMicroUsd).credits.topUp({ keyHash: KEY, amountMicroUsd, at: LATER })
      }
      const newest = await node(0).credits.ledger(KEY, 2)
      expect(newest.map(({ amountMicroUsd }) => amountMicroUsd)).toEqual([3, 2])
      const first = await node(0).ledger.page({ owner: '', seq: 0 }, 3)
      const last = first.at(-1) ?? { owner: '', seq: 0 }
      const all = [...first, ...(await node(1).ledger.page(last, 3))]
      expect(all.map(({ amountMicroUsd }) => amountMicroUsd)).toEqual([7, 100, 1, 2, 3])
    })

    test.each([0, -1, -0, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
      'an amount of %d is refused',
      async (amount) => {
        await expect(issue(node(0), amount)).rejects.toThrow('positive whole number')
        expect(await node(0).credits.list()).toHaveLength(0)
      },
    )
  })
}
