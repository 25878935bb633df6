// Each file of cases/ has the name of a reason and holds pairs of releases: what must be found in each,
// and nothing else. Every rule runs over every pair.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Language } from '../../src/diff/changeOf.ts'
import { diffTables } from '../../src/diff/diffTables.ts'
import { REASONS } from '../../src/diff/reasons.ts'
import { writePath } from '../../src/domain/names/symbolPath.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { openTable } from '../../src/table/openTable.ts'
import { tableOf as npmTable } from '../extract/npm/tableOf.ts'
import { tableOf as pythonTable } from '../extract/python/packageOf.ts'
import { caseFiles, filesIn, linesIn } from '../support/caseFiles.ts'

const CASES = fileURLToPath(new URL('cases', import.meta.url))
const VERSIONS = { from: '1.0.0', to: '1.1.0' }

type Case = Readonly<{ from: string; to: string }>

function tableOf(language: Language, text: string) {
  const files = filesIn(text, language === 'python' ? 'pkg/__init__.py' : 'index.d.ts')
  const table = language === 'python' ? pythonTable(files) : npmTable(files, {}, manifestIn(files))
  return openTable(encodeTable(table))
}

function manifestIn({ 'package.json': written = '{}' }: Readonly<Record<string, string>>): object {
  return JSON.parse(written)
}

function found(language: Language, { from, to }: Case): string[] {
  const tables = { from: tableOf(language, from), to: tableOf(language, to) }
  const ecosystem = language === 'python' ? 'pypi' : 'npm'
  const write = (path: readonly string[]) => writePath(ecosystem, 'pkg', path)
  const diff = diffTables(tables, { language, versions: VERSIONS, write })
  return [
    ...diff.added.map(({ symbol, isDemanded }) => {
      return isDemanded ? `added ${symbol}: required_member_added` : `added ${symbol}`
    }),
    ...diff.removed.map(({ symbol, caveat }) => {
      return caveat === null ? `removed ${symbol}` : `removed ${symbol}, unless ${caveat} has more`
    }),
    ...diff.changed.map(({ symbol, reasons }) => `changed ${symbol}: ${reasons.join(', ')}`),
    ...diff.deprecated.map(({ symbol, since }) => `deprecated ${symbol} ${since ?? VERSIONS.to}`),
    ...diff.undetermined.map(({ symbol }) => `undetermined ${symbol}`),
  ].sort()
}

const LANGUAGES = ['python', 'typescript'] as const

describe.each(LANGUAGES)('%s', (language) => {
  const files = caseFiles(join(CASES, language), ['from', 'to', 'expect'])
  describe.each(files)('%s', (_file, cases) => {
    test.each(cases.map((one) => [one.title, one.parts] as const))('%s', (_title, parts) => {
      const lines = found(language, { from: parts.get('from') ?? '', to: parts.get('to') ?? '' })
      expect(lines.join('\n')).toBe([...linesIn(parts.get('expect'))].sort().join('\n'))
    })
  })
})

test('every reason has a case that it is found in', () => {
  const texts = LANGUAGES.flatMap((language) =>
    readdirSync(join(CASES, language)).map((file) =>
      readFileSync(join(CASES, language, file), 'utf8'),
    ),
  )
  const met = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/^(?:added|changed) \S+: (.*)$/gm)].flatMap(([, all = '']) =>
        all.split(', '),
      ),
    ),
  )
  expect([...met].sort()).toEqual(Object.keys(REASONS).sort())
})
