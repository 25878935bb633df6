import { describe, expect, test } from 'vitest'
import type { SignedAnswer } from '../../src/ports/store.ts'
import { AT, type Nodes } from './storeContract.ts'

function answerOf(number: number): SignedAnswer {
  return {
    attestationHash: `0x${String(number).padStart(64, '0')}`,
    type: 'assay.package_exists/1',
    verdict: 'exists',
    attestation: `{"question":{"package":"caf\u00e9 ${number}"}}`,
    signature: `0x${'1'.repeat(130)}`,
    answer: '{}',
    signedAt: AT,
  }
}

function retractionOf(number: number) {
  const { attestationHash, type } = answerOf(number)
  return { attestationHash, type, reason: 'wrong', foundBy: 'python/2', retractedAt: AT }
}

const tileOf = (width: number, byte: number) => new Uint8Array(32 * width).fill(byte)

export function describeLog({ node }: Nodes): void {
  describe('log', () => {
    test('answers have indexes without gaps, one each, whoever saves them how often', async () => {
      const numbers = Array.from({ length: 60 }, (_, i) => i % 20)
      const given = await Promise.all(
        numbers.map((number, i) => node(i).answers.save(answerOf(number), 'open')),
      )
      expect(new Set(given)).toEqual(new Set(Array.from({ length: 20 }, (_, i) => i)))
      for (const [i, number] of numbers.entries()) expect(given[i]).toBe(given[number])
      expect(await node(1).log.head()).toMatchObject({ size: 20, integrated: 0, checkpoint: null })
    })

    test('an answer that cannot be saved takes no index', async () => {
      const short = { ...answerOf(1), attestationHash: '0x1' }
      await expect(node(0).answers.save(short, 'open')).rejects.toThrow(/constraint/)
      expect(await node(1).answers.save(answerOf(2), 'open')).toBe(0)
    })

    test('the form that an answer was first saved in stands', async () => {
      await node(0).answers.save(answerOf(1), 'sealed')
      await node(1).answers.save(answerOf(1), 'open')
      expect(await node(0).log.find(answerOf(1).attestationHash)).toEqual({
        index: 0,
        form: 'sealed',
        attestation: answerOf(1).attestation,
        signature: answerOf(1).signature,
      })
    })

    test.each([answerOf(7).attestationHash, '', 'a\0', '\ud800'])(
      'nothing is at %j',
      async (hash) => {
        await node(0).answers.save(answerOf(1), 'open')
        expect(await node(1).log.find(hash)).toBeNull()
      },
    )

    test('retractions are given their index later, after the answers', async () => {
      await node(0).answers.save(answerOf(1), 'open')
      await node(0).retractions.save(retractionOf(1))
      await node(1).answers.save(answerOf(2), 'open')
      const adopted = await Promise.all([0, 1, 2, 3].map((i) => node(i).log.adopt(10)))
      expect(adopted.toSorted()).toEqual([0, 0, 0, 1])
      expect(await node(0).answers.save(answerOf(3), 'sealed')).toBe(3)
      const rows = await node(1).log.rows({ from: 0, limit: 10 })
      expect(rows.map((row) => ('retraction' in row ? row.retraction : row.form))).toEqual([
        'open',
        'open',
        { ...retractionOf(1), seq: 1 },
        'sealed',
      ])
    })

    test('many retractions are given their indexes some at a time', async () => {
      for (let number = 1; number <= 5; number += 1) {
        await node(number).retractions.save(retractionOf(number))
      }
      expect(await node(0).log.adopt(2)).toBe(2)
      expect(await node(1).log.adopt(2)).toBe(2)
      expect(await node(0).log.adopt(2)).toBe(1)
      expect(await node(1).log.adopt(2)).toBe(0)
      const rows = await node(0).log.rows({ from: 0, limit: 10 })
      expect(rows.map((row) => ('retraction' in row ? row.retraction.seq : null))).toEqual([
        1, 2, 3, 4, 5,
      ])
    })

    test('rows come a page at a time', async () => {
      for (let number = 0; number < 5; number += 1) {
        await node(number).answers.save(answerOf(number), 'open')
      }
      const page = async (from: number, limit: number) =>
        (await node(1).log.rows({ from, limit })).map(({ index }) => index)
      expect(await page(0, 3)).toEqual([0, 1, 2])
      expect(await page(3, 3)).toEqual([3, 4])
      expect(await page(5, 3)).toEqual([])
    })

    test('the log moves on from the size that it has, and from no other', async () => {
      const step = { from: 0, size: 3, checkpoint: 'three', tiles: [] }
      expect(await node(0).log.publish(step)).toBe(true)
      expect(await node(1).log.publish(step)).toBe(false)
      const other = { ...step, size: 2, tiles: [{ level: 0, index: 0, bytes: tileOf(2, 1) }] }
      expect(await node(1).log.publish(other)).toBe(false)
      expect(await node(1).log.tiles([{ level: 0, index: 0 }])).toEqual([null])
      expect(await node(0).log.head()).toMatchObject({ integrated: 3, checkpoint: 'three' })
    })

    test('of many who move the log on at once one does', async () => {
      const moved = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          node(i).log.publish({ from: 0, size: i + 1, checkpoint: `${i + 1}`, tiles: [] }),
        ),
      )
      expect(moved.filter((isMoved) => isMoved)).toHaveLength(1)
      const { integrated, checkpoint } = await node(0).log.head()
      expect(checkpoint).toBe(String(integrated))
      expect(moved[integrated - 1]).toBe(true)
    })

    test('a tile gets wider, and neither narrower nor another one of its width', async () => {
      const places = [
        { level: 1, index: 0 },
        { level: 0, index: 7 },
      ]
      const publish = async (from: number, bytes: Uint8Array) => {
        const tiles = [{ level: 0, index: 7, bytes }]
        await node(from).log.publish({ from, size: from + 1, checkpoint: 'x', tiles })
        const [none, tile] = await node(from + 1).log.tiles(places)
        expect(none).toBeNull()
        return Uint8Array.from(tile ?? [])
      }
      expect(await publish(0, tileOf(1, 1))).toEqual(tileOf(1, 1))
      expect(await publish(1, tileOf(3, 2))).toEqual(tileOf(3, 2))
      expect(await publish(2, tileOf(2, 3))).toEqual(tileOf(3, 2))
      expect(await publish(3, tileOf(256, 4))).toEqual(tileOf(256, 4))
      expect(await publish(4, tileOf(256, 5))).toEqual(tileOf(256, 4))
    })

    test('origin and key are those that were given first', async () => {
      expect(await node(0).log.identity()).toBeNull()
      const bound = await Promise.all(
        Array.from({ length: 6 }, (_, i) => node(i).log.bind({ origin: `log/${i}`, key: `${i}` })),
      )
      const [first] = bound
      for (const each of bound) expect(each).toEqual(first)
      expect(await node(1).log.bind({ origin: 'another', key: 'another' })).toEqual(first)
      expect(await node(1).log.identity()).toEqual(first)
      expect(first?.origin).toBe(`log/${first?.key}`)
    })
  })
}
