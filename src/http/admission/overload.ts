// Work that would come too late anyway is refused before it begins.

import { LOOP_DELAY_MAX_MS } from '../../limits.ts'

const SAMPLE_MS = 100

/** Too many requests are under way, or the process itself comes too late to everything. */
type Refused = 'many' | 'late'

export const TOO_BUSY: Readonly<Record<Refused, string>> = {
  many: 'Too many requests are under way',
  late: 'The machine is too busy: the service gets to its work more than a second late',
}

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
    /** Counts a request in; or says why it must be refused (it was not counted). */
    enter(): Refused | null {
      if (inFlight >= parts.inFlightMax) return 'many'
      if (delayMs > LOOP_DELAY_MAX_MS) return 'late'
      inFlight += 1
      return null
    },
    leave(): void {
      inFlight -= 1
    },
    inFlight: () => inFlight,
    loopDelayMs: () => Math.round(delayMs),
    close: () => clearInterval(timer),
  }
}
