// Long work in turns, so that a question about half a megabyte of code does not hold up all others.
// What is done does not depend on when the turns end.

import { setImmediate as nextTurn } from 'node:timers/promises'

export const TURN_MS = 1

/** Lets others have their turn before what follows. Throws as `inTurns` does. */
export async function giveWay(signal?: AbortSignal): Promise<void> {
  await nextTurn()
  signal?.throwIfAborted()
}

/** Throws the signal's reason between two turns: nobody waits for the rest. */
export function inTurns<T>(
  items: Iterable<T>,
  each: (item: T) => void,
  signal?: AbortSignal,
): Promise<void> {
  return finishInTurns(oneByOne(items, each), signal)
}

/** Runs work that pauses wherever it can wait, and gives way there. Throws as `inTurns` does. */
export async function finishInTurns<T>(
  work: Iterator<unknown, T, undefined>,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    const begun = performance.now()
    let next = work.next()
    while (next.done !== true && performance.now() - begun < TURN_MS) next = work.next()
    if (next.done === true) return next.value
    await giveWay(signal)
  }
}

function* oneByOne<T>(
  items: Iterable<T>,
  each: (item: T) => void,
): Generator<undefined, void, undefined> {
  for (const item of items) {
    each(item)
    yield
  }
}
