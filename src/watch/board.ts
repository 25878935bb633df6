// The state of every target at a glance. What is worked out is kept until the target has a new probe.

import { WATCH_BOARD_MS } from '../limits.ts'
import type { AnswerStore } from '../ports/store.ts'
import type { WatchStore } from '../ports/watch.ts'
import { loadReport } from './closeWindows.ts'
import { readProbes } from './readProbes.ts'
import { fold } from './report.ts'
import type { Target } from './target.ts'
import { latencyOf, tallyOf, uptimePct } from './uptime.ts'
import { afterSilence, UNSEEN, type Verdict, type WatchState } from './verdict.ts'
import { dayBefore, shifted } from './windows.ts'

export type BoardRow = Readonly<{
  target: Target
  verdict: Verdict
  /** Over the last 24 hours, and over so many days in UTC with today. */
  uptime: Readonly<Record<'24h' | '7d' | '30d' | '90d', number | null>>
  p50Ms: number | null
  p95Ms: number | null
  lastProbeAt: string | null
}>

type Known = Readonly<{ probes: number; atMs: number; state: WatchState; row: BoardRow }>

const DAY_MS = 24 * 60 * 60_000
/** Figures of a target without new probes move on all the same. */
const STALE_MS = 60_000

export function board(parts: { watch: WatchStore; answers: Pick<AnswerStore, 'load'> }) {
  const { watch, answers } = parts
  const known = new Map<string, Known>()

  async function look(target: Target, probes: number, at: string): Promise<Known> {
    const [last] = await watch.reports({ target: target.id, limit: 1 })
    const opening = last === undefined ? UNSEEN : (await loadReport(answers, last)).closing
    const dayAgo = shifted(at, -DAY_MS)
    const from = last === undefined || last.windowEnd > dayAgo ? dayAgo : last.windowEnd
    const seen = await readProbes(watch, { target: target.id, from, until: shifted(at, DAY_MS) })
    const open = last === undefined ? seen : seen.filter(({ dueAt }) => dueAt >= last.windowEnd)
    const { state } = fold(opening, open, at, target.intervalMs)
    const recent = seen.filter(({ dueAt }) => dueAt > dayAgo)
    const uptimeOver = async (days: number) => {
      const span = { from: dayBefore(at, days - 1), to: at.slice(0, 10) }
      return uptimePct(await watch.tally({ target: target.id, ...span }))
    }
    const row: BoardRow = {
      target,
      verdict: state.verdict,
      uptime: {
        '24h': uptimePct(tallyOf(recent)),
        '7d': await uptimeOver(7),
        '30d': await uptimeOver(30),
        '90d': await uptimeOver(90),
      },
      ...latencyOf(recent),
      lastProbeAt: seen.at(-1)?.at ?? null,
    }
    return { probes, atMs: Date.parse(at), state, row }
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
    const next = await look(target, probes, at)
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
