import { describe, expect, test } from 'vitest'
import { parseRetryAfter, retryPause } from '../../../src/registry/fetch/retryPause.ts'

describe('retryPause', () => {
  const ROWS = [
    { rule: 'the first pause', tries: 1, random: 0.5, retryAfterMs: null, expected: 200 },
    {
      rule: 'the second is twice as long',
      tries: 2,
      random: 0.5,
      retryAfterMs: null,
      expected: 400,
    },
    { rule: 'at the short end', tries: 1, random: 0, retryAfterMs: null, expected: 100 },
    { rule: 'near the long end', tries: 1, random: 0.999, retryAfterMs: null, expected: 299.8 },
    {
      rule: 'the server asks for more',
      tries: 1,
      random: 0.5,
      retryAfterMs: 1_000,
      expected: 1_000,
    },
    { rule: 'the server asks for less', tries: 2, random: 0.5, retryAfterMs: 0, expected: 400 },
    { rule: 'as much as we wait', tries: 1, random: 0.5, retryAfterMs: 2_000, expected: 2_000 },
    { rule: 'more than we wait', tries: 1, random: 0.5, retryAfterMs: 2_001, expected: null },
  ]
  test.each(ROWS)('$rule: $expected ms', ({ expected, ...given }) => {
    const pause = retryPause({ ...given, retryBaseMs: 200, retryAfterHonouredMaxMs: 2_000 })
    if (expected === null || pause === null) expect(pause).toBe(expected)
    else expect(pause).toBeCloseTo(expected, 6)
  })
})

describe('parseRetryAfter', () => {
  const NOW = new Date('2030-01-01T00:00:00Z')
  const ROWS = [
    { text: '0', expected: 0 },
    { text: '120', expected: 120_000 },
    { text: 'Tue, 01 Jan 2030 00:00:02 GMT', expected: 2_000 },
    { text: 'Mon, 31 Dec 2029 00:00:00 GMT', expected: 0 },
    { text: '-1x', expected: null },
    { text: 'soon', expected: null },
    { text: '', expected: null },
  ]
  test.each(ROWS)('$text: $expected', ({ text, expected }) => {
    expect(parseRetryAfter(text, NOW)).toBe(expected)
  })
})
