import { describe, expect, test } from 'vitest'
import type { CheckFinding } from '../../src/wire/checkAnswers.ts'
import { findingEdits, writtenAt } from '../../src/wire/findingEdits.ts'
import { manifestPath } from '../../src/wire/manifestPath.ts'
import { pinsIn } from '../../src/wire/pinLines.ts'

type Said = Pick<CheckFinding, 'column' | 'symbol' | 'suggestion'>

function applied(finding: Said, line: string): readonly string[] {
  return findingEdits(finding, line).map(
    ({ from, to, text }) => line.slice(0, from) + text + line.slice(to),
  )
}

describe('what a finding offers', () => {
  const replace = (from: string, to: string, meant: readonly string[] = []) => ({
    meant,
    replace: { from, to },
  })
  test.each<readonly [string, Said, string, readonly string[]]>([
    [
      'the name is replaced where it stands',
      { column: 5, symbol: 'a.b', suggestion: replace('gett', 'get') },
      'x = gett(get)',
      ['x = get(get)'],
    ],
    [
      'every name of a package that may be meant is offered',
      {
        column: 1,
        symbol: null,
        suggestion: replace('cv2', 'opencv-python', ['opencv-python', 'opencv']),
      },
      'cv2',
      ['opencv-python', 'opencv'],
    ],
    [
      'paths of symbols are told and not written',
      { column: 1, symbol: 'a.b', suggestion: replace('b', 'c', ['c', 'd.e']) },
      'b',
      ['c'],
    ],
    [
      'nothing is offered once the letters are others',
      { column: 1, symbol: null, suggestion: replace('cv2', 'opencv-python') },
      'import cv2',
      [],
    ],
    [
      'nothing is offered where nothing is suggested',
      { column: 1, symbol: null, suggestion: null },
      'x',
      [],
    ],
  ])('%s', (_rule, finding, line, lines) => {
    expect(applied(finding, line)).toEqual(lines)
  })

  test.each([
    ['a name', 'x = täg(1)', 5, null, 'täg'],
    ['what is written, with its dots', '"@a/b.c"', 2, '@a/b.c', '@a/b.c'],
    ['one sign where there is no name', 'x = (1)', 5, null, '('],
    ['nothing behind the end of a line', 'x', 9, null, ''],
  ])('its letters are %s', (_rule, line, column, written, letters) => {
    const { from, to } = writtenAt(line, column, written)
    expect(line.slice(from, to)).toBe(letters)
  })
})

test.each([
  ['pandas==2.1.0', { pandas: '2.1.0' }],
  ['chalk@5.0.0\n@types/node@20.1.0', { chalk: '5.0.0', '@types/node': '20.1.0' }],
  ['click 8.1', { click: '8.1' }],
  ['requests>=2\n\n# nothing', {}],
])('pins are read from %j', (text, pins) => {
  expect(pinsIn(text)).toEqual(pins)
})

test.each([
  ['requests==2\n', 'requirements.txt'],
  ['{ "dependencies": {} }', 'package.json'],
  ['{ "lockfileVersion": 3 }', 'package-lock.json'],
  ['[project]\nname = "x"', 'pyproject.toml'],
  ['# mine\n[tool.poetry]\n', 'pyproject.toml'],
])('a manifest that is pasted is called by what it is: %j', (text, path) => {
  expect(manifestPath(text)).toBe(path)
})
