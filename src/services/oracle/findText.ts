// Where a text stands in another. The engine's own search can take as many steps as both lengths
// multiplied; this one takes as many as both added.

import type { Found } from './linearPattern.ts'

/** The first place of a text in another; without regard to case where each letter has one of its own. */
export function findText(text: string, wanted: string, ignoresCase: boolean): Found | null {
  const [where, what] = ignoresCase ? [folded(text), folded(wanted)] : [text, wanted]
  const start = firstPlace(where, what)
  return start === -1 ? null : { start, end: start + what.length }
}

/** In small letters, and as long as the text itself, so that offsets stay what they are. */
export function folded(text: string): string {
  // Letter by letter: what is around one must not decide what it becomes.
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase()
    return small.length === letter.length ? small : letter
  }).join('')
}

/** As `indexOf`, by Knuth, Morris and Pratt. */
export function firstPlace(text: string, wanted: string): number {
  const { length } = wanted
  if (length === 0) return 0
  if (length > text.length) return -1
  const borders = bordersOf(wanted)
  let matched = 0
  for (let at = 0; at < text.length; at += 1) {
    matched = longer(wanted, borders, matched, text.charCodeAt(at))
    if (matched === length) return at + 1 - length
  }
  return -1
}

/** For each beginning of the text: how long its longest end is that is a shorter beginning too. */
function bordersOf(wanted: string): Int32Array {
  const borders = new Int32Array(wanted.length)
  let matched = 0
  for (let at = 1; at < wanted.length; at += 1) {
    matched = longer(wanted, borders, matched, wanted.charCodeAt(at))
    borders[at] = matched
  }
  return borders
}

/** How much of `wanted` stands before and at a unit, when `matched` of it stood before. */
function longer(wanted: string, borders: Int32Array, matched: number, unit: number): number {
  let kept = matched
  while (kept > 0 && wanted.charCodeAt(kept) !== unit) kept = borders[kept - 1] ?? 0
  return wanted.charCodeAt(kept) === unit ? kept + 1 : kept
}
