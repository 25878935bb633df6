// Binary operators and how strongly they bind; the same numbers serve reading and printing.

import { isWordPart, wordEnd } from './chars.ts'
import { skipSpace } from './groups.ts'

export const WALRUS = 1
export const TUPLE = 2
export const YIELD = 3
export const TEST = 4
export const OR = 5
export const AND = 6
export const NOT = 7
export const COMPARE = 8
export const BIT_OR = 9
export const FACTOR = 15
export const POWER = 16
export const AWAIT = 17
export const ATOM = 18

export const BINDING: Readonly<Record<string, number>> = {
  or: OR,
  and: AND,
  '|': BIT_OR,
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
  '**': POWER,
}

/** Behind what stands at a position: the operator's name and where it ends; null without. */
export function operatorAt(
  text: string,
  at: number,
  end: number,
): { name: string; end: number } | null {
  if (at >= end) return null
  const sign = text.charAt(at)
  const next = at + 1 < end ? text.charAt(at + 1) : ''
  switch (sign) {
    case '+':
    case '-':
    case '%':
    case '&':
    case '|':
    case '^':
    case '@':
      return { name: sign, end: at + 1 }
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

function wordOperatorAt(
  text: string,
  at: number,
  end: number,
): { name: string; end: number } | null {
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
