// The accounts between which money moves. Every movement names the account it leaves and the one
// it reaches, so that the sum over all accounts is 0 at every moment.

/** What a key can spend. */
export const creditAccount = (keyHash: string): string => `credit:${keyHash}`

/** What is set aside for answers of a key that are being worked on. */
export const heldAccount = (keyHash: string): string => `held:${keyHash}`

/** What was paid for answers. */
export const REVENUE_ACCOUNT = 'revenue'

/** Credit that the operator has given out; its balance is what was given, below zero. */
export const ISSUED_ACCOUNT = 'issued'

/** What came in over x402 in one token; its balance is what was received, below zero. */
export const receiptsAccount = (network: string, asset: string): string =>
  `x402:${network}/${asset}`

/** Whose entries are counted together: those of a key, or those of a payment. */
export const keyOwner = (keyHash: string): string => `key:${keyHash}`
export const paymentOwner = (paymentId: string): string => `payment:${paymentId}`
