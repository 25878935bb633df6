// Should this payee be paid? From the form of what was written, the lists, what the service itself
// publishes, the watchtower's record and the payments that were settled here.

import { spendDocs } from '../domain/docsAddress.ts'
import { type MicroUsd, renderUsd } from '../domain/money.ts'
import { SPEND_WINDOW_MS } from '../limits.ts'
import type { Statement } from '../ports/attester.ts'
import type { PaymentStore } from '../ports/payments.ts'
import type { ServiceDocument, ServiceDocuments, WatchedVerdict } from '../ports/spend.ts'
import {
  type Decision,
  decide,
  policyDigest,
  type SpendFacts,
  type SpendPolicy,
} from '../services/spend/decide.ts'
import { type DenyLists, deniedHost } from '../services/spend/lists.ts'
import { type KnownAsset, type Offer, offersFor, offersIn } from '../services/spend/offers.ts'
import { type Keccak256, type Payee, parsePayee } from '../services/spend/payee.ts'
import type { ReplySigner } from './signedReply.ts'

export const SPEND_CHECK_TYPE = 'assay.spend_check/1'

/** `amountUsd`: more than 0. */
type SpendQuestion = Readonly<{ payTo: string; amountUsd: number | null }>

export type AnswerSpendCheck = ReturnType<typeof spendCheck>

/** This very service: it need not ask itself over the network. */
type OwnService = Readonly<{
  name: string
  origin: string
  /** In lower case; null while it takes no payments. */
  payTo: string | null
  /** What its resources cost, by their path. */
  priceOf(pathname: string): MicroUsd | null
}>

type Asked = Readonly<{
  reached: SpendFacts['reached']
  published: SpendFacts['published']
  listedMicroUsd: MicroUsd | null
  knownService: string | null
  documents: readonly ServiceDocument[]
}>

const NOT_ASKED: Asked = {
  reached: 'not_asked',
  published: { listed: [], challenged: [] },
  listedMicroUsd: null,
  knownService: null,
  documents: [],
}

export function spendCheck(parts: {
  keccak256: Keccak256
  lists: DenyLists
  policy: SpendPolicy
  assets: readonly KnownAsset[]
  own: () => OwnService
  services: ServiceDocuments
  watched: WatchedVerdict
  payments: Pick<PaymentStore, 'hasPaid'>
  signer: ReplySigner
  now: () => Date
}) {
  const { lists, assets, services, signer } = parts

  /** What the service at an address says of itself. */
  async function askService(url: URL, signal: AbortSignal): Promise<Asked> {
    const own = parts.own()
    if (url.origin === own.origin) return ownWords(own, url)
    const { reached, discovery, challenge } = await services.ask(url, signal)
    const listed = offersFor(url, offersIn(discovery?.value, assets))
    // A challenge is about the very resource that gave it.
    const challenged = offersIn(challenge?.value, assets)
    return {
      reached,
      published: { listed: payeesOf(listed), challenged: payeesOf(challenged) },
      listedMicroUsd: lowest(challenged.length > 0 ? challenged : listed),
      knownService: null,
      documents: [discovery, challenge].filter((one) => one !== null),
    }
  }

  async function ask(payee: Payee, isBad: boolean, signal: AbortSignal): Promise<Asked> {
    // What is denied anyhow is not asked: no list may be used to make us call a bad host.
    if (payee.form === 'url') return isBad ? NOT_ASKED : askService(payee.url, signal)
    const own = parts.own()
    const isOwn = payee.form === 'address' && payee.address === own.payTo
    return isOwn ? { ...NOT_ASKED, knownService: own.name } : NOT_ASKED
  }

  function watchedOrigin(payee: Payee, asked: Asked): string | null {
    if (payee.form === 'url') return payee.url.origin
    return asked.knownService === null ? null : parts.own().origin
  }

  return async ({ payTo, amountUsd }: SpendQuestion, signal: AbortSignal) => {
    const amountMicroUsd = amountUsd === null ? null : toMicroUsd(amountUsd)
    const payee = parsePayee(payTo, parts.keccak256)
    const burn = payee.form === 'address' ? (lists.burn.get(payee.address) ?? null) : null
    const denied = deniedPayee(lists, payee)
    const asked = await ask(payee, denied !== null, signal)
    const { published } = asked
    const named = [...published.listed, ...published.challenged]
    const deniedToo = named.map((one) => lists.denied.get(one) ?? null).find((one) => one !== null)
    const burnToo = named.map((one) => lists.burn.get(one) ?? null).find((one) => one !== null)
    const origin = watchedOrigin(payee, asked)
    const facts: SpendFacts & Asked = {
      payee,
      amountMicroUsd,
      burn: burn ?? burnToo ?? null,
      denied: denied ?? deniedToo ?? null,
      ...asked,
      watch: origin === null ? null : await parts.watched(origin),
      paidHereBefore: payee.form === 'address' && (await parts.payments.hasPaid(payee.address)),
    }
    const windowStart = Math.floor(parts.now().getTime() / SPEND_WINDOW_MS) * SPEND_WINDOW_MS
    const question = questionOf(payTo, payee, amountUsd)
    return signer.sign(signer.prepare(render(question, facts, parts, windowStart)))
  }
}

