import { describe, expect, test } from 'vitest'
import { AT, LATER, type Nodes } from './storeContract.ts'

const addressOf = (digit: string) => `0x${digit.repeat(40)}`
const LATEST = '2026-03-03T12:00:00.000Z'

export function describeVerifiers({ node }: Nodes): void {
  describe('verifiers', () => {
    test('nothing is published at first', async () => {
      expect(await node(0).verifiers.list()).toEqual([])
    })

    test('publishing the current key again changes nothing', async () => {
      await node(0).verifiers.publish(addressOf('a'), AT)
      await node(1).verifiers.publish(addressOf('a'), LATER)
      expect(await node(0).verifiers.list()).toEqual([
        { address: addressOf('a'), validFrom: AT, validUntil: null },
      ])
    })

    test('a new key ends the validity of the one before', async () => {
      await node(0).verifiers.publish(addressOf('a'), AT)
      await node(1).verifiers.publish(addressOf('b'), LATER)
      expect(await node(0).verifiers.list()).toEqual([
        { address: addressOf('a'), validFrom: AT, validUntil: LATER },
        { address: addressOf('b'), validFrom: LATER, validUntil: null },
      ])
    })

    test('a retired key that returns is current and keeps its first day', async () => {
      await node(0).verifiers.publish(addressOf('a'), AT)
      await node(0).verifiers.publish(addressOf('b'), LATER)
      await node(1).verifiers.publish(addressOf('a'), LATEST)
      expect(await node(0).verifiers.list()).toEqual([
        { address: addressOf('a'), validFrom: AT, validUntil: null },
        { address: addressOf('b'), validFrom: LATER, validUntil: LATEST },
      ])
    })

    test('a clock that is behind does not end a key before its beginning', async () => {
      await node(0).verifiers.publish(addressOf('a'), LATER)
      await node(1).verifiers.publish(addressOf('b'), AT)
      const first = (await node(0).verifiers.list()).find((key) => key.address === addressOf('a'))
      expect(first).toEqual({ address: addressOf('a'), validFrom: LATER, validUntil: LATER })
    })

    test.each([`0x${'A'.repeat(40)}`, '0xabc', ''])(
      'an address like %j is refused',
      async (bad) => {
        await expect(node(0).verifiers.publish(bad, AT)).rejects.toThrow(/constraint/)
        expect(await node(0).verifiers.list()).toEqual([])
      },
    )

    test('keys that are published at once: all are listed, one is current', async () => {
      const digits = [...'0123456789abcdef']
      await Promise.all(digits.map((digit, i) => node(i).verifiers.publish(addressOf(digit), AT)))
      const listed = await node(0).verifiers.list()
      expect(listed).toHaveLength(digits.length)
      expect(listed.filter(({ validUntil }) => validUntil === null)).toHaveLength(1)
    })
  })
}
