import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { sharedWork } from '../../src/ingest/sharedWork.ts'
import type { LeaseStore } from '../../src/ports/store.ts'
import type { Nodes } from './storeContract.ts'

const KEY = 'ingest:npm:@!-!/-'
const HOUR_MS = 3_600_000

const lease = (owner: string, leaseMs = HOUR_MS, key = KEY) => ({ key, owner, leaseMs })

/** Moves the clock of this process, on which the store must not look. */
function setNodeClock(at: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) })
}

export function describeLeases({ node }: Nodes): void {
  describe('leases', () => {
    afterEach(() => {
      vi.useRealTimers()
    })

    /** Takes a lease that is over as soon as the clock of the store has moved on. */
    async function takeForAMoment(owner: string, key = KEY): Promise<void> {
      expect(await node(0).leases.take(lease(owner, 1, key))).toBe(true)
      await sleep(20)
    }

    test('a free one can be taken, a taken one cannot', async () => {
      expect(await node(0).leases.take(lease('a'))).toBe(true)
      expect(await node(1).leases.take(lease('b'))).toBe(false)
    })

    test('the holder may take it again, which makes it last longer', async () => {
      await takeForAMoment('a')
      expect(await node(0).leases.take(lease('a'))).toBe(true)
      expect(await node(1).leases.take(lease('b'))).toBe(false)
    })

    test('one whose time is over belongs to nobody', async () => {
      await takeForAMoment('a')
      expect(await node(1).leases.take(lease('b'))).toBe(true)
      expect(await node(0).leases.take(lease('a'))).toBe(false)
    })

    test.each([
      ['behind', '2001-01-01T00:00:00Z', '2026-03-01T12:00:00Z'],
      ['ahead', '2099-01-01T00:00:00Z', '2026-03-01T12:00:00Z'],
      ['behind the other’s', '2026-03-01T12:00:00Z', '2099-01-01T00:00:00Z'],
    ])('a node whose clock is %s gets no more and no less', async (_, holders, others) => {
      setNodeClock(holders)
      expect(await node(0).leases.take(lease('a'))).toBe(true)
      setNodeClock(others)
      expect(await node(1).leases.take(lease('b'))).toBe(false)
      expect(await node(1).leases.sweep({ leaseMs: HOUR_MS, limit: 10 })).toBe(0)
      setNodeClock(holders)
      expect(await node(0).leases.take(lease('a', 1))).toBe(true)
      await sleep(20)
      setNodeClock(others)
      expect(await node(1).leases.take(lease('b'))).toBe(true)
    })

    test('one that ends further ahead than any can is over', async () => {
      await node(0).leases.take(lease('a', 2 * HOUR_MS))
      expect(await node(1).leases.take(lease('b', 1.5 * HOUR_MS))).toBe(false)
      expect(await node(1).leases.take(lease('b', HOUR_MS / 2))).toBe(true)
    })

    test('giving up ends our own lease and nobody else’s', async () => {
      await node(0).leases.take(lease('a'))
      await node(1).leases.giveUp({ key: KEY, owner: 'b' })
      expect(await node(1).leases.take(lease('b'))).toBe(false)
      await node(0).leases.giveUp({ key: KEY, owner: 'a' })
      expect(await node(1).leases.take(lease('b'))).toBe(true)
    })

    test('of many who want it at once, one has it', async () => {
      const wanting = Array.from({ length: 30 }, (_, n) => node(n).leases.take(lease(`owner-${n}`)))
      expect((await Promise.all(wanting)).filter(Boolean)).toHaveLength(1)
    })

    test('work that takes longer than a lease keeps it, and whoever waits takes what it made', async () => {
      const times = { leaseMs: 1_500, pollMs: 50 }
      let renewals = 0
      const counted: LeaseStore = {
        ...node(0).leases,
        async take(of) {
          const isOurs = await node(0).leases.take(of)
          if (isOurs) renewals += 1
          return isOurs
        },
      }
      const [one, other] = [
        sharedWork({ leases: counted, owner: 'a', ...times }),
        sharedWork({ leases: node(1).leases, owner: 'b', ...times }),
      ]
      let made: string | null = null
      let isBegun = () => {}
      const begun = new Promise<void>((resolve) => {
        isBegun = resolve
      })
      const { signal } = new AbortController()
      const isDone = async () => made
      const slow = one(KEY, isDone, () => lasting(), signal)
      async function lasting(): Promise<string> {
        isBegun()
        // The first take and four more: two seconds, in which the lease would be over.
        while (renewals < 5) await sleep(20)
        made = 'by a'
        return made
      }
      await begun
      const waiting = other(KEY, isDone, async () => 'by b', signal)
      expect(await Promise.all([slow, waiting])).toEqual(['by a', 'by a'])
      expect(await node(1).leases.take(lease('c'))).toBe(true)
    })

    test('sweeping removes those that are over, so many at a time, and no other', async () => {
      for (const key of ['one', 'two']) await takeForAMoment('dead', key)
      await node(0).leases.take(lease('dead', 24 * HOUR_MS, 'far ahead'))
      await node(0).leases.take(lease('alive', HOUR_MS, 'held'))
      const sweep = (limit: number) => node(1).leases.sweep({ leaseMs: HOUR_MS, limit })
      expect(await sweep(2)).toBe(2)
      expect(await sweep(10)).toBe(1)
      expect(await sweep(10)).toBe(0)
      expect(await node(1).leases.take(lease('b', HOUR_MS, 'held'))).toBe(false)
    })
  })
}
