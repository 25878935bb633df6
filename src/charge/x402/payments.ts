// One payment, one answer, one charge. The order of steps is what makes it so: claim, verify,
// answer, store, settle, mark. Before the settle was sent a failure frees the claim; after that the
// claim holds until the chain has said what became of it.

import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '../../errors.ts'
import * as limits from '../../limits.ts'
import type { KeptReply } from '../../ports/credits.ts'
import type {
  ChainOutcome,
  PaymentChain,
  PaymentStore,
  Purchase,
  Settlement,
} from '../../ports/payments.ts'
import { type FailedSettling, PaymentRejected } from '../paymentRejected.ts'
import type { Facilitator, SettleAnswer } from './facilitator.ts'
import { assertTime, type ReadPayment } from './readPayment.ts'

/** A reply that is not an answer is passed on and costs nothing. */
type PaidWork<R> = Readonly<{
  run(): Promise<R>
  /** What is kept of the reply; null when there is nothing to pay for. */
  kept(reply: R): KeptReply | null
}>

type PaidOutcome<R> =
  | Readonly<{ paid: false; reply: R }>
  | Readonly<{ paid: true; reply: R; settlement: Settlement }>
  | Readonly<{ paid: true; replayed: KeptReply; settlement: Settlement }>

export type Payments = ReturnType<typeof payments>

export function payments(parts: {
  store: PaymentStore
  facilitator: Facilitator
  chain: PaymentChain
  now: () => Date
  newOwner: () => string
  /** How long a payment stays with a node that says nothing, and how often one that works says so. */
  leaseMs: number
  renewMs: number
  /** How long the chain is watched for a transfer that should be there. */
  transferWaitMs: number
  /** What was not clear, for the log. */
  onOpen: (paymentId: string, cause: unknown) => void
}) {
  const { store, facilitator, chain, leaseMs } = parts
  const at = () => parts.now().toISOString()
  const keepMs = limits.PAID_REPLY_KEPT_MS

  async function claim(
    payment: ReadPayment,
    purchase: Purchase,
    owner: string,
    signal: () => AbortSignal,
  ) {
    const { id, authorization } = payment
    for (let pauseMs = limits.SAME_CALL_POLL_MS; ; pauseMs = grown(pauseMs)) {
      const claimed = await store.claim({ id, owner, authorization, purchase, leaseMs, at: at() })
      if (claimed.state !== 'busy') return claimed
      if (signal().aborted) {
        throw new ServiceError('request_in_progress', 'This payment is being worked on')
      }
      await sleep(pauseMs)
    }
  }

  /** The payment stays ours while the work on it goes on, however long that takes. */
  async function whileOurs<T>(id: string, owner: string, work: () => Promise<T>): Promise<T> {
    const renewing = setInterval(() => {
      // A failed renewal is retried at the next tick; who takes over too early finds what was stored.
      store.renew({ id, owner, leaseMs }).catch(() => undefined)
    }, parts.renewMs)
    try {
      return await work()
    } finally {
      clearInterval(renewing)
    }
  }

  /** Null: it can be carried out. A settlement: somebody else has done so already. */
  async function verified(payment: ReadPayment): Promise<Settlement | null> {
    const { authorization, payload, offer } = payment
    const verdict = await facilitator.verify(payload, offer)
    if (verdict.valid) {
      assertTime(authorization, parts.now().getTime())
      return null
    }
    // Whoever has the authorization may send it, and a settling that we gave up may have landed.
    const found = await chain.outcome(authorization, { transaction: null, fromBlock: NEWEST })
    if (found.state === 'paid') return found.settlement
    assertTime(authorization, parts.now().getTime())
    if (found.state === 'unseen') throw new ServiceError('payment_unavailable', OPEN)
    throw new PaymentRejected(`The payment is not valid: ${verdict.reason}`)
  }

  async function settle(
    payment: ReadPayment,
    owner: string,
    fromBlock: number,
    isFirst: boolean,
  ): Promise<Settlement> {
    const { id, authorization, payload, offer } = payment
    const before = isFirst
      ? null
      : await chain.outcome(authorization, { transaction: null, fromBlock })
    if (before?.state === 'paid') return before.settlement
    const answer = await facilitator.settle(payload, offer)
    const found = await watch(payment, answer, fromBlock)
    if (found.state === 'paid') return found.settlement
    const failure = failureOf(answer, found, isFirst)
    if (failure !== null) {
      await store.release({ id, owner, at: at() })
      throw new PaymentRejected(`The payment could not be settled: ${failure.reason}`, failure)
    }
    parts.onOpen(id, answer.said === 'unknown' ? answer.cause : `${answer.said}, and not seen`)
    throw new ServiceError('payment_unavailable', OPEN)
  }

  /** Looks for the transfer for a while: a node may be a few blocks behind the facilitator. */
  async function watch(
    { authorization }: ReadPayment,
    answer: SettleAnswer,
    fromBlock: number,
  ): Promise<ChainOutcome> {
    const { transaction } = answer
    for (let waitedMs = 0; ; waitedMs += limits.TRANSFER_POLL_MS) {
      const found = await chain.outcome(authorization, { transaction, fromBlock })
      if (found.state === 'paid' || found.state === 'spent') return found
      // What the facilitator itself gives up on, or what has failed before our eyes, is looked at once.
      const isOver = found.state === 'unused' && isFailure(answer, found)
      if (isOver || waitedMs >= parts.transferWaitMs) return found
      await sleep(limits.TRANSFER_POLL_MS)
    }
  }

  async function mark(id: string, settlement: Settlement): Promise<void> {
    if (await store.settled({ id, settlement, keepMs, at: at() })) return
    // Somebody else has marked it, or the transfer has paid for another answer; the first is fine.
    throw new ServiceError('payment_unavailable', OPEN)
  }

  /** The claim is ours and nothing was begun. */
  async function payAnew<R>(
    payment: ReadPayment,
    owner: string,
    work: PaidWork<R>,
  ): Promise<PaidOutcome<R>> {
    const { id } = payment
    let isAnswered = false
    let reply: R
    let settlement: Settlement | null
    let fromBlock: number
    try {
      settlement = await verified(payment)
      reply = await work.run()
      const kept = work.kept(reply)
      if (kept === null) return { paid: false, reply }
      // Before the money moves it must be certain that we can see whether it did.
      fromBlock = await chain.height()
      isAnswered = await store.answered({ id, owner, reply: kept, fromBlock, leaseMs })
      if (!isAnswered) throw new ServiceError('payment_unavailable', OPEN)
    } finally {
      if (!isAnswered) await store.release({ id, owner, at: at() }).catch(() => false)
    }
    settlement = await closing(id, owner, async () =>
      settlement === null ? settle(payment, owner, fromBlock, true) : settlement,
    )
    return { paid: true, reply, settlement }
  }

  /** Books the settlement that `find` finds; when it finds none, the payment is left to others. */
  async function closing(
    id: string,
    owner: string,
    find: () => Promise<Settlement>,
  ): Promise<Settlement> {
    try {
      const settlement = await find()
      await mark(id, settlement)
      return settlement
    } catch (error) {
      await store.leaveOpen({ id, owner }).catch(() => undefined)
      throw error
    }
  }

  return {
    /**
     * Throws `PaymentRejected` when the payment cannot pay, `payment_conflict` when it pays for
     * something else, `payment_unavailable` when that cannot be told now.
     */
    async pay<R>(
      payment: ReadPayment,
      purchase: Purchase,
      work: PaidWork<R>,
      signal: () => AbortSignal,
    ): Promise<PaidOutcome<R>> {
      const owner = parts.newOwner()
      const claimed = await claim(payment, purchase, owner, signal)
      if (claimed.state === 'conflict') {
        const message = 'This payment was sent with another request before'
        throw new ServiceError('payment_conflict', message)
      }
      if (claimed.state === 'claimed') {
        return whileOurs(payment.id, owner, () => payAnew(payment, owner, work))
      }
      if (claimed.state === 'settling') {
        const { reply, fromBlock } = claimed
        const settlement = await whileOurs(payment.id, owner, () =>
          closing(payment.id, owner, () => settle(payment, owner, fromBlock, false)),
        )
        return { paid: true, replayed: reply, settlement }
      }
      const { reply, settlement } = claimed
      if (reply !== null) return { paid: true, replayed: reply, settlement }
      const message = 'This payment was used before, and its answer is no longer kept'
      throw new ServiceError('payment_conflict', message)
    },

    /** Settles what is open by what the chain says; then frees claims of nodes that died. */
    async reconcile(): Promise<void> {
      const owner = parts.newOwner()
      const bounds = { owner, leaseMs, limit: limits.OPEN_PAYMENTS_AT_ONCE_MAX }
      for (const open of await store.takeOpen(bounds)) {
        const { id, fromBlock } = open
        try {
          const found = await whileOurs(id, owner, () =>
            chain.outcome(open, { transaction: null, fromBlock }),
          )
          const isOver =
            'chainTimeS' in found &&
            found.chainTimeS > open.validBeforeS + (found.state === 'unseen' ? UNSEEN_S : 0)
          if (found.state === 'paid') {
            await store.settled({ id, settlement: found.settlement, keepMs, at: at() })
          } else if (found.state === 'spent' || isOver) {
            await store.release({ id, owner, at: at() })
          } else {
            await store.leaveOpen({ id, owner })
          }
        } catch (error) {
          parts.onOpen(id, error)
          await store.leaveOpen({ id, owner }).catch(() => undefined)
        }
      }
    },
  }
}

