/** A settling that was tried and has failed for certain: nothing was paid. */
export type FailedSettling = Readonly<{ reason: string; transaction: string | null }>

/** The payment is understood and cannot be taken; the sentence says why. */
export class PaymentRejected extends Error {
  override readonly name = 'PaymentRejected'
  /** Null where it was refused before anything was sent to the chain. */
  readonly settling: FailedSettling | null

  constructor(message: string, settling: FailedSettling | null = null) {
    super(message)
    this.settling = settling
  }
}
