// One breaker per origin: after a run of failures an origin is left alone for a while, so that a
// dead registry costs a caller microseconds instead of every time-out in turn. Only one trial goes
// out when the pause is over; its outcome decides for everybody.

import { keptIn } from '../../domain/maps.ts'
import { recentlyUsed } from '../../domain/recentlyUsed.ts'

/** Origins can be named by registry metadata, so the memory they take is bounded. */
export const BREAKER_ORIGINS_MAX = 1_000

type State = { failures: number; openUntilMs: number; trial: boolean }

export function circuitBreaker(parts: { now: () => Date; failuresMax: number; openMs: number }) {
  const { now, failuresMax, openMs } = parts
  const states = recentlyUsed<string, State>(BREAKER_ORIGINS_MAX)
  const newState = () => ({ failures: 0, openUntilMs: 0, trial: false })

  return {
    /**
     * The right to try once, of which exactly one method is called when the try is over; null while
     * the origin is left alone.
     */
    enter(origin: string) {
      const state = keptIn<string, State>(states, origin, newState)
      const isTripped = state.failures >= failuresMax
      if (isTripped && (state.trial || now().getTime() < state.openUntilMs)) return null
      state.trial = isTripped
      return {
        succeed() {
          state.failures = 0
          state.trial = false
        },
        fail() {
          state.failures += 1
          state.trial = false
          state.openUntilMs = now().getTime() + openMs
        },
        /** The try says nothing about the origin: the caller gave up. */
        cancel() {
          state.trial = false
        },
      }
    },
  }
}
