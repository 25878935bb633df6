// Who may have the answer: everyone, a client within its demo quota, the holder of a key with
// credit, or whoever pays for it. Nothing is taken for a failure.

import { isPaymentHeader } from '../../charge/challenge.ts'
import {
  type CreditCharges,
  idempotencyOf,
  type NotCharged,
  requestSha256,
} from '../../charge/creditCharges.ts'
import type { CreditKeys } from '../../charge/creditKeys.ts'
import type { DemoQuota, QuotaState } from '../../charge/demoQuota.ts'
import { PaymentRejected } from '../../charge/paymentRejected.ts'
import type { RateLimit, RateState } from '../../charge/rateLimit.ts'
import type { X402 } from '../../charge/x402/openX402.ts'
import { paymentName } from '../../charge/x402/readPayment.ts'
import { ServiceError } from '../../errors.ts'
import { type Problems, ReplyInstead } from '../request/problem.ts'
import {
  type Access,
  type HttpReply,
  jsonReply,
  type Quote,
  quoteOf,
  type Route,
} from '../request/route.ts'
import { sameBytes } from '../request/sameBytes.ts'
import { challengeReply } from './challengeReply.ts'
import { creditTicket } from './creditTicket.ts'
import { paymentTicket } from './paymentTicket.ts'
import type { Caller, PaidRun, Ticket } from './ticket.ts'

export type Guard = ReturnType<typeof guard>

type ChallengeCode = 'payment_required' | 'credit_insufficient' | 'payment_rejected'
type Refuse = (
  code: ChallengeCode,
  error: string,
  headers?: Readonly<Record<string, string>>,
) => Error

export function guard(parts: {
  quota: DemoQuota
  keys: CreditKeys
  charges: CreditCharges
  /** Null: x402 is off. */
  x402: X402 | null
  /** Paid calls of a key, and unpaid or refused ones of a client. */
  keyRate: RateLimit
  unpaidRate: RateLimit
  baseUrl: () => string
  problems: Problems
}) {
  const { x402, problems } = parts
  return {
    /**
     * Judges the caller before the body is looked at; throws the refusal. Null: nothing to judge.
     * The ticket wraps the run that follows.
     */
    admit(route: Route, caller: Caller): Promise<Ticket> | null {
      if (route.access === 'free') return null
      if (route.access === 'demo') {
        if (parts.quota.limit === 0) return null
        return Promise.resolve((run) => runWithinQuota(parts.quota, caller, run, problems))
      }
      return admitPaying(route, route.access, caller)
    },
  }

  async function admitPaying(
    route: Route,
    access: Exclude<Access, string>,
    caller: Caller,
  ): Promise<Ticket> {
    const quote = quoteOf(access, caller.rawBody)
    const terms = x402?.terms ?? null
    const refuse: Refuse = (code, error, headers = {}) =>
      unpaid(
        caller,
        () => {
          const baseUrl = parts.baseUrl()
          return challengeReply({ route, quote, code, error, baseUrl, problems, terms, headers })
        },
        headers,
      )
    const key = caller.header('x-api-key')
    // Credit cannot be bought with credit.
    if (key !== undefined && quote.credit === null) return admitKey(key, quote, caller, refuse)
    const payment = caller.header('payment-signature')
    if (payment === undefined) throw refuse('payment_required', howToPay(quote))
    return admitPayment(payment, quote, caller, refuse)
  }

  async function admitKey(
    key: string,
    quote: Quote,
    caller: Caller,
    refuse: Refuse,
  ): Promise<Ticket> {
    const { asked } = caller
    const idempotency = idempotencyOf(caller.header('idempotency-key') ?? asked?.name)
    const credit = await parts.keys.admit(key, quote.amountMicroUsd)
    // Counted like unpaid calls: somebody may be trying out keys.
    if (credit === null) throw unpaid(caller, () => keyUnknownReply(problems))
    const rate = parts.keyRate(credit.keyHash)
    if (rate !== null && !rate.granted)
      throw tooMany(rate, 'This key has made too many calls', problems)
    const insufficient = () =>
      refuse('credit_insufficient', 'The credit of this key does not cover the price')
    // A call that was paid for before is answered again, whatever is left.
    if (idempotency === null && credit.short) throw insufficient()
    const ticket = creditTicket({
      charges: parts.charges,
      caller,
      call: {
        keyHash: credit.keyHash,
        amountMicroUsd: quote.amountMicroUsd,
        reason: quote.reason,
        requestSha256:
          asked?.requestSha256 ??
          requestSha256(
            caller.requestLine(),
            idempotency === null ? caller.rawBody : sameBytes(caller.rawBody),
          ),
        idempotency,
      },
      refusal: (why) => refusalOf(why, insufficient, problems),
    })
    return rate === null ? ticket : withHeaders(ticket, rateLimitHeaders(rate))
  }

  function howToPay({ credit }: Quote): string {
    if (credit !== null)
      return x402 === null ? 'Credit is bought with x402, off here' : 'Pay with x402'
    return x402 === null
      ? 'Send a prepaid key in X-API-Key; x402 is off here'
      : 'Pay with x402, or send a prepaid key in X-API-Key'
  }

  /** A refusal, or that there were too many of them. */
  function unpaid(
    caller: Caller,
    reply: () => HttpReply,
    headers: Readonly<Record<string, string>> = {},
  ): ReplyInstead {
    const rate = parts.unpaidRate(caller.client())
    if (rate === null || rate.granted) return new ReplyInstead(reply())
    return tooMany(rate, 'Too many calls without payment', problems, headers)
  }

  function admitPayment(header: string, quote: Quote, caller: Caller, refuse: Refuse): Ticket {
    if (x402 === null) {
      if (isPaymentHeader(header)) throw refuse('payment_required', howToPay(quote))
      const detail = 'PAYMENT-SIGNATURE is not a base64 x402 version 2 payload'
      throw new ReplyInstead(problems.reply('malformed_payment', detail))
    }
    const refusal = (detail: string, headers = {}) => refuse('payment_rejected', detail, headers)
    const payment = orRefuse(() => x402.read(header, quote.amountMicroUsd), refusal)
    const { asked } = caller
    const purchase = {
      reason: quote.reason,
      amountMicroUsd: quote.amountMicroUsd,
      requestSha256:
        asked?.requestSha256 ?? requestSha256(caller.requestLine(), sameBytes(caller.rawBody)),
      identifier:
        payment.identifier ??
        (asked === undefined ? null : paymentName(payment.authorization.payer, asked.name)),
      credit: quote.credit,
    }
    return paymentTicket({ x402, payment, purchase, caller, refusal })
  }
}

