// A call that an x402 payment pays for.

import { PaymentRejected } from '../../charge/paymentRejected.ts'
import type { X402 } from '../../charge/x402/openX402.ts'
import type { ReadPayment } from '../../charge/x402/readPayment.ts'
import type { Purchase, Settlement } from '../../ports/payments.ts'
import type { HttpReply } from '../request/route.ts'
import { isChargeable, keptReply, replayed } from './creditTicket.ts'
import type { Caller, Ticket } from './ticket.ts'

export function paymentTicket(parts: {
  x402: X402
  payment: ReadPayment
  purchase: Purchase
  caller: Caller
  /** What is said when the payment cannot pay. */
  refusal: (detail: string, headers?: Readonly<Record<string, string>>) => Error
}): Ticket {
  const { x402, payment, purchase, caller } = parts
  return async (run) => {
    const work = {
      run: async () => run(false),
      kept: (reply: HttpReply) => (isChargeable(reply, caller) ? keptReply(reply) : null),
    }
    try {
      const outcome = await x402.pay(payment, purchase, work, () => caller.deadline())
      if (!outcome.paid) return outcome.reply
      const headers = paymentResponse(payment, { success: true, ...outcome.settlement })
      if ('replayed' in outcome) return replayed(outcome.replayed, headers)
      return { ...outcome.reply, headers: { ...outcome.reply.headers, ...headers } }
    } catch (error) {
      if (!(error instanceof PaymentRejected)) throw error
      if (error.settling === null) throw parts.refusal(error.message)
      const { reason: errorReason, transaction } = error.settling
      const failed = { success: false as const, errorReason, transaction: transaction ?? '' }
      throw parts.refusal(error.message, paymentResponse(payment, failed))
    }
  }
}

type SettleResult =
  | (Settlement & Readonly<{ success: true }>)
  | Readonly<{ success: false; errorReason: string; transaction: string }>

/** How the settling ended, for the client; no cache may keep it for others. */
function paymentResponse({ authorization }: ReadPayment, result: SettleResult) {
  const { network, payer, amountAtomic: amount } = authorization
  const { success, transaction } = result
  const response = success
    ? { success, transaction, network, payer, amount }
    : { success, errorReason: result.errorReason, transaction, network, payer }
  return {
    'payment-response': Buffer.from(JSON.stringify(response)).toString('base64'),
    'cache-control': success ? 'private' : 'no-store',
  }
}
