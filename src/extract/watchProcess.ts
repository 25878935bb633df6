// Watches a child while it works and says when it has taken too much. From outside, because a
// child in a loop keeps no promise.

import type { UndeterminedReason } from '../ports/extraction.ts'
import type { ExtractLimits } from './extractLimits.ts'
import { processUse } from './processMeter.ts'

const LOOK_EVERY_MS = 50
// A machine that slept, or a server that was held up, must not count against the child.
const STEP_MAX_MS = 1_000

export type Overrun = Readonly<{ reason: UndeterminedReason; detail: string }>

export type Watched = Readonly<{
  pid: number
  limits: ExtractLimits
  /** True while the child waits for us; that time is not its own. */
  isWaiting: () => boolean
  overrun: (overrun: Overrun) => void
}>

/** Starts watching; returns what ends it. */
export function watchProcess({ pid, limits, isWaiting, overrun }: Watched): () => void {
  const cpuBefore = processUse(pid)?.cpuMs ?? 0
  let lookedAt = performance.now()
  let wallMs = 0
  const timer = setInterval(() => {
    const now = performance.now()
    if (!isWaiting()) wallMs += Math.min(now - lookedAt, STEP_MAX_MS)
    lookedAt = now
    const found = judge()
    if (found !== null) {
      clearInterval(timer)
      overrun(found)
    }
  }, LOOK_EVERY_MS)

  function judge(): Overrun | null {
    const use = processUse(pid)
    if (use !== null && use.rssBytes > limits.rssMaxBytes) {
      return { reason: 'out_of_memory', detail: `took over ${limits.rssMaxBytes} bytes of memory` }
    }
    if (use !== null && use.cpuMs - cpuBefore > limits.cpuMaxMs) {
      return { reason: 'timed_out', detail: `took over ${limits.cpuMaxMs} ms of processor time` }
    }
    if (wallMs > limits.wallMaxMs) {
      return { reason: 'timed_out', detail: `took over ${limits.wallMaxMs} ms` }
    }
    return null
  }

  return () => clearInterval(timer)
}
