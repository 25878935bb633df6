// Bodies of the watchtower's routes.

import { OUTCOMES, PROBE_REASONS } from '../../domain/probe.ts'
import { WATCH_NAME_LENGTH_MAX, WATCH_PROBES_PAGE_MAX } from '../../limits.ts'
import { VERDICTS } from '../../services/watch/verdict.ts'
import * as is from './schemaParts.ts'

const service = is.text(WATCH_NAME_LENGTH_MAX, 'Service', ['assay'])

const WatchtowerRequest = is.object({ service })

/** Of a query, not of a body. */
export const WatchProbesRequest = is.object(
  {
    service: { ...service, description: 'Its id, or a part of its name.' },
    window: {
      type: 'string',
      maxLength: 10,
      description: 'A day in UTC, `YYYY-MM-DD`; today when it is left out.',
    },
    after: {
      type: 'string',
      maxLength: 24,
      pattern: '^[0-9TZ:.-]*$',
      description: 'Probes after this one; `next` of the page before.',
    },
  },
  ['window', 'after'],
)

const Match = is.object({ id: is.STRING, name: is.STRING })
const Service = is.object({ ...Match.properties, url: is.STRING })
const Window = is.object({ start: is.TIME, end: is.TIME })
const Reason = is.orNull(is.oneOf(Object.keys(PROBE_REASONS)))
const Verdict = is.oneOf(VERDICTS)
const Share = { type: 'number', minimum: 0, maximum: 100 } as const
const Percent = is.orNull(Share)
const Latency = is.orNull(is.COUNT)

export const WATCH_SCHEMAS = is.titled({
  WatchtowerRequest,
  WatchTargets: is.object({
    targets: is.list(
      is.object({
        ...Match.properties,
        verdict: Verdict,
        uptime: is.object({ '24h': Percent, '7d': Percent, '30d': Percent, '90d': Percent }),
        observed: {
          description: 'Percent of each window for which there are measured probes.',
          ...is.object({ '24h': Share, '7d': Share, '30d': Share, '90d': Share }),
        },
        p50_ms: Latency,
        p95_ms: Latency,
        last_probe_at: is.orNull(is.TIME),
      }),
    ),
  }),
  WatchMatches: {
    description: 'There is no one report to send; never charged.',
    ...is.object({
      matches: is.list(Match),
      reason: is.oneOf(['no_match', 'several_match', 'no_report_yet']),
    }),
  },
  WatchState: {
    description: 'What the next probe is judged by.',
    ...is.object({
      verdict: Verdict,
      since: is.orNull(is.TIME),
      reason: Reason,
      recent: is.list(is.FREE_OBJECT),
    }),
  },
  SlaReport: is.object({
    service: Service,
    number: { type: 'integer', minimum: 1, description: 'In the chain of the service.' },
    window: Window,
    accounting: is.FREE_OBJECT,
    uptime_pct: Percent,
    probes: is.object({
      ok: is.COUNT,
      degraded: is.COUNT,
      failed: is.COUNT,
      not_measured: is.COUNT,
    }),
    p50_ms: Latency,
    p95_ms: Latency,
    incidents: is.list(
      is.object({
        kind: is.oneOf(['down', 'degraded']),
        started_at: is.TIME,
        ended_at: is.orNull(is.TIME),
        reason: Reason,
      }),
    ),
    opening: is.ref('WatchState'),
    closing: is.ref('WatchState'),
    merkle_root: is.SHA256,
    prev_report_hash: is.orNull({ type: 'string', pattern: '^0x[0-9a-f]{64}$' }),
    ...is.RECEIPT,
  }),
  WatchReportResponse: { anyOf: [is.ref('SlaReport'), is.ref('WatchMatches')] },
  WatchProbes: is.object({
    service: is.orNull(Service),
    matches: is.list(Match),
    window: Window,
    probes: is.list(
      is.object({
        due_at: is.TIME,
        at: is.TIME,
        outcome: is.oneOf(OUTCOMES),
        reason: Reason,
        status: is.orNull(is.INTEGER),
        latency_ms: Latency,
        tls_expires_at: is.orNull(is.TIME),
      }),
      { maxItems: WATCH_PROBES_PAGE_MAX },
    ),
    next: is.orNull(is.string('What to ask for next; null at the end.')),
  }),
})
