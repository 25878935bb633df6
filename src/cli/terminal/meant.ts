// What somebody meant who mistyped a command or an option.

import { slipCost } from '../../domain/names/slipCost.ts'
import { calledSo, quote, wordMistake } from './target.ts'

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

/**
 * For a command whose first word says what to do: what is wrong with its words, or null. `actions`:
 * what each of them takes.
 */
export function actionMistake(
  command: string,
  [action, ...given]: readonly string[],
  actions: Readonly<Record<string, readonly string[]>>,
  usage: string,
): string | null {
  const known = Object.keys(actions)
  const list = `${command} takes ${known.join(', ')}`
  if (action === undefined) return `assay: what to do is missing: ${list}\n${calledSo(usage)}`
  const wanted = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (wanted !== undefined) return wordMistake(given, wanted, usage)
  return `assay: ${list}, not ${quote(action)}${meantText(action, known)}`
}
