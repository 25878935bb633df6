// Binary operators and how strongly they bind; the same numbers serve reading and printing.

import { isWordPart, wordEnd } from './chars.ts'
import { skipSpace } from './groups.ts'

/** How strongly each kind of expression binds; operators that are not listed stand in `BINDING`. */
export const BINDS = {
  walrus: 1,
  tuple: 2,
  yield: 3,
  test: 4,
  or: 5,
  and: 6,
  not: 7,
  compare: 8,
  bitOr: 9,
  factor: 15,
  power: 16,
  await: 17,
  atom: 18,
} as const

export const BINDING: Readonly<Record<string, number>> = {
  or: BINDS.or,
  and: BINDS.and,
  '|': BINDS.bitOr,
  '^': 10,
  '&': 11,
  '<<': 12,
  '>>': 12,
  '+': 13,
  '-': 13,
  '*': 14,
  '@': 14,
  '/': 14,
  '%': 14,
  '//': 14,
  '**': BINDS.power,
}

type FoundOperator = Readonly<{ name: string; end: number }> | null

/** Behind what stands at a position: the operator's name and where it ends; null without. */
export function operatorAt(text: string, at: number, end: number): FoundOperator {
  if (at >= end) return null
  const sign = text.charAt(at)
  if ('+-%&|^@'.includes(sign)) return { name: sign, end: at + 1 }
  const next = at + 1 < end ? text.charAt(at + 1) : ''
  switch (sign) {
    case '*':
    case '/':
      return next === sign ? { name: sign + sign, end: at + 2 } : { name: sign, end: at + 1 }
    case '<':
      if (next === '<' || next === '=') return { name: sign + next, end: at + 2 }
      // Python 2 spells "not equal" this way.
      return next === '>' ? { name: '!=', end: at + 2 } : { name: '<', end: at + 1 }
    case '>':
      return next === '>' || next === '='
        ? { name: sign + next, end: at + 2 }
        : { name: '>', end: at + 1 }
    case '=':
    case '!':
      return next === '=' ? { name: `${sign}=`, end: at + 2 } : null
    case 'o':
    case 'a':
    case 'i':
    case 'n':
      return wordOperatorAt(text, at, end)
    default:
      return null
  }
}

function wordOperatorAt(text: string, at: number, end: number): FoundOperator {
  const stop = Math.min(end, at + 4)
  let wordStop = at
  while (wordStop < stop && isWordPart(text.charCodeAt(wordStop))) wordStop++
  const word = text.slice(at, wordStop)
  if (word === 'or' || word === 'and' || word === 'in') return { name: word, end: wordStop }
  if (word !== 'is' && word !== 'not') return null
  const next = skipSpace(text, wordStop, end)
  const nextEnd = next + 4 < end ? next + 4 : end
  const second = text.slice(next, Math.min(wordEnd(text, next, nextEnd), nextEnd))
  if (word === 'not') return second === 'in' ? { name: 'not in', end: next + 2 } : null
  return second === 'not' ? { name: 'is not', end: next + 3 } : { name: 'is', end: wordStop }
}

export function isComparison(name: string): boolean {
  return /^(?:[<>]=?|[!=]=|in|not in|is|is not)$/.test(name)
}
