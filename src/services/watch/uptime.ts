// Figures over probes.

import { NO_PROBES, type Outcome, type Probe, type Tally } from '../../domain/probe.ts'

/** Fewer measured probes say nothing about availability. */
export const UPTIME_PROBES_MIN = 10

export function tallyOf(probes: readonly Readonly<{ outcome: Outcome }>[]): Tally {
  const tally = { ...NO_PROBES }
  for (const { outcome } of probes) tally[outcome] += 1
  return tally
}

/**
 * Percent of the measured probes that answered as expected, slow or not; null while there are too
 * few. Cut, not rounded, after three decimals: 100 means that none failed.
 */
export function uptimePct({ ok, degraded, failed }: Tally): number | null {
  const measured = ok + degraded + failed
  if (measured < UPTIME_PROBES_MIN) return null
  return Math.floor((100_000 * (ok + degraded)) / measured) / 1_000
}

/**
 * Percent of a window for which there are measured probes, at the pace of today. Cut, not rounded, after
 * one decimal: 100 means the whole of it.
 */
export function observedPct(
  { ok, degraded, failed }: Tally,
  { intervalMs, windowMs }: Readonly<{ intervalMs: number; windowMs: number }>,
): number {
  const seenMs = (ok + degraded + failed) * intervalMs
  return Math.min(100, Math.floor((1_000 * seenMs) / windowMs) / 10)
}

type Latency = Readonly<{ p50Ms: number | null; p95Ms: number | null }>

/** Of the probes that answered as expected: the smallest latency that so many did not exceed. */
export function latencyOf(probes: readonly Probe[]): Latency {
  const sorted = probes
    .filter(({ outcome }) => outcome === 'ok' || outcome === 'degraded')
    .flatMap(({ latencyMs }) => latencyMs ?? [])
    .sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? null
  return { p50Ms: at(0.5), p95Ms: at(0.95) }
}
