import { describe, expect, test } from 'vitest'
import type { SignedAnswer } from '../../src/ports/store.ts'
import { hashOf } from '../support/leaves.ts'
import { AT, type Nodes } from './storeContract.ts'

function answerOf(number: number): SignedAnswer {
  return {
    attestationHash: hashOf(number),
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

const STEP = { origin: 'log', key: 'k', from: 0, size: 1, checkpoint: 'x', tiles: [] }

const leafTo = (key: string) => `{"rotation":"${key}"}`

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
      expect(await node(0).log.find(answerOf(1))).toEqual({ index: 0, form: 'sealed' })
    })

    test('one of before the log is sealed when it is given out again', async () => {
      await node(0).answers.save(answerOf(1), null)
      expect(await node(1).log.find(answerOf(1))).toBeNull()
      const given = await Promise.all(
        [0, 1, 2].map((i) => node(i).answers.save(answerOf(1), 'open')),
      )
      expect(given).toEqual([0, 0, 0])
      expect(await node(0).log.find(answerOf(1))).toEqual({ index: 0, form: 'sealed' })
    })

    test('an open leaf is found by its hash, a sealed one by its signature as well', async () => {
      await node(0).answers.save(answerOf(1), 'open')
      await node(0).answers.save(answerOf(2), 'sealed')
      const find = (number: number, signature: string) =>
        node(1).log.find({ ...answerOf(number), signature })
      expect(await find(1, '')).toEqual({ index: 0, form: 'open' })
      expect(await find(2, '')).toBeNull()
      expect(await find(2, 'a\0')).toBeNull()
      expect(await find(2, answerOf(2).signature)).toEqual({ index: 1, form: 'sealed' })
    })

    test.each(['open', 'sealed'] as const)(
      'a leaf that is %s is read with its answer',
      async (form) => {
        await node(0).answers.save(answerOf(1), form)
        const { attestation, signature } = answerOf(1)
        expect(await node(1).log.rows({ from: 0, limit: 1 })).toEqual([
          { index: 0, form, attestation, signature, retraction: null, rotation: null },
        ])
      },
    )

    test('an answer whose hash begins as that of another is not found as that one', async () => {
      await node(0).answers.save(answerOf(1), 'open')
      const attestationHash = `${hashOf(1).slice(0, -1)}1`
      expect(await node(1).log.find({ ...answerOf(1), attestationHash })).toBeNull()
    })

    test.each([answerOf(7).attestationHash, '', 'a\0', '\ud800'])(
      'nothing is at %j',
      async (hash) => {
        await node(0).answers.save(answerOf(1), 'open')
        expect(await node(1).log.find({ ...answerOf(1), attestationHash: hash })).toBeNull()
      },
    )

    test('leaves are given places in their order, each once, whoever gives them', async () => {
      await node(0).answers.save(answerOf(1), 'open')
      await node(0).answers.save(answerOf(2), null)
      await node(0).retractions.save(retractionOf(1))
      const leaves = [
        {
          attestationHash: answerOf(1).attestationHash,
          isRetraction: false,
          form: 'open' as const,
        },
        {
          attestationHash: answerOf(2).attestationHash,
          isRetraction: false,
          form: 'sealed' as const,
        },
        { attestationHash: answerOf(1).attestationHash, isRetraction: true, form: 'open' as const },
      ]
      const given = await Promise.all([0, 1, 2, 3].map((i) => node(i).log.fill(leaves)))
      expect(given.toSorted()).toEqual([0, 0, 0, 2])
      expect(await node(0).log.fill([])).toBe(0)
      expect(await node(0).answers.save(answerOf(3), 'sealed')).toBe(3)
      const rows = await node(1).log.rows({ from: 0, limit: 10 })
      expect(
        rows.map(({ attestation, form, retraction }) => [attestation, form, retraction]),
      ).toEqual([
        [answerOf(1).attestation, 'open', null],
        [answerOf(2).attestation, 'sealed', null],
        [null, 'open', { ...retractionOf(1), seq: 1 }],
        [answerOf(3).attestation, 'sealed', null],
      ])
    })

    test('answers without a place are found a page at a time', async () => {
      for (const number of [1, 2, 3, 4, 5]) {
        await node(number).answers.save(answerOf(number), number === 2 ? 'open' : null)
      }
      const page = async (afterHash: string) => {
        const { hashes, lastHash } = await node(0).log.unloggedAnswers({ afterHash, limit: 2 })
        return { numbers: hashes.map((hash) => Number(hash.slice(2, 22))), lastHash }
      }
      expect(await page('')).toEqual({ numbers: [1], lastHash: hashOf(2) })
      expect(await page(hashOf(2))).toEqual({ numbers: [3, 4], lastHash: hashOf(4) })
      expect(await page(hashOf(4))).toEqual({ numbers: [5], lastHash: hashOf(5) })
      expect(await page(hashOf(5))).toEqual({ numbers: [], lastHash: null })
    })

    test('retractions come with the form of what they are about', async () => {
      await node(0).answers.save(answerOf(1), 'open')
      await node(0).answers.save(answerOf(2), 'sealed')
      for (const number of [1, 2, 3]) await node(0).retractions.save(retractionOf(number))
      expect(await node(1).log.retractionsAfter({ afterSeq: 0, limit: 2 })).toEqual([
        { attestationHash: hashOf(1), seq: 1, form: 'open' },
        { attestationHash: hashOf(2), seq: 2, form: 'sealed' },
      ])
      expect(await node(1).log.retractionsAfter({ afterSeq: 2, limit: 2 })).toEqual([
        { attestationHash: hashOf(3), seq: 3, form: 'sealed' },
      ])
    })

    test('a log that is begun anew has nothing of the one before', async () => {
      await node(0).log.bind({ origin: 'one', key: '1' })
      await node(0).answers.save(answerOf(1), 'open')
      const step = { from: 0, size: 1, tiles: [{ level: 0, index: 0, bytes: tileOf(1, 1) }] }
      expect(await node(0).log.publish({ ...step, origin: 'one', key: '1', checkpoint: '1' })).toBe(
        true,
      )
      await node(1).log.anew({ origin: 'two', key: '2' })
      expect(await node(0).log.identity()).toEqual({ origin: 'two', key: '2' })
      expect(await node(0).log.head()).toMatchObject({ size: 0, integrated: 0, checkpoint: null })
      expect(await node(0).log.tiles([{ level: 0, index: 0 }])).toEqual([null])
      // A node that still thinks of the other log.
      expect(await node(0).log.publish({ ...step, origin: 'one', key: '1', checkpoint: '1' })).toBe(
        false,
      )
      expect(await node(0).answers.save(answerOf(2), 'open')).toBe(0)
    })

    test('a key is followed by another one by a leaf, once, and the one that went moves nothing on', async () => {
      await node(0).log.bind({ origin: 'o', key: 'k' })
      await node(0).answers.save(answerOf(1), 'open')
      const rotate = (from: string, to: string, origin = 'o') =>
        node(1).log.rotate({ origin, from, to, leaf: leafTo(to) })
      expect(await rotate('k', 'l', 'another')).toBe(false)
      expect(await Promise.all([rotate('k', 'l'), rotate('k', 'm')])).toContain(false)
      const [{ index, leaf } = { index: -1, leaf: '' }, ...more] = await node(0).log.rotations()
      const to = leaf.slice(-3, -2)
      expect([index, more]).toEqual([1, []])
      expect(await node(0).log.identity()).toEqual({ origin: 'o', key: to })
      expect(await node(0).answers.save(answerOf(2), 'sealed')).toBe(2)
      expect((await node(0).log.rows({ from: 0, limit: 9 })).map((row) => row.rotation)).toEqual([
        null,
        leafTo(to),
        null,
      ])
      const step = { ...STEP, origin: 'o', size: 3 }
      expect(await node(0).log.publish(step)).toBe(false)
      expect(await node(0).log.publish({ ...step, key: to })).toBe(true)
      await node(0).log.anew({ origin: 'p', key: 'k' })
      expect(await node(0).log.rotations()).toEqual([])
    })

    describe('a verifier that another one has followed', () => {
      const [one, other] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]
      const signedBy = (verifier: string, number: number) => ({
        ...answerOf(number),
        attestation: `{"question":${number},"verifier":"${verifier}"}`,
      })
      const rotate = (from: string, to: string, i = 0, origin = 'o') => {
        const leaf = `{"verifier_rotation":"${from} ${to}"}`
        return node(i).log.rotateVerifier({ origin, from, to, leaf })
      }

      test('is followed once, and by none that was followed', async () => {
        await node(0).log.bind({ origin: 'o', key: 'k' })
        expect(await rotate(one, other, 0, 'another')).toBe(false)
        const third = `0x${'3'.repeat(40)}`
        const done = await Promise.all([rotate(one, other, 0), rotate(one, third, 1)])
        expect(done.toSorted()).toEqual([false, true])
        expect(await rotate(done[0] ? other : third, one)).toBe(false)
        const leaves = await node(1).log.verifierRotations()
        expect(leaves.map(({ index }) => index)).toEqual([0])
        expect(await node(1).log.rotations()).toEqual([])
        const [row] = await node(0).log.rows({ from: 0, limit: 9 })
        expect(row).toMatchObject({ form: 'open', rotation: leaves[0]?.leaf })
      })

      test('gets no place for what it signs, nor for what it signed and nobody gave a place', async () => {
        await node(0).log.bind({ origin: 'o', key: 'k' })
        expect(await node(0).answers.save(signedBy(one, 1), 'open')).toBe(0)
        await node(0).answers.save(signedBy(one, 2), null)
        expect(await rotate(one, other)).toBe(true)
        // What has its place keeps it.
        expect(await node(1).answers.save(signedBy(one, 1), 'open')).toBe(0)
        for (const number of [2, 3]) {
          const saving = node(1).answers.save(signedBy(one, number), 'open')
          await expect(saving).rejects.toMatchObject({ code: 'store_unavailable' })
        }
        const page = await node(0).log.unloggedAnswers({ afterHash: '', limit: 9 })
        expect(page.hashes).toEqual([])
        const leaf = { isRetraction: false, form: 'sealed' as const }
        expect(await node(0).log.fill([{ ...leaf, attestationHash: hashOf(2) }])).toBe(0)
        expect(await node(1).answers.save(signedBy(other, 4), 'open')).toBe(2)
        await node(0).answers.save(signedBy(other, 5), null)
        expect(await node(0).log.fill([{ ...leaf, attestationHash: hashOf(5) }])).toBe(1)
      })

      test('gets none while it is followed either', async () => {
        await node(0).log.bind({ origin: 'o', key: 'k' })
        const saving = Array.from({ length: 40 }, (_, i) =>
          node(i)
            .answers.save(signedBy(one, i), 'open')
            .catch(() => null),
        )
        const isRotated = rotate(one, other)
        const places = await Promise.all(saving)
        expect(await isRotated).toBe(true)
        const [rotation] = await node(0).log.verifierRotations()
        const given = places.filter((place) => place !== null)
        expect(given.every((place) => place < (rotation?.index ?? 0))).toBe(true)
        expect((await node(0).log.head()).size).toBe(given.length + 1)
      })

      test('is none of a log that is begun anew', async () => {
        await node(0).log.bind({ origin: 'o', key: 'k' })
        await rotate(one, other)
        await node(0).log.anew({ origin: 'p', key: 'k' })
        expect(await node(0).log.verifierRotations()).toEqual([])
        expect(await node(0).answers.save(signedBy(one, 1), 'open')).toBe(0)
      })
    })

    test('what stood in a log before has no place in the next one until it is given one', async () => {
      await node(0).answers.save(answerOf(1), 'open')
      await node(0).answers.save(answerOf(2), null)
      await node(0).log.fill([{ attestationHash: hashOf(2), isRetraction: false, form: 'sealed' }])
      await node(1).log.anew({ origin: 'two', key: '2' })
      expect(await node(0).log.find(answerOf(1))).toBeNull()
      const page = await node(0).log.unloggedAnswers({ afterHash: '', limit: 9 })
      expect(page.hashes).toEqual([hashOf(1), hashOf(2)])
      expect(await node(1).answers.save(answerOf(1), 'open')).toBe(0)
      expect(await node(0).answers.save(answerOf(3), 'open')).toBe(1)
      expect(await node(0).log.find(answerOf(1))).toEqual({ index: 0, form: 'sealed' })
      expect(await node(0).log.find(answerOf(3))).toEqual({ index: 1, form: 'open' })
      const rows = await node(1).log.rows({ from: 0, limit: 9 })
      expect(rows.map(({ index, form }) => [index, form])).toEqual([
        [0, 'sealed'],
        [1, 'open'],
      ])
      expect((await node(1).log.head()).size).toBe(2)
    })

    test('many tiles are read in the order in which they are asked for', async () => {
      const tiles = Array.from({ length: 30 }, (_, i) => ({
        level: i % 3,
        index: i,
        bytes: tileOf(1, i),
      }))
      await node(0).log.publish({ ...STEP, tiles })
      const asked = [...tiles.toReversed(), { level: 9, index: 9 }]
      const read = await node(1).log.tiles(asked)
      expect(read.map((bytes) => bytes?.[0] ?? null)).toEqual([
        ...tiles.map(({ index }) => index).toReversed(),
        null,
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
      const step = { ...STEP, size: 3, checkpoint: 'three' }
      expect(await node(0).log.publish(step)).toBe(true)
      expect(await node(1).log.publish(step)).toBe(false)
      const other = { ...step, size: 2, tiles: [{ level: 0, index: 0, bytes: tileOf(2, 1) }] }
      expect(await node(1).log.publish(other)).toBe(false)
      expect(await node(1).log.tiles([{ level: 0, index: 0 }])).toEqual([null])
      expect(await node(0).log.head()).toMatchObject({ integrated: 3, checkpoint: 'three' })
    })

    test('people are shown a checkpoint that is integrated, and never an older one than before', async () => {
      const { log } = node(0)
      await log.bind({ origin: 'o', key: 'k' })
      const shown = async () => {
        const { shown: note, shownSize } = await node(1).log.head()
        return [note, shownSize]
      }
      await log.publish({ origin: 'o', key: 'k', from: 0, size: 5, checkpoint: 'five', tiles: [] })
      await log.show({ origin: 'o', size: 6, note: 'ahead' })
      await log.show({ origin: 'another', size: 5, note: 'of another log' })
      expect(await shown()).toEqual([null, null])
      await log.show({ origin: 'o', size: 5, note: 'five, cosigned' })
      await log.show({ origin: 'o', size: 4, note: 'four' })
      expect(await shown()).toEqual(['five, cosigned', 5])
      await log.show({ origin: 'o', size: 5, note: 'five, cosigned twice' })
      await log.publish({ origin: 'o', key: 'k', from: 5, size: 9, checkpoint: 'nine', tiles: [] })
      expect(await shown()).toEqual(['five, cosigned twice', 5])
      await log.show(null)
      expect(await shown()).toEqual([null, null])
      // Until one is chosen they see the newest, and that was larger.
      await log.show({ origin: 'o', size: 5, note: 'five' })
      expect(await shown()).toEqual([null, null])
      await log.show({ origin: 'o', size: 9, note: 'nine' })
      expect(await shown()).toEqual(['nine', 9])
    })

    test('of many who move the log on at once one does', async () => {
      const moved = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          node(i).log.publish({ ...STEP, size: i + 1, checkpoint: `${i + 1}` }),
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
        await node(from).log.publish({ ...STEP, from, size: from + 1, tiles })
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
