// The report on one window: a function of the target, of the report before and of the probes, so that
// whoever has the probes can make it again and compare. Wire names, because these are signed bytes.

import { isDeepStrictEqual } from 'node:util'
import type { Probe, ProbeReason } from '../../domain/probe.ts'
import type { Statement } from '../../ports/attester.ts'
import { merkleRoot } from './merkle.ts'
import { dueCount } from './schedule.ts'
import { latencyOf, tallyOf, UPTIME_PROBES_MIN, uptimePct } from './uptime.ts'
import { afterProbe, afterSilence, type Change, silentMs, type WatchState } from './verdict.ts'
import type { Window } from './windows.ts'

export const SLA_REPORT_TYPE = 'assay.sla_report/1'

type Incident = Readonly<{
  kind: 'down' | 'degraded'
  /** May lie before the window. */
  started_at: string
  /** Null: it was open when the window ended. */
  ended_at: string | null
  /** Of the first probe that was not ok. */
  reason: ProbeReason | null
}>

export type SlaReport = Readonly<{
  service: Readonly<{ id: string; name: string; url: string }>
  number: number
  window: Window
  accounting: Readonly<{
    method: 'probes'
    uptime: 'ok / (ok + failed)'
    not_measured: 'excluded'
    interval_s: number
    silent_s: number
    probes_min: number
    /** By the rhythm of the target. */
    due: number
    measured: number
    /** Due, but never made: the watchtower itself was not there. */
    missing: number
  }>
  uptime_pct: number | null
  probes: Readonly<{ ok: number; degraded: number; failed: number; not_measured: number }>
  p50_ms: number | null
  p95_ms: number | null
  incidents: readonly Incident[]
  opening: WatchState
  closing: WatchState
  merkle_root: string
  prev_report_hash: string | null
}>

type ReportBasis = Readonly<{
  service: SlaReport['service']
  intervalMs: number
  number: number
  window: Window
  /** The closing state of the report before. */
  opening: WatchState
  previousHash: string | null
  /** All of the window, in the order in which they were due. */
  probes: readonly Probe[]
}>

export function slaReport(basis: ReportBasis): SlaReport {
  const { service, intervalMs, window, opening, probes } = basis
  const { state: closing, changes } = fold(opening, probes, window.end, intervalMs)
  const tally = tallyOf(probes)
  const due = dueCount(
    { id: service.id, intervalMs },
    { fromMs: Date.parse(window.start), untilMs: Date.parse(window.end) },
  )
  const { p50Ms, p95Ms } = latencyOf(probes)
  return {
    service,
    number: basis.number,
    window,
    accounting: {
      method: 'probes',
      uptime: 'ok / (ok + failed)',
      not_measured: 'excluded',
      interval_s: intervalMs / 1_000,
      silent_s: silentMs(intervalMs) / 1_000,
      probes_min: UPTIME_PROBES_MIN,
      due,
      measured: probes.length - tally.not_measured,
      missing: Math.max(0, due - probes.length),
    },
    uptime_pct: uptimePct(tally),
    // On the wire, `degraded` are some of those that are `ok`.
    probes: { ...tally, ok: tally.ok + tally.degraded },
    p50_ms: p50Ms,
    p95_ms: p95Ms,
    incidents: incidentsOf(opening, changes, window),
    opening,
    closing,
    merkle_root: merkleRoot(probes),
    prev_report_hash: basis.previousHash,
  }
}

/** The state at a moment, and how it came to be. */
export function fold(
  opening: WatchState,
  probes: readonly Probe[],
  until: string,
  intervalMs: number,
): Readonly<{ state: WatchState; changes: readonly Change[] }> {
  const changes: Change[] = []
  let state = opening
  const take = (next: ReturnType<typeof afterProbe>) => {
    state = next.state
    changes.push(...next.changes)
  }
  for (const probe of probes) take(afterProbe(state, probe, intervalMs))
  take(afterSilence(state, until, intervalMs))
  return { state, changes }
}

/** Every period that was neither up nor unknown and not over before the window. */
function incidentsOf(
  opening: WatchState,
  changes: readonly Change[],
  window: Window,
): readonly Incident[] {
  const periods = [{ to: opening.verdict, at: opening.since, reason: opening.reason }, ...changes]
  return periods.flatMap(({ to, at, reason }, index) => {
    const endedAt = changes[index]?.at ?? null
    if ((to !== 'down' && to !== 'degraded') || at === null) return []
    // A change may be dated back to where the one before began: then that one never was.
    if (endedAt !== null && (endedAt <= window.start || endedAt === at)) return []
    return { kind: to, started_at: at, ended_at: endedAt, reason }
  })
}

export function reportStatement(report: SlaReport): Statement {
  const { service, window, probes, accounting } = report
  return {
    type: SLA_REPORT_TYPE,
    question: { service: service.id, window_start: window.start, window_end: window.end },
    verdict: report.closing.verdict,
    evidence: {
      prober: 'watch/1',
      probes: accounting.measured + probes.not_measured,
      merkle_root: report.merkle_root,
      prev_report_hash: report.prev_report_hash,
    },
    answer: report,
  }
}

/** Whether a report says what its probes say; the first thing that differs, or null. */
export function findReportFault(report: SlaReport, probes: readonly Probe[]): string | null {
  const again = slaReport({
    service: report.service,
    intervalMs: report.accounting.interval_s * 1_000,
    number: report.number,
    window: report.window,
    opening: report.opening,
    previousHash: report.prev_report_hash,
    probes,
  })
  const fields = Object.entries(again) as readonly [keyof SlaReport, unknown][] // Its own keys.
  return fields.find(([field, value]) => !isDeepStrictEqual(value, report[field]))?.[0] ?? null
}

/** Whether each report opens as the one before closed and names it; a sentence, or null. */
export function findLinkFault(
  before: Readonly<{ report: SlaReport; attestationHash: string }> | null,
  report: SlaReport,
): string | null {
  if (report.number !== (before?.report.number ?? 0) + 1) return 'a report is missing before it'
  if (report.prev_report_hash !== (before?.attestationHash ?? null)) {
    return 'it does not name the report before it'
  }
  if (before === null) return null
  if (before.report.window.end > report.window.start) return 'it overlaps the report before it'
  return isDeepStrictEqual(before.report.closing, report.opening)
    ? null
    : 'it does not open as the report before it closed'
}
