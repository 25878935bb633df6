// One breaker per origin: after a run of failures an origin is left alone for a while, so that a
// dead registry costs a caller microseconds instead of every time-out in turn. Only one trial goes
// out when the pause is over; its outcome decides for everybody.

import { BREAKER_FAILURES, BREAKER_OPEN_MS } from '../../limits.ts'

/** Origins can be named by registry metadata, so the memory they take is bounded. */
export const BREAKER_ORIGINS_MAX = 1_000

type State = { failures: number; openUntilMs: number; trial: boolean }

/** The right to try once. Exactly one of its methods is called when the try is over. */
type Permit = Readonly<{
  succeed(): void
  fail(): void
  /** The try says nothing about the origin: the caller gave up. */
  cancel(): void
}>

type CircuitBreaker = Readonly<{
  /** Null while the origin is left alone. */
  enter(origin: string): Permit | null
}>

type BreakerOptions = Readonly<{
  now: () => Date
  failuresMax?: number
  openMs?: number
}>

export function circuitBreaker(options: BreakerOptions): CircuitBreaker {
  const { now, failuresMax = BREAKER_FAILURES, openMs = BREAKER_OPEN_MS } = options
  const states = new Map<string, State>()

  function stateOf(origin: string): State {
    const state = states.get(origin) ?? { failures: 0, openUntilMs: 0, trial: false }
    // Deleting first moves the origin to the end, so that the first key is the least recent one.
    states.delete(origin)
    states.set(origin, state)
    if (states.size > BREAKER_ORIGINS_MAX) {
      const [oldest] = states.keys()
      if (oldest !== undefined) states.delete(oldest)
    }
    return state
  }

  return {
    enter(origin) {
      const state = stateOf(origin)
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
        cancel() {
          state.trial = false
        },
      }
    },
  }
}
