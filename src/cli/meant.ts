// What somebody meant who mistyped a command or an option.

import { slipCost } from '../domain/slipCost.ts'
import type { ExitStatus, Output } from './output.ts'

/** In hundredths of a slip: two of them, and less for a short word. */
const COST_MAX = 200
const COST_PER_LETTER_MAX = 45

/** The cheapest of the known words, or null when none is near. */
export function meant(written: string, known: Iterable<string>): string | null {
  let best: string | null = null
  let bestCost = Math.min(COST_MAX, COST_PER_LETTER_MAX * written.length) + 1
  for (const word of known) {
    const isBegun = written.length > 2 && word.startsWith(written)
    const cost = isBegun ? 1 : slipCost(written, word)
    if (cost < bestCost) [best, bestCost] = [word, cost]
  }
  return best
}

/** `; did you mean check?`, or nothing. */
export function meantText(written: string, known: Iterable<string>): string {
  const word = meant(written, known)
  return word === null ? '' : `; did you mean ${word}?`
}

/** For a command whose first word says what to do. */
export function noAction(
  command: string,
  written: string,
  known: readonly string[],
  out: Output,
): ExitStatus {
  const list = `${command} takes ${known.join(', ')}`
  const word = JSON.stringify(written.slice(0, 100))
  return out.usage(`assay: ${list}, not ${word}${meantText(written, known)}`)
}
