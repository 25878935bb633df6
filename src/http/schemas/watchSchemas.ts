// Bodies of the watchtower's routes.

import { OUTCOMES, PROBE_REASONS } from '../../domain/probe.ts'
import { WATCH_NAME_LENGTH_MAX, WATCH_PROBES_PAGE_MAX } from '../../limits.ts'
import { VERDICTS } from '../../services/watch/verdict.ts'
import { PLAIN_TEXT } from './schemaParts.ts'

const TIME = { type: 'string', format: 'date-time' } as const
const COUNT = { type: 'integer', minimum: 0 } as const
const nullable = <const S extends object>(schema: S) =>
  ({ anyOf: [schema, { type: 'null' }] }) as const

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
const Service = {
  type: 'object',
  properties: { ...match, url: { type: 'string' } },
  required: ['id', 'name', 'url'],
} as const
const Window = {
  type: 'object',
  properties: { start: TIME, end: TIME },
  required: ['start', 'end'],
} as const
const Reason = nullable({ type: 'string', enum: Object.keys(PROBE_REASONS) })
const Verdict = { type: 'string', enum: VERDICTS } as const
const Share = { type: 'number', minimum: 0, maximum: 100 } as const
const Percent = nullable(Share)
const Latency = nullable(COUNT)

const WatchTargets = {
  title: 'WatchTargets',
  type: 'object',
  properties: {
    targets: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          ...match,
          verdict: Verdict,
          uptime: {
            type: 'object',
            properties: { '24h': Percent, '7d': Percent, '30d': Percent, '90d': Percent },
            required: ['24h', '7d', '30d', '90d'],
          },
          observed: {
            type: 'object',
            description: 'Percent of each window for which there are measured probes.',
            properties: { '24h': Share, '7d': Share, '30d': Share, '90d': Share },
            required: ['24h', '7d', '30d', '90d'],
          },
          p50_ms: Latency,
          p95_ms: Latency,
          last_probe_at: nullable(TIME),
        },
        required: [
          'id',
          'name',
          'verdict',
          'uptime',
          'observed',
          'p50_ms',
          'p95_ms',
          'last_probe_at',
        ],
      },
    },
  },
  required: ['targets'],
} as const

const WatchMatches = {
  title: 'WatchMatches',
  type: 'object',
  description: 'There is no one report to send; never charged.',
  properties: {
    matches: { type: 'array', items: Match },
    reason: { type: 'string', enum: ['no_match', 'several_match', 'no_report_yet'] },
  },
  required: ['matches', 'reason'],
} as const

const WatchState = {
  title: 'WatchState',
  type: 'object',
  description: 'What the next probe is judged by.',
  properties: {
    verdict: Verdict,
    since: nullable(TIME),
    reason: Reason,
    recent: { type: 'array', items: { type: 'object', additionalProperties: true } },
  },
  required: ['verdict', 'since', 'reason', 'recent'],
} as const

const SlaReport = {
  title: 'SlaReport',
  type: 'object',
  properties: {
    service: Service,
    number: { type: 'integer', minimum: 1, description: 'In the chain of the service.' },
    window: Window,
    accounting: { type: 'object', additionalProperties: true },
    uptime_pct: Percent,
    probes: {
      type: 'object',
      properties: { ok: COUNT, degraded: COUNT, failed: COUNT, not_measured: COUNT },
      required: ['ok', 'degraded', 'failed', 'not_measured'],
    },
    p50_ms: Latency,
    p95_ms: Latency,
    incidents: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          kind: { type: 'string', enum: ['down', 'degraded'] },
          started_at: TIME,
          ended_at: nullable(TIME),
          reason: Reason,
        },
        required: ['kind', 'started_at', 'ended_at', 'reason'],
      },
    },
    opening: { $ref: '#/components/schemas/WatchState' },
    closing: { $ref: '#/components/schemas/WatchState' },
    merkle_root: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    prev_report_hash: nullable({ type: 'string', pattern: '^0x[0-9a-f]{64}$' }),
    attestation: { $ref: '#/components/schemas/Attestation' },
    attestation_hash: { type: 'string', pattern: '^0x[0-9a-f]{64}$' },
    signature: { type: 'string', pattern: '^0x[0-9a-f]{130}$' },
    served_in_ms: COUNT,
  },
  required: [
    'service',
    'number',
    'window',
    'accounting',
    'uptime_pct',
    'probes',
    'p50_ms',
    'p95_ms',
    'incidents',
    'opening',
    'closing',
    'merkle_root',
    'prev_report_hash',
    'attestation',
    'attestation_hash',
    'signature',
    'served_in_ms',
  ],
} as const

const WatchReportResponse = {
  title: 'WatchReportResponse',
  anyOf: [
    { $ref: '#/components/schemas/SlaReport' },
    { $ref: '#/components/schemas/WatchMatches' },
  ],
} as const

const WatchProbes = {
  title: 'WatchProbes',
  type: 'object',
  properties: {
    service: nullable(Service),
    matches: { type: 'array', items: Match },
    window: Window,
    probes: {
      type: 'array',
      maxItems: WATCH_PROBES_PAGE_MAX,
      items: {
        type: 'object',
        properties: {
          due_at: TIME,
          at: TIME,
          outcome: { type: 'string', enum: OUTCOMES },
          reason: Reason,
          status: nullable({ type: 'integer' }),
          latency_ms: Latency,
          tls_expires_at: nullable(TIME),
        },
        required: ['due_at', 'at', 'outcome', 'reason', 'status', 'latency_ms', 'tls_expires_at'],
      },
    },
    next: nullable({ type: 'string', description: 'What to ask for next; null at the end.' }),
  },
  required: ['service', 'matches', 'window', 'probes', 'next'],
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
