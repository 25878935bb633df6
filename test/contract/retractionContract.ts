import { describe, expect, test } from 'vitest'
import { AT, LATER, type Nodes } from './storeContract.ts'

function retractionOf(digit: string) {
  return {
    attestationHash: `0x${digit.repeat(64)}`,
    type: 'assay.symbol_exists/1',
    reason: `python/2 finds: caf\u00e9 ${digit} exists`,
    foundBy: 'python/2',
    retractedAt: AT,
  }
}

export function describeRetractions({ node }: Nodes): void {
  describe('retractions', () => {
    test('what was saved is loaded and listed, numbered in order', async () => {
      expect(await node(0).retractions.save(retractionOf('b'))).toBe(true)
      expect(await node(1).retractions.save(retractionOf('a'))).toBe(true)
      const first = { ...retractionOf('b'), seq: 1 }
      const second = { ...retractionOf('a'), seq: 2 }
      expect(await node(1).retractions.load(first.attestationHash)).toEqual(first)
      const list = (afterSeq: number, limit: number) =>
        node(0).retractions.list({ afterSeq, limit })
      expect(await list(0, 10)).toEqual([first, second])
      expect(await list(0, 1)).toEqual([first])
      expect(await list(1, 10)).toEqual([second])
      expect(await list(2, 10)).toEqual([])
    })

    test('the first reason stands', async () => {
      await node(0).retractions.save(retractionOf('a'))
      const again = { ...retractionOf('a'), reason: 'another', retractedAt: LATER }
      expect(await node(1).retractions.save(again)).toBe(false)
      expect(await node(0).retractions.load(again.attestationHash)).toMatchObject({
        reason: retractionOf('a').reason,
      })
    })

    test('many at once leave no gap', async () => {
      const digits = [...'0123456789abcdef']
      await Promise.all(digits.map((digit, i) => node(i).retractions.save(retractionOf(digit))))
      const listed = await node(0).retractions.list({ afterSeq: 0, limit: 100 })
      expect(listed.map(({ seq }) => seq)).toEqual(digits.map((_, i) => i + 1))
    })

    test.each([`0x${'a'.repeat(64)}`, '', 'a\0', '\ud800'])('nothing under %j', async (hash) => {
      await node(0).retractions.save(retractionOf('b'))
      expect(await node(0).retractions.load(hash)).toBeNull()
    })
  })
}
