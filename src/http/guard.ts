// Who may have the answer: everyone, a client within its demo quota, or the holder of a key with
// credit. Nothing is taken for a failure: a demo unit is given back and a key is charged last.

import { encodeChallenge, isPaymentHeader, paymentChallenge } from '../charge/challenge.ts'
import type { CreditKeys } from '../charge/creditKeys.ts'
import type { DemoQuota, QuotaState } from '../charge/demoQuota.ts'
import { PRICES, type PriceId } from '../charge/prices.ts'
import { renderUsd } from '../domain/money.ts'
import type { CreditKey } from '../ports/store.ts'
import { problemBody, problemReply, ReplyInstead } from './problem.ts'
import { type HttpReply, jsonReply, type Route } from './route.ts'

/** What the guard reads of a request. */
export type Caller = Readonly<{
  client(): string
  header(name: string): string | undefined
  /** The connection is closed: a reply would reach nobody. */
  isGone(): boolean
}>

type Run = () => HttpReply | Promise<HttpReply>

export type Guard = Readonly<{
  /**
   * Judges the caller before the body is looked at; throws the refusal. Null: nothing to judge.
   * The ticket wraps the run that follows.
   */
  admit(route: Route, caller: Caller): Promise<Ticket> | null
}>

/** The right to one run; settles it by how the run ends. */
export type Ticket = (run: Run) => Promise<HttpReply>

export function guard(parts: { quota: DemoQuota; keys: CreditKeys; baseUrl: () => string }): Guard {
  return {
    admit(route, caller) {
      if (route.access === 'free') return null
      if (route.access === 'demo') {
        if (parts.quota.limit === 0) return null
        return Promise.resolve((run) => runWithinQuota(parts.quota, caller, run))
      }
      return admitKey(route, route.access.price, caller)
    },
  }

  async function admitKey(route: Route, priceId: PriceId, caller: Caller): Promise<Ticket> {
    const key = caller.header('x-api-key')
    const refuse = (code: 'payment_required' | 'credit_insufficient', error: string) =>
      new ReplyInstead(challengeReply(route, PRICES[priceId], code, error, parts.baseUrl()))
    if (key === undefined) {
      const payment = caller.header('payment-signature')
      if (payment !== undefined && !isPaymentHeader(payment)) {
        const detail = 'PAYMENT-SIGNATURE is not a base64 x402 version 2 payload'
        throw new ReplyInstead(problemReply('malformed_payment', detail))
      }
      throw refuse('payment_required', 'Send a prepaid key in X-API-Key; x402 is off here')
    }
    const credit = await parts.keys.find(key)
    if (credit === null) {
      throw keyUnknown()
    }
    if (credit.balanceMicroUsd < PRICES[priceId]) {
      throw refuse('credit_insufficient', 'The credit of this key does not cover the price')
    }
    return (run) => runCharged(parts.keys, credit, priceId, caller, run, refuse)
  }
}

async function runWithinQuota(quota: DemoQuota, caller: Caller, run: Run): Promise<HttpReply> {
  const client = caller.client()
  const taken = await quota.take(client)
  if (!taken.granted) return quotaReply(taken)
  let answered = false
  try {
    const reply = await run()
    answered = reply.status === 200 && reply.isFree !== true
    const shown = answered ? taken : { ...taken, remaining: taken.remaining + 1 }
    return { ...reply, headers: { ...reply.headers, ...rateLimitHeaders(shown) } }
  } finally {
    if (!answered) await quota.giveBack(client, taken)
  }
}

async function runCharged(
  keys: CreditKeys,
  credit: CreditKey,
  priceId: PriceId,
  caller: Caller,
  run: Run,
  refuse: (code: 'credit_insufficient', error: string) => ReplyInstead,
): Promise<HttpReply> {
  const reply = await run()
  // Whoever hung up gets no answer and pays for none.
  if (reply.status !== 200 || reply.isFree === true || caller.isGone()) return reply
  // Charged last: between taking money and having an answer nothing may fail. A second call that
  // spent the credit meanwhile gets the answer's work, but neither the answer nor a debt.
  const charge = await keys.charge(credit.keyHash, PRICES[priceId], priceId)
  if (!charge.charged) {
    if (charge.why === 'insufficient') {
      throw refuse('credit_insufficient', 'The credit of this key does not cover the price')
    }
    throw keyUnknown()
  }
  const balance = { 'x-credit-balance-usd': renderUsd(charge.balanceMicroUsd) }
  return { ...reply, headers: { ...reply.headers, ...balance } }
}

function keyUnknown(): ReplyInstead {
  const challenge = { 'www-authenticate': 'ApiKey header="X-API-Key"' }
  const detail = 'X-API-Key is unknown or revoked'
  return new ReplyInstead(problemReply('key_unknown', detail, challenge))
}

function challengeReply(
  route: Route,
  priceMicroUsd: number,
  code: 'payment_required' | 'credit_insufficient',
  error: string,
  baseUrl: string,
): HttpReply {
  const priceUsd = renderUsd(priceMicroUsd)
  const resourceUrl = `${baseUrl}${route.path}`
  const challenge = paymentChallenge({ error, resourceUrl, description: route.summary, priceUsd })
  const detail = `${error} (${priceUsd} USD for each answer)`
  return jsonReply(
    402,
    { ...problemBody(code, detail), ...challenge },
    { 'payment-required': encodeChallenge(challenge) },
  )
}

function quotaReply(state: QuotaState): HttpReply {
  const detail = `The ${state.limit} free calls of the day are spent`
  const body = {
    ...problemBody('quota_spent', detail),
    limit: state.limit,
    remaining: 0,
    reset_at: state.resetAt.toISOString(),
  }
  const headers = { ...rateLimitHeaders(state), 'retry-after': String(state.resetInS) }
  return jsonReply(429, body, headers)
}

function rateLimitHeaders(state: QuotaState): Record<string, string> {
  return {
    'ratelimit-limit': String(state.limit),
    'ratelimit-remaining': String(state.remaining),
    'ratelimit-reset': String(state.resetInS),
  }
}
