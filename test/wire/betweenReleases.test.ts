import { expect, test } from 'vitest'
import { betweenReleases } from '../../src/wire/betweenReleases.ts'

test.each([
  ['3.0', 'between 1.0 and 3.0'],
  ['1.0', 'by 1.0'],
  ['2.0', 'by 2.0'],
])('what first %s says happened %s', (version, words) => {
  expect(betweenReleases(['1.0', '3.0'], version)).toBe(words)
})
