// Is this receipt ours? Free, and never behind a paywall.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Keccak256 } from '../../attest/keccak256.ts'
import { verifying } from '../../attest/verifyReceipt.ts'
import { RECEIPT_BODY_BOUNDS } from '../../limits.ts'
import type { RetractionStore } from '../../ports/retractions.ts'
import { finishInTurns } from '../../turns.ts'
import { jsonReply, postRoute, type Route } from '../request/route.ts'
import { renderRetraction } from './retractions.ts'

/** `verifiers`: every address that was ever published, the current one first. */
export function receiptRoutes(parts: {
  verifiers: () => Promise<readonly string[]>
  keccak256: Keccak256
  retractions: Pick<RetractionStore, 'load'>
}): Route[] {
  const verify = postRoute({
    path: '/receipts/verify',
    operationId: 'receipts_verify',
    tag: 'Receipts',
    summary: 'Is this receipt ours?',
    description:
      'Recovers the EIP-191 signature over the canonical attestation and compares the address with ' +
      'every verifier address ever published. A signature that cannot be read is `valid: false`, ' +
      'not an error. Send a whole answer as it came and the answer is checked against its digest too ' +
      '(`answer_matches`): any member beside the attestation counts as part of the answer. An answer that was found wrong ' +
      'since is `retracted`; its signature stays valid.',
    // Free and costly to check: what is larger goes as {attestation, signature}, or offline.
    bodyBounds: RECEIPT_BODY_BOUNDS,
    access: 'free',
    body: 'ReceiptRequest',
    responses: { 200: { description: 'The verdict.', schema: 'ReceiptResponse' } },
    async handle(_body, { rawBody }) {
      const verifiers = await parts.verifiers()
      // The body was just parsed to be judged.
      await nextTurn()
      // Judged from the text: a parsed object no longer shows duplicate keys or inexact numbers.
      const receipt = rawBody.toString('utf8')
      const work = verifying(receipt, { verifiers, keccak256: parts.keccak256 })
      const verdict = await finishInTurns(work)
      const hash = verdict.valid ? verdict.attestation_hash : null
      const found = hash === null ? null : await parts.retractions.load(hash)
      return jsonReply(200, {
        ...verdict,
        retracted: found !== null,
        retraction: found && renderRetraction(found),
      })
    },
  })
  return [verify]
}
