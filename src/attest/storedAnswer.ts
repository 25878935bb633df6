// An answer as a store keeps it, put together again as the receipt that was given out.

import type { SignedAnswer } from '../ports/store.ts'
import { verifyReceipt } from './verifyReceipt.ts'

/** What is wrong with it; null when one of the verifiers has signed it. */
export function storedFault(
  { answer, attestation, signature }: SignedAnswer,
  verifiers: readonly string[],
): string | null {
  const receipt = `${answer.slice(0, -1)},"attestation":${attestation},"signature":"${signature}"}`
  return verifyReceipt(receipt, { verifiers }).reason
}
