// How a long run shows itself: one line that is redrawn on a terminal, plain lines elsewhere; and
// what is left to say at its end. Always on standard error, so that it never mixes with an answer.

import type { IngestApp } from '../../app/ingestApp.ts'

type Bulk = IngestApp['bulk']
type BulkSummary = Awaited<ReturnType<Bulk>>
type Hooks = Parameters<Bulk>[1]
export type BulkTally = Parameters<Hooks['onProgress']>[0]
type Ended = Parameters<Hooks['onProgress']>[1]
type Reason = BulkSummary['failed'][number]

/** Where progress goes: a terminal or a pipe. */
export type ProgressStream = Readonly<{
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}>

const BAR_CELLS = 24
const PLAIN_EVERY_MS = 5_000
const REDRAW_EVERY_MS = 100
const COLUMNS_DEFAULT = 80
const ERASE_LINE = '\r\u001b[2K'

export function progress(parts: {
  stream: ProgressStream
  title: string
  monotonicMs: () => number
}) {
  const { stream, title, monotonicMs } = parts
  const isTerminal = stream.isTTY === true
  const startedMs = monotonicMs()
  let shownMs = Number.NEGATIVE_INFINITY
  let line = ''

  function show(text: string): void {
    line = text.slice(0, (stream.columns || COLUMNS_DEFAULT) - 1)
    stream.write(isTerminal ? `${ERASE_LINE}${line}` : `${text}\n`)
  }

  /** A line that stays. */
  function note(text: string): void {
    stream.write(isTerminal ? `${ERASE_LINE}${text}\n${line}` : `${text}\n`)
  }

  return {
    update(tally: BulkTally, ended: Ended): void {
      for (const { key, outcome } of ended) {
        if (outcome.state === 'failed') {
          note(`failed   ${key.name}: ${printable(outcome.message ?? outcome.reason ?? '')}`)
        }
      }
      const nowMs = monotonicMs()
      const isDue = nowMs - shownMs >= (isTerminal ? REDRAW_EVERY_MS : PLAIN_EVERY_MS)
      if (!isDue && endedCount(tally) < tally.total) return
      shownMs = nowMs
      show(renderProgress(title, tally, (nowMs - startedMs) / 1_000))
    },
    note,
    /** Leaves the terminal as a next line expects it. */
    end(): void {
      if (isTerminal && line !== '') stream.write('\n')
      line = ''
    },
  }
}

/** One line: how far, how fast, how much, how long still, and what went wrong so far. */
export function renderProgress(title: string, tally: BulkTally, seconds: number): string {
  const ended = endedCount(tally)
  const share = tally.total === 0 ? 1 : ended / tally.total
  const cells = Math.floor(share * BAR_CELLS)
  const bar = `[${'#'.repeat(cells)}${'.'.repeat(BAR_CELLS - cells)}]`
  // What was skipped took no time, and would make the rest look as fast.
  const worked = ended - tally.states.fresh
  const rate = seconds > 0 ? worked / seconds : 0
  const parts = [
    `${title} ${bar} ${ended}/${tally.total}`,
    `${rate.toFixed(1)}/s`,
    renderBytes(tally.bytes),
  ]
  if (ended < tally.total) {
    parts.push(rate > 0 ? `ETA ${renderDuration((tally.total - ended) / rate)}` : 'ETA -')
  }
  if (tally.retried > 0) parts.push(`${tally.retried} retried`)
  if (tally.states.failed > 0) parts.push(`${tally.states.failed} failed`)
  return parts.join('  ')
}

/** What a person reads at the end. */
export function renderSummary(summary: BulkSummary): string {
  const { states, seconds } = summary
  const open = summary.total - endedCount(summary)
  const done = states.ingested + states.unchanged
  const lines = [
    `done     ${done} (${states.ingested} read, ${states.unchanged} unchanged)`,
    `skipped  ${states.fresh} (confirmed lately)`,
    `absent   ${states.absent}`,
    `failed   ${states.failed}${summary.retried > 0 ? ` (${summary.retried} tries repeated)` : ''}`,
    ...summary.failed.flatMap((reason) => renderReason(reason)),
    ...(summary.unopened.length === 0 ? [] : ['indexed, but the file was not opened:']),
    ...summary.unopened.flatMap((reason) => renderReason(reason)),
    ...(open > 0 ? [`left     ${open} (run the same command again to go on)`] : []),
    `fetched  ${renderBytes(summary.bytes)} in ${renderDuration(seconds)}, ${perSecond(summary)} packages a second`,
  ]
  return lines.join('\n')
}

/** The summary in the words of the wire. */
export function summaryJson(ecosystem: string, summary: BulkSummary): Record<string, unknown> {
  const { states } = summary
  return {
    ecosystem,
    total: summary.total,
    done: states.ingested + states.unchanged,
    ingested: states.ingested,
    unchanged: states.unchanged,
    skipped: states.fresh,
    absent: states.absent,
    failed: states.failed,
    left: summary.total - endedCount(summary),
    interrupted: summary.interrupted,
    retried: summary.retried,
    failures: summary.failed,
    unopened: summary.unopened,
    bytes: summary.bytes,
    seconds: Math.round(summary.seconds * 1_000) / 1_000,
    packages_per_second: Number(perSecond(summary)),
  }
}

function renderReason({ reason, count, examples }: Reason): readonly string[] {
  const names = examples.map(({ name }) => name).join(', ')
  const message = examples[0]?.message
  return [
    `  ${String(count).padStart(5)}  ${printable(reason)}: ${names}${count > examples.length ? ', …' : ''}`,
    ...(message ? [`         ${printable(message)}`] : []),
  ]
}

function endedCount({ states }: BulkTally): number {
  return Object.values(states).reduce((sum, count) => sum + count, 0)
}

function perSecond(summary: BulkSummary): string {
  const worked = endedCount(summary) - summary.states.fresh
  return (summary.seconds > 0 ? worked / summary.seconds : 0).toFixed(2)
}

export function renderBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${(bytes / 1_000_000_000).toFixed(2)} GB`
}

function renderDuration(seconds: number): string {
  const whole = Math.ceil(seconds)
  const pad = (value: number) => String(value).padStart(2, '0')
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`
}

/** Texts that come from archives and registries must not steer a terminal. */
export function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, '?')
}
