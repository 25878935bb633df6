// Searches that take milliseconds each, one in a turn of the event loop, whoever asks for them.

import { setImmediate as nextTurn } from 'node:timers/promises'

/** Rejects with the signal's reason when nobody waits any more before its turn has come. */
type OneATurn = <T>(work: () => T, signal: AbortSignal) => Promise<T>

export function oneATurn(): OneATurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work, signal) => {
    const mine = last.then(async () => {
      signal.throwIfAborted()
      await nextTurn()
      return work()
    })
    last = mine.catch(() => {})
    return mine
  }
}
