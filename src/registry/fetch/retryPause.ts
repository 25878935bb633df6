// How long to wait before the next try.

type RetryPauseOptions = Readonly<{
  /** Tries made so far, at least one. */
  tries: number
  /** In [0, 1). */
  random: number
  /** What the server asked for; null when it did not. */
  retryAfterMs: number | null
  retryBaseMs: number
  retryAfterHonouredMaxMs: number
}>

/** Doubles each time and is spread over half to one and a half; null when it is not worth it. */
export function retryPause(options: RetryPauseOptions): number | null {
  const { tries, random, retryAfterMs, retryBaseMs, retryAfterHonouredMaxMs } = options
  const askedMs = retryAfterMs ?? 0
  // Longer than a caller waits: an honest failure now is worth more than a late one.
  if (askedMs > retryAfterHonouredMaxMs) return null
  return Math.max(askedMs, retryBaseMs * 2 ** (tries - 1) * (0.5 + random))
}

/** Seconds or an HTTP date; null for anything else, which is then as good as no header. */
export function parseRetryAfter(text: string, now: Date): number | null {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - now.getTime())
}
