// Goes over the answers that were signed, and retracts those that are found wrong.

import { rowsOf } from '../domain/pages.ts'
import type { RetractionStore } from '../ports/retractions.ts'
import type { AnswerStore, SignedAnswer, TableStore } from '../ports/store.ts'
import { REVIEWED_TYPES, type Review, type ReviewAnswer } from './reviewAnswer.ts'

const PAGE = 100

export type ReviewedAnswer = Readonly<{ answer: SignedAnswer; review: Review; isNew: boolean }>

export function reviewAnswers(parts: {
  answers: Pick<AnswerStore, 'list'>
  retractions: Pick<RetractionStore, 'save' | 'load'>
  tables: Pick<TableStore, 'drop'>
  reviewer: ReviewAnswer
  now: () => Date
}) {
  const { answers, retractions, reviewer } = parts

  async function retract(answer: SignedAnswer, review: Extract<Review, { state: 'wrong' }>) {
    const { attestationHash, type } = answer
    const { reason, foundBy } = review
    const retractedAt = parts.now().toISOString()
    // Before the list says so: whoever follows it reads them again at once.
    for (const table of review.tables) await parts.tables.drop(table)
    return retractions.save({ attestationHash, type, reason, foundBy, retractedAt })
  }

  /** `all`: answers of today's extractor too. `retract`: what is wrong is put on the list. */
  return async function* review(
    options: Readonly<{ all: boolean; retract: boolean }>,
    signal: AbortSignal,
  ): AsyncGenerator<ReviewedAnswer, void, undefined> {
    const all = rowsOf<SignedAnswer>(PAGE, (last, limit) =>
      answers.list({ types: REVIEWED_TYPES, afterHash: last?.attestationHash ?? '', limit }),
    )
    for await (const answer of all) {
      signal.throwIfAborted()
      if (!options.all && !reviewer.isOld(answer)) continue
      const found = await reviewer.review(answer, signal)
      const isNew =
        found.state === 'wrong' &&
        (options.retract ? await retract(answer, found) : await isOpen(answer))
      yield { answer, review: found, isNew }
    }
  }

  /** Wrong, and not on the list yet. */
  async function isOpen({ attestationHash }: SignedAnswer): Promise<boolean> {
    return (await retractions.load(attestationHash)) === null
  }
}
