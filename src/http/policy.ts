// GET /policy: prices, limits, keys, and what is and is not claimed.

import { PRICES } from '../charge/prices.ts'
import { renderUsd } from '../domain/money.ts'
import * as limits from '../limits.ts'
import type { Route } from './route.ts'
import { renderSet } from './routes/health.ts'
import { SERVICE_NAME, type ServiceFacts } from './serviceFacts.ts'

export async function renderPolicy(facts: ServiceFacts, routes: readonly Route[]) {
  const verifiers = await facts.verifiers()
  return {
    service: SERVICE_NAME,
    version: facts.version,
    index: await facts.indexSize(),
    prices: pricedRoutes(routes),
    payment: {
      credits: { accepted: true, header: 'X-API-Key' },
      x402: { enabled: false, reason: 'This version takes prepaid credits only.' },
      charged: 'Only a 200 that carries an answer. No failure is charged.',
    },
    demo: {
      endpoints: routes.filter(({ access }) => access === 'demo').map(({ path }) => path),
      calls_a_day: facts.demoDailyLimit === 0 ? null : facts.demoDailyLimit,
      counted_by: 'client IPv4 address or IPv6 /64; only 200s count',
      resets_at: '00:00 UTC',
    },
    limits: {
      body_bytes: limits.BODY_MAX_BYTES,
      receipt_bytes: limits.RECEIPT_MAX_BYTES,
      header_bytes: limits.HEADERS_MAX_BYTES,
      name_characters: limits.NAME_LENGTH_MAX,
      adjacent_names: limits.ADJACENT_MAX,
      adjacent_distance: limits.ADJACENT_DISTANCE_MAX,
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
    },
    retention: {
      questions: 'A signed answer is kept with its attestation; who asked is not.',
      submitted_code:
        'Files of a check are neither stored nor logged; the answer keeps their digests, and the paths and names of findings.',
      client_addresses: 'Demo counters hold an address or /64 until the day after; logs hold none.',
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

/** Every paid route with its price. */
export function pricedRoutes(routes: readonly Route[]) {
  return routes.flatMap(({ method, path, access, summary }) =>
    typeof access === 'string'
      ? []
      : [{ method, path, usd: renderUsd(PRICES[access.price]), summary }],
  )
}
