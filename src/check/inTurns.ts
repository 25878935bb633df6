// Long work in turns, so that a question about half a megabyte of code does not hold up all others.
// What is done does not depend on when the turns end.

import { setImmediate as yieldToLoop } from 'node:timers/promises'

const TURN_MS = 5

/** Throws the signal's reason between two turns: nobody waits for the rest. */
export async function inTurns<T>(
  items: Iterable<T>,
  each: (item: T) => void,
  signal?: AbortSignal,
): Promise<void> {
  let begun = performance.now()
  for (const item of items) {
    if (performance.now() - begun > TURN_MS) {
      await yieldToLoop()
      signal?.throwIfAborted()
      begun = performance.now()
    }
    each(item)
  }
}
