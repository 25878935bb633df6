// Work that several ask for while it is under way: it is done once, for as long as anybody waits.

import { orAborted } from './orAborted.ts'

type Work<T> = Readonly<{ result: Promise<T>; ending: AbortController }> & { waiting: number }

export type SharedUnderWay<T> = (
  key: string,
  /** Ends when nobody waits any more. */
  start: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
) => Promise<T>

export function sharedUnderWay<T>(): SharedUnderWay<T> {
  const underWay = new Map<string, Work<T>>()

  function begin(key: string, start: (signal: AbortSignal) => Promise<T>): Work<T> {
    const ending = new AbortController()
    const result = start(ending.signal).finally(() => {
      if (underWay.get(key) === work) underWay.delete(key)
    })
    // Everybody may have left by the time it fails.
    result.catch(() => {})
    const work: Work<T> = { result, ending, waiting: 0 }
    underWay.set(key, work)
    return work
  }

  return async (key, start, signal) => {
    const work = underWay.get(key) ?? begin(key, start)
    work.waiting += 1
    try {
      return await orAborted(work.result, signal)
    } finally {
      work.waiting -= 1
      if (work.waiting === 0) {
        // Whoever comes now begins anew.
        if (underWay.get(key) === work) underWay.delete(key)
        work.ending.abort(signal.reason)
      }
    }
  }
}
