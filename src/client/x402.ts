// The wallet's side of x402, version 2. Loaded when there is something to pay: the libraries behind
// it are large. A 402 comes from whoever answers, so that nothing in it is taken on trust.

import { encodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentRequirements } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import type { MicroUsd } from '../domain/money.ts'
import type { PaymentToken, Wallet } from './wallet.ts'

/** A signature is good for this long at most, whatever is asked for. */
const VALID_MAX_S = 600

export type PayableOffer = Readonly<{ requirements: PaymentRequirements; price: MicroUsd }>

/** The cheapest offer of a token whose worth is known, the first of its price; null without one. */
export function payableOffer(
  challenge: unknown,
  tokens: readonly PaymentToken[],
  wallet: Wallet,
): PayableOffer | null {
  const scheme = new ExactEvmScheme(wallet)
  const payable = acceptsOf(challenge).flatMap((requirements) => {
    if (!isRequirements(requirements)) return []
    const { asset, network, amount } = requirements
    const token =
      tokens.find((one) => one.network === network && isSame(one.address, asset)) ??
      scheme.findDefaultAsset(asset, network)
    return token === undefined
      ? []
      : [{ requirements, price: microUsdOf(BigInt(amount), token.decimals) }]
  })
  const [cheapest = null] = payable.sort((a, b) => a.price - b.price)
  return cheapest
}

/** The value of `PAYMENT-SIGNATURE`. Whoever has it can collect the amount, once. */
export async function signedPayment(offer: PayableOffer, wallet: Wallet): Promise<string> {
  const { requirements } = offer
  const made = await new ExactEvmScheme(wallet).createPaymentPayload(2, requirements)
  return encodePaymentSignatureHeader({ ...made, accepted: requirements })
}

function acceptsOf(challenge: unknown): readonly unknown[] {
  if (typeof challenge !== 'object' || challenge === null) return []
  if (!('x402Version' in challenge) || challenge.x402Version !== 2) return []
  return 'accepts' in challenge && Array.isArray(challenge.accepts) ? challenge.accepts : []
}

const ADDRESS = /^0x[0-9a-f]{40}$/i

/** Transfers that the token itself carries out by signature: no other kind is signed. */
function isRequirements(offer: unknown): offer is PaymentRequirements {
  if (typeof offer !== 'object' || offer === null) return false
  const field = (name: string): unknown => Reflect.get(offer, name)
  const matches = (name: string, form: RegExp) => {
    const value = field(name)
    return typeof value === 'string' && form.test(value)
  }
  const seconds = field('maxTimeoutSeconds')
  const extra = field('extra')
  if (typeof extra !== 'object' || extra === null) return false
  const method: unknown = Reflect.get(extra, 'assetTransferMethod')
  return (
    field('scheme') === 'exact' &&
    matches('network', /^eip155:[1-9]\d{0,15}$/) &&
    matches('asset', ADDRESS) &&
    matches('payTo', ADDRESS) &&
    matches('amount', /^\d{1,78}$/) &&
    Number.isInteger(seconds) &&
    Number(seconds) > 0 &&
    Number(seconds) <= VALID_MAX_S &&
    (method === undefined || method === 'eip3009')
  )
}

/** Rounded up; beyond what a number holds, all amounts are too much. */
function microUsdOf(amount: bigint, decimals: number): MicroUsd {
  const unit = 10n ** BigInt(decimals)
  const micro = (amount * 1_000_000n + unit - 1n) / unit
  return micro > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(micro)
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
