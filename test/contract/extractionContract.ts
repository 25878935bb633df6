import { describe, expect, test } from 'vitest'
import type { ExtractionFailure } from '../../src/ports/extraction.ts'
import { LATER, type Nodes } from './storeContract.ts'

const refused: ExtractionFailure = {
  openingId: 'a'.repeat(64),
  extractor: 'python/1',
  outcome: { state: 'refused', reason: 'duplicate_name', member: 'a/B.py', detail: 'twice' },
  isVerified: true,
  tries: 1,
  at: '2026-03-01T12:00:00.000Z',
}

export function describeExtractions({ node }: Nodes): void {
  describe('extraction failures', () => {
    test('nothing is known at first', async () => {
      expect(await node(0).extractions.load(refused.openingId, 'python/1')).toBeNull()
    })

    test('what was saved is loaded, under that extractor only', async () => {
      await node(0).extractions.save(refused)
      expect(await node(1).extractions.load(refused.openingId, 'python/1')).toEqual(refused)
      expect(await node(1).extractions.load(refused.openingId, 'python/3')).toBeNull()
    })

    test('the last one counts', async () => {
      const crashed: ExtractionFailure = {
        ...refused,
        outcome: { state: 'undetermined', reason: 'crashed', detail: 'signal 11' },
        isVerified: false,
        tries: 2,
        at: LATER,
      }
      await node(0).extractions.save(refused)
      await node(1).extractions.save(crashed)
      expect(await node(0).extractions.load(refused.openingId, 'python/1')).toEqual(crashed)
    })

    test('forgetting is no error when there is nothing', async () => {
      await node(0).extractions.save(refused)
      await node(1).extractions.forget(refused.openingId, 'python/1')
      await node(1).extractions.forget(refused.openingId, 'python/1')
      expect(await node(0).extractions.load(refused.openingId, 'python/1')).toBeNull()
    })

    test('names that no database keeps are kept escaped', async () => {
      const outcome = { ...refused.outcome, member: 'a\u0000\ud800b' }
      await node(0).extractions.save({ ...refused, outcome } as ExtractionFailure)
      const loaded = await node(0).extractions.load(refused.openingId, 'python/1')
      expect(loaded?.outcome).toMatchObject({ member: '"a\\u0000\\ud800b"' })
    })
  })
}
