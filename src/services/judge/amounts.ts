// How many: the ways in which a criterion says so.

import type { Range, Unit } from './criterion.ts'

const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(
  ' ',
)

export const NUMBER = `(?:\\d{1,3}(?:,\\d{3})+|\\d{1,9}|${NUMBER_WORDS.join('|')})`

function numberOf(text: string): number {
  const word = NUMBER_WORDS.indexOf(text)
  return word === -1 ? Number(text.replaceAll(',', '')) : word
}

/** A pattern, and from what to what its numbers go. */
type Form = readonly [string, (a: number, b: number) => readonly [number, number]]

const INFINITY = Number.POSITIVE_INFINITY
const UP_TO =
  '(?:at most|no more than|not more than|up to|(?:a )?max(?:imum)?(?: of)?|no longer than|' +
  'limited to|not exceed)'
const FROM = '(?:at least|no fewer than|no less than|not less than|(?:a )?min(?:imum)?(?: of)?)'

const FORMS: readonly Form[] = [
  [`${UP_TO} (${NUMBER})`, (a) => [0, a]],
  [`${FROM} (${NUMBER})`, (a) => [a, INFINITY]],
  [`(?:more than|over|longer than) (${NUMBER})`, (a) => [a + 1, INFINITY]],
  [`(?:fewer than|less than|under|below|shorter than) (${NUMBER})`, (a) => [0, a - 1]],
  [`exactly (${NUMBER})`, (a) => [a, a]],
  [`(?:between )?(${NUMBER})(?: and | to | ?- ?| ?– ?)(${NUMBER})`, (a, b) => [a, b]],
]

/** Of `at most 5`; null for anything else, and for a range that holds nothing. */
export function rangeOf(words: string): Range | null {
  for (const [pattern, range] of FORMS) {
    const found = new RegExp(`^${pattern}$`).exec(words)
    if (found === null) continue
    const [, first = '0', second = '0'] = found
    const [low, high] = range(numberOf(first), numberOf(second))
    return low <= high ? { low, high } : null
  }
  return null
}

const UNIT_WORDS: readonly (readonly [RegExp, Unit])[] = [
  [/^words?$/, 'words'],
  [/^(?:characters?|chars?)$/, 'characters'],
  [/^lines?$/, 'lines'],
  [/^sentences?$/, 'sentences'],
  [/^paragraphs?$/, 'paragraphs'],
  [/^(?:bullets?|bullet points?|list items?)$/, 'bullets'],
]

export function unitOf(words: string): Unit | null {
  return UNIT_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? null
}
