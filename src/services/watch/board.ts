// The state of every target at a glance. What is worked out is kept until the target has a new probe.

import type { Probe, Tally } from '../../domain/probe.ts'
import { WATCH_BOARD_MS } from '../../limits.ts'
import type { AnswerStore } from '../../ports/store.ts'
import type { ReportLink, WatchStore } from '../../ports/watch.ts'
import { loadReport } from './closeWindows.ts'
import { readProbes } from './readProbes.ts'
import type { Target } from './target.ts'
import { latencyOf, observedPct, tallyOf, uptimePct } from './uptime.ts'
import { afterProbe, afterSilence, UNSEEN, type Verdict, type WatchState } from './verdict.ts'
import { dayBefore, shifted } from './windows.ts'

type WindowName = '24h' | '7d' | '30d' | '90d'

export type BoardRow = Readonly<{
  target: Target
  verdict: Verdict
  /** Over the last 24 hours, and over so many days in UTC with today. */
  uptime: Readonly<Record<WindowName, number | null>>
  /** Percent of each of these windows for which there are probes. */
  observed: Readonly<Record<WindowName, number>>
  p50Ms: number | null
  p95Ms: number | null
  lastProbeAt: string | null
}>

type Known = Readonly<{
  /** How many probes were saved by then. */
  probes: number
  atMs: number
  /** The number of the last report. */
  report: number
  /** Of the last day, in the order in which they were due. */
  seen: readonly Probe[]
  /** After the last of them. */
  state: WatchState
  row: BoardRow
}>

const DAY_MS = 24 * 60 * 60_000
/** Figures of a target without new probes move on all the same. */
const STALE_MS = 60_000

export function board(parts: { watch: WatchStore; answers: Pick<AnswerStore, 'load'> }) {
  const { watch, answers } = parts
  const known = new Map<string, Known>()

  /** What came since, when that is all: one that was saved late may belong before others. */
  async function catchUp(target: Target, before: Known, probes: number, until: string) {
    const after = before.seen.at(-1)?.dueAt
    if (after === undefined) return null
    const fresh = await readProbes(watch, { target: target.id, from: after, until })
    const more = fresh.slice(1)
    if (fresh[0]?.dueAt !== after || before.probes + more.length !== probes) return null
    return { seen: [...before.seen, ...more], state: judged(before.state, more, target) }
  }

  /** From the last report on, and the last day. */
  async function readAll(target: Target, last: ReportLink | undefined, at: string, until: string) {
    const opening = last === undefined ? UNSEEN : (await loadReport(answers, last)).closing
    const dayAgo = shifted(at, -DAY_MS)
    const from = last === undefined || last.windowEnd > dayAgo ? dayAgo : last.windowEnd
    const seen = await readProbes(watch, { target: target.id, from, until })
    const open = last === undefined ? seen : seen.filter(({ dueAt }) => dueAt >= last.windowEnd)
    return { seen, state: judged(opening, open, target) }
  }

  async function look(
    target: Target,
    before: Known | undefined,
    probes: number,
    at: string,
  ): Promise<Known> {
    const [last] = await watch.reports({ target: target.id, limit: 1 })
    const report = last?.number ?? 0
    const until = shifted(at, DAY_MS)
    const caughtUp = before?.report === report ? await catchUp(target, before, probes, until) : null
    const { seen, state } = caughtUp ?? (await readAll(target, last, at, until))
    const dayAgo = shifted(at, -DAY_MS)
    const recent = seen.filter(({ dueAt }) => dueAt > dayAgo)
    const tallyOver = (days: number) =>
      watch.tally({ target: target.id, from: dayBefore(at, days - 1), to: at.slice(0, 10) })
    const [day, week, month, quarter] = [
      tallyOf(recent),
      await tallyOver(7),
      await tallyOver(30),
      await tallyOver(90),
    ]
    const { intervalMs } = target
    const each = <T>(figure: (tally: Tally, windowMs: number) => T) => ({
      '24h': figure(day, DAY_MS),
      '7d': figure(week, 7 * DAY_MS),
      '30d': figure(month, 30 * DAY_MS),
      '90d': figure(quarter, 90 * DAY_MS),
    })
    const row: BoardRow = {
      target,
      verdict: afterSilence(state, at, intervalMs).state.verdict,
      uptime: each(uptimePct),
      observed: each((tally, windowMs) => observedPct(tally, { intervalMs, windowMs })),
      ...latencyOf(recent),
      lastProbeAt: seen.at(-1)?.at ?? null,
    }
    const kept = recent.length > 0 ? recent : seen.slice(-1)
    return { probes, atMs: Date.parse(at), report, seen: kept, state, row }
  }

  async function rowOf(target: Target, at: string): Promise<BoardRow> {
    const before = known.get(target.id)
    const ageMs = before === undefined ? Number.POSITIVE_INFINITY : Date.parse(at) - before.atMs
    const isSame = before !== undefined && before.row.target === target && ageMs >= 0
    const silent = (one: Known) => {
      const { state } = afterSilence(one.state, at, target.intervalMs)
      return { ...one.row, verdict: state.verdict }
    }
    if (isSame && ageMs < WATCH_BOARD_MS) return silent(before)
    const probes = (await watch.target(target.id))?.probes ?? 0
    if (isSame && before.probes === probes && ageMs < STALE_MS) return silent(before)
    const next = await look(target, isSame ? before : undefined, probes, at)
    known.set(target.id, next)
    return next.row
  }

  /** One after the other: nobody else waits while many targets are looked at. */
  return async (targets: readonly Target[], at: string): Promise<readonly BoardRow[]> => {
    const rows: BoardRow[] = []
    for (const target of targets) rows.push(await rowOf(target, at))
    return rows
  }
}

function judged(state: WatchState, probes: readonly Probe[], { intervalMs }: Target): WatchState {
  return probes.reduce((before, probe) => afterProbe(before, probe, intervalMs).state, state)
}
