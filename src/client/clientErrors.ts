// What can go wrong between a question and a believable answer.

export type AssayErrorFacts = Readonly<{
  /** Null when there was no reply at all. */
  status: number | null
  /**
   * One of docs/reference/errors.md, or `unreachable`, `timeout`, `no_verifier`, `spending_cap`,
   * `no_payable_offer`, `wallet_failed`, `price_unknown`.
   */
  code: string
  message: string
  /** Seconds after which another try is welcome. */
  retryAfterS?: number | null
  /** The reply's body, where it was JSON. */
  body?: unknown
  cause?: unknown
}>

/**
 * The service refused the question, or could not be asked. Nothing was charged; only where a paid
 * call got no reply, or a payment a 5xx, even after further tries, that is not known.
 */
export class AssayError extends Error {
  override readonly name = 'AssayError'
  readonly status: number | null
  readonly code: string
  readonly retryAfterS: number | null
  readonly body: unknown

  constructor({ status, code, message, retryAfterS, body, cause }: AssayErrorFacts) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = status
    this.code = code
    this.retryAfterS = retryAfterS ?? null
    this.body = body
  }
}

/** An answer came, and it is not what it claims to be. */
export class ReceiptInvalid extends Error {
  override readonly name = 'ReceiptInvalid'
  /** A reason of docs/formats/attestation.md, or `other_type`, `other_question`, `other_answer`. */
  readonly reason: string
  /** As it came, for whoever wants to complain. */
  readonly received: string

  constructor(reason: string, received: string) {
    super(`The answer's receipt does not hold: ${reason}`)
    this.reason = reason
    this.received = received
  }
}
