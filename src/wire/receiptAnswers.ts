// Answers about receipts.

import type { ReceiptVerdict } from '../attest/verifyReceipt.ts'

/** An answer that was found wrong after it was signed. */
export type Retraction = Readonly<{
  /** From 1, without gaps. */
  seq: number
  attestation_hash: string
  type: string
  /** A sentence. */
  reason: string
  /** What was found wrong by, such as `python/1`. */
  found_by: string
  retracted_at: string
}>

export type RetractionsPage = Readonly<{
  retractions: readonly Retraction[]
  /** What to ask for next; null at the end. */
  next: number | null
}>

/** What `/receipts/verify` says. */
export type ReceiptVerdictAnswer = ReceiptVerdict &
  Readonly<{ retracted: boolean; retraction: Retraction | null }>
