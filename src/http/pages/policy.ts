// GET /policy: prices, limits, keys, and what is and is not claimed.

import { PACKS } from '../../charge/prices.ts'
import type { X402Terms } from '../../charge/x402/terms.ts'
import { renderUsd } from '../../domain/money.ts'
import * as limits from '../../limits.ts'
import { priceOf, type Route } from '../request/route.ts'
import { renderSet, SERVICE_NAME, type ServiceFacts } from '../request/serviceFacts.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

export type Policy = Awaited<ReturnType<typeof renderPolicy>>

export async function renderPolicy(facts: ServiceFacts, routes: readonly Route[]) {
  const verifiers = await facts.verifiers()
  return {
    service: SERVICE_NAME,
    version: facts.version,
    index: await facts.indexSize(),
    prices: pricedRoutes(routes),
    payment: {
      credits: { accepted: true, header: 'X-API-Key' },
      x402: renderX402Terms(facts.x402),
      packs: Object.entries(PACKS).map(([pack, { price, credit }]) => ({
        pack,
        usd: renderUsd(price),
        credit_usd: renderUsd(credit),
      })),
      charged: 'Only a 200 that carries an answer. No failure is charged.',
    },
    demo: {
      endpoints: routes.filter(({ access }) => access === 'demo').map(({ path }) => path),
      calls_a_day: facts.demoDailyLimit === 0 ? null : facts.demoDailyLimit,
      counted_by: 'client IPv4 address or IPv6 /64; only 200s count',
      resets_at: '00:00 UTC',
    },
    site: renderSite(facts),
    mcp: {
      endpoint: '/mcp',
      charged: 'A tools/call with X-API-Key as its paid route, without one as its demo route.',
    },
    limits: {
      body_bytes: limits.BODY_BOUNDS.bytesMax,
      body_values: limits.BODY_BOUNDS.valuesMax,
      lookup_bytes: limits.LOOKUP_BODY_BOUNDS.bytesMax,
      lookup_values: limits.LOOKUP_BODY_BOUNDS.valuesMax,
      job_values: limits.JOB_BODY_BOUNDS.valuesMax,
      receipt_bytes: limits.RECEIPT_BODY_BOUNDS.bytesMax,
      receipt_values: limits.RECEIPT_BODY_BOUNDS.valuesMax,
      header_bytes: limits.HEADERS_MAX_BYTES,
      name_characters: limits.NAME_LENGTH_MAX,
      adjacent_names: limits.ADJACENT_MAX,
      adjacent_distance: limits.ADJACENT_DISTANCE_MAX,
      checks_of_a_job: limits.ORACLE_CHECKS_MAX,
      pattern_characters: limits.PATTERN_LENGTH_MAX,
      judged_characters: limits.JUDGE_OUTPUT_LENGTH_MAX,
      judge_context_characters: limits.JUDGE_CONTEXT_LENGTH_MAX,
      rubric_items: limits.RUBRIC_ITEMS_MAX,
      criterion_characters: limits.CRITERION_LENGTH_MAX,
      request_deadline_ms: facts.requestDeadlineMs,
      requests_under_way: facts.inFlightMax,
    },
    freshness: {
      latest_release_revalidated_within_s: facts.latestWindowS,
      absence_remembered_within_s: facts.absenceWindowS,
    },
    registries: facts.registries,
    names: { pypi: renderSet(facts.names('pypi')), npm: renderSet(facts.names('npm')) },
    verifier: {
      address: verifiers.find(({ current }) => current)?.address ?? null,
      keys: verifiers.map(({ address, current, validFrom, validUntil }) => ({
        address,
        current,
        valid_from: validFrom,
        valid_until: validUntil,
      })),
      signature: 'EIP-191 over the RFC 8785 canonical JSON of the attestation',
      rotation:
        'Where a log is kept, a key is followed by another one in a leaf that it has signed itself: GET /log/rotations, docs/formats/log.md',
    },
    log: facts.log(),
    retention: {
      questions:
        'A signed answer is kept with its attestation; who asked is not. It stands in the public log: open where it speaks of what is public anyway, else as a digest that its receipt alone can open (docs/formats/log.md).',
      submitted_code: `Files of a check or a job are neither stored nor logged; the answer keeps their digests, and the paths and names of findings. Of what is judged only digests are kept; a paid reply, with its quotes, can be had again for as long as every paid reply. An answer that is to be fetched (Prefer: respond-async) is kept for ${limits.PENDING_KEPT_MS / 60_000} minutes.`,
      probes: `Raw probes of watched services are kept ${facts.probesKeptDays} days; signed reports stay.`,
      client_addresses:
        'Demo counters hold an address or /64 until the day after, pending questions until they are over; logs hold none.',
    },
    claims: [
      'An answer is a function of the question and of the evidence that the attestation names.',
      'A miss speaks of the named registry only, at the time the attestation names.',
      'A failure to decide is a 503 and is never signed.',
    ],
    not_claimed: [
      'That a package is safe, maintained or what its name suggests.',
      'Anything about private registries or about files that were not read.',
    ],
  }
}

function renderSite({ pagesPerMinute }: ServiceFacts) {
  if (pagesPerMinute === null)
    return { enabled: false as const, reason: 'The operator has switched it off.' }
  const isLimited = pagesPerMinute > 0
  return {
    enabled: true as const,
    pages: ['/npm/<name>', '/pypi/<name>', '/search', '/receipt/<attestation_hash>'],
    charged: 'Pages are free within their limit. JSON and receipts count as questions.',
    pages_a_minute: isLimited ? pagesPerMinute : null,
    work_ms_a_minute: isLimited ? limits.PAGE_WORK_FOR_CLIENT_MS : null,
    made_at_once: limits.PAGES_FOR_CLIENT_MAX,
    counted_by: 'client IPv4 address or IPv6 /64, on each node by itself',
  }
}

function renderX402Terms(terms: X402Terms | null) {
  if (terms === null)
    return { enabled: false as const, reason: 'The operator has configured no payments.' }
  return {
    enabled: true as const,
    version: 2,
    scheme: 'exact',
    network: terms.network,
    pay_to: terms.payTo,
    assets: terms.assets.map(({ address, name }) => ({ address, name })),
    answers_kept_days: limits.PAID_REPLY_KEPT_MS / DAY_MS,
  }
}

/** Every paid route with its price. */
export function pricedRoutes(routes: readonly Route[]) {
  return routes.flatMap(({ method, path, access, summary }) => {
    const price = priceOf(access)
    return price === null ? [] : [{ method, path, usd: renderUsd(price), summary }]
  })
}
