// From probes to a verdict, with hysteresis: one bad probe is not an outage and one good probe is
// not its end. docs/reference/watchtower.md has the rules as a table; they are applied from the
// top.

import type { Probe, ProbeReason } from '../../domain/probe.ts'

export const VERDICTS = ['up', 'degraded', 'down', 'unknown'] as const
export type Verdict = (typeof VERDICTS)[number]

export const DOWN_AFTER = 3
export const BAD_AFTER = 3
export const GOOD_AFTER = 2
/** Of the last `RECENT` measured probes so many that are not `ok` are a degradation. */
export const RECENT = 10
export const BAD_OF_RECENT = 5
/** Intervals without a measured probe after which nothing is known. */
export const SILENT_INTERVALS = 5

type Measured = Readonly<{
  at: string
  outcome: 'ok' | 'degraded' | 'failed'
  reason: ProbeReason | null
}>

/** All that the next probe is judged by. */
export type WatchState = Readonly<{
  verdict: Verdict
  /** Since when; null before the first probe. */
  since: string | null
  /** Of the first probe that led to it; null where that was ok. */
  reason: ProbeReason | null
  /** The last measured probes, the newest last. */
  recent: readonly Measured[]
}>

export const UNSEEN: WatchState = { verdict: 'unknown', since: null, reason: null, recent: [] }

/** The verdict became another one; `at` may lie before the probe that made it so. */
export type Change = Readonly<{ to: Verdict; at: string; reason: ProbeReason | null }>

export function silentMs(intervalMs: number): number {
  return SILENT_INTERVALS * intervalMs
}

/** The state after one more probe; probes come in the order in which they were due. */
export function afterProbe(
  state: WatchState,
  probe: Pick<Probe, 'at' | 'outcome' | 'reason'>,
  intervalMs: number,
): Readonly<{ state: WatchState; changes: readonly Change[] }> {
  const silence = afterSilence(state, probe.at, intervalMs)
  const { at, outcome, reason } = probe
  if (outcome === 'not_measured') return silence
  const recent = [...silence.state.recent, { at, outcome, reason }].slice(-RECENT)
  const change = changeOf(silence.state.verdict, recent)
  if (change === null) {
    return { ...silence, state: { ...silence.state, recent } }
  }
  return {
    state: { verdict: change.to, since: change.at, reason: change.reason, recent },
    changes: [...silence.changes, change],
  }
}

/** The state at a moment when nothing more has been seen: after a while it is unknown. */
export function afterSilence(
  state: WatchState,
  at: string,
  intervalMs: number,
): Readonly<{ state: WatchState; changes: readonly Change[] }> {
  const last = state.recent.at(-1)
  const endMs = last === undefined ? Number.NaN : Date.parse(last.at) + silentMs(intervalMs)
  if (!(endMs < Date.parse(at))) return { state, changes: [] }
  const since = new Date(endMs).toISOString()
  const unknown: WatchState = { verdict: 'unknown', since, reason: null, recent: [] }
  if (state.verdict === 'unknown') return { state: unknown, changes: [] }
  return { state: unknown, changes: [{ to: 'unknown', at: since, reason: null }] }
}

function changeOf(verdict: Verdict, recent: readonly Measured[]): Change | null {
  const isBad = ({ outcome }: Measured) => outcome !== 'ok'
  const failed = lastRun(recent, ({ outcome }) => outcome === 'failed')
  const good = lastRun(recent, (one) => !isBad(one))
  const answered = lastRun(recent, ({ outcome }) => outcome !== 'failed')
  const bad = lastRun(recent, isBad)
  const isRestless = recent.filter(isBad).length >= BAD_OF_RECENT
  const to = (next: Verdict, from: Measured | undefined): Change | null =>
    next === verdict || from === undefined ? null : { to: next, at: from.at, reason: from.reason }

  if (failed.length >= DOWN_AFTER) return to('down', failed[0])
  if (good.length >= GOOD_AFTER && !isRestless) return to('up', good[0])
  if (answered.length >= GOOD_AFTER && (verdict === 'down' || verdict === 'unknown')) {
    return to('degraded', answered[0])
  }
  if (verdict === 'down') return null
  if (bad.length >= BAD_AFTER) return to('degraded', bad[0])
  return isRestless ? to('degraded', recent.at(-1)) : null
}

/** The last ones in a row of which something holds. */
function lastRun(
  recent: readonly Measured[],
  holds: (one: Measured) => boolean,
): readonly Measured[] {
  return recent.slice(recent.findLastIndex((one) => !holds(one)) + 1)
}
