// assay check --fix and --diff.

import { renderReport } from '../../answer/renderReport.ts'
import type { CheckReport } from '../../check/checkCode.ts'
import { type BaselineEntry, isIgnoredHere, withoutKnown } from '../check/baseline.ts'
import { linesOf, renderCheck } from '../check/checkReport.ts'
import { withFindings } from '../check/scopeReport.ts'
import { EXIT, type ExitStatus, type Output } from '../terminal/output.ts'
import { type Checking, checkSeeing, fixesJson, fixLines, fixScope } from './fixScope.ts'

const WHOLE = { findings: Infinity, undetermined: Infinity }

export async function checkAndFix(
  parts: Checking &
    Readonly<{
      root: string
      out: Output
      known: readonly BaselineEntry[]
      isWritten: boolean
      isJson: boolean
      statusOf: (report: CheckReport) => ExitStatus
    }>,
): Promise<ExitStatus> {
  const { scope, root, out, isWritten, isJson, statusOf } = parts
  const before = await checkSeeing(parts)
  const heard = heardOf(before.report, parts)
  const wanted = heard.findings.filter(({ severity }) => severity !== 'note')
  const done = await fixScope(wanted, { ...parts, before, older: null, root, isWritten })
  const files = scope.files.map((file) => ({
    ...file,
    content: done.after.get(file.path) ?? file.content,
  }))
  const now = isWritten ? { ...scope, files } : scope
  const report = isWritten ? heardOf(done.report, { ...parts, scope: now }) : heard
  if (isJson) {
    out.print(JSON.stringify({ ...renderReport(report, WHOLE), fixes: fixesJson(done) }))
    return statusOf(report)
  }
  const lines = fixLines(done, out, isWritten)
  if (!isWritten) {
    if (done.diff !== '') out.print(done.diff.replace(/\n$/, ''))
    for (const line of lines) out.aside(line)
    return statusOf(report)
  }
  out.print(lines.join('\n'))
  const options = { lineOf: linesOf(now.files), out, showNotes: false, showUndetermined: false }
  const text = renderCheck(report, { ...options, more: [] })
  if (text !== '') out.print(`\n${text}`)
  return done.unwritten.length > 0 && statusOf(report) === EXIT.yes
    ? EXIT.unavailable
    : statusOf(report)
}

/** Without what a comment or the baseline leaves out. */
function heardOf(
  report: CheckReport,
  { scope, known }: Pick<Parameters<typeof checkAndFix>[0], 'scope' | 'known'>,
): CheckReport {
  const lineOf = linesOf(scope.files)
  const heard = report.findings.filter(
    (finding) => !isIgnoredHere(finding, lineOf(finding.path, finding.line)),
  )
  return withFindings(report, withoutKnown(heard, known, () => true).fresh)
}
