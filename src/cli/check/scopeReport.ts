// What a check is given of a folder, and what is said of the paths that are asked about.

import type { CheckApp } from '../../app/checkApp.ts'
import type { CheckReport } from '../../check/checkCode.ts'
import type { ReadInput } from '../../check/read/readInput.ts'
import { verdictOf } from '../../check/report/verdict.ts'
import type { CheckScope } from './checkFiles.ts'

/** Around what is asked about, a program that sets up a bundler only says what names mean. */
export function inputOf(
  { paths, isAsked }: CheckScope,
  read: ReadInput,
  { elsewhereToo, usersScopes }: Pick<CheckApp, 'elsewhereToo' | 'usersScopes'>,
): ReadInput {
  const quiet = new Set(read.manifests.map(({ path }) => path).filter((path) => !isAsked(path)))
  const sources = read.sources.filter(({ path }) => isAsked(path))
  const manifests = [...read.manifests, ...usersScopes]
  return { ...read, sources, manifests, paths, quiet, elsewhereToo }
}

/** What is said of the paths that are asked about. */
export function saidOf(report: CheckReport, { files, isAsked, isCut }: CheckScope): CheckReport {
  const findings = report.findings.filter(({ path }) => isAsked(path))
  const asked = files.filter(({ path }) => isAsked(path)).length
  const unread = report.counts.unread + (isCut ? 1 : 0)
  const counts = { ...report.counts, files: asked, unread }
  return withFindings({ ...report, counts }, findings)
}

/** What is left of a report when not all findings are said; its verdict speaks of those that are. */
export function withFindings(
  report: CheckReport,
  findings: readonly CheckReport['findings'][number][],
): CheckReport {
  return { ...report, findings, verdict: verdictOf(findings, report.counts) }
}
