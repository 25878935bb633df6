import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slipCost } from '../../../src/domain/names/slipCost.ts'
import { levenshtein } from '../../names/levenshtein.ts'

// Few letters, so that near texts are common; capitals, separators and a pair of surrogates too.
const letters = fc.constantFrom(
  'a',
  'b',
  'A',
  '-',
  '_',
  '0',
  '7',
  'o',
  'e',
  'r',
  'n',
  'm',
  'é',
  '\ud83d',
)
const word = fc.string({ unit: letters, maxLength: 9 })

describe('slipCost', () => {
  test.each([
    ['nothing', 'requests', 'requests', 0],
    ['two letters swapped', 'reqeusts', 'requests', 70],
    ['a letter doubled', 'expresss', 'express', 65],
    ['a double letter halved', 'comander', 'commander', 65],
    ['a separator left out', 'crossenv', 'cross-env', 60],
    ['a separator added', 'set-uptools', 'setuptools', 60],
    ['another separator', 'lodash_es', 'lodash-es', 60],
    ['a letter that looks alike', 'djang0', 'django', 60],
    ['a capital', 'JSOnStream', 'JSONStream', 60],
    ['two letters that look like one', 'nurnpy', 'numpy', 60],
    ['one letter that looks like two', 'lemo', 'lerno', 60],
    ['the next key', 'pandad', 'pandas', 80],
    ['one vowel for another', 'obfuscater', 'obfuscator', 95],
    ['a number at the end left out', 'detectron', 'detectron2', 60],
    ['a number at the end added', 'aio3', 'aio', 60],
    ['another number', 'detectron4', 'detectron2', 60],
    ['a number elsewhere left out', 'w3lib', 'wlib', 110],
    ['any other letter', 'pandar', 'pandas', 110],
    ['a letter too many', 'fairseqn', 'fairseq', 110],
    ['a letter too few', 'fairse', 'fairseq', 110],
    ['two slips', 'reqeustss', 'requests', 135],
    ['the first letter replaced', 'mumpy', 'numpy', 120],
    ['the first letter left out', 'umpy', 'numpy', 150],
    ['the first letters swapped', 'erquests', 'requests', 110],
    ['a scope sign left out', 'types/node', '@types/node', 60],
    ['letters that no keyboard has', 'pandä', 'panda', 110],
    ['an astral letter is two code units', 'panda😀', 'panda', 220],
  ])('%s', (_, written, name, cost) => {
    expect(slipCost(written, name)).toBe(cost)
  })

  test('is symmetric, zero only for equal texts, and no more than plain edits would cost', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const cost = slipCost(a, b)
        expect(slipCost(b, a)).toBe(cost)
        expect(cost === 0).toBe(a === b)
        // The first letter is touched at most twice, once on either side.
        expect(cost).toBeLessThanOrEqual(110 * levenshtein(a, b) + 2 * 40)
      }),
      { numRuns: 3_000 },
    )
  })
})
