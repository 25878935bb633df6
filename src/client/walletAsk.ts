// Pays for an answer with a wallet: one answer, one payment, however often it has to be sent.

import { AssayError } from './clientErrors.ts'
import {
  type Call,
  type Exchange,
  type HttpReply,
  type HttpRequest,
  isUndecided,
  refusalOf,
  textOf,
} from './exchange.ts'
import type { Ask } from './keyAsk.ts'
import { openCalls } from './openCalls.ts'
import type { Reservation, Spending } from './spending.ts'
import type { PaymentToken, Wallet } from './wallet.ts'

export function walletAsk(parts: {
  send: Exchange
  wallet: Wallet
  tokens: readonly PaymentToken[]
  spending: Spending
}): Ask {
  const { send, wallet, spending } = parts
  const open = openCalls<Payment>()

  async function paymentFor(challenge: HttpReply): Promise<Payment> {
    const refusal = refusalOf(challenge)
    const { payableOffer, signedPayment } = await import('./x402.ts')
    const offer = payableOffer(refusal.body, parts.tokens, wallet)
    if (offer === null) {
      const message = 'The service offers no way to pay that this wallet has'
      throw new AssayError({ status: 402, code: 'no_payable_offer', message, body: refusal.body })
    }
    const reservation = spending.reserve(offer.price, 402)
    try {
      return { reservation, header: await signedPayment(offer, wallet) }
    } catch (cause) {
      reservation.release()
      const message = 'The wallet did not sign the payment'
      throw new AssayError({ status: 402, code: 'wallet_failed', message, cause })
    }
  }

  async function pay(request: HttpRequest, payment: Payment, call?: Call): Promise<HttpReply> {
    const headers = { ...request.headers, 'payment-signature': payment.header }
    let isOpen = true
    try {
      // From here on the service can collect, whatever it says. What it does not own up to stays
      // reserved: a signature cannot be taken back.
      const reply = await send({ ...request, headers }, 'named', call)
      isOpen = isUndecided(reply)
      if (isSettled(reply)) payment.reservation.settle()
      return reply
    } finally {
      // Also where the caller has given up: the payment was sent all the same.
      if (isOpen) open.keep(request, payment)
    }
  }

  return async (request, call) => {
    const before = open.take(request)
    const first =
      before === undefined ? await send(request, 'once', call) : await pay(request, before, call)
    // A 402 to a payment that was open: it can no longer pay, and has not.
    if (first.status !== 402) return textOf(first)
    return textOf(await pay(request, await paymentFor(first), call))
  }
}

/** What was signed for one call, and what is set aside for it. */
type Payment = Readonly<{ header: string; reservation: Reservation }>

function isSettled({ headers }: HttpReply): boolean {
  try {
    const said: unknown = JSON.parse(atob(headers.get('payment-response') ?? ''))
    return typeof said === 'object' && said !== null && 'success' in said && said.success === true
  } catch {
    return false
  }
}
