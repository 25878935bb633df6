// Names that CPython 3.11 shows of small packages, made in ways that no plain statement shows: none of
// them is flatly absent. scripts/truth/python/judgeCases.ts holds the lists against an interpreter.

import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findSymbol } from '../../../src/symbols/findSymbol.ts'
import { encodeTable } from '../../../src/table/format/encodeTable.ts'
import { openTable } from '../../../src/table/openTable.ts'
import { caseFiles, filesIn, linesIn } from '../../support/caseFiles.ts'
import { tableOf } from './packageOf.ts'

const FOLDER = fileURLToPath(new URL('../tricks', import.meta.url))

describe.each(caseFiles(FOLDER, ['sources', 'there']))('%s', (_file, cases) => {
  test.each(cases.map((one) => [one.title, one.parts] as const))('%s', (_title, parts) => {
    const files = filesIn(parts.get('sources') ?? '', 'pkg/__init__.py')
    const table = openTable(encodeTable(tableOf(files)))
    const isAbsent = (name: string) => {
      const of = { ecosystem: 'pypi', packageName: 'pkg' } as const
      const found = findSymbol(table, of, `pkg.${name}`)
      return found.state === 'not_found' && found.caveat === null
    }
    const there = linesIn(parts.get('there'))
    expect(there).not.toEqual([])
    expect(there.filter(isAbsent)).toEqual([])
  })
})
