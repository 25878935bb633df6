// Answers that were found wrong after they were signed. Free: whoever holds one must learn of it.

import { RETRACTIONS_PAGE_MAX } from '../../limits.ts'
import type { Retraction, RetractionStore } from '../../ports/retractions.ts'
import { getRoute, jsonReply, type Route } from '../request/route.ts'
import { afterOf, afterParameter } from './proofs.ts'

export function retractionRoutes(parts: { retractions: RetractionStore }): Route[] {
  const retractions = getRoute({
    path: '/v1/retractions',
    operationId: 'retractions',
    tag: 'Receipts',
    summary: 'Answers that were found wrong after they were signed',
    description:
      'Oldest first, each with the hash of its attestation and the reason. The signature of such an ' +
      'answer stays valid; `/receipts/verify` reports it as `retracted`. Numbers have no gaps: whoever ' +
      'keeps the last `seq` and asks for what follows it misses none.',
    parameters: [afterParameter('Those after this number; `next` of the page before.')],
    responses: {
      200: { description: 'A page of the list.', schema: 'Retractions' },
      422: { description: 'No such page.', schema: 'HTTPValidationError' },
    },
    async handle(context) {
      const page = { afterSeq: afterOf(context), limit: RETRACTIONS_PAGE_MAX + 1 }
      const rows = await parts.retractions.list(page)
      const shown = rows.slice(0, RETRACTIONS_PAGE_MAX)
      return jsonReply(200, {
        retractions: shown.map(renderRetraction),
        next: rows.length > shown.length ? (shown.at(-1)?.seq ?? null) : null,
      })
    },
  })
  return [retractions]
}

export function renderRetraction(retraction: Retraction) {
  return {
    seq: retraction.seq,
    attestation_hash: retraction.attestationHash,
    type: retraction.type,
    reason: retraction.reason,
    found_by: retraction.foundBy,
    retracted_at: retraction.retractedAt,
  }
}
