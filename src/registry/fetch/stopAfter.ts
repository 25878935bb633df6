// One signal out of a deadline and a caller's signal. `AbortSignal.any` and `AbortSignal.timeout`
// would do, but they keep the timer and the listener for as long as the caller's signal lives.

export type Stop = Readonly<{
  signal: AbortSignal
  /** Why it stopped; null while it has not. */
  reason(): 'aborted' | 'timeout' | null
  /** Drops the timer and the listener. To be called in any case. */
  release(): void
}>

export function stopAfter(timeoutMs: number, signal: AbortSignal): Stop {
  const controller = new AbortController()
  let reason: 'aborted' | 'timeout' | null = null

  function stop(why: 'aborted' | 'timeout'): void {
    reason ??= why
    controller.abort(new Error(why))
  }

  const abort = () => stop('aborted')
  const timer = setTimeout(() => stop('timeout'), timeoutMs)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    reason: () => reason,
    release() {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    },
  }
}

/** One signal out of two, with the reason of whichever comes first. */
export function eitherSignal(
  one: AbortSignal,
  other: AbortSignal,
): Readonly<{ signal: AbortSignal; release(): void }> {
  const controller = new AbortController()
  const listeners = [one, other].map((signal) => {
    const abort = () => controller.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    return () => signal.removeEventListener('abort', abort)
  })
  return {
    signal: controller.signal,
    release() {
      for (const remove of listeners) remove()
    },
  }
}

/** For work that takes no signal: stops waiting for it, though it goes on unheard. */
export async function whileRunning<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw signal.reason
  let stop: () => void = () => {}
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
