// Each file of cases/ is a subject: sources of a package, and every row of the table they make.

import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { caseFiles, filesIn, linesIn } from '../support/caseFiles.ts'
import { rowsOfNpm, rowsOfPython } from './caseRows.ts'

const ECOSYSTEMS = [
  ['python', 'pkg/__init__.py', rowsOfPython],
  ['npm', 'index.d.ts', rowsOfNpm],
] as const

describe.each(ECOSYSTEMS)('%s', (ecosystem, main, rowsOf) => {
  const folder = fileURLToPath(new URL(`cases/${ecosystem}`, import.meta.url))
  const files = caseFiles(folder, ['sources', 'expect', 'expect with lines'])
  describe.each(files)('%s', (_file, cases) => {
    test.each(cases.map((one) => [one.title, one.parts] as const))('%s', (_title, parts) => {
      const withLines = parts.has('expect with lines')
      const expected = linesIn(parts.get(withLines ? 'expect with lines' : 'expect'))
      // As one text: what differs is shown line by line, and can be copied into the case.
      const rows = rowsOf(filesIn(parts.get('sources') ?? '', main), withLines)
      expect(rows.join('\n')).toBe(expected.join('\n'))
      expect(expected).not.toEqual([])
    })
  })

  test('no two cases have the same title', () => {
    const titles = files.flatMap(([file, cases]) => cases.map(({ title }) => `${file}: ${title}`))
    expect(new Set(titles).size).toBe(titles.length)
  })
})
