import { describe, expect, test } from 'vitest'
import { AT, LATER, type Nodes } from './storeContract.ts'

const lease = (owner: string, now: string, expiresAt: string) => ({
  key: 'ingest:npm:@!-!/-',
  owner,
  now,
  expiresAt,
})
const SOON = '2026-03-01T12:00:15.000Z'

export function describeLeases({ node }: Nodes): void {
  describe('leases', () => {
    test('a free one can be taken, a taken one cannot', async () => {
      expect(await node(0).leases.take(lease('a', AT, SOON))).toBe(true)
      expect(await node(1).leases.take(lease('b', AT, SOON))).toBe(false)
    })

    test('the holder may take it again, which makes it last longer', async () => {
      await node(0).leases.take(lease('a', AT, SOON))
      expect(await node(0).leases.take(lease('a', AT, LATER))).toBe(true)
      expect(await node(1).leases.take(lease('b', SOON, LATER))).toBe(false)
    })

    test('one whose time is over belongs to nobody', async () => {
      await node(0).leases.take(lease('a', AT, SOON))
      expect(await node(1).leases.take(lease('b', SOON, LATER))).toBe(true)
      expect(await node(0).leases.take(lease('a', SOON, LATER))).toBe(false)
    })

    test('giving up ends our own lease and nobody else’s', async () => {
      await node(0).leases.take(lease('a', AT, SOON))
      await node(1).leases.giveUp({ key: 'ingest:npm:@!-!/-', owner: 'b' })
      expect(await node(1).leases.take(lease('b', AT, SOON))).toBe(false)
      await node(0).leases.giveUp({ key: 'ingest:npm:@!-!/-', owner: 'a' })
      expect(await node(1).leases.take(lease('b', AT, SOON))).toBe(true)
    })

    test('of many who want it at once, one has it', async () => {
      const wanting = Array.from({ length: 30 }, (_, n) =>
        node(n).leases.take(lease(`owner-${n}`, AT, SOON)),
      )
      expect((await Promise.all(wanting)).filter(Boolean)).toHaveLength(1)
    })
  })
}
