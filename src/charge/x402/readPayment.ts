// From the PAYMENT-SIGNATURE header to an authorization that is ours to use, judged without asking
// anybody: what it says must be what was offered.

import { decodePaymentSignatureHeader } from '@x402/core/http'
import { isPaymentPayloadV2 } from '@x402/core/schemas'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { sha256 } from '../../domain/texts/sha256.ts'
import { ServiceError } from '../../errors.ts'
import * as limits from '../../limits.ts'
import type { Authorization } from '../../ports/payments.ts'
import { PaymentRejected } from '../paymentRejected.ts'

export type ReadPayment = Readonly<{
  payload: PaymentPayload
  offer: PaymentRequirements
  authorization: Authorization
  /** Stands for (network, asset, payer, nonce). */
  id: string
  /** Of the `payment-identifier` extension, hashed with the payer; null where there is none. */
  identifier: string | null
}>

/** Throws `malformed_payment` when it cannot be read, `PaymentRejected` when it does not fit. */
export function readPayment(header: string, offers: readonly PaymentRequirements[]): ReadPayment {
  const payload = decode(header)
  const offer = offers.find((one) => isAccepted(one, payload.accepted))
  if (offer === undefined) {
    throw new PaymentRejected('The payment accepts none of the offers for this resource')
  }
  const authorization = authorizationOf(payload, offer)
  const { network, asset, payer, nonce } = authorization
  const id = sha256(`${network}\n${asset}\n${payer}\n${nonce}`)
  return { payload, offer, authorization, id, identifier: identifierOf(payload, payer) }
}

function decode(header: string): PaymentPayload {
  let payload: unknown
  try {
    payload = decodePaymentSignatureHeader(header)
  } catch {
    // What is wrong with it is the reader's own words; it may hold anything.
    throw malformed('PAYMENT-SIGNATURE is not base64 of JSON')
  }
  if (!isPaymentPayloadV2(payload)) {
    throw malformed('PAYMENT-SIGNATURE is not an x402 version 2 payload')
  }
  // The schema of the library and its type say the same.
  return payload as PaymentPayload
}

/** Which offer the client says it has accepted, whole: the extra parts sign the token's domain. */
function isAccepted(offer: PaymentRequirements, accepted: PaymentRequirements): boolean {
  return (
    accepted.scheme === offer.scheme &&
    accepted.network === offer.network &&
    isSameAddress(accepted.asset, offer.asset) &&
    isSameAddress(accepted.payTo, offer.payTo) &&
    accepted.amount === offer.amount &&
    accepted.extra?.['name'] === offer.extra['name'] &&
    accepted.extra?.['version'] === offer.extra['version']
  )
}

const ADDRESS = /^0x[0-9a-f]{40}$/i
const NONCE = /^0x[0-9a-f]{64}$/i
const UINT = /^\d{1,78}$/
const SIGNATURE = /^0x(?:[0-9a-f]{2}){1,4096}$/i

function authorizationOf(payload: PaymentPayload, offer: PaymentRequirements): Authorization {
  const signed: unknown = payload.payload['authorization']
  const signature: unknown = payload.payload['signature']
  if (typeof signed !== 'object' || signed === null) {
    throw malformed('The payment has no EIP-3009 authorization')
  }
  const field = (name: string, form: RegExp): string => {
    const value: unknown = Reflect.get(signed, name)
    if (typeof value === 'string' && form.test(value)) return value
    throw malformed(`authorization.${name} is missing or not of its form`)
  }
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) {
    throw malformed('The signature of the payment is missing or not of its form')
  }
  const payTo = field('to', ADDRESS)
  const value = field('value', UINT)
  if (!isSameAddress(payTo, offer.payTo)) {
    throw new PaymentRejected('The authorization pays somebody else')
  }
  if (value !== offer.amount) throw new PaymentRejected('The authorization is of another amount')
  return {
    network: offer.network,
    asset: offer.asset.toLowerCase(),
    payer: field('from', ADDRESS).toLowerCase(),
    payTo: payTo.toLowerCase(),
    amountAtomic: value,
    nonce: field('nonce', NONCE).toLowerCase(),
    validAfterS: seconds(field('validAfter', UINT)),
    validBeforeS: seconds(field('validBefore', UINT)),
  }
}

/** Times beyond what a number holds are all the same: for ever. */
function seconds(written: string): number {
  return Math.min(Number(written), limits.PAYMENT_TIME_MAX_S)
}

/**
 * Whether it can still be carried out. Asked of payments that are new here only: one that has paid
 * before is answered again, long after its time.
 */
export function assertTime({ validAfterS, validBeforeS }: Authorization, nowMs: number): void {
  const nowS = Math.floor(nowMs / 1_000)
  // The token itself asks for a time behind it, not for one that has come.
  if (validAfterS >= nowS) throw new PaymentRejected('The authorization is not valid yet')
  if (validBeforeS < nowS + limits.PAYMENT_TIME_LEFT_MIN_S) {
    throw new PaymentRejected('The authorization has expired, or is about to')
  }
}

const IDENTIFIER = /^[A-Za-z0-9_-]{16,128}$/

function identifierOf(payload: PaymentPayload, payer: string): string | null {
  const extension: unknown = payload.extensions?.['payment-identifier']
  if (typeof extension !== 'object' || extension === null) return null
  const info: unknown = Reflect.get(extension, 'info')
  const id: unknown =
    typeof info === 'object' && info !== null ? Reflect.get(info, 'id') : undefined
  if (id === undefined) return null
  if (typeof id !== 'string' || !IDENTIFIER.test(id)) {
    throw malformed('payment-identifier is 16 to 128 letters, digits, hyphens and underscores')
  }
  return paymentName(payer, id)
}

/** What stands for the name that a payer gives a payment. */
export function paymentName(payer: string, name: string): string {
  return sha256(`${payer}\n${name}`)
}

function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function malformed(message: string): ServiceError {
  return new ServiceError('malformed_payment', message)
}
