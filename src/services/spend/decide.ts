// Whether to pay, from what is known: one table of rules. What is not known is listed and leads to
// a review, never to an allowance.

import { createHash } from 'node:crypto'
import { type MicroUsd, renderUsd } from '../../domain/money.ts'
import type { ListEntry } from './lists.ts'
import type { Payee } from './payee.ts'

type Severity = 'deny' | 'review' | 'info'

/**
 * What each finding means. docs/reference/spend.md has the same table, and a test compares the two.
 */
export const RULES = {
  payee_malformed: 'deny',
  checksum_wrong: 'deny',
  burn_address: 'deny',
  denylisted: 'deny',
  address_not_public: 'deny',
  payees_disagree: 'deny',
  network_not_supported: 'review',
  name_not_resolved: 'review',
  connection_not_secure: 'review',
  service_unreachable: 'review',
  payee_not_published: 'review',
  price_not_listed: 'review',
  amount_above_listed: 'review',
  amount_above_policy: 'review',
  service_not_watched: 'review',
  service_down: 'review',
  service_degraded: 'review',
  checksum_absent: 'info',
  payee_published: 'info',
  amount_not_given: 'info',
  amount_within_listed: 'info',
  service_up: 'info',
  paid_here_before: 'info',
} as const satisfies Record<string, Severity>

export type ReasonCode = keyof typeof RULES
type Reason = Readonly<{ code: ReasonCode; severity: Severity; detail: string }>

type WatchVerdict = 'up' | 'degraded' | 'down' | 'unknown'

/** What was found out. Null: not known. */
export type SpendFacts = Readonly<{
  payee: Payee
  amountMicroUsd: MicroUsd | null
  burn: ListEntry | null
  denied: ListEntry | null
  /** Of a service: what came of asking it. `not_public`: it leads into a private network. */
  reached: 'yes' | 'no' | 'not_public' | 'not_asked'
  /** Payees that the service names: in its discovery document, and in its challenge. */
  published: Readonly<{ listed: readonly string[]; challenged: readonly string[] }>
  listedMicroUsd: MicroUsd | null
  /** The name of a service that we know, where it names this payee as its own. */
  knownService: string | null
  watch: WatchVerdict | null
  paidHereBefore: boolean
}>

export type SpendPolicy = Readonly<{ reviewAboveMicroUsd: MicroUsd }>

export type Decision = Readonly<{
  decision: 'allow' | 'review' | 'deny'
  /** 100 for an allowance, 0 for a denial, between them less for each thing to review. */
  score: number
  reasons: readonly Reason[]
  unknown: readonly string[]
}>

const REVIEW_COSTS = 20
const SCORE_OF_REVIEW_MIN = 10

export function policyDigest(policy: SpendPolicy): string {
  const text = JSON.stringify({ rules: RULES, review_above: policy.reviewAboveMicroUsd })
  return createHash('sha256').update(text).digest('hex')
}

export function decide(facts: SpendFacts, policy: SpendPolicy): Decision {
  const reasons: Reason[] = []
  const unknown: string[] = []
  const say = (code: ReasonCode, detail: string) => {
    reasons.push({ code, severity: RULES[code], detail })
  }
  judgeForm(facts, say)
  // Of what is no payee there is nothing more to know.
  if (facts.payee.form !== 'none') {
    judgePayee(facts, say, unknown)
    judgeAmount(facts, policy, say, unknown)
    judgeWatch(facts, say, unknown)
    if (facts.paidHereBefore) say('paid_here_before', 'payments to it were settled here')
  }
  const worst = (['deny', 'review'] as const).find((severity) =>
    reasons.some((reason) => reason.severity === severity),
  )
  const decision = worst ?? (unknown.length > 0 ? 'review' : 'allow')
  return { decision, score: scoreOf(decision, reasons), reasons, unknown }
}

function scoreOf(decision: Decision['decision'], reasons: readonly Reason[]): number {
  if (decision === 'deny') return 0
  if (decision === 'allow') return 100
  const count = reasons.filter(({ severity }) => severity === 'review').length
  return Math.max(SCORE_OF_REVIEW_MIN, 100 - REVIEW_COSTS * Math.max(1, count))
}

type Say = (code: ReasonCode, detail: string) => void

function judgeForm({ payee, burn, denied }: SpendFacts, say: Say): void {
  if (payee.form === 'none') {
    say('payee_malformed', 'neither an EVM address, a CAIP-10 account nor a service URL')
  } else if (payee.form === 'name') {
    say('name_not_resolved', 'names are not resolved here: give the address')
  } else if (payee.form === 'account') {
    say('network_not_supported', `accounts of ${payee.network} are not judged`)
  } else if (payee.form === 'url' && payee.url.protocol !== 'https:') {
    say('connection_not_secure', 'what it says of payees can be changed on the way')
  } else if (payee.form === 'address' && payee.checksumOk === false) {
    say('checksum_wrong', 'its capitals are not those of EIP-55: a digit was mistaken')
  } else if (payee.form === 'address' && payee.checksumOk === null) {
    say('checksum_absent', 'written without capitals, so that a mistaken digit does not show')
  }
  if (burn !== null) say('burn_address', burn.reason)
  if (denied !== null) say('denylisted', denied.reason)
}

function judgePayee(facts: SpendFacts, say: Say, unknown: string[]): void {
  const { reached, knownService, published } = facts
  const named = new Set([...published.listed, ...published.challenged])
  if (reached === 'not_public') {
    say('address_not_public', 'it leads to an address that is not public')
    return
  }
  if (reached === 'no') {
    say('service_unreachable', 'it did not answer')
    unknown.push('published_payee')
    return
  }
  const { listed, challenged } = published
  if (listed.length > 0 && challenged.some((payTo) => !listed.includes(payTo))) {
    say('payees_disagree', 'its challenge names a payee that its discovery document does not')
  } else if (knownService !== null) {
    say('payee_published', `published by ${knownService}`)
  } else if (reached === 'yes' && named.size > 0) {
    say('payee_published', `the service names ${[...named].sort().join(', ')}`)
  } else {
    say('payee_not_published', 'no service that is known names it as its payee')
    unknown.push('published_payee')
  }
}

function judgeAmount(
  { amountMicroUsd, listedMicroUsd }: SpendFacts,
  policy: SpendPolicy,
  say: Say,
  unknown: string[],
): void {
  if (amountMicroUsd === null) {
    say('amount_not_given', 'the amount was not judged')
    return
  }
  if (amountMicroUsd > policy.reviewAboveMicroUsd) {
    say('amount_above_policy', `more than ${renderUsd(policy.reviewAboveMicroUsd)} USD`)
  }
  if (listedMicroUsd === null) {
    say('price_not_listed', 'no price in a token that is known')
    unknown.push('listed_price')
  } else if (amountMicroUsd > listedMicroUsd) {
    say('amount_above_listed', `listed at ${renderUsd(listedMicroUsd)} USD`)
  } else {
    say('amount_within_listed', `listed at ${renderUsd(listedMicroUsd)} USD`)
  }
}

function judgeWatch({ watch }: SpendFacts, say: Say, unknown: string[]): void {
  if (watch === 'up') say('service_up', 'the watchtower finds it up')
  else if (watch === 'down') say('service_down', 'the watchtower finds it down')
  else if (watch === 'degraded') say('service_degraded', 'the watchtower finds it degraded')
  else {
    say('service_not_watched', 'the watchtower has no verdict on it')
    unknown.push('watch')
  }
}
