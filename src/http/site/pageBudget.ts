// How much of the service one client may have for pages: so many in a minute, and so much work. A page
// that is at hand costs next to nothing; a comparison of two releases that nobody has read costs seconds,
// and whoever asks for one after the other waits for the next minute.

import type { RateLimit } from '../../charge/rateLimit.ts'
import { recentlyUsed } from '../../domain/recentlyUsed.ts'
import {
  PAGE_WORK_FOR_CLIENT_MS,
  PAGE_WORK_OF_ONE_MS,
  RATE_SUBJECTS_MAX,
  RATE_WINDOW_MS,
} from '../../limits.ts'

type Refusal = Readonly<{ sentence: string; retryAfterS: number }>
type Window = { startedMs: number; workMs: number }

export type PageBudget = ReturnType<typeof pageBudget>

/** Work that a client has begun; `countedMs`: until when it is paid for, `paidMs`: how much so far. */
type Running = { readonly client: string; countedMs: number; paidMs: number }

/** `rate` answers null where pages are not limited; then work is not, either. */
export function pageBudget(parts: { rate: RateLimit; now: () => Date; monotonicMs: () => number }) {
  const { rate, now, monotonicMs } = parts
  const windows = recentlyUsed<string, Window>(RATE_SUBJECTS_MAX)
  const running = new Set<Running>()

  function windowOf(client: string): Window {
    const nowMs = now().getTime()
    const known = windows.get(client)
    const ageMs = known === undefined ? RATE_WINDOW_MS : nowMs - known.startedMs
    if (known !== undefined && ageMs >= 0 && ageMs < RATE_WINDOW_MS) return known
    const begun = { startedMs: nowMs, workMs: 0 }
    windows.set(client, begun)
    return begun
  }

  function count(one: Running): void {
    const nowMs = monotonicMs()
    // What is slow because the machine is busy does not keep a visitor from everything else.
    const dueMs = Math.min(nowMs - one.countedMs, PAGE_WORK_OF_ONE_MS - one.paidMs)
    windowOf(one.client).workMs += dueMs
    one.paidMs += dueMs
    one.countedMs = nowMs
  }

  return {
    /** Counts a page; why there is none, or null. `needsWork`: it is neither at hand nor being made. */
    refusal(client: string, needsWork = true): Refusal | null {
      const state = rate(client)
      if (state === null) return null
      if (!state.granted) {
        const sentence = `You have opened ${state.limit} pages within a minute, which is all that one client may.`
        return { sentence, retryAfterS: state.resetInS }
      }
      if (!needsWork) return null
      // What goes on counts as far as it has come.
      for (const one of running) if (one.client === client) count(one)
      const { startedMs, workMs } = windowOf(client)
      if (workMs < PAGE_WORK_FOR_CLIENT_MS) return null
      const resetMs = startedMs + RATE_WINDOW_MS - now().getTime()
      const sentence = 'The pages that you have opened took all the work that one client may have.'
      return { sentence, retryAfterS: Math.max(1, Math.ceil(resetMs / 1_000)) }
    },

    /** Work begins that this client pays for until what is returned is called, whoever waits for it. */
    begin(client: string): () => void {
      const one = { client, countedMs: monotonicMs(), paidMs: 0 }
      running.add(one)
      return () => {
        if (running.delete(one)) count(one)
      }
    },
  }
}
