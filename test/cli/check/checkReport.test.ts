// What a person reads of a check: one mistake is told once, with all of its places.

import { expect, test } from 'vitest'
import type { CheckReport } from '../../../src/check/checkCode.ts'
import type { Finding } from '../../../src/check/report/finding.ts'
import { linesOf, renderCheck } from '../../../src/cli/check/checkReport.ts'
import { output } from '../../../src/cli/terminal/output.ts'

const FINDING: Finding = {
  path: 'a.py',
  line: 2,
  column: 5,
  ecosystem: 'pypi',
  package: 'web',
  symbol: 'web.gett',
  code: 'symbol_not_found',
  severity: 'error',
  message: 'web has no gett in 1.0.',
  suggestion: null,
  evidence: null,
}

function rendered(findings: readonly Finding[]): string {
  const counts = { files: 1, unread: 0, references: 4, determined: 4, undetermined: 0 }
  const requirements = { requirements: 0, requirementsUndetermined: 0 }
  // Only this much of a report is printed.
  const report = { findings, packages: [], counts: { ...counts, ...requirements } } as unknown
  const lineOf = linesOf([{ path: 'a.py', content: 'import web\nweb.gett()\n' }])
  const out = output({
    stdout: { write: () => true },
    stderr: { write: () => true },
  })
  return renderCheck(report as CheckReport, { lineOf, out, showNotes: false, more: [] })
}

test('the same mistake at several places of a file is told once', () => {
  const text = rendered([FINDING, { ...FINDING, line: 4 }, { ...FINDING, line: 9, column: 1 }])
  expect(text.match(/has no gett/g)).toHaveLength(1)
  expect(text).toContain('\nalso at 4:5, 9:1\n')
  expect(text).toContain('1 error at 3 places, 0 warnings in 1 file')
})

test('of many places the first are listed, and the others counted', () => {
  const many = Array.from({ length: 14 }, (_, at) => ({ ...FINDING, line: at + 1 }))
  expect(rendered(many)).toContain(
    'also at 2:5, 3:5, 4:5, 5:5, 6:5, 7:5, 8:5, 9:5, 10:5, 11:5 and 3 more places',
  )
})

test.each([
  ['another file', { path: 'b.py' }],
  ['another name', { message: 'web has no gott in 1.0.' }],
])('%s is another mistake', (_, other) => {
  const text = rendered([FINDING, { ...FINDING, ...other }])
  expect(text).not.toContain('also at')
  expect(text).toContain('2 errors, 0 warnings')
})
