// Long work in turns, so that a question about half a megabyte of code does not hold up all others.

import { setImmediate as yieldToLoop } from 'node:timers/promises'

const PER_TURN = 50

export async function inTurns<T>(items: readonly T[], each: (item: T) => void): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index % PER_TURN === PER_TURN - 1) await yieldToLoop()
    each(item)
  }
}
