// Everything that takes payments over x402. Loaded only where they are configured: the libraries
// behind it are large.

import { isAddress } from 'viem'
import type { MicroUsd } from '../../domain/money.ts'
import * as limits from '../../limits.ts'
import type { PaymentStore } from '../../ports/payments.ts'
import { evmChain } from './chain.ts'
import { httpFacilitator } from './facilitator.ts'
import { type Payments, payments } from './payments.ts'
import { type ReadPayment, readPayment } from './readPayment.ts'
import { offersFor, type X402Terms } from './terms.ts'

/** How long others may take. */
export type X402Times = Readonly<{ verifyMs: number; settleMs: number; transferWaitMs: number }>

const TIMES: X402Times = {
  verifyMs: limits.VERIFY_TIMEOUT_MS,
  settleMs: limits.SETTLE_TIMEOUT_MS,
  transferWaitMs: limits.TRANSFER_WAIT_MS,
}

export type X402 = Payments &
  Readonly<{
    terms: X402Terms
    /** Throws `malformed_payment` when it cannot be read, `PaymentRejected` when it does not fit. */
    read(header: string, price: MicroUsd): ReadPayment
  }>

/** False for an address in mixed case whose checksum does not fit: a digit of it is wrong. */
export function isSoundAddress(address: string): boolean {
  return isAddress(address, { strict: true })
}

export function openX402(parts: {
  terms: X402Terms
  facilitatorUrl: string
  rpcUrl: string
  store: PaymentStore
  times?: X402Times | undefined
  now: () => Date
  newOwner: () => string
  onOpen: (paymentId: string, cause: unknown) => void
}): X402 {
  const { terms, times = TIMES } = parts
  const facilitator = httpFacilitator({
    url: parts.facilitatorUrl,
    verifyTimeoutMs: times.verifyMs,
    settleTimeoutMs: times.settleMs,
  })
  return {
    terms,
    read: (header, price) => readPayment(header, offersFor(terms, price)),
    ...payments({
      ...parts,
      facilitator,
      chain: evmChain(parts),
      leaseMs: limits.PAYMENT_LEASE_MS,
      renewMs: limits.PAYMENT_RENEW_MS,
      transferWaitMs: times.transferWaitMs,
    }),
  }
}
