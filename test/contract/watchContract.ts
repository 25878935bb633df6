import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Probe } from '../../src/domain/probe.ts'
import type { ReportLink } from '../../src/ports/watch.ts'
import type { Nodes } from './storeContract.ts'

const HOUR_MS = 3_600_000
const DAY = { from: '2024-05-01T00:00:00.000Z', until: '2024-05-02T00:00:00.000Z' }

const due = (minute: number) =>
  `2024-05-01T${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00.000Z`

function probeOf(minute: number, change: Partial<Probe> = {}): Probe {
  const dueAt = due(minute)
  return {
    target: 'search',
    dueAt,
    at: dueAt,
    outcome: 'ok',
    reason: null,
    status: 200,
    latencyMs: 12,
    tlsExpiresAt: null,
    ...change,
  }
}

const linkOf = (number: number, change: Partial<ReportLink> = {}): ReportLink => ({
  target: 'search',
  number,
  windowStart: `2024-05-${String(number).padStart(2, '0')}T00:00:00.000Z`,
  windowEnd: `2024-05-${String(number + 1).padStart(2, '0')}T00:00:00.000Z`,
  attestationHash: `0x${String(number).padStart(64, '0')}`,
  previousHash: number === 1 ? null : `0x${String(number - 1).padStart(64, '0')}`,
  ...change,
})

