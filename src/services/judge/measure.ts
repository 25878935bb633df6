// How much of something a text has. Where languages or punctuation leave it open, from and to.

import type { Range, Unit } from './criterion.ts'

/** Null where nothing can be said. */
export function measure(text: string, unit: Unit): Range | null {
  switch (unit) {
    case 'characters':
      return exactly([...text].length)
    case 'words':
      return UNSPACED.test(text) ? null : exactly(wordsIn(text))
    case 'lines':
      return exactly(linesIn(text).length)
    case 'paragraphs':
      return exactly(text.split(/\n[^\S\n]*\n/).filter((part) => part.trim() !== '').length)
    case 'bullets':
      return exactly(linesIn(text).filter((line) => BULLET.test(line)).length)
    case 'sentences':
      return sentencesIn(text)
  }
}

function exactly(count: number): Range {
  return { low: count, high: count }
}

/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u
const BULLET = /^\s*(?:[-*+•‣◦]|\d{1,4}[.)])\s+\S/u
const HAS_LETTER = /[\p{L}\p{N}]/u

/** Between spaces, with a letter or a digit. */
function wordsIn(text: string): number {
  return text.split(/\s+/u).filter((part) => HAS_LETTER.test(part)).length
}

/** A line feed at the end begins no line. */
function linesIn(text: string): readonly string[] {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  return text === '' ? [] : lines
}

const MARK = /[.!?…。！？]/u
const CLOSER = /["'”’»)\]]/u
const ABBREVIATED =
  /^["'“‘(]*(?:\p{L}|\p{L}\.\p{L}|mr|mrs|ms|dr|prof|st|vs|etc|cf|no|fig|approx|jr|sr|inc|ltd|co|eg|ie)$/iu
/** No abbreviation is longer. */
const WORD_LOOKED_AT = 12

/** At least the ends that are beyond doubt, at most all that could be one. */
function sentencesIn(text: string): Range {
  const trimmed = text.trimEnd()
  let [sure, possible, rest] = [0, 0, 0]
  for (let at = 0; at < trimmed.length; at++) {
    if (!MARK.test(trimmed[at] ?? '')) continue
    const begin = at
    while (MARK.test(trimmed[at + 1] ?? '')) at += 1
    const marks = trimmed.slice(begin, Math.min(at + 1, begin + WORD_LOOKED_AT))
    while (CLOSER.test(trimmed[at + 1] ?? '')) at += 1
    const after = /^\s+/u.exec(trimmed.slice(at + 1, at + 40))?.[0] ?? ''
    const isEnd = at + 1 >= trimmed.length
    // `First.Second` may be two, as scripts without spaces always write it; `3.5` is none.
    const isBetween = HAS_LETTER.test(trimmed[at + 1] ?? '') && !/^\d/.test(trimmed.slice(at + 1))
    if (!isEnd && after === '' && !isBetween) continue
    possible += 1
    if (!isEnd && after === '') continue
    rest = at + 1
    const [before = ''] = trimmed
      .slice(Math.max(0, begin - WORD_LOOKED_AT), begin)
      .split(/\s/)
      .slice(-1)
    const next = trimmed.slice(at + 1 + after.length, at + 3 + after.length)
    if (isEnd || (isPlainEnd(before, marks) && isBegin(after, next))) sure += 1
  }
  const hasTail = HAS_LETTER.test(trimmed.slice(rest))
  // Every line could be one of its own: headings and lists have no marks.
  const lines = linesIn(text).filter((line) => HAS_LETTER.test(line)).length
  const high = possible + (hasTail ? 1 : 0) + Math.max(0, lines - 1)
  return { low: Math.min(sure + (hasTail && sure === 0 ? 1 : 0), high), high }
}

function isPlainEnd(before: string, marks: string): boolean {
  if (/[!?。！？]/.test(marks)) return true
  return before !== '' && !ABBREVIATED.test(before) && !/\d$/.test(before)
}

function isBegin(space: string, next: string): boolean {
  return space.includes('\n') || /^["'“‘(]?\p{Lu}/u.test(next)
}
