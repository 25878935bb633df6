// Prepaid credit and what was paid with it. Money moves in whole micro-USD; every movement is a row
// of the ledger, and the balance of a key never goes below zero under any concurrency.

export type CreditKey = Readonly<{
  /** sha256 of the key, hex; the key itself is never stored. */
  keyHash: string
  label: string
  /** What can be spent; what is held is not in it. */
  balanceMicroUsd: number
  heldMicroUsd: number
  issuedAt: string
  revokedAt: string | null
}>

/** Money that left one account and reached another. */
export type LedgerEntry = Readonly<{
  /** A key or a payment; `seq` counts its entries from 1 without a gap. */
  owner: string
  seq: number
  from: string
  to: string
  amountMicroUsd: number
  reason: string
  /** The charge that it belongs to. */
  chargeId: string | null
  /** ISO 8601, UTC. */
  at: string
}>

/** A reply as it was sent, kept so that it can be sent again. */
export type KeptReply = Readonly<{ status: number; contentType: string; body: Uint8Array }>

export type NewCharge = Readonly<{
  /** 32 hex digits, new for each charge. */
  id: string
  keyHash: string
  amountMicroUsd: number
  reason: string
  /** What was asked: method, path and body. */
  requestSha256: string
  /** sha256 of the caller's own name for this call; null where it gave none. */
  idempotency: string | null
  at: string
}>

/** What is known of a call that was named before. */
export type NamedCharge = Readonly<{
  id: string
  requestSha256: string
  state: 'held' | 'captured'
  /** Its time is over: a hold that nobody works on any more, or a name that is free again. */
  isOver: boolean
  reply: KeptReply | null
}>

export type ChargeRefusal = 'unknown' | 'revoked' | 'insufficient' | 'named_before'

type ChargeResult =
  | Readonly<{ charged: true; balanceMicroUsd: number }>
  | Readonly<{ charged: false; why: ChargeRefusal }>

type HoldResult =
  | Readonly<{ held: true; balanceMicroUsd: number }>
  | Readonly<{ held: false; why: ChargeRefusal }>

export interface CreditStore {
  /** Throws when the hash is taken already. */
  issue(
    key: Readonly<{ keyHash: string; label: string; balanceMicroUsd: number; at: string }>,
  ): Promise<void>
  /** More credit for a key; the balance then, or null when there is no such key in use. */
  topUp(
    credit: Readonly<{ keyHash: string; amountMicroUsd: number; at: string }>,
  ): Promise<number | null>
  load(keyHash: string): Promise<CreditKey | null>
  list(): Promise<readonly CreditKey[]>
  /** False when there is no such key or it was revoked before. */
  revoke(keyHash: string, at: string): Promise<boolean>
  /** The newest first. */
  ledger(keyHash: string, limit: number): Promise<readonly LedgerEntry[]>
}

/** Times are lengths: when they are over is judged by the clock of the store alone. */
export interface ChargeStore {
  /** Takes the amount for a reply that is at hand, or nothing; the reply is kept with it. */
  charge(charge: NewCharge & Readonly<{ reply: KeptReply; keepMs: number }>): Promise<ChargeResult>
  /** Sets the amount aside while the answer is worked on, for as long as the lease at most. */
  hold(charge: NewCharge & Readonly<{ leaseMs: number }>): Promise<HoldResult>
  /** Begins the lease of a hold anew. False when it is over: then it is not the holder's any more. */
  renew(of: Readonly<{ id: string; leaseMs: number }>): Promise<boolean>
  /** Takes what is held and keeps the reply. The balance; null when nothing is held any more. */
  capture(
    of: Readonly<{ id: string; keyHash: string; reply: KeptReply; keepMs: number; at: string }>,
  ): Promise<number | null>
  /** The balance of the key if this charge was taken; null if it was not. */
  taken(of: Readonly<{ id: string; keyHash: string }>): Promise<number | null>
  /** Gives back what is held. False when nothing is held any more. */
  release(of: Readonly<{ id: string; keyHash: string; at: string }>): Promise<boolean>
  findNamed(keyHash: string, idempotency: string): Promise<NamedCharge | null>
  /** Frees the name of a call whose time is over; one that is not stays. */
  endNamed(of: Readonly<{ id: string; keyHash: string; at: string }>): Promise<void>
  /**
   * Releases holds whose lease is over and drops replies and names whose time is over, at most
   * `limit` of each.
   */
  sweep(
    bounds: Readonly<{ limit: number; at: string }>,
  ): Promise<Readonly<{ released: number; forgotten: number }>>
}

/** A rule of the ledger that does not hold, and where. */
export type LedgerViolation = Readonly<{ rule: string; subject: string; detail: string }>

export type LedgerReport = Readonly<{
  violations: readonly LedgerViolation[]
  counts: Readonly<Record<string, number>>
}>

export interface LedgerStore {
  /** Looks at every rule. `graceMs`: how long after its lease a hold may wait for the sweeper. */
  check(bounds: Readonly<{ graceMs: number }>): Promise<LedgerReport>
  /** Entries in the order of their owners and numbers, after the one that is named. */
  page(
    after: Readonly<{ owner: string; seq: number }>,
    limit: number,
  ): Promise<readonly LedgerEntry[]>
}
