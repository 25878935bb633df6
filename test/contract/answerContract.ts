import { describe, expect, test } from 'vitest'
import type { SignedAnswer } from '../../src/ports/store.ts'
import { AT, LATER, type Nodes } from './storeContract.ts'

function answerOf(digit: string): SignedAnswer {
  return {
    attestationHash: `0x${digit.repeat(64)}`,
    type: 'assay.package_exists/1',
    verdict: 'exists',
    attestation: '{"question":{"package":"caf\u00e9 \u{1F4E6}"}}',
    signature: `0x${'1'.repeat(130)}`,
    answer: '{"exists":true,"note":"\'quoted\' \\u0000"}',
    signedAt: AT,
  }
}

export function describeAnswers({ node }: Nodes): void {
  describe('answers', () => {
    test('an answer comes back byte for byte', async () => {
      await node(0).answers.save(answerOf('a'), 'open')
      expect(await node(1).answers.load(answerOf('a').attestationHash)).toEqual(answerOf('a'))
    })

    test('a long answer comes back whole', async () => {
      const long = { ...answerOf('a'), answer: `{"names":"${'\u00e9'.repeat(300_000)}"}` }
      await node(0).answers.save(long, 'open')
      expect(await node(1).answers.load(long.attestationHash)).toEqual(long)
    })

    test('the same attestation is one row and the first one stands', async () => {
      await Promise.all(
        Array.from({ length: 20 }, (_, i) => node(i).answers.save(answerOf('a'), 'open')),
      )
      await node(1).answers.save({ ...answerOf('a'), signedAt: LATER }, 'open')
      await node(0).answers.save(answerOf('b'), 'open')
      expect(await node(0).answers.count()).toBe(2)
      expect((await node(0).answers.load(answerOf('a').attestationHash))?.signedAt).toBe(AT)
    })

    test.each([`0x${'a'.repeat(64)}`, '', 'a\0', '\ud800', "' OR 1=1 --"])(
      'nothing is stored under %j: null',
      async (hash) => {
        await node(0).answers.save(answerOf('b'), 'open')
        expect(await node(0).answers.load(hash)).toBeNull()
      },
    )

    test('answers of some types are listed by their hashes, a page at a time', async () => {
      const diff = { ...answerOf('c'), type: 'assay.release_diff/1' }
      for (const answer of [answerOf('d'), diff, answerOf('b')])
        await node(0).answers.save(answer, 'open')
      const types = ['assay.package_exists/1', 'assay.symbol_exists/1']
      const list = (afterHash: string, limit: number) =>
        node(1).answers.list({ types, afterHash, limit })
      expect(await list('', 10)).toEqual([answerOf('b'), answerOf('d')])
      expect(await list('', 1)).toEqual([answerOf('b')])
      expect(await list(answerOf('b').attestationHash, 10)).toEqual([answerOf('d')])
    })

    test('a hash of another length is refused', async () => {
      const short = { ...answerOf('a'), attestationHash: `0x${'a'.repeat(63)}` }
      await expect(node(0).answers.save(short, 'open')).rejects.toThrow(/constraint/)
      expect(await node(0).answers.count()).toBe(0)
    })
  })
}
