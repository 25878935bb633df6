// Payments over x402: who may work on one, what it bought, and what the chain says of it.

import type { KeptReply } from './credits.ts'

/** What a payer has signed: a transfer that anybody may carry out, once, within a time. */
export type Authorization = Readonly<{
  /** CAIP-2. */
  network: string
  /** Addresses in lower case. */
  asset: string
  payer: string
  payTo: string
  /** In the token's smallest unit. */
  amountAtomic: string
  /** 32 bytes, hex, in lower case. */
  nonce: string
  /** Seconds since 1970. */
  validAfterS: number
  validBeforeS: number
}>

/** What a payment is for. */
export type Purchase = Readonly<{
  reason: string
  amountMicroUsd: number
  requestSha256: string
  /** The client's own name for the payment (`payment-identifier`), hashed with the payer. */
  identifier: string | null
  /** Credit that the payment buys; null where it pays for the answer itself. */
  credit: Readonly<{ keyHash: string; amountMicroUsd: number }> | null
}>

/** The transfer that paid. */
export type Settlement = Readonly<{ transaction: string; logIndex: number }>

type PaymentOwner = Readonly<{ id: string; owner: string }>

export type ClaimResult =
  /** It is ours, and nothing was begun; or its answer is stored and how its settling went is open. */
  | Readonly<{ state: 'claimed' }>
  | Readonly<{ state: 'settling'; reply: KeptReply; fromBlock: number }>
  /** Somebody else works on it. */
  | Readonly<{ state: 'busy' }>
  /** It has paid for this request: `reply` is null when it is no longer kept. */
  | Readonly<{ state: 'settled'; reply: KeptReply | null; settlement: Settlement }>
  /** It pays or has paid for another request. */
  | Readonly<{ state: 'conflict' }>

/** A payment whose settling was begun and whose outcome nobody has seen. */
export type OpenPayment = Authorization & Readonly<{ id: string; fromBlock: number }>

/** Times are lengths: when they are over is judged by the clock of the store alone. */
export interface PaymentStore {
  /** Makes one caller the owner for the time of the lease. */
  claim(
    claim: PaymentOwner &
      Readonly<{
        authorization: Authorization
        purchase: Purchase
        leaseMs: number
        at: string
      }>,
  ): Promise<ClaimResult>
  /** Begins the time of the lease anew, where it is not over. False: it is no longer ours. */
  renew(claim: PaymentOwner & Readonly<{ leaseMs: number }>): Promise<boolean>
  /** Stores the answer; from here on the claim holds until the outcome is known. */
  answered(
    claim: PaymentOwner & Readonly<{ reply: KeptReply; fromBlock: number; leaseMs: number }>,
  ): Promise<boolean>
  /** Books the payment, once. False: it was not waiting for that, or the transfer paid another. */
  settled(
    of: Readonly<{ id: string; settlement: Settlement; keepMs: number; at: string }>,
  ): Promise<boolean>
  /** It has not paid and the authorization is free again. False: it is no longer ours. */
  release(claim: PaymentOwner & Readonly<{ at: string }>): Promise<boolean>
  /** Ends the lease of a payment whose outcome is open, so that a retry need not wait for it. */
  leaveOpen(claim: PaymentOwner): Promise<void>
  /** Whether a payment to this address, in lower case, was ever settled here. */
  hasPaid(payTo: string): Promise<boolean>
  /** Takes on payments whose outcome is open and that nobody works on. */
  takeOpen(
    bounds: Readonly<{ owner: string; leaseMs: number; limit: number }>,
  ): Promise<readonly OpenPayment[]>
  /** Frees claims of callers that died before settling, and drops replies whose time is over. */
  sweep(bounds: Readonly<{ limit: number }>): Promise<void>
}

/** What became of an authorization, by the chain. */
export type ChainOutcome =
  | Readonly<{ state: 'paid'; settlement: Settlement }>
  /**
   * Nobody has used it; `chainTimeS` is the time of the newest block. `isReverted`: the transaction
   * that was named is on the chain and has failed.
   */
  | Readonly<{ state: 'unused'; chainTimeS: number; isReverted: boolean }>
  /** It was used or cancelled, and not to pay us: the event that says so was seen. */
  | Readonly<{ state: 'spent' }>
  /** It is used, and what for does not show: nodes behind one address may not be at the same block. */
  | Readonly<{ state: 'unseen'; chainTimeS: number }>

/** Throws `payment_unavailable` when it cannot be asked. */
export interface PaymentChain {
  height(): Promise<number>
  /** `transaction`: where it is said to be. */
  outcome(
    of: Authorization,
    where: Readonly<{ transaction: string | null; fromBlock: number }>,
  ): Promise<ChainOutcome>
}