export function describeWatch({ node }: Nodes): void {
  describe('watch', () => {
    const claim = (n: number, owner: string, minute: number, leaseMs = HOUR_MS) =>
      node(n).watch.claim({ target: 'search', dueAt: due(minute), owner, leaseMs })
    const all = (n = 0, limit = 100) => node(n).watch.probes({ target: 'search', ...DAY, limit })

    test('the time is the same for all nodes, and a time like all others', async () => {
      const times = [await node(0).watch.time(), await node(1).watch.time()]
      for (const at of times) expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect([...times].sort()).toEqual(times)
    })

    test('a probe that is due is for one node', async () => {
      expect(await claim(0, 'a', 1)).toBe(true)
      expect(await claim(1, 'b', 1)).toBe(false)
      expect(await claim(0, 'a', 1)).toBe(false)
      const wanting = Array.from({ length: 20 }, (_, n) => claim(n, `owner-${n}`, 2))
      expect((await Promise.all(wanting)).filter(Boolean)).toHaveLength(1)
    })

    test('an earlier one is nobody’s any more, another target’s is', async () => {
      await claim(0, 'a', 5)
      expect(await claim(1, 'b', 4)).toBe(false)
      const other = { target: 'other', dueAt: due(4), owner: 'b', leaseMs: HOUR_MS }
      expect(await node(1).watch.claim(other)).toBe(true)
    })

    test('one whose node died is free again, one that was saved is not', async () => {
      expect(await claim(0, 'dead', 1, 1)).toBe(true)
      await sleep(20)
      expect(await claim(1, 'b', 1, 1)).toBe(true)
      await node(1).watch.save(probeOf(1))
      await sleep(20)
      expect(await claim(0, 'a', 1)).toBe(false)
    })

    test('a claim far ahead of the clock keeps nobody out', async () => {
      const mistaken = { target: 'search', dueAt: '2999-01-01T00:00:00.000Z', owner: 'a' }
      expect(await node(0).watch.claim({ ...mistaken, leaseMs: HOUR_MS })).toBe(true)
      expect(await claim(1, 'b', 1)).toBe(true)
    })

    test('what was saved comes back, in the order in which it was due', async () => {
      const failed = probeOf(3, {
        at: '2024-05-01T00:03:02.500Z',
        outcome: 'failed',
        reason: 'timeout',
        status: null,
        latencyMs: null,
        tlsExpiresAt: '2025-01-01T00:00:00.000Z',
      })
      for (const probe of [failed, probeOf(1), probeOf(2)]) {
        expect(await node(0).watch.save(probe)).toBe(true)
      }
      expect(await all(1)).toEqual([probeOf(1), probeOf(2), failed])
      expect(await all(1, 2)).toEqual([probeOf(1), probeOf(2)])
      const page = { target: 'search', ...DAY, limit: 5 }
      expect(await node(1).watch.probes({ ...page, after: due(1) })).toEqual([probeOf(2), failed])
      expect(await node(1).watch.probes({ ...page, from: due(2), until: due(3) })).toEqual([
        probeOf(2),
      ])
      expect(await node(1).watch.probes({ ...page, target: 'none' })).toEqual([])
    })

    test('one probe is one row and counts once, however many save it', async () => {
      const other = probeOf(1, { outcome: 'failed', reason: 'status', status: 500 })
      const saves = [0, 1, 2, 3].map((n) => node(n).watch.save(n === 3 ? other : probeOf(1)))
      expect((await Promise.all(saves)).filter(Boolean)).toHaveLength(1)
      expect(await all()).toHaveLength(1)
      expect(await node(0).watch.target('search')).toEqual({
        target: 'search',
        probes: 1,
        closedUntil: null,
      })
    })

    test('days are summed by outcome', async () => {
      await node(0).watch.save(probeOf(1))
      await node(1).watch.save(probeOf(2))
      await node(0).watch.save(probeOf(3, { outcome: 'degraded', reason: 'slow' }))
      await node(1).watch.save(probeOf(4, { outcome: 'not_measured', reason: 'network' }))
      const next = { dueAt: '2024-05-02T00:00:00.000Z', outcome: 'failed', reason: 'body' } as const
      await node(0).watch.save(probeOf(0, next))
      const tally = (from: string, to: string) =>
        node(1).watch.tally({ target: 'search', from, to })
      const first = { ok: 2, degraded: 1, failed: 0, not_measured: 1 }
      expect(await tally('2024-05-01', '2024-05-01')).toEqual(first)
      expect(await tally('2024-04-01', '2024-05-02')).toEqual({ ...first, failed: 1 })
      expect(await tally('2024-05-03', '2024-05-09')).toEqual({
        ok: 0,
        degraded: 0,
        failed: 0,
        not_measured: 0,
      })
    })

    test('a closed window takes no probe any more', async () => {
      await node(0).watch.save(probeOf(1))
      await node(0).watch.close({ target: 'search', until: DAY.until })
      await node(1).watch.close({ target: 'search', until: DAY.from })
      expect(await node(1).watch.save(probeOf(2))).toBe(false)
      expect(await node(1).watch.save(probeOf(0, { dueAt: DAY.until }))).toBe(true)
      expect(await all()).toHaveLength(1)
      expect((await node(0).watch.target('search'))?.closedUntil).toBe(DAY.until)
    })

    test('reports are listed the newest first; a number or a window has one', async () => {
      await node(0).watch.save(probeOf(1))
      for (const number of [1, 2, 3]) {
        expect(await node(number).watch.saveReport(linkOf(number))).toBe(true)
      }
      expect(await node(0).watch.saveReport(linkOf(3))).toBe(false)
      const again = linkOf(4, { windowStart: linkOf(2).windowStart })
      expect(await node(1).watch.saveReport(again)).toBe(false)
      const list = (limit: number, beforeNumber?: number) =>
        node(1).watch.reports({
          target: 'search',
          limit,
          ...(beforeNumber === undefined ? {} : { beforeNumber }),
        })
      expect(await list(10)).toEqual([linkOf(3), linkOf(2), linkOf(1)])
      expect(await list(1)).toEqual([linkOf(3)])
      expect(await list(10, 3)).toEqual([linkOf(2), linkOf(1)])
      expect(await node(0).watch.reports({ target: 'other', limit: 10 })).toEqual([])
    })

    test('purging removes what is old and closed, so much at a time; sums stay', async () => {
      for (const minute of [1, 2, 3, 4]) await node(0).watch.save(probeOf(minute))
      const purge = (before: string, limit = 10) => node(1).watch.purge({ before, limit })
      expect(await purge(DAY.until)).toBe(0)
      await node(0).watch.close({ target: 'search', until: due(4) })
      expect(await purge(due(4), 2)).toBe(2)
      expect(await purge(DAY.until)).toBe(1)
      expect(await all()).toEqual([probeOf(4)])
      const days = { target: 'search', from: '2024-05-01', to: '2024-05-01' }
      expect((await node(0).watch.tally(days)).ok).toBe(4)
    })
  })
}
