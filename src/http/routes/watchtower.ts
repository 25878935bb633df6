// Watched services: how they are, the latest signed report on one, and the raw probes behind it.

import type { Probe } from '../../domain/probe.ts'
import { LOOKUP_BODY_BOUNDS, WATCH_PROBES_PAGE_MAX } from '../../limits.ts'
import type { SignedAnswer } from '../../ports/store.ts'
import type { BoardRow } from '../../services/watch/board.ts'
import { SLA_REPORT_TYPE } from '../../services/watch/report.ts'
import type { Target } from '../../services/watch/target.ts'
import type { Watchtower } from '../../services/watch/watchtower.ts'
import { windowOf, windowOfDay } from '../../services/watch/windows.ts'
import {
  getRoute,
  type HttpReply,
  jsonReply,
  postRoute,
  queryRoute,
  type RequestContext,
  type Route,
} from '../request/route.ts'
import { RequestInvalid } from '../request/validate.ts'
import { WatchProbesRequest } from '../schemas/watchSchemas.ts'

export function watchtowerRoutes(parts: { watch: Watchtower; now: () => Date }): Route[] {
  const { watch } = parts
  const tag = 'Watchtower'
  return [
    getRoute({
      path: '/watchtower/targets',
      operationId: 'watchtower_targets',
      tag,
      summary: 'Watched services with their latest verdict',
      description: 'Uptime is in percent of the measured probes; null while there are too few.',
      responses: { 200: { description: 'All of them.', schema: 'WatchTargets' } },
      handle: async () => jsonReply(200, { targets: (await watch.board()).map(renderRow) }),
    }),
    postRoute({
      path: '/watchtower/report',
      operationId: 'watchtower_report',
      tag,
      summary: 'The latest signed report on a watched service',
      description:
        'Found by a part of its name. The report on the last closed day in UTC is signed ' +
        `(\`${SLA_REPORT_TYPE}\`), names the report before it, and has a Merkle root over its probes. ` +
        'When none or several match, or there is no report yet, `matches` says so, and nothing is ' +
        'charged.',
      access: { price: 'watchtower_report' },
      bodyBounds: LOOKUP_BODY_BOUNDS,
      body: 'WatchtowerRequest',
      responses: {
        200: { description: 'The report, or what matches.', schema: 'WatchReportResponse' },
      },
      async handle({ service }, context) {
        const found = await watch.find(service)
        const [target] = found
        if (target === undefined || found.length > 1) {
          return matchesReply(found, target === undefined ? 'no_match' : 'several_match')
        }
        const report = await watch.report(target)
        return report === null
          ? matchesReply(found, 'no_report_yet')
          : reportReply(report, context.elapsedMs())
      },
    }),
    queryRoute({
      path: '/watchtower/probes',
      operationId: 'watchtower_probes',
      tag,
      summary: 'The raw probes of a day, to check a report against',
      description:
        'In the order of their Merkle leaves; docs/reference/watchtower.md has the bytes.',
      access: 'free',
      querySchema: WatchProbesRequest,
      responses: { 200: { description: 'A page of probes.', schema: 'WatchProbes' } },
      async handle({ service, window: day, after = '' }, context) {
        const window = windowAsked(day, parts.now(), context)
        const found = await watch.find(service)
        const target = found.length === 1 ? found[0] : undefined
        const limit = WATCH_PROBES_PAGE_MAX + 1
        const rows =
          target === undefined ? [] : await watch.probes({ target, window, after, limit })
        const page = rows.slice(0, WATCH_PROBES_PAGE_MAX)
        return jsonReply(200, {
          service: target === undefined ? null : { ...renderMatch(target), url: target.url },
          matches: found.map(renderMatch),
          window,
          probes: page.map(renderProbe),
          next: rows.length > page.length ? (page.at(-1)?.dueAt ?? null) : null,
        })
      },
    }),
  ]
}

function renderRow({ target, verdict, uptime, observed, p50Ms, p95Ms, lastProbeAt }: BoardRow) {
  return {
    ...renderMatch(target),
    verdict,
    uptime,
    observed,
    p50_ms: p50Ms,
    p95_ms: p95Ms,
    last_probe_at: lastProbeAt,
  }
}

function renderMatch({ id, name }: Target) {
  return { id, name }
}

function renderProbe(probe: Probe) {
  return {
    due_at: probe.dueAt,
    at: probe.at,
    outcome: probe.outcome,
    reason: probe.reason,
    status: probe.status,
    latency_ms: probe.latencyMs,
    tls_expires_at: probe.tlsExpiresAt,
  }
}

function matchesReply(
  found: readonly Target[],
  reason: 'no_match' | 'several_match' | 'no_report_yet',
): HttpReply {
  return { ...jsonReply(200, { matches: found.map(renderMatch), reason }), isFree: true }
}

/** As it was signed: the texts of the store go out as they are. */
function reportReply(report: SignedAnswer, elapsedMs: number): HttpReply {
  const { answer, attestation, attestationHash, signature } = report
  const receipt =
    `"attestation":${attestation},"attestation_hash":"${attestationHash}",` +
    `"signature":"${signature}","served_in_ms":${Math.max(0, Math.round(elapsedMs))}`
  return {
    status: 200,
    contentType: 'application/json',
    body: `${answer.slice(0, -1)},${receipt}}`,
  }
}

function windowAsked(day: string | undefined, now: Date, context: RequestContext) {
  const window = day === undefined ? windowOf(now.toISOString()) : windowOfDay(day)
  if (window !== null) return window
  const msg = 'Input should be a day such as 2026-11-14'
  const input = context.query('window')
  throw new RequestInvalid([{ type: 'date_parsing', loc: ['query', 'window'], msg, input }])
}
