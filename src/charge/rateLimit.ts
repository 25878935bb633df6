// So many calls a minute for one subject, counted on this node alone: a bound on abuse, not on money.

import { recentlyUsed } from '../domain/recentlyUsed.ts'
import { RATE_SUBJECTS_MAX, RATE_WINDOW_MS } from '../limits.ts'

export type RateState = Readonly<{
  granted: boolean
  limit: number
  remaining: number
  resetInS: number
}>

/** Counts one call. Null where there is no limit. */
export type RateLimit = (subject: string) => RateState | null

type Window = { startedMs: number; used: number }

/** `perMinute` 0: no limit. */
export function rateLimit(parts: { perMinute: number; now: () => Date }): RateLimit {
  const { perMinute: limit, now } = parts
  const windows = recentlyUsed<string, Window>(RATE_SUBJECTS_MAX)
  return (subject) => {
    if (limit === 0) return null
    const nowMs = now().getTime()
    let window = windows.get(subject)
    const ageMs = window === undefined ? RATE_WINDOW_MS : nowMs - window.startedMs
    if (window === undefined || ageMs >= RATE_WINDOW_MS || ageMs < 0) {
      window = { startedMs: nowMs, used: 0 }
      windows.set(subject, window)
    }
    const granted = window.used < limit
    if (granted) window.used += 1
    const resetMs = window.startedMs + RATE_WINDOW_MS - nowMs
    const resetInS = Math.max(1, Math.ceil(resetMs / 1_000))
    return { granted, limit, remaining: limit - window.used, resetInS }
  }
}
