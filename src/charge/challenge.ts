// The 402 challenge in the form of x402 version 2. Where x402 is off, `accepts` is empty and the
// challenge names the way that is left: a prepaid key.

import type { PaymentRequirements } from '@x402/core/types'
import { isMembers, jsonIn } from '../domain/texts/jsonValue.ts'

export function paymentChallenge(parts: {
  error: string
  resourceUrl: string
  description: string
  priceUsd: string
  accepts: readonly PaymentRequirements[]
  /** Beside the one that names prepaid keys. */
  extensions: Readonly<Record<string, unknown>>
}) {
  return {
    x402Version: 2 as const,
    error: parts.error,
    resource: {
      url: parts.resourceUrl,
      description: parts.description,
      mimeType: 'application/json',
      serviceName: 'Assay',
    },
    accepts: parts.accepts,
    extensions: {
      'prepaid-credits': { info: { header: 'X-API-Key', priceUsd: parts.priceUsd } },
      ...parts.extensions,
    },
  }
}

/** The value of the `PAYMENT-REQUIRED` header. */
export function encodeChallenge(challenge: ReturnType<typeof paymentChallenge>): string {
  return Buffer.from(JSON.stringify(challenge)).toString('base64')
}

/** Whether a `PAYMENT-SIGNATURE` header has the form of an x402 version 2 payload. */
export function isPaymentHeader(header: string): boolean {
  if (!/^[A-Za-z0-9+/_-]+=*$/.test(header)) return false
  const read = jsonIn(Buffer.from(header, 'base64').toString('utf8'))
  return isMembers(read) && read['x402Version'] === 2 && 'payload' in read
}
