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

function rendered(
  findings: readonly Finding[],
  undetermined: CheckReport['undetermined'] = [],
  showUndetermined = false,
  callsUnjudged = 0,
): string {
  const open = undetermined.length
  const counts = { files: 1, unread: 0, references: 4, determined: 4 - open, undetermined: open }
  const requirements = { requirements: 0, requirementsUndetermined: 0, callsUnjudged }
  // Only this much of a report is printed.
  const told = { findings, undetermined, packages: [] }
  const report = { ...told, counts: { ...counts, ...requirements } } as unknown
  const lineOf = linesOf([{ path: 'a.py', content: 'import web\nweb.gett()\n' }])
  const out = output({
    stdout: { write: () => true },
    stderr: { write: () => true },
  })
  const shown = { showNotes: false, showUndetermined }
  return renderCheck(report as CheckReport, { lineOf, out, ...shown, more: [] })
}

test('references of which nothing is said are listed for whoever asks', () => {
  const place = { path: 'a\u001b.py', line: 3, column: 7, package: 'web' }
  const open = [{ ...place, name: 'web.app.x', reason: 'the module is made at run time' }]
  const told = 'undetermined: 1 reference, of which nothing is said'
  expect(rendered([], open, true)).toContain(told)
  expect(rendered([], open, true)).not.toContain('\u001b')
  expect(rendered([], open, true)).toMatch(/3:7 {2}undetermined {2}web\.app\.x: the module/)
  expect(rendered([], open, true)).not.toContain('--undetermined')
  expect(rendered([], open)).toContain(`${told}; --undetermined lists them`)
  expect(rendered([], open)).not.toContain('made at run time')
})

test('calls whose arguments nothing could judge are counted', () => {
  expect(rendered([], [], false, 2)).toContain('not judged: the arguments of 2 calls')
  expect(rendered([])).not.toContain('not judged')
})

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
