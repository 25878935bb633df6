import { describe, expect, test } from 'vitest'
import { sharedWork } from '../../src/ingest/sharedWork.ts'
import type { LeaseStore } from '../../src/ports/store.ts'

/**
 * Leases in memory; the contract suite holds the real ones to the same behaviour. Their clock stands
 * unless the test moves it, so that a busy machine ends no lease.
 */
function memoryLeases() {
  const held = new Map<string, { owner: string; endsMs: number }>()
  let nowMs = 0
  const leases: LeaseStore = {
    async take({ key, owner, leaseMs }) {
      const current = held.get(key)
      if (current && current.owner !== owner && current.endsMs > nowMs) return false
      held.set(key, { owner, endsMs: nowMs + leaseMs })
      return true
    },
    async giveUp({ key, owner }) {
      if (held.get(key)?.owner === owner) held.delete(key)
    },
    sweep: async () => 0,
  }
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { ...leases, held, pass }
}

const TIMES = { leaseMs: 300, pollMs: 5 }
const forever = () => new AbortController().signal

describe('sharedWork', () => {
  test('of two nodes one works, and the other takes what it made', async () => {
    const leases = memoryLeases()
    let made: string | null = null
    let runs = 0
    const work = async () => {
      runs += 1
      await new Promise((resolve) => setTimeout(resolve, 30))
      made = 'made'
      return 'made'
    }
    const nodes = ['a', 'b', 'c'].map((owner) => sharedWork({ leases, owner, ...TIMES }))
    const results = await Promise.all(
      nodes.map((node) => node('k', async () => made, work, forever())),
    )
    expect(results).toEqual(['made', 'made', 'made'])
    expect(runs).toBe(1)
    expect(leases.held.size).toBe(0)
  })

  test('work that fails frees the lease, and the next node tries', async () => {
    const leases = memoryLeases()
    const a = sharedWork({ leases, owner: 'a', ...TIMES })
    const b = sharedWork({ leases, owner: 'b', ...TIMES })
    const none = async () => null
    const failing = a('k', none, () => Promise.reject(new Error('down')), forever())
    await expect(failing).rejects.toThrow('down')
    expect(await b('k', none, async () => 'up', forever())).toBe('up')
  })

  test('a node that died is followed when its time is over', async () => {
    const leases = memoryLeases()
    leases.held.set('k', { owner: 'dead', endsMs: 60 })
    const b = sharedWork({ leases, owner: 'b', ...TIMES })
    expect(
      await b(
        'k',
        async () => {
          leases.pass(20)
          return null
        },
        async () => 'done',
        forever(),
      ),
    ).toBe('done')
  })

  test('a lease is renewed while the work goes on', async () => {
    const leases = memoryLeases()
    let renewed = () => {}
    const renewing: LeaseStore = {
      ...leases,
      async take(lease) {
        const isTaken = await leases.take(lease)
        renewed()
        return isTaken
      },
    }
    const a = sharedWork({ leases: renewing, owner: 'a', ...TIMES, leaseMs: 60 })
    const b = sharedWork({ leases, owner: 'b', ...TIMES, leaseMs: 60 })
    let made: string | null = null
    const slow = a(
      'k',
      async () => made,
      async () => {
        // Four times most of a lease: it would be over by the second, were it not renewed.
        for (let times = 0; times < 4; times += 1) {
          await new Promise<void>((resolve) => {
            renewed = resolve
          })
          leases.pass(40)
        }
        made = 'by a'
        return made
      },
      forever(),
    )
    const other = b(
      'k',
      async () => made,
      async () => 'by b',
      forever(),
    )
    expect(await Promise.all([slow, other])).toEqual(['by a', 'by a'])
  })

  test('a renewal under way when the work ends does not outlive the lease', async () => {
    const leases = memoryLeases()
    let takes = 0
    let onRenewal = () => {}
    const isRenewing = new Promise<void>((resolve) => {
      onRenewal = resolve
    })
    const slow: LeaseStore = {
      ...leases,
      async take(lease) {
        takes += 1
        if (takes > 1) {
          onRenewal()
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
        return leases.take(lease)
      },
    }
    const a = sharedWork({ leases: slow, owner: 'a', ...TIMES, leaseMs: 15 })
    await a(
      'k',
      async () => null,
      () => isRenewing,
      forever(),
    )
    expect(leases.held.size).toBe(0)
    // One renewal at a time, however slow it is.
    expect(takes).toBe(2)
    await new Promise((resolve) => setTimeout(resolve, 80))
    expect(leases.held.size).toBe(0)
  })

  test('whoever gives up stops waiting', async () => {
    const leases = memoryLeases()
    leases.held.set('k', { owner: 'x', endsMs: Number.POSITIVE_INFINITY })
    const controller = new AbortController()
    const b = sharedWork({ leases, owner: 'b', ...TIMES })
    const waiting = b(
      'k',
      async () => null,
      async () => 'done',
      controller.signal,
    )
    controller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
  })
})
