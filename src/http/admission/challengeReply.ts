// The 402: what it costs and how to pay, in a header and, the same, as the body.

import { encodeChallenge, paymentChallenge } from '../../charge/challenge.ts'
import { offersFor, type X402Terms } from '../../charge/x402/terms.ts'
import { renderUsd } from '../../domain/money.ts'
import type { ErrorCode } from '../../errors.ts'
import type { Problems } from '../request/problem.ts'
import { type HttpReply, jsonReply, type Quote, type Route } from '../request/route.ts'
import { bazaarExtension, PAYMENT_IDENTIFIER } from './bazaar.ts'

export function challengeReply(parts: {
  route: Route
  quote: Quote
  code: ErrorCode
  error: string
  baseUrl: string
  problems: Problems
  terms: X402Terms | null
  /** Beside the challenge. */
  headers: Readonly<Record<string, string>>
}): HttpReply {
  const { route, quote, error, terms } = parts
  const priceUsd = renderUsd(quote.amountMicroUsd)
  const challenge = paymentChallenge({
    error,
    resourceUrl: `${parts.baseUrl}${route.path}`,
    description: route.summary,
    priceUsd,
    accepts: terms === null ? [] : offersFor(terms, quote.amountMicroUsd),
    extensions:
      terms === null
        ? {}
        : { bazaar: bazaarExtension(route), 'payment-identifier': PAYMENT_IDENTIFIER },
  })
  const detail = `${error} (${priceUsd} USD for each answer)`
  return jsonReply(
    402,
    { ...parts.problems.body(parts.code, detail), ...challenge },
    { 'payment-required': encodeChallenge(challenge), ...parts.headers },
  )
}
