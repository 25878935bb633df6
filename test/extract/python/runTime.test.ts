// Names that are there at run time are never flatly absent, and names that are not are never found.

import { describe, expect, test } from 'vitest'
import { findSymbol } from '../../../src/symbols/findSymbol.ts'
import { encodeTable } from '../../../src/table/format/encodeTable.ts'
import { openTable } from '../../../src/table/openTable.ts'
import { type Files, tableOf } from './packageOf.ts'
import { CASES, type Case } from './runTimeCases.ts'

/** What is said of names of a package. */
function answersOf(files: Files): (name: string) => string {
  const table = openTable(encodeTable(tableOf(files)))
  return (name) => {
    const found = findSymbol(table, { ecosystem: 'pypi', packageName: 'pkg' }, `pkg.${name}`)
    if (found.state !== 'not_found') return found.state
    return found.caveat === null ? 'absent' : 'perhaps'
  }
}

/** What is said of each name of a case that is not as it should be. */
function wrongIn({ files, there, hedged, gone }: Case): readonly string[] {
  const said = answersOf(files)
  const wrong = (names: readonly string[], isRight: (answer: string) => boolean) =>
    names.filter((name) => !isRight(said(name))).map((name) => `${name} ${said(name)}`)
  return [
    ...wrong(there, (answer) => answer === 'found'),
    ...wrong(hedged, (answer) => answer !== 'absent'),
    ...wrong(gone, (answer) => answer !== 'found'),
  ]
}

describe.each(CASES)('%s', (_of, cases) => {
  test.each(cases.map((one) => [one.title, one] as const))('%s', (_title, one) => {
    expect(wrongIn(one)).toEqual([])
  })
})

test('what is set on an object is no doubt about other names', () => {
  const said = answersOf({
    'pkg/__init__.py':
      'class A:\n  def __init__(self):\n    self.url = 1\nclass B: pass\ndef f(x, y: A.C = 1):\n  x.url = 2\n  x.body = 3\n  if x.test: z = 1\n',
  })
  const asked = ['A.url', 'B.url', 'B.body', 'body', 'B.bodies', 'B.C', 'B.test', 'nope']
  const expected = ['found', 'absent', 'perhaps', 'perhaps', 'absent', 'absent', 'absent', 'absent']
  expect(asked.map(said)).toEqual(expected)
})

describe('modules below a package that it does not hold', () => {
  const optional = 'try:\n  from .part import x\nexcept ImportError:\n  pass\n'
  const metadata = (required: string) =>
    `Name: Pkg\nVersion: 1.0\nRequires-Dist: ${required}>=1\n\n`

  test('may be those of a distribution that it imports from', () => {
    const said = answersOf({ 'pkg/__init__.py': '', 'pkg/use.py': 'from pkg.part import x\n' })
    expect([said('part'), said('part.x'), said('other')]).toEqual(['perhaps', 'perhaps', 'absent'])
  })

  test.each([
    ['a part of it', 'pkg_part', 'found'],
    ['another', 'part', 'absent'],
  ])('are tried for where it requires %s', (_what, required, expected) => {
    const files = {
      'pkg/__init__.py': optional,
      'pkg-1.0.dist-info/METADATA': metadata(required),
    }
    expect(answersOf(files)('x')).toBe(expected)
  })
})
