/** The payment is understood and cannot be taken; the sentence says why. */
export class PaymentRejected extends Error {
  override readonly name = 'PaymentRejected'
}
