// Watches a child while it works and says when it has taken too much. From outside, because a
// child in a loop keeps no promise. What counts is what it used, not what the clock says: on a busy
// machine the same work takes any time. The clock only tells that a child stands still.

import type { UndeterminedReason } from '../ports/extraction.ts'
import type { ExtractLimits } from './extractLimits.ts'
import { type ProcessUse, processUse } from './processMeter.ts'

const LOOK_EVERY_MS = 50
// A machine that slept, or a server that was held up, must not count against the child.
const STEP_MAX_MS = 1_000

type Overrun = Readonly<{ reason: UndeterminedReason; detail: string }>

type Watched = Readonly<{
  pid: number
  limits: Pick<ExtractLimits, 'cpuMaxMs' | 'rssMaxBytes' | 'stalledMaxMs' | 'unmeteredMaxMs'>
  /** True while the child waits for us; that time is not its own. */
  isWaiting: () => boolean
  overrun: (overrun: Overrun) => void
  /** It did nothing at all for too long, which says nothing about the bytes. */
  stalled: (detail: string) => void
  /** Null where nobody tells. */
  useOf?: (pid: number) => ProcessUse | null
}>

/** Starts watching; returns what ends it. */
export function watchProcess(watched: Watched): () => void {
  const { pid, limits, isWaiting, overrun, stalled, useOf = processUse } = watched
  const cpuBefore = useOf(pid)?.cpuMs ?? 0
  let lookedAt = performance.now()
  let cpuSeen: number | null = cpuBefore
  let stillMs = 0
  const timer = setInterval(() => {
    const now = performance.now()
    const passedMs = isWaiting() ? 0 : Math.min(now - lookedAt, STEP_MAX_MS)
    lookedAt = now
    const use = useOf(pid)
    const isMoving = use !== null && use.cpuMs !== cpuSeen
    cpuSeen = use?.cpuMs ?? null
    stillMs = isMoving ? 0 : stillMs + passedMs
    // Where nobody tells what a process uses, all time counts as standing still.
    const stillMaxMs = use === null ? limits.unmeteredMaxMs : limits.stalledMaxMs
    const found = use === null ? null : judge(use.rssBytes, use.cpuMs - cpuBefore)
    if (found === null && stillMs <= stillMaxMs) return
    clearInterval(timer)
    if (found !== null) overrun(found)
    else stalled(`did nothing for ${stillMaxMs} ms`)
  }, LOOK_EVERY_MS)

  function judge(rssBytes: number, cpuMs: number): Overrun | null {
    if (rssBytes > limits.rssMaxBytes) {
      return { reason: 'out_of_memory', detail: `took over ${limits.rssMaxBytes} bytes of memory` }
    }
    if (cpuMs > limits.cpuMaxMs) {
      return { reason: 'timed_out', detail: `took over ${limits.cpuMaxMs} ms of processor time` }
    }
    return null
  }

  return () => clearInterval(timer)
}
