// Each file of cases/ is a subject: code, and everything that a check says of it.

import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { caseFiles, filesIn, linesIn } from '../support/caseFiles.ts'
import { LANGUAGES, linesOf, PACKAGES } from './caseLines.ts'

const WORLDS = [
  ['code', PACKAGES],
  ['languages', LANGUAGES],
] as const

describe.each(WORLDS)('%s', (world, parts) => {
  const folder = fileURLToPath(new URL(`cases/${world}`, import.meta.url))
  const files = caseFiles(folder, ['code', 'expect', 'expect with messages'])
  describe.each(files)('%s', (_file, cases) => {
    test.each(cases.map((one) => [one.title, one.parts] as const))('%s', async (_title, said) => {
      const withMessages = said.has('expect with messages')
      const expected = linesIn(said.get(withMessages ? 'expect with messages' : 'expect'))
      // As one text: what differs is shown line by line, and can be copied into the case.
      const lines = await linesOf(filesIn(said.get('code') ?? '', 'a.py'), parts, withMessages)
      expect(lines.join('\n')).toBe(expected.join('\n'))
    })
  })

  test('no two cases have the same title', () => {
    const titles = files.flatMap(([file, cases]) => cases.map(({ title }) => `${file}: ${title}`))
    expect(new Set(titles).size).toBe(titles.length)
  })
})
