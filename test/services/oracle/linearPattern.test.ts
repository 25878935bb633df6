// Patterns of strangers: what they mean, and that none of them takes long.

import { describe, expect, test } from 'vitest'
import { Beyond, Budget } from '../../../src/services/oracle/budget.ts'
import { fromEcma, fromIRegexp } from '../../../src/services/oracle/ecmaPattern.ts'
import { linearPattern } from '../../../src/services/oracle/linearPattern.ts'

const STEPS = 8_000_000

function find(source: string, text: string) {
  try {
    return linearPattern(source).find(text, new Budget(STEPS))
  } catch (error) {
    if (error instanceof Beyond) return 'beyond'
    throw error
  }
}

describe('catastrophes of other engines', () => {
  const as = 'a'.repeat(50_000)
  test.each([
    ['(a+)+$', `${as}!`, null],
    ['(a|a)*b', as, null],
    ['(a*)*b', as, null],
    ['(.*)*(.*)*x', as, null],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', as, null],
    ['(\\w+\\s?)*!$', 'word '.repeat(10_000), null],
  ])('%s', (source, text, expected) => {
    expect(find(source, text)).toEqual(expected)
  })

  test.each([
    '(a{1000}){1000}',
    `(${'ab'.repeat(400)}){1000}`,
    'x{0,1000}'.repeat(100),
    '((((x{30}){30}){30}){30})',
    `${'('.repeat(400)}a${')'.repeat(400)}{1000}`,
    'a'.repeat(1_001),
    '(a|b){500}$',
  ])('%s is too large to be run', (source) => {
    expect(find(source, as)).toBe('beyond')
  })

  test.each(['(', '[', '(?=a)', '(?<!a)b', '(a)\\1', '\\', '*', 'a**', '(?P<n', '\\p{Nope}'])(
    '%s is no pattern',
    (source) => {
      expect(find(source, 'a')).toBe('beyond')
    },
  )
})

test('offsets are UTF-16 units', () => {
  expect(find('b+', '😀abb')).toEqual({ start: 3, end: 5 })
})

describe('ECMA-262 in the words of RE2', () => {
  test.each([
    ['^\\d{3}-\\d{4}$', '555-1234', true],
    ['^\\S+@\\S+$', 'a@b', true],
    ['^[\\s]$', '\u3000', true],
    ['\\bword\\b', 'a word', true],
    ['^[\\b]$', '\b', true],
    ['^\\cJ$', '\n', true],
    ['^\\ud83d\\ude00$', '😀', true],
    ['^\\u{1f600}$', '😀', true],
    ['^[[]$', '[', true],
    ['^\\/\\-$', '/-', true],
    ['^\\p{Letter}+$', 'añ', true],
    ['^\\p{Script=Greek}$', 'α', true],
    ['^(?<year>\\d+)$', '2026', true],
    ['^a$', 'a\n', false],
  ])('%s', (source, text, isFound) => {
    expect(find(fromEcma(source), text) !== null).toBe(isFound)
  })

  test.each([
    '(?=a)',
    '(?!a)',
    '(?i)a',
    '\\1',
    '\\k<a>',
    '[]',
    '[^]',
    '\\z',
    '[\\S]',
    '\\u{110000}',
  ])('%s is refused', (source) => {
    expect(() => fromEcma(source)).toThrow(Beyond)
  })
})

test('what is no I-Regexp matches nothing', () => {
  expect(fromIRegexp('a.b')).toBe('a[^\\n\\r]b')
  expect(['\\d', '(?:a)', '[[]', '\\pL'].map(fromIRegexp)).toEqual([null, null, null, null])
})