function orRefuse<T>(read: () => T, refusal: (detail: string) => Error): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof PaymentRejected) throw refusal(error.message)
    throw error
  }
}

function refusalOf(why: NotCharged['why'], insufficient: () => Error, problems: Problems): Error {
  if (why === 'insufficient') return insufficient()
  if (why !== 'named_before') return new ReplyInstead(keyUnknownReply(problems))
  return new ServiceError('request_in_progress', 'The same call is still under way')
}

async function runWithinQuota(
  quota: DemoQuota,
  caller: Caller,
  run: PaidRun,
  problems: Problems,
): Promise<HttpReply> {
  const client = caller.client()
  const taken = await quota.take(client)
  if (!taken.granted) return quotaReply(taken, problems)
  let answered = false
  try {
    const reply = await run(false)
    answered = reply.status === 200 && reply.isFree !== true
    const shown = answered ? taken : { ...taken, remaining: taken.remaining + 1 }
    return { ...reply, headers: { ...reply.headers, ...rateLimitHeaders(shown) } }
  } finally {
    if (!answered) await quota.giveBack(client, taken)
  }
}

const KEY_CHALLENGE = { 'www-authenticate': 'ApiKey header="X-API-Key"' }

export function keyUnknownReply(problems: Problems): HttpReply {
  return problems.reply('key_unknown', 'X-API-Key is unknown or revoked', KEY_CHALLENGE)
}

/** For routes that are about a key and nothing else. */
export function keyMissingReply(problems: Problems): HttpReply {
  const message = 'Send the prepaid key in the header X-API-Key'
  return problems.reply('key_unknown', message, KEY_CHALLENGE)
}

function quotaReply(state: QuotaState, problems: Problems): HttpReply {
  const detail = `The ${state.limit} free calls of the day are spent`
  const body = {
    ...problems.body('quota_spent', detail),
    limit: state.limit,
    remaining: 0,
    reset_at: state.resetAt.toISOString(),
  }
  const headers = { ...rateLimitHeaders(state), 'retry-after': String(state.resetInS) }
  return jsonReply(429, body, headers)
}

function rateLimitHeaders(
  state: Pick<QuotaState, 'limit' | 'remaining' | 'resetInS'>,
): Record<string, string> {
  return {
    'ratelimit-limit': String(state.limit),
    'ratelimit-remaining': String(state.remaining),
    'ratelimit-reset': String(state.resetInS),
  }
}

function tooMany(
  rate: RateState,
  detail: string,
  problems: Problems,
  more: Readonly<Record<string, string>> = {},
): ReplyInstead {
  const retry = { 'retry-after': String(rate.resetInS) }
  const headers = { ...rateLimitHeaders(rate), ...retry, ...more }
  return new ReplyInstead(problems.reply('rate_limited', detail, headers))
}

function withHeaders(ticket: Ticket, headers: Readonly<Record<string, string>>): Ticket {
  return async (run) => {
    const reply = await ticket(run)
    return { ...reply, headers: { ...reply.headers, ...headers } }
  }
}
