// Closes the windows that are over: fixes their probes, signs the report and links it to the one
// before. Whatever a node leaves undone another one does; all come to the same bytes.

import { WATCH_GRACE_MS, WATCH_PURGED_AT_ONCE_MAX } from '../../limits.ts'
import type { Statement } from '../../ports/attester.ts'
import type { AnswerStore } from '../../ports/store.ts'
import type { ReportLink, WatchStore } from '../../ports/watch.ts'
import { readProbes } from './readProbes.ts'
import { reportStatement, type SlaReport, slaReport } from './report.ts'
import type { Target } from './target.ts'
import { UNSEEN } from './verdict.ts'
import { shifted, type Window, windowOf } from './windows.ts'

/** Signs a statement and keeps it as an answer; returns its `attestation_hash`. */
export type SignReport = (statement: Statement) => Promise<string>

export function windowCloser(parts: {
  watch: WatchStore
  answers: Pick<AnswerStore, 'load'>
  sign: SignReport
  keepMs: number
}) {
  const { watch, answers, sign } = parts
  /** The end of the last window that was seen to be closed, for each target. */
  const seen = new Map<string, string>()

  async function closeOne(
    target: Target,
    window: Window,
    last: ReportLink | null,
  ): Promise<ReportLink> {
    await watch.close({ target: target.id, until: window.end })
    const before = last === null ? null : await loadReport(answers, last)
    const report = slaReport({
      service: { id: target.id, name: target.name, url: target.url },
      intervalMs: target.intervalMs,
      number: (last?.number ?? 0) + 1,
      window,
      opening: before?.closing ?? UNSEEN,
      previousHash: last?.attestationHash ?? null,
      probes: await readProbes(watch, { target: target.id, from: window.start, until: window.end }),
    })
    const link = {
      target: target.id,
      number: report.number,
      windowStart: window.start,
      windowEnd: window.end,
      attestationHash: await sign(reportStatement(report)),
      previousHash: report.prev_report_hash,
    }
    await watch.saveReport(link)
    // Another node may have been first, with another idea of the target's name; its report stands.
    const [saved] = await watch.reports({ target: target.id, limit: 1 })
    const stands = saved ?? link
    if (stands.windowEnd < window.end)
      throw new Error(`the reports of ${target.id} are in disorder`)
    return stands
  }

  /** Every window that is over and has probes but no report. */
  async function closeAll(target: Target, at: string): Promise<void> {
    const [newest] = await watch.reports({ target: target.id, limit: 1 })
    let last: ReportLink | null = newest ?? null
    for (;;) {
      const from = last?.windowEnd ?? ''
      const [first] = await watch.probes({ target: target.id, from, until: at, limit: 1 })
      if (first === undefined) return
      const window = windowOf(first.dueAt)
      if (shifted(window.end, WATCH_GRACE_MS) > at) return
      last = await closeOne(target, window, last)
    }
  }

  return async (targets: readonly Target[], at: string): Promise<void> => {
    // What ended before has had its grace.
    const over = windowOf(shifted(at, -WATCH_GRACE_MS)).start
    const waiting = targets.filter(({ id }) => (seen.get(id) ?? '') < over)
    for (const target of waiting) {
      await closeAll(target, at)
      seen.set(target.id, over)
    }
    if (waiting.length === 0) return
    // Whole windows: what is left of a window could not be held against its report.
    const { start: before } = windowOf(shifted(at, -parts.keepMs))
    const bounds = { before, limit: WATCH_PURGED_AT_ONCE_MAX }
    while ((await watch.purge(bounds)) === bounds.limit);
  }
}

/** The report behind a link. Throws when it is not there: links are made after their answers. */
export async function loadReport(
  answers: Pick<AnswerStore, 'load'>,
  link: ReportLink,
): Promise<SlaReport> {
  const answer = await answers.load(link.attestationHash)
  if (answer === null) throw new Error(`report ${link.number} of ${link.target} is not there`)
  // Canonical JSON of what `slaReport` made.
  return JSON.parse(answer.answer) as SlaReport
}
