// What an answer of a watched service, or its absence, says about the service.

import { PROBE_REASONS, type ProbeReason, type ProbeResult } from '../../domain/probe.ts'
import { isMembers, jsonIn } from '../../domain/texts/jsonValue.ts'
import { WATCH_PATH_STEPS_MAX } from '../../limits.ts'
import { readJson } from '../oracle/jsonText.ts'
import { findByPath } from '../oracle/path/findByPath.ts'
import type { Expectation } from './target.ts'

type SeenAnswer = Readonly<{
  status: number
  /** Value of PAYMENT-REQUIRED; null for none. */
  paymentRequired: string | null
  /** Null when it was not read: nothing of it was expected. `too_large`: it was not read to its end. */
  body: string | null | 'too_large'
  latencyMs: number
  tlsExpiresAt: string | null
  /** When it came, ISO 8601. */
  at: string
}>

const DAY_MS = 24 * 60 * 60_000

export function needsBody({ bodyContains, bodyJson, x402 }: Expectation): boolean {
  return bodyContains !== null || bodyJson !== null || x402
}

export function judgeAnswer(expect: Expectation, seen: SeenAnswer): ProbeResult {
  const { status, latencyMs, tlsExpiresAt } = seen
  const reason = reasonOf(expect, seen)
  const outcome = reason === null ? 'ok' : PROBE_REASONS[reason]
  return { outcome, reason, status, latencyMs, tlsExpiresAt }
}

/** The worst comes first. */
function reasonOf(expect: Expectation, seen: SeenAnswer): ProbeReason | null {
  // We are too many; that says nothing about others.
  if (seen.status === 429) return 'rate_limited'
  if (!isExpectedStatus(expect, seen.status)) return 'status'
  const body = bodyReason(expect, seen)
  if (body !== null) return body
  if (expect.latencyMaxMs !== null && seen.latencyMs > expect.latencyMaxMs) return 'slow'
  if (seen.tlsExpiresAt === null) return null
  const leftMs = Date.parse(seen.tlsExpiresAt) - Date.parse(seen.at)
  return leftMs < expect.tlsDaysMin * DAY_MS ? 'tls_expiring' : null
}

function isExpectedStatus({ status: expected, x402 }: Expectation, status: number): boolean {
  if (expected !== null) return expected.includes(status)
  return x402 ? status === 402 : status >= 200 && status <= 299
}

function bodyReason(expect: Expectation, { body, paymentRequired }: SeenAnswer) {
  const { bodyContains, bodyJson, x402 } = expect
  if (x402 && paymentRequired !== null) {
    if (!hasPayableChallenge(paymentRequired, null)) return 'x402'
    if (bodyContains === null && bodyJson === null) return null
  }
  if (body === null) return null
  // What was expected may stand in the part that was not read.
  if (body === 'too_large') return 'body_unread'
  if (x402 && paymentRequired === null && !hasPayableChallenge(null, body)) return 'x402'
  if (bodyContains !== null && !body.includes(bodyContains)) return 'body'
  return bodyJson === null ? null : jsonReason(bodyJson, body)
}

function jsonReason({ path, equals }: NonNullable<Expectation['bodyJson']>, body: string) {
  const read = readJson(body)
  if (read.state === 'not_json') return 'body'
  if (read.state === 'too_deep') return 'body_unread'
  try {
    const found = findByPath(path, read.value, WATCH_PATH_STEPS_MAX)
    const holds = found.some(({ value }) => equals === undefined || value === equals)
    return holds ? null : 'body'
  } catch {
    // It takes more work than a probe may.
    return 'body_unread'
  }
}

/**
 * Whether an answer with status 402 can be paid: an x402 challenge in its header or in its body.
 * `header`: the value of PAYMENT-REQUIRED, null for none.
 */
function hasPayableChallenge(header: string | null, body: string | null): boolean {
  const written = header === null ? body : Buffer.from(header, 'base64').toString('utf8')
  return written !== null && isPayable(jsonIn(written))
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

/** Failures that are this machine's or its network's, not the service's. */
const OURS = new Set(['EAI_AGAIN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL', 'EMFILE', 'ENFILE'])
const NAME = new Set(['ENOTFOUND', 'ENODATA'])

type SeenFailure = Readonly<{
  /** Of the error. */
  code: string
  timedOut: boolean
  /** Whether the host has answered before. */
  isKnownHost: boolean
}>

/** What it says that there was no answer. */
export function judgeFailure(failure: SeenFailure): ProbeResult {
  const reason = failureReason(failure)
  return {
    outcome: PROBE_REASONS[reason],
    reason,
    status: null,
    latencyMs: null,
    tlsExpiresAt: null,
  }
}

function failureReason({ code, timedOut, isKnownHost }: SeenFailure): ProbeReason {
  if (code === 'ADDRESS_REFUSED') return 'address_refused'
  if (timedOut || /TIMEOUT/.test(code)) return 'timeout'
  if (OURS.has(code)) return 'network'
  // A resolver that knows nothing outside says the same of every name.
  if (NAME.has(code)) return isKnownHost ? 'name' : 'name_unresolved'
  return /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code) ? 'tls' : 'connection'
}
