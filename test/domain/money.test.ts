import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseUsd, renderUsd } from '../../src/domain/money.ts'

test.each([
  [2_000, '0.002'],
  [20_000, '0.02'],
  [1, '0.000001'],
  [0, '0.0'],
  [10_000_000, '10.0'],
  [-5_000, '-0.005'],
])('%i is %s', (amount, text) => {
  expect(renderUsd(amount)).toBe(text)
})

test.each(['', '-1', '1e3', '.5', '1.', '1.0000001', '1,5', ' 1', '9999999999'])(
  '%j is no amount',
  (text) => {
    expect(parseUsd(text)).toBeNull()
  },
)

test('what is rendered is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (amount) => {
      expect(parseUsd(renderUsd(amount))).toBe(amount)
    }),
  )
})
