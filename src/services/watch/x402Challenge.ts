// Whether an answer with status 402 can be paid: an x402 challenge in its header or in its body.

import { isMembers } from '../../domain/texts/jsonValue.ts'
/** `header`: the value of PAYMENT-REQUIRED, null for none. */
export function hasPayableChallenge(header: string | null, body: string | null): boolean {
  const written = header === null ? body : Buffer.from(header, 'base64').toString('utf8')
  return written !== null && isPayable(parse(written))
}

function isPayable(challenge: unknown): boolean {
  if (!isMembers(challenge)) return false
  const { x402Version: version, accepts } = challenge
  return (version === 1 || version === 2) && Array.isArray(accepts) && accepts.some(isOffer)
}

/** Who is to be paid how; what it costs has another name in each version. */
function isOffer(offer: unknown): boolean {
  if (!isMembers(offer)) return false
  const { scheme, network, payTo, asset, amount, maxAmountRequired } = offer
  return [scheme, network, payTo, asset, amount ?? maxAmountRequired].every(
    (value) => typeof value === 'string' && value !== '',
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
