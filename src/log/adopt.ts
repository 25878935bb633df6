// What has no place in the log yet: answers that were signed before there was one, or by a node that kept
// none, and retractions. Each integrating process looks through the answers once, a page at a time.

import type { LogStore } from '../ports/log.ts'

export function adopter(store: LogStore) {
  /** Null: all answers have been looked at. */
  let afterHash: string | null = ''
  let afterSeq = 0

  async function adoptAnswers(after: string, limit: number): Promise<void> {
    const { hashes, lastHash } = await store.unloggedAnswers({ afterHash: after, limit })
    // Nobody was told that these would be public.
    await store.fill(
      hashes.map((attestationHash) => ({ attestationHash, isRetraction: false, form: 'sealed' })),
    )
    afterHash = lastHash
  }

  /** A retraction may be read by whom the answer may be read by. */
  async function adoptRetractions(limit: number): Promise<number> {
    const found = await store.retractionsAfter({ afterSeq, limit })
    await store.fill(
      found.map(({ attestationHash, form }) => ({ attestationHash, isRetraction: true, form })),
    )
    afterSeq = found.at(-1)?.seq ?? afterSeq
    return found.length
  }

  return {
    async isWaiting(): Promise<boolean> {
      if (afterHash !== null) return true
      return (await store.retractionsAfter({ afterSeq, limit: 1 })).length > 0
    },

    /** Gives places to a page of them; whether there may be more. */
    async step(limit: number): Promise<boolean> {
      if (afterHash !== null) {
        await adoptAnswers(afterHash, limit)
        return true
      }
      // What is taken back stands before that it was taken back.
      return (await adoptRetractions(limit)) === limit
    },
  }
}
