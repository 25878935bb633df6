// Answers about prepaid credit.

/** What `/credits/buy` sold; its reply is not signed. */
export type CreditPackAnswer = Readonly<{
  pack: string
  key_sha256: string
  paid_usd: string
  credit_usd: string
}>
