// What is asked for in x402: one offer for each accepted token, made from the price table. Tokens
// are taken for dollars.

import type { PaymentRequirements } from '@x402/core/types'
import type { MicroUsd } from '../../domain/money.ts'
import { PAYMENT_TIMEOUT_S } from '../../limits.ts'

/** A token that can be paid with. */
type X402Asset = Readonly<{
  /** As the network writes it, with its checksum. */
  address: string
  /** Of its EIP-712 domain. */
  name: string
  version: string
  decimals: number
}>

/** How to pay, from the configuration. */
export type X402Terms = Readonly<{
  network: `${string}:${string}`
  payTo: string
  assets: readonly X402Asset[]
}>

/** The offers for a price. Clients take the first that they can pay. */
export function offersFor(terms: X402Terms, price: MicroUsd): PaymentRequirements[] {
  return terms.assets.map((asset) => ({
    scheme: 'exact',
    network: terms.network,
    asset: asset.address,
    amount: atomicAmount(price, asset.decimals),
    payTo: terms.payTo,
    maxTimeoutSeconds: PAYMENT_TIMEOUT_S,
    extra: { name: asset.name, version: asset.version },
  }))
}

/** Prices have six decimals, and tokens with fewer are not taken. */
function atomicAmount(price: MicroUsd, decimals: number): string {
  return (BigInt(price) * 10n ** BigInt(decimals - 6)).toString()
}
