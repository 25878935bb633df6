// Bodies of the watchtower's routes.

import { OUTCOMES, PROBE_REASONS } from '../../domain/probe.ts'
import { WATCH_NAME_LENGTH_MAX, WATCH_PROBES_PAGE_MAX } from '../../limits.ts'
import { VERDICTS } from '../../services/watch/verdict.ts'
import { list, object, oneOf, orNull, PLAIN_TEXT, ref, string } from './schemaParts.ts'

const TIME = { type: 'string', format: 'date-time' } as const
const COUNT = { type: 'integer', minimum: 0 } as const

const service = {
  type: 'string',
  minLength: 1,
  maxLength: WATCH_NAME_LENGTH_MAX,
  pattern: PLAIN_TEXT,
  title: 'Service',
  examples: ['assay'],
} as const

export const WatchtowerRequest = {
  title: 'WatchtowerRequest',
  type: 'object',
  properties: { service },
  required: ['service'],
} as const

/** Of a query, not of a body. */
export const WatchProbesRequest = {
  title: 'WatchProbesRequest',
  type: 'object',
  properties: {
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
  required: ['service'],
} as const

const match = { id: { type: 'string' }, name: { type: 'string' } } as const
const Match = { type: 'object', properties: match, required: ['id', 'name'] } as const
const Service = object({ ...match, url: { type: 'string' } })
const Window = object({ start: TIME, end: TIME })
const Reason = orNull(oneOf(Object.keys(PROBE_REASONS)))
const Verdict = oneOf(VERDICTS)
const Share = { type: 'number', minimum: 0, maximum: 100 } as const
const Percent = orNull(Share)
const Latency = orNull(COUNT)

const WatchTargets = {
  title: 'WatchTargets',
  ...object({
    targets: list(
      object({
        ...match,
        verdict: Verdict,
        uptime: object({ '24h': Percent, '7d': Percent, '30d': Percent, '90d': Percent }),
        observed: {
          description: 'Percent of each window for which there are measured probes.',
          ...object({ '24h': Share, '7d': Share, '30d': Share, '90d': Share }),
        },
        p50_ms: Latency,
        p95_ms: Latency,
        last_probe_at: orNull(TIME),
      }),
    ),
  }),
} as const

const WatchMatches = {
  title: 'WatchMatches',
  description: 'There is no one report to send; never charged.',
  ...object({
    matches: list(Match),
    reason: oneOf(['no_match', 'several_match', 'no_report_yet']),
  }),
} as const

const WatchState = {
  title: 'WatchState',
  description: 'What the next probe is judged by.',
  ...object({
    verdict: Verdict,
    since: orNull(TIME),
    reason: Reason,
    recent: list({ type: 'object', additionalProperties: true }),
  }),
} as const

const SlaReport = {
  title: 'SlaReport',
  ...object({
    service: Service,
    number: { type: 'integer', minimum: 1, description: 'In the chain of the service.' },
    window: Window,
    accounting: { type: 'object', additionalProperties: true },
    uptime_pct: Percent,
    probes: object({ ok: COUNT, degraded: COUNT, failed: COUNT, not_measured: COUNT }),
    p50_ms: Latency,
    p95_ms: Latency,
    incidents: list(
      object({
        kind: oneOf(['down', 'degraded']),
        started_at: TIME,
        ended_at: orNull(TIME),
        reason: Reason,
      }),
    ),
    opening: ref('WatchState'),
    closing: ref('WatchState'),
    merkle_root: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    prev_report_hash: orNull({ type: 'string', pattern: '^0x[0-9a-f]{64}$' }),
    attestation: ref('Attestation'),
    attestation_hash: { type: 'string', pattern: '^0x[0-9a-f]{64}$' },
    signature: { type: 'string', pattern: '^0x[0-9a-f]{130}$' },
    served_in_ms: COUNT,
  }),
} as const

const WatchReportResponse = {
  title: 'WatchReportResponse',
  anyOf: [ref('SlaReport'), ref('WatchMatches')],
} as const

const WatchProbes = {
  title: 'WatchProbes',
  ...object({
    service: orNull(Service),
    matches: list(Match),
    window: Window,
    probes: list(
      object({
        due_at: TIME,
        at: TIME,
        outcome: oneOf(OUTCOMES),
        reason: Reason,
        status: orNull({ type: 'integer' }),
        latency_ms: Latency,
        tls_expires_at: orNull(TIME),
      }),
      { maxItems: WATCH_PROBES_PAGE_MAX },
    ),
    next: orNull(string('What to ask for next; null at the end.')),
  }),
} as const

export const WATCH_SCHEMAS = {
  WatchtowerRequest,
  WatchTargets,
  WatchMatches,
  WatchState,
  SlaReport,
  WatchReportResponse,
  WatchProbes,
} as const
