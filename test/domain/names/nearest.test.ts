import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  boundedDistance,
  letterMask,
  masksMayBeNear,
  nearScore,
  popularityOf,
} from '../../../src/domain/names/nearest.ts'
import { levenshtein } from '../../names/levenshtein.ts'

// Few letters, so that near texts are common; capitals, separators and a pair of surrogates too.
const letters = fc.constantFrom('a', 'b', 'A', '-', '_', '0', 'o', 'r', 'n', 'm', 'é', '\ud83d')
const word = fc.string({ unit: letters, maxLength: 9 })

describe('boundedDistance', () => {
  test.each([
    ['requests', 'requests', 0],
    ['', '', 0],
    ['', 'ab', 2],
    ['', 'abc', null],
    ['reqeusts', 'requests', 2],
    ['request', 'requests', 1],
    ['flask', 'flaskk', 1],
    ['lodash', 'loadsh', 2],
    ['abcdef', 'bcdefg', 2],
    ['abcdef', 'badcfe', null],
    ['JSONStream', 'jsonstream', null],
    ['JSONStream2', 'JSONStream', 1],
  ])('%j and %j: %j', (a, b, expected) => {
    expect(boundedDistance(a, b, 2)).toBe(expected)
  })

  test('agrees with the textbook table, both ways round, for every bound', () => {
    fc.assert(
      fc.property(word, word, fc.nat({ max: 3 }), (a, b, max) => {
        const truth = levenshtein(a, b)
        const expected = truth <= max ? truth : null
        expect(boundedDistance(a, b, max)).toBe(expected)
        expect(boundedDistance(b, a, max)).toBe(expected)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('masksMayBeNear', () => {
  test('never turns a near name away', () => {
    fc.assert(
      fc.property(fc.oneof(word, fc.string({ unit: 'binary', maxLength: 6 })), word, (a, b) => {
        if (levenshtein(a, b) <= 2) expect(masksMayBeNear(letterMask(a), letterMask(b))).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })

  test('turns most others away', () => {
    expect(masksMayBeNear(letterMask('requests'), letterMask('flask'))).toBe(false)
    expect(masksMayBeNear(letterMask('abc'), letterMask('xyz'))).toBe(false)
    expect(masksMayBeNear(letterMask('abc'), letterMask('abcxyz'))).toBe(false)
  })
})

test('a hundred times the downloads weighs as much as one slip', () => {
  expect(nearScore(popularityOf(8), 100)).toBe(nearScore(popularityOf(6), 0))
  expect(nearScore(popularityOf(8), 70)).toBeGreaterThan(nearScore(popularityOf(8), 110))
})