const OPEN =
  'Whether the payment went through is not known yet; send the same request with the same payment again'

/** How long after its time a payment that is used without a trace is looked for. */
const UNSEEN_S = limits.PAYMENT_UNSEEN_MAX_S

/** Why it has not paid, for certain; null when that cannot be told. */
function failureOf(
  answer: SettleAnswer,
  found: ChainOutcome,
  isFirst: boolean,
): FailedSettling | null {
  const { transaction } = answer
  if (found.state === 'spent') return { reason: 'authorization_spent', transaction }
  // What was sent before and not heard of may still land, whatever became of this try.
  if (answer.said !== 'failed' || found.state !== 'unused' || !isFirst) return null
  return isFailure(answer, found) ? { reason: answer.reason, transaction } : null
}

/** A no that names a transaction is one when the chain says so too: it may only be slow. */
function isFailure(answer: SettleAnswer, { isReverted }: Readonly<{ isReverted: boolean }>) {
  return answer.said === 'failed' && (answer.transaction === null || isReverted)
}

/** Each look is a write: many that wait for one payment must not keep the store busy. */
function grown(pauseMs: number): number {
  return Math.min(2 * pauseMs, limits.SAME_CALL_POLL_MAX_MS)
}

/** Larger than any block: only the lookback counts. */
const NEWEST = Number.MAX_SAFE_INTEGER
