import { expect, test } from 'vitest'
import { findText, firstPlace } from '../../../src/services/oracle/findText.ts'
import { seededRandom } from '../../fake/seededRandom.ts'

test('it finds what indexOf finds', () => {
  const random = seededRandom(21)
  const text = (length: number) => Array.from({ length }, () => random.pick(['a', 'b'])).join('')
  const wrong: string[] = []
  for (let round = 0; round < 20_000; round += 1) {
    const where = text(random.below(25))
    const wanted = text(random.below(7))
    if (firstPlace(where, wanted) !== where.indexOf(wanted)) wrong.push(`${wanted} in ${where}`)
  }
  expect(wrong).toEqual([])
})

test('a text that is almost everywhere is not searched for at every place anew', () => {
  const half = 'a'.repeat(1_000_000)
  // By steps of both lengths multiplied this would take hours.
  expect(firstPlace(half.repeat(4), `${half}b${half}`)).toBe(-1)
})

test('letters without a partner of their length stay as they are', () => {
  expect(findText('İx', 'İX', true)).toEqual({ start: 0, end: 2 })
  expect(findText('GRÜSSE', 'grüsse', true)).toEqual({ start: 0, end: 6 })
})
