// What a receipt says, for whoever checks receipts among other things.

import type { RetractionStore } from '../ports/retractions.ts'
import { parseStrictJson } from './strictJson.ts'
import { type VerifyOptions, verifyReceipt } from './verifyReceipt.ts'

export async function receiptAnswer(
  receipt: unknown,
  options: VerifyOptions,
  retractions: Pick<RetractionStore, 'load'>,
) {
  const { valid, reason, type, attestation_hash: hash } = verifyReceipt(receipt, options)
  // Nothing of a receipt that is not ours is believed, or repeated.
  if (!valid || hash === null) {
    return { valid, reason, type: null, verdict: null, attestationHash: null, retracted: false }
  }
  const retracted = (await retractions.load(hash)) !== null
  return { valid, reason, type, verdict: verdictIn(receipt), attestationHash: hash, retracted }
}

function verdictIn(receipt: unknown): string | null {
  const parsed = typeof receipt === 'string' ? parseStrictJson(receipt) : null
  const value = parsed === null ? receipt : parsed.ok ? parsed.value : null
  // A valid receipt is an object with an attestation.
  const { attestation } = value as { attestation: { verdict?: unknown } }
  return typeof attestation.verdict === 'string' ? attestation.verdict : null
}
