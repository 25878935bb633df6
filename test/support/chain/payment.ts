// Payments made by hand, so that a test can make every kind of wrong one.

import { randomBytes } from 'node:crypto'
import type { PaymentRequirements } from '@x402/core/types'
import { type Hex, parseSignature } from 'viem'
import type { Chain, Wallet } from './startChain.ts'

const TRANSFER_TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

const CANCEL_TYPES = {
  CancelAuthorization: [
    { name: 'authorizer', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

export type Payment = Readonly<{
  header: string
  authorization: Readonly<Record<'from' | 'to' | 'nonce', Hex>> &
    Readonly<Record<'value' | 'validAfter' | 'validBefore', string>>
  signature: Hex
  offer: PaymentRequirements
}>

/** A payment of the offer; `change` replaces parts of what is signed, before it is signed. */
export async function sign(
  account: Wallet,
  offer: PaymentRequirements,
  change: Partial<Payment['authorization']> = {},
  extensions?: Record<string, unknown>,
): Promise<Payment> {
  const nowS = Math.floor(Date.now() / 1_000)
  const authorization = {
    from: account.address,
    to: offer.payTo as Hex,
    value: offer.amount,
    validAfter: String(nowS - 60),
    validBefore: String(nowS + offer.maxTimeoutSeconds),
    nonce: `0x${randomBytes(32).toString('hex')}` as Hex,
    ...change,
  }
  const signature = await account.signTypedData({
    domain: domainOf(offer),
    types: TRANSFER_TYPES,
    primaryType: 'TransferWithAuthorization',
    message: {
      ...authorization,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
    },
  })
  const payload = { x402Version: 2, accepted: offer, payload: { authorization, signature } }
  const header = encode({ ...payload, ...(extensions === undefined ? {} : { extensions }) })
  return { header, authorization, signature, offer }
}

export function encode(payload: unknown): string {
  return Buffer.from(JSON.stringify(payload)).toString('base64')
}

/** Sends the signed transfer to the chain as anybody could who has seen it. */
export function submit(chain: Chain, { authorization, signature, offer }: Payment): Promise<Hex> {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const args = [from, to, value, validAfter, validBefore, nonce, signature]
  return chain.call('transferWithAuthorization', args, offer.asset as Hex)
}

/** Uses up the nonce without paying. */
export async function burn(chain: Chain, account: Wallet, payment: Payment): Promise<void> {
  const { nonce } = payment.authorization
  const signature = await account.signTypedData({
    domain: domainOf(payment.offer),
    types: CANCEL_TYPES,
    primaryType: 'CancelAuthorization',
    message: { authorizer: account.address, nonce },
  })
  const { r, s, v } = parseSignature(signature)
  await chain.call('cancelAuthorization', [account.address, nonce, Number(v), r, s])
}

function domainOf(offer: PaymentRequirements) {
  return {
    name: String(offer.extra['name']),
    version: String(offer.extra['version']),
    chainId: Number(offer.network.split(':')[1]),
    verifyingContract: offer.asset as Hex,
  }
}
