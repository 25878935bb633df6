import { expect, test } from 'vitest'
import { uptimeDrawn, uptimeWords } from '../../src/wire/uptimeWords.ts'

test.each([
  ['a window that was watched whole', 99.98, 100, '99.98 %', 99.98],
  ['most of one', 100, 60, '100 % in the 60 % of the time that it was watched', 100],
  ['a part of one', 97.5, 28.5, '97.5 % in the 28.5 % of the time that it was watched', null],
  ['hardly anything', 100, 0.8, 'not enough data yet', null],
  ['nothing that could be counted', 100, 0, 'not enough data yet', null],
  ['too few looks', null, 100, 'not enough data yet', null],
])('of %s', (_, percent, observed, words, drawn) => {
  expect(uptimeWords(percent, observed)).toBe(words)
  expect(uptimeDrawn(percent, observed)).toBe(drawn)
})
