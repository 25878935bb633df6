// Work that would come too late anyway is refused before it begins.

import { LOOP_DELAY_MAX_MS } from '../../limits.ts'

const SAMPLE_MS = 100

export type Overload = ReturnType<typeof overload>

export function overload(parts: { inFlightMax: number; monotonicMs: () => number }) {
  let inFlight = 0
  let delayMs = 0
  let expectedMs = parts.monotonicMs() + SAMPLE_MS
  const timer = setInterval(() => {
    const nowMs = parts.monotonicMs()
    delayMs = Math.max(0, nowMs - expectedMs)
    expectedMs = nowMs + SAMPLE_MS
  }, SAMPLE_MS)
  timer.unref()

  return {
    /** Counts a request in; false: it must be refused (and was not counted). */
    enter(): boolean {
      if (inFlight >= parts.inFlightMax || delayMs > LOOP_DELAY_MAX_MS) return false
      inFlight += 1
      return true
    },
    leave(): void {
      inFlight -= 1
    },
    inFlight: () => inFlight,
    loopDelayMs: () => Math.round(delayMs),
    close: () => clearInterval(timer),
  }
}
