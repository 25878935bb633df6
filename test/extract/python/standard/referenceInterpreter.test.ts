// Tests of code that the reference interpreter decides, and those that nobody can.

import { describe, expect, test } from 'vitest'
import { decideTest } from '../../../../src/extract/python/standard/referenceInterpreter.ts'
import { parseExpression } from '../../../../src/syntax/python/parseExpression.ts'

function decided(text: string): boolean | 'typing' | null {
  return decideTest(parseExpression(text, { start: 0, end: text.length }), text, () => null)
}

describe('a test', () => {
  test.each<[rule: string, text: string, expected: boolean | 'typing' | null]>([
    ['of the version', 'sys.version_info >= (3, 8)', true],
    ['of a later version', 'sys.version_info >= (3, 12)', false],
    ['of a part of the version', 'sys.version_info[0] == 2', false],
    ['of a slice of the version', 'sys.version_info[:2] < (3, 12)', true],
    ['of the platform', 'sys.platform.startswith("win")', false],
    ['of the system', 'platform.system() == "Linux"', true],
    ['of a flag that packages name so', 'PY2', false],
    ['of what only type checkers see', 'typing.TYPE_CHECKING', 'typing'],
    ['of the contrary of that', 'not TYPE_CHECKING', true],
    ['of the main module', '__name__ == "__main__"', false],
    ['of a variable of the package', 'os.environ.get("PKG_DEBUG")', false],
    ['of a variable that every system sets', 'os.environ.get("HOME")', null],
    ['of something else', 'has_numpy', null],
    ['of something else, or what is true', 'has_numpy or True', true],
  ])('%s', (_rule, text, expected) => {
    expect(decided(text)).toBe(expected)
  })
})
