// Who may have the answer: everyone, a client within its demo quota, or the holder of a key with
// credit. Nothing is taken for a failure: a demo unit is given back, and so is what is held of a key.

import { encodeChallenge, isPaymentHeader, paymentChallenge } from '../charge/challenge.ts'
import {
  type CreditCharges,
  idempotencyOf,
  type NotCharged,
  requestSha256,
} from '../charge/creditCharges.ts'
import type { CreditKeys } from '../charge/creditKeys.ts'
import type { DemoQuota, QuotaState } from '../charge/demoQuota.ts'
import { PRICES, type PriceId } from '../charge/prices.ts'
import { renderUsd } from '../domain/money.ts'
import { ServiceError } from '../errors.ts'
import { creditTicket } from './creditTicket.ts'
import type { PaidRun } from './exchange.ts'
import { problemBody, problemReply, ReplyInstead } from './problem.ts'
import { type HttpReply, jsonReply, type Route } from './route.ts'

/** What the guard reads of a request. */
export type Caller = Readonly<{
  client(): string
  header(name: string): string | undefined
  /** The connection is closed: a reply would reach nobody. */
  isGone(): boolean
  /** Method and path with its query. */
  requestLine(): string
  readonly rawBody: Buffer
  /** Aborts when the time for the call is over or the caller went away. */
  deadline(): AbortSignal
}>

export type Guard = Readonly<{
  /**
   * Judges the caller before the body is looked at; throws the refusal. Null: nothing to judge.
   * The ticket wraps the run that follows.
   */
  admit(route: Route, caller: Caller): Promise<Ticket> | null
}>

/** The right to one run; settles it by how the run ends. */
export type Ticket = (run: PaidRun) => Promise<HttpReply>

export function guard(parts: {
  quota: DemoQuota
  keys: CreditKeys
  charges: CreditCharges
  baseUrl: () => string
}): Guard {
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
    const idempotency = idempotencyOf(caller.header('idempotency-key'))
    const credit = await parts.keys.find(key)
    if (credit === null) throw keyUnknown()
    const insufficient = () =>
      refuse('credit_insufficient', 'The credit of this key does not cover the price')
    // A call that was paid for before is answered again, whatever is left.
    if (idempotency === null && credit.balanceMicroUsd < PRICES[priceId]) throw insufficient()
    return creditTicket({
      charges: parts.charges,
      caller,
      call: {
        keyHash: credit.keyHash,
        amountMicroUsd: PRICES[priceId],
        reason: priceId,
        requestSha256: requestSha256(caller.requestLine(), caller.rawBody),
        idempotency,
      },
      refusal: (why) => refusalOf(why, insufficient),
    })
  }
}

function refusalOf(why: NotCharged['why'], insufficient: () => Error): Error {
  if (why === 'insufficient') return insufficient()
  if (why !== 'named_before') return keyUnknown()
  return new ServiceError('request_in_progress', 'The same call is still under way')
}

async function runWithinQuota(quota: DemoQuota, caller: Caller, run: PaidRun): Promise<HttpReply> {
  const client = caller.client()
  const taken = await quota.take(client)
  if (!taken.granted) return quotaReply(taken)
  let answered = false
  try {
    const reply = await run(false)
    answered = reply.status === 200
    const shown = answered ? taken : { ...taken, remaining: taken.remaining + 1 }
    return { ...reply, headers: { ...reply.headers, ...rateLimitHeaders(shown) } }
  } finally {
    if (!answered) await quota.giveBack(client, taken)
  }
}

function keyUnknown(): ReplyInstead {
  return new ReplyInstead(keyUnknownReply())
}

export function keyUnknownReply(): HttpReply {
  const challenge = { 'www-authenticate': 'ApiKey header="X-API-Key"' }
  return problemReply('key_unknown', 'X-API-Key is unknown or revoked', challenge)
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
