// A call that a prepaid key pays for. Nothing is taken for a failure, and nothing is worked on that
// the credit does not cover.

import type { CreditCall, CreditCharges, NotCharged } from '../../charge/creditCharges.ts'
import { renderUsd } from '../../domain/money.ts'
import type { KeptReply } from '../../ports/credits.ts'
import type { HttpReply } from '../request/route.ts'
import { type Caller, NotWarm, type PaidRun, type Ticket } from './ticket.ts'

/** Rounds of a call that loses its name to another one and finds it free again. */
const ROUNDS_MAX = 5

export function creditTicket(parts: {
  charges: CreditCharges
  call: CreditCall
  caller: Caller
  /** What is said when the key cannot pay. */
  refusal: (why: NotCharged['why']) => Error
}): Ticket {
  const { charges, call, caller, refusal } = parts

  /** Null: another call of the same name came first. */
  async function runOnce(run: PaidRun): Promise<HttpReply | null> {
    const warm = await runWarm(run)
    if (warm === null) return runHeld(run)
    if (!isChargeable(warm, caller)) return warm
    return charged(warm, await charges.charge(call, keptReply(warm)))
  }

  async function runHeld(run: PaidRun): Promise<HttpReply | null> {
    const hold = await charges.hold(call)
    if (!('capture' in hold)) return charged(null, hold)
    let isCaptureBegun = false
    try {
      const reply = await run(false)
      if (!isChargeable(reply, caller)) return reply
      isCaptureBegun = true
      return charged(reply, await hold.capture(keptReply(reply)))
    } finally {
      if (!isCaptureBegun) await hold.release()
    }
  }

  function charged(
    reply: HttpReply | null,
    outcome: NotCharged | Readonly<{ charged: true; balanceMicroUsd: number }>,
  ): HttpReply | null {
    if (!outcome.charged) {
      if (outcome.why === 'named_before') return null
      throw refusal(outcome.why)
    }
    const balance = { 'x-credit-balance-usd': renderUsd(outcome.balanceMicroUsd) }
    return reply === null ? null : { ...reply, headers: { ...reply.headers, ...balance } }
  }

  return async (run) => {
    for (let round = 1; ; round += 1) {
      const before = await charges.replay(call, () => caller.deadline())
      if (before !== null) return replayed(before)
      const reply = await runOnce(run)
      if (reply !== null) return reply
      if (round === ROUNDS_MAX) throw refusal('named_before')
    }
  }
}

/** The reply when it is at hand; null when there is work to do, of which nothing is begun yet. */
async function runWarm(run: PaidRun): Promise<HttpReply | null> {
  try {
    return await run(true)
  } catch (error) {
    if (error instanceof NotWarm) return null
    throw error
  }
}

/** Whoever hung up gets no answer and pays for none. */
export function isChargeable({ status, isFree }: HttpReply, caller: Caller): boolean {
  return status === 200 && isFree !== true && !caller.isGone()
}

export function keptReply({ status, contentType, body }: HttpReply): KeptReply {
  return { status, contentType, body: typeof body === 'string' ? Buffer.from(body) : body }
}

/** A reply that was sent before, byte for byte. */
export function replayed(
  { status, contentType, body }: KeptReply,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return {
    status,
    contentType,
    body: bytes,
    headers: { 'idempotent-replayed': 'true', ...headers },
  }
}
