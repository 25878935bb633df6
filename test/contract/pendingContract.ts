import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { PendingReply } from '../../src/ports/pending.ts'
import type { Nodes } from './storeContract.ts'

const HOUR_MS = 3_600_000
const REPLY: PendingReply = {
  status: 200,
  contentType: 'application/json',
  headers: { link: '<https://assay.example/docs>; rel="help"' },
  body: Buffer.from('{"exists":true,"of":"ä"}'),
  isFree: false,
}

const idOf = (n: number) => String(n).padStart(64, 'a')

const question = (n: number, change: object = {}) => ({
  id: idOf(n),
  route: 'POST /v1/diff',
  requestSha256: 'b'.repeat(64),
  client: '192.0.2.1',
  leaseMs: HOUR_MS,
  keepMs: HOUR_MS,
  clientMax: 2,
  totalMax: 10,
  bytesMax: 1_000_000,
  ...change,
})

export function describePending({ node }: Nodes): void {
  const add = (n: number, change: object = {}) => node(n).pending.add(question(n, change))
  const end = (n: number, reply: Partial<PendingReply> = {}, keepMs = HOUR_MS) =>
    node(n).pending.end({ id: idOf(n), reply: { ...REPLY, ...reply }, keepMs })
  /** Until the clock of the store has moved on. */
  const aMoment = () => sleep(20)

  describe('pending questions', () => {
    test('one that is worked on is known to every node', async () => {
      expect(await add(0)).toBe(true)
      expect(await node(1).pending.find(idOf(0))).toEqual({
        route: 'POST /v1/diff',
        requestSha256: 'b'.repeat(64),
        reply: null,
        isWorkedOn: true,
        isFetched: false,
      })
      expect(await node(1).pending.find(idOf(1))).toBeNull()
    })

    test('the first reply stands, byte for byte', async () => {
      await add(0)
      await end(0)
      await end(0, { status: 503, body: Buffer.from('late') })
      const found = await node(1).pending.find(idOf(0))
      expect(found).toMatchObject({ isWorkedOn: false, isFetched: false })
      expect(found?.reply).toMatchObject({ ...REPLY, body: expect.anything() })
      expect(Buffer.from(found?.reply?.body ?? []).toString()).toBe('{"exists":true,"of":"ä"}')
    })

    test('a reply that nobody pays for stays one', async () => {
      await add(0)
      await end(0, { isFree: true })
      expect((await node(1).pending.find(idOf(0)))?.reply?.isFree).toBe(true)
    })

    test('one whose node says nothing any more is not worked on, until it speaks again', async () => {
      await add(0, { leaseMs: 1 })
      await aMoment()
      expect(await node(1).pending.find(idOf(0))).toMatchObject({ isWorkedOn: false, reply: null })
      await node(0).pending.renew({ id: idOf(0), leaseMs: HOUR_MS, keepMs: HOUR_MS })
      expect(await node(1).pending.find(idOf(0))).toMatchObject({ isWorkedOn: true })
      await node(0).pending.giveUp(idOf(0))
      expect(await node(1).pending.find(idOf(0))).toMatchObject({ isWorkedOn: false })
    })

    test.each(['before its answer', 'with its answer'])(
      'one that is over, %s, is none',
      async (at) => {
        await add(0, { keepMs: at === 'before its answer' ? 1 : HOUR_MS })
        if (at === 'with its answer') await end(0, {}, 1)
        await aMoment()
        expect(await node(1).pending.find(idOf(0))).toBeNull()
      },
    )

    test('a renewal after the end changes nothing', async () => {
      await add(0)
      await end(0, {}, 1)
      await node(0).pending.renew({ id: idOf(0), leaseMs: HOUR_MS, keepMs: HOUR_MS })
      await aMoment()
      expect(await node(1).pending.find(idOf(0))).toBeNull()
    })

    test('a caller has so many and no more, on all nodes together', async () => {
      expect([await add(0), await add(1), await add(2)]).toEqual([true, true, false])
      expect(await add(3, { client: '192.0.2.2' })).toBe(true)
      expect(await node(0).pending.find(idOf(2))).toBeNull()
    })

    test.each<[string, (nth: number) => Promise<unknown>]>([
      ['was fetched', (n) => end(n).then(() => node(1).pending.markFetched(idOf(n)))],
      ['failed', (n) => end(n, { status: 503 })],
      ['was given up', (n) => node(0).pending.giveUp(idOf(n))],
    ])('one that %s no longer counts to its caller’s share', async (_, change) => {
      await add(0)
      await add(1)
      await change(0)
      expect([await add(2), await add(3)]).toEqual([true, false])
    })

    test('an answer that nobody fetches counts until it is over', async () => {
      await add(0)
      await add(1)
      await end(0)
      await end(1)
      expect(await add(2)).toBe(false)
    })

    test('all callers together have so many and no more', async () => {
      const added = [0, 1, 2, 3].map((n) => ({ client: `192.0.2.${n}`, totalMax: 3, n }))
      const results: boolean[] = []
      for (const { n, ...change } of added) results.push(await add(n, change))
      expect(results).toEqual([true, true, true, false])
    })

    test('their answers take so much room and no more', async () => {
      await add(0)
      await end(0)
      const bytesMax = REPLY.body.length
      expect(await add(1, { bytesMax })).toBe(false)
      expect(await add(2, { bytesMax: bytesMax + 1 })).toBe(true)
    })

    test('what was fetched is marked', async () => {
      await add(0)
      await end(0)
      await node(1).pending.markFetched(idOf(0))
      expect(await node(0).pending.find(idOf(0))).toMatchObject({ isFetched: true })
    })

    test('sweeping removes what is over and nothing else', async () => {
      await add(0, { keepMs: 1 })
      await add(1, { client: '192.0.2.2' })
      await aMoment()
      await node(1).pending.sweep({ limit: 10 })
      // An id that is free again was removed.
      expect(await add(0)).toBe(true)
      expect(await node(0).pending.find(idOf(1))).not.toBeNull()
    })
  })
}
