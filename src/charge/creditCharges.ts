// Charging a key for one call: at once where the answer is at hand, else with a hold that is
// captured or released by how the work ends. A call that its caller has named is charged once.

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MicroUsd } from '../domain/money.ts'
import { sha256 } from '../domain/texts/sha256.ts'
import { ServiceError } from '../errors.ts'
import * as limits from '../limits.ts'
import type { ChargeRefusal, ChargeStore, KeptReply, NewCharge } from '../ports/credits.ts'

/** One call that a key pays for. */
export type CreditCall = Readonly<{
  keyHash: string
  amountMicroUsd: MicroUsd
  reason: string
  requestSha256: string
  /** The caller's own name for the call, hashed; null where it gave none. */
  idempotency: string | null
}>

type Charged = Readonly<{ charged: true; balanceMicroUsd: MicroUsd }>
export type NotCharged = Readonly<{ charged: false; why: ChargeRefusal }>

export type CreditCharges = ReturnType<typeof creditCharges>

const ID_RANDOM_DIGITS = 20
const IDS_DRAWN_AT_ONCE = 64

export function creditCharges(parts: {
  charges: ChargeStore
  now: () => Date
  randomBytes: (size: number) => Uint8Array
  /** How long a hold stays with a node that says nothing, and how often one that works says so. */
  leaseMs: number
  renewMs: number
}) {
  const { charges, leaseMs } = parts
  const keepMs = limits.CREDIT_REPLY_KEPT_MS

  // Drawn for many at once: each draw costs more than the rest of the id.
  let drawn = ''
  function nextRandom(): string {
    if (drawn.length < ID_RANDOM_DIGITS) {
      const bytes = parts.randomBytes((ID_RANDOM_DIGITS / 2) * IDS_DRAWN_AT_ONCE)
      drawn = Buffer.from(bytes).toString('hex')
    }
    const digits = drawn.slice(-ID_RANDOM_DIGITS)
    drawn = drawn.slice(0, -ID_RANDOM_DIGITS)
    return digits
  }

  function newCharge(call: CreditCall): NewCharge {
    const at = parts.now()
    // Beginning with the time: rows are then added at the end of the index, not all over it.
    const time = at.getTime().toString(16).padStart(12, '0')
    const id = `${time}${nextRandom()}`
    return { ...call, id, at: at.toISOString() }
  }

  async function charge(call: CreditCall, reply: KeptReply): Promise<Charged | NotCharged> {
    const made = newCharge(call)
    return orTaken(made, () => charges.charge({ ...made, reply, keepMs }))
  }

  /**
   * A database that goes away may have taken the charge and not have said so. Whoever has paid gets
   * the answer: it is asked again before the failure is passed on.
   */
  async function orTaken<T>(
    of: Readonly<{ id: string; keyHash: string }>,
    take: () => Promise<T>,
  ): Promise<T | Charged> {
    try {
      return await take()
    } catch (error) {
      const balanceMicroUsd = await balanceIfTaken(of)
      if (balanceMicroUsd === null) throw error
      return { charged: true, balanceMicroUsd }
    }
  }

  /** Null also where the database stays away. */
  async function balanceIfTaken(of: Readonly<{ id: string; keyHash: string }>) {
    for (let tries = 1; tries <= limits.TAKEN_TRIES; tries += 1) {
      // A database that lost us may still be about to take it.
      await sleep(tries * limits.TAKEN_PAUSE_MS)
      const found = await charges.taken(of).catch(() => 'unknown' as const)
      if (found !== 'unknown') return found
    }
    return null
  }

  return {
    charge,

    /** The reply that a call of this name had; null when there was none. Throws the conflict. */
    async replay(
      { keyHash, idempotency, requestSha256 }: CreditCall,
      signal: () => AbortSignal,
    ): Promise<KeptReply | null> {
      if (idempotency === null) return null
      for (;;) {
        const named = await charges.findNamed(keyHash, idempotency)
        if (named === null) return null
        if (named.isOver) {
          await charges.endNamed({ id: named.id, keyHash, at: parts.now().toISOString() })
          continue
        }
        if (named.requestSha256 !== requestSha256) {
          const message = 'This Idempotency-Key was used with another request'
          throw new ServiceError('idempotency_conflict', message)
        }
        if (named.reply !== null) return named.reply
        // Somebody works on it; the hold ends, one way or another, with its lease at the latest.
        if (signal().aborted) {
          throw new ServiceError('request_in_progress', 'The same call is still under way')
        }
        await sleep(limits.SAME_CALL_POLL_MS)
      }
    },

    /** A hold, and the two ways it ends. */
    async hold(call: CreditCall) {
      const made = newCharge(call)
      const result = await charges.hold({ ...made, leaseMs })
      const refused: NotCharged | null = result.held ? null : { charged: false, why: result.why }
      if (refused !== null) return refused
      const of = { id: made.id, keyHash: made.keyHash }
      const renewing = setInterval(() => {
        // A failed renewal is retried at the next tick; a hold that was given back is charged anew.
        charges.renew({ id: made.id, leaseMs }).catch(() => undefined)
      }, parts.renewMs)
      return {
        async capture(reply: KeptReply): Promise<Charged | NotCharged> {
          clearInterval(renewing)
          const at = parts.now().toISOString()
          const taken = await orTaken(of, async () => {
            const balanceMicroUsd = await charges.capture({ ...of, reply, keepMs, at })
            return balanceMicroUsd === null ? null : { charged: true as const, balanceMicroUsd }
          })
          if (taken !== null) return taken
          // The lease ended before the work did and the credit was given back: it may still be there.
          return charge(call, reply)
        },
        /** Never throws: what cannot be given back now is given back when its time is over. */
        async release(): Promise<void> {
          clearInterval(renewing)
          await charges.release({ ...of, at: parts.now().toISOString() }).catch(() => false)
        },
      }
    },
  }
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/

/** What stands for the caller's name of a call. Throws when it is none. */
export function idempotencyOf(header: string | undefined): string | null {
  if (header === undefined) return null
  if (!IDEMPOTENCY_KEY.test(header)) {
    const message = 'Idempotency-Key is 1 to 255 printable ASCII characters without spaces'
    throw new ServiceError('idempotency_key_invalid', message)
  }
  return sha256(header)
}

/** What two calls must share to be the same: the request line and these bytes of the body. */
export function requestSha256(requestLine: string, body: Uint8Array): string {
  return createHash('sha256').update(requestLine).update('\n').update(body).digest('hex')
}
