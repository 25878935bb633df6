/** The outcome of work that pauses wherever it can wait, without a pause. */
export function finish<T>(work: Iterator<unknown, T, undefined>): T {
  for (;;) {
    const next = work.next()
    if (next.done === true) return next.value
  }
}
