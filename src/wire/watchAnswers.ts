// Answers of the watchtower.

import type { Signed } from './signed.ts'

/** How a watched service is. */
export type WatchVerdict = 'up' | 'degraded' | 'down' | 'unknown'

export type WatchTargetsAnswer = Readonly<{
  targets: readonly Readonly<{
    id: string
    name: string
    verdict: WatchVerdict
    /** Percent of the measured probes; null while there are too few. */
    uptime: Readonly<Record<'24h' | '7d' | '30d' | '90d', number | null>>
    /** Percent of each window for which there are measured probes. */
    observed: Readonly<Record<'24h' | '7d' | '30d' | '90d', number>>
    p50_ms: number | null
    p95_ms: number | null
    last_probe_at: string | null
  }>[]
}>

export type WatchIncident = Readonly<{
  kind: 'down' | 'degraded'
  started_at: string
  /** Null: it was open when the window ended. */
  ended_at: string | null
  reason: string | null
}>

/** What the next probe is judged by. */
export type WatchState = Readonly<{
  verdict: WatchVerdict
  since: string | null
  reason: string | null
  recent: readonly Readonly<{
    at: string
    outcome: 'ok' | 'degraded' | 'failed'
    reason: string | null
  }>[]
}>

export type SlaReportAnswer = Signed &
  Readonly<{
    service: Readonly<{ id: string; name: string; url: string }>
    number: number
    window: Readonly<{ start: string; end: string }>
    accounting: Readonly<Record<string, string | number>>
    uptime_pct: number | null
    /** `degraded` are some of those that are `ok`. */
    probes: Readonly<{ ok: number; degraded: number; failed: number; not_measured: number }>
    p50_ms: number | null
    p95_ms: number | null
    incidents: readonly WatchIncident[]
    opening: WatchState
    closing: WatchState
    merkle_root: string
    prev_report_hash: string | null
  }>

/** Instead of a report; never charged. */
export type WatchMatchesAnswer = Readonly<{
  matches: readonly Readonly<{ id: string; name: string }>[]
  reason: 'no_match' | 'several_match' | 'no_report_yet'
}>

export type WatchProbesAnswer = Readonly<{
  service: Readonly<{ id: string; name: string; url: string }> | null
  matches: WatchMatchesAnswer['matches']
  window: Readonly<{ start: string; end: string }>
  probes: readonly Readonly<{
    due_at: string
    at: string
    outcome: 'ok' | 'degraded' | 'failed' | 'not_measured'
    reason: string | null
    status: number | null
    latency_ms: number | null
    tls_expires_at: string | null
  }>[]
  next: string | null
}>