/** Rounded up, because an amount is only ever held against what it may be at most. */
function toMicroUsd(amountUsd: number): MicroUsd {
  return Math.min(Math.ceil(amountUsd * 1_000_000), Number.MAX_SAFE_INTEGER)
}

/** A URL without what is nobody's business; everything else as it was written. */
function questionOf(payTo: string, payee: Payee, amountUsd: number | null) {
  const written = payee.form === 'url' ? payee.url.href : payTo.trim()
  return { payTo: written, ...(amountUsd === null ? {} : { amount_usd: String(amountUsd) }) }
}

function ownWords({ name, payTo, priceOf }: OwnService, url: URL): Asked {
  const listed = payTo === null ? [] : [payTo]
  const listedMicroUsd = payTo === null ? null : priceOf(url.pathname)
  const knownService = payTo === null ? null : name
  const published = { listed, challenged: [] }
  return { reached: 'yes', published, listedMicroUsd, knownService, documents: [] }
}

function deniedPayee(lists: DenyLists, payee: Payee) {
  if (payee.form === 'address') return lists.denied.get(payee.address) ?? null
  return payee.form === 'url' ? deniedHost(lists, payee.url.hostname) : null
}

function payeesOf(offers: readonly Offer[]): readonly string[] {
  return [...new Set(offers.map(({ payTo }) => payTo))].sort()
}

/** Null when none has a price that we know, or one of them has not. */
function lowest(offers: readonly Offer[]): MicroUsd | null {
  const prices = offers.flatMap(({ amountMicroUsd }) => amountMicroUsd ?? [])
  return prices.length === 0 || prices.length < offers.length ? null : Math.min(...prices)
}

function render(
  question: Statement['question'],
  facts: SpendFacts & Asked,
  { lists, policy }: Readonly<{ lists: DenyLists; policy: SpendPolicy }>,
  windowStart: number,
): Statement {
  const decision = decide(facts, policy)
  return {
    type: SPEND_CHECK_TYPE,
    question,
    verdict: decision.decision,
    evidence: {
      lists: { sha256: lists.sha256, as_of: lists.asOf },
      policy: { sha256: policyDigest(policy) },
      documents: facts.documents.map(({ url, sha256 }) => ({ url, sha256 })),
      asked_at: new Date(windowStart).toISOString(),
      asked_within_s: SPEND_WINDOW_MS / 1_000,
    },
    answer: {
      ...renderDecision(decision),
      facts: renderFacts(facts, lists),
      unknown: decision.unknown,
      policy: { sha256: policyDigest(policy) },
      valid_until: new Date(windowStart + 2 * SPEND_WINDOW_MS).toISOString(),
    },
  }
}

function renderDecision({ decision, score, reasons }: Decision) {
  const told = reasons.map((reason) => ({ ...reason, docs: spendDocs(reason.code) }))
  return { decision, score, reasons: told }
}

function renderFacts(facts: SpendFacts, lists: DenyLists) {
  const { payee, published, amountMicroUsd, listedMicroUsd } = facts
  const named = [...new Set([...published.listed, ...published.challenged])].sort()
  return {
    form: payee.form,
    form_valid: payee.form !== 'none',
    checksum_ok: payee.form === 'address' ? payee.checksumOk : null,
    burn: facts.burn !== null,
    denylist: { listed: facts.denied !== null, sha256: lists.sha256, as_of: lists.asOf },
    known_service: facts.knownService,
    published_payees: named,
    payTo_matches_published: matches(facts),
    amount_vs_listed:
      amountMicroUsd === null || listedMicroUsd === null
        ? null
        : {
            listed_usd: renderUsd(listedMicroUsd),
            relation: amountMicroUsd > listedMicroUsd ? 'above' : 'within',
          },
    watch: facts.watch,
    paid_here_before: facts.paidHereBefore,
  }
}

/** Of a service: whether its two documents agree. Null: not known. */
function matches({ payee, knownService, published }: SpendFacts): boolean | null {
  if (knownService !== null) return true
  if (payee.form !== 'url') return null
  const { listed, challenged } = published
  if (listed.length === 0 || challenged.length === 0) return null
  return challenged.every((payTo) => listed.includes(payTo))
}
