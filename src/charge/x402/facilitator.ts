// The facilitator: judges a payment and carries it out. Whatever it does not say clearly is not
// known; only an answer in its own words is believed.

import { HTTPFacilitatorClient } from '@x402/core/http'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { SettleError, VerifyError } from '@x402/core/types'
import { ServiceError } from '../../errors.ts'

export type Verified = Readonly<{ valid: true }> | Readonly<{ valid: false; reason: string }>

/** `said`: what it claims, to be looked up on the chain; `unknown`: the payment may have happened. */
export type SettleAnswer =
  | Readonly<{ said: 'settled'; transaction: string }>
  | Readonly<{ said: 'failed'; reason: string; transaction: string | null }>
  | Readonly<{ said: 'unknown'; cause: unknown; transaction: string | null }>

export type Facilitator = Readonly<{
  /** Throws `payment_unavailable` when it gives no clear answer. */
  verify(payload: PaymentPayload, offer: PaymentRequirements): Promise<Verified>
  settle(payload: PaymentPayload, offer: PaymentRequirements): Promise<SettleAnswer>
}>

export function httpFacilitator(parts: {
  url: string
  verifyTimeoutMs: number
  settleTimeoutMs: number
}): Facilitator {
  const { url } = parts
  const verifier = new HTTPFacilitatorClient({ url, timeoutMs: parts.verifyTimeoutMs })
  const settler = new HTTPFacilitatorClient({ url, timeoutMs: parts.settleTimeoutMs })
  return {
    async verify(payload, offer) {
      try {
        const { isValid, invalidReason } = await verifier.verify(payload, offer)
        return isValid ? { valid: true } : { valid: false, reason: reasonOf(invalidReason) }
      } catch (error) {
        if (error instanceof VerifyError && error.statusCode < 500) {
          return { valid: false, reason: reasonOf(error.invalidReason) }
        }
        const message = 'The facilitator gave no clear answer; nothing was charged'
        throw new ServiceError('payment_unavailable', message, { cause: inShort(error) })
      }
    },

    async settle(payload, offer) {
      try {
        const { success, transaction, errorReason } = await settler.settle(payload, offer)
        if (!success) return failed(errorReason, transaction)
        if (isTransaction(transaction)) return { said: 'settled', transaction }
        return { said: 'unknown', cause: 'settled, without a transaction', transaction: null }
      } catch (error) {
        if (error instanceof SettleError && error.statusCode < 500) {
          return failed(error.errorReason, error.transaction)
        }
        const transaction = error instanceof SettleError ? named(error.transaction) : null
        return { said: 'unknown', cause: inShort(error), transaction }
      }
    },
  }
}

/** For the log: what happened, without what was sent or came back, which may hold anything. */
function inShort(error: unknown): Error {
  const message = error instanceof Error ? (error.message.split(':')[0] ?? '') : 'unknown'
  return new Error(message.slice(0, 100))
}

/** Of a transaction that was sent and is not on the chain yet; written as a failure all the same. */
const PENDING = 'settlement_pending'

function failed(reason: string | undefined, transaction: string | undefined): SettleAnswer {
  if (reason === PENDING)
    return { said: 'unknown', cause: PENDING, transaction: named(transaction) }
  return { said: 'failed', reason: reasonOf(reason), transaction: named(transaction) }
}

function named(transaction: string | undefined): string | null {
  return transaction !== undefined && isTransaction(transaction) ? transaction : null
}

function isTransaction(text: string): boolean {
  return /^0x[0-9a-f]{64}$/i.test(text)
}

/** Its words go to clients: only what looks like a code. */
function reasonOf(reason: string | undefined): string {
  return reason !== undefined && /^[\w.-]{1,100}$/.test(reason) ? reason : 'not_valid'
}
