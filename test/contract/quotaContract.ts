import { describe, expect, test } from 'vitest'
import type { Nodes } from './storeContract.ts'

const UNIT = { client: '192.0.2.1', day: '2026-03-01' }

export function describeQuota({ node }: Nodes): void {
  const take = (index: number, change: Partial<typeof UNIT & { limit: number }> = {}) =>
    node(index).quota.take({ ...UNIT, limit: 3, ...change })

  describe('quota', () => {
    test('units are granted up to the limit', async () => {
      expect(await take(0)).toEqual({ granted: true, used: 1 })
      expect(await take(1)).toEqual({ granted: true, used: 2 })
      expect(await take(0)).toEqual({ granted: true, used: 3 })
      expect(await take(1)).toEqual({ granted: false, used: 3 })
    })

    test.each([
      { other: 'another client', change: { client: '192.0.2.2' } },
      { other: 'another day', change: { day: '2026-03-02' } },
      { other: 'a client that differs in case', change: { client: '192.0.2.1A' } },
    ])('$other has a count of its own', async ({ change }) => {
      await take(0, { limit: 1 })
      await take(0, { client: '192.0.2.1a' })
      expect(await take(1, change)).toEqual({ granted: true, used: 1 })
    })

    test.each([0, -1])('a limit of %i grants nothing', async (limit) => {
      expect(await take(0, { limit })).toEqual({ granted: false, used: 0 })
      await take(0)
      expect(await take(1, { limit })).toEqual({ granted: false, used: 1 })
    })

    test('a limit that was lowered refuses and reports what was used', async () => {
      for (const i of [0, 1, 2]) await take(i)
      expect(await take(0, { limit: 2 })).toEqual({ granted: false, used: 3 })
    })

    test('a unit that is given back can be taken again', async () => {
      for (const i of [0, 1, 2]) await take(i)
      await node(1).quota.giveBack(UNIT)
      expect(await take(0)).toEqual({ granted: true, used: 3 })
      expect(await take(0)).toEqual({ granted: false, used: 3 })
    })

    test('giving back what was not taken leaves zero', async () => {
      await node(0).quota.giveBack(UNIT)
      await take(0)
      await node(0).quota.giveBack(UNIT)
      await node(1).quota.giveBack(UNIT)
      expect(await take(0)).toEqual({ granted: true, used: 1 })
    })

    test('a purge forgets the days before and no others', async () => {
      for (const day of ['2025-12-31', '2026-02-28', '2026-03-01', '2026-03-02']) {
        await take(0, { day, limit: 1 })
      }
      await node(1).quota.purge('2026-03-01')
      const granted = async (day: string) => (await take(0, { day, limit: 1 })).granted
      expect(await granted('2025-12-31')).toBe(true)
      expect(await granted('2026-02-28')).toBe(true)
      expect(await granted('2026-03-01')).toBe(false)
      expect(await granted('2026-03-02')).toBe(false)
    })

    test('100 takes at once for a limit of 25: 25 are granted, each with its count', async () => {
      const taken = await Promise.all(Array.from({ length: 100 }, (_, i) => take(i, { limit: 25 })))
      const granted = taken.filter((unit) => unit.granted).map(({ used }) => used)
      expect(granted.sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1))
      expect(taken.every(({ used }) => used <= 25)).toBe(true)
    })

    test('takes and returns at once leave the difference', async () => {
      for (let i = 0; i < 20; i += 1) await take(0, { limit: 1_000 })
      await Promise.all(
        Array.from({ length: 60 }, (_, i) =>
          i % 3 === 0 ? node(i).quota.giveBack(UNIT) : take(i, { limit: 1_000 }),
        ),
      )
      expect(await take(0, { limit: 0 })).toEqual({ granted: false, used: 40 })
    })
  })
}
