// Names that are there at run time are never flatly absent, and names that are not are never found.

import { describe, expect, test } from 'vitest'
import { findSymbol } from '../../../src/symbols/findSymbol.ts'
import { encodeTable } from '../../../src/table/encodeTable.ts'
import { openTable } from '../../../src/table/openTable.ts'
import { tableOf } from './packageOf.ts'
import { type Case, FILLED, STANDARD, UNREACHED } from './runTimeCases.ts'

/** What is said of each name of a case that is not as it should be. */
function wrongIn({ files, there, hedged, gone }: Case): readonly string[] {
  const table = openTable(encodeTable(tableOf(files)))
  const said = (name: string) => {
    const found = findSymbol(table, { ecosystem: 'pypi', packageName: 'pkg' }, `pkg.${name}`)
    if (found.state !== 'not_found') return found.state
    return found.caveat === null ? 'absent' : 'perhaps'
  }
  const wrong = (names: readonly string[], isRight: (answer: string) => boolean) =>
    names.filter((name) => !isRight(said(name))).map((name) => `${name} ${said(name)}`)
  return [
    ...wrong(there, (answer) => answer === 'found'),
    ...wrong(hedged, (answer) => answer !== 'absent'),
    ...wrong(gone, (answer) => answer !== 'found'),
  ]
}

describe.each([
  ['what is never reached or taken away', UNREACHED],
  ['what the standard library brings', STANDARD],
  ['what is filled', FILLED],
])('%s', (_of, cases) => {
  test.each(cases.map((one) => [one.title, one] as const))('%s', (_title, one) => {
    expect(wrongIn(one)).toEqual([])
  })
})
