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

  const timer = setTimeout(() => stop('timeout'), timeoutMs)
  const remove = onAbort(signal, () => stop('aborted'))
  return {
    signal: controller.signal,
    reason: () => reason,
    release() {
      clearTimeout(timer)
      remove()
    },
  }
}

/** Calls `act` when the signal is aborted, at once where it is already; returns what ends that. */
function onAbort(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) act()
  else signal.addEventListener('abort', act, { once: true })
  return () => signal.removeEventListener('abort', act)
}

/** One signal out of two, with the reason of whichever comes first. */
export function eitherSignal(one: AbortSignal, other: AbortSignal): Omit<Stop, 'reason'> {
  const controller = new AbortController()
  const listeners = [one, other].map((signal) =>
    onAbort(signal, () => controller.abort(signal.reason)),
  )
  return {
    signal: controller.signal,
    release() {
      for (const remove of listeners) remove()
    },
  }
}
