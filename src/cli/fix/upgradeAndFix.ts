// assay upgrade <package> <from> <to> --fix and --diff: what is wrong in the newer release and was right
// in the older, mended where both tables prove how.

import type { CheckApp } from '../../app/checkApp.ts'
import type { CheckReport } from '../../check/checkCode.ts'
import type { OpenedPackage } from '../../check/plan/packageTables.ts'
import type { Finding } from '../../check/report/finding.ts'
import type { PackageKey } from '../../domain/names/packageName.ts'
import { readScope } from '../check/checkFiles.ts'
import { withSettings } from '../check/settingsAround.ts'
import { EXIT, type ExitStatus, type Output } from '../terminal/output.ts'
import type { StatusLine } from '../terminal/statusLine.ts'
import { checkSeeing, fixesJson, fixLines, fixScope } from './fixScope.ts'

export async function upgradeAndFix(parts: {
  app: CheckApp
  root: string
  /** From the root. */
  paths: readonly string[]
  key: PackageKey
  from: string
  to: string
  signal: AbortSignal
  line: StatusLine
  out: Output
  isWritten: boolean
  isJson: boolean
}): Promise<ExitStatus> {
  const { app, root, paths, key, from, to, signal, line, out, isWritten, isJson } = parts
  const found = readScope(root, paths)
  if (typeof found === 'string') return out.usage(found)
  const scope = withSettings(found, root)
  const tables = app.tablesFor({ signal })
  const [older, newer] = [
    await tables(key, { pin: from, range: null }),
    await tables(key, { pin: to, range: null }),
  ]
  for (const [version, one] of [
    [from, older],
    [to, newer],
  ] as const) {
    if (one.state === 'opened' && one.gap === undefined) continue
    const why = one.state === 'undetermined' ? one.reason : one.state.replaceAll('_', ' ')
    out.note(`assay: ${key.name} ${version} could not be read whole: ${why}`)
    return EXIT.unavailable
  }
  const pinned = (version: string) => ({ [`${key.ecosystem}:${key.name}`]: version })
  const checking = { app, scope, signal, line }
  const then = await checkSeeing({ ...checking, pins: pinned(from) })
  const before = await checkSeeing({ ...checking, pins: pinned(to) })
  const wanted = newFindings(then.report, before.report, key)
  const done = await fixScope(wanted, {
    ...{ ...checking, pins: pinned(to), before, root, isWritten },
    older: { key, table: (older as OpenedPackage).table },
  })
  const status =
    done.edits.length === wanted.length || done.refused.length === 0 ? EXIT.yes : EXIT.no
  if (isJson) {
    const { ecosystem, name } = key
    const asked = { ecosystem, package: name, from_version: from, to_version: to }
    out.print(JSON.stringify({ ...asked, fixes: fixesJson(done) }))
    return status
  }
  if (!isWritten && done.diff !== '') out.print(done.diff.replace(/\n$/, ''))
  for (const text of fixLines(done, out, isWritten)) (isWritten ? out.print : out.aside)(text)
  return status
}

/** What is said of the package at the newer release, and was not at the older one. */
function newFindings(
  then: CheckReport,
  now: CheckReport,
  { ecosystem, name }: PackageKey,
): readonly Finding[] {
  const key = ({ path, line, column, code }: Finding) => `${line}:${column} ${code} ${path}`
  const had = new Set(then.findings.map(key))
  const isIts = (one: Finding) => one.ecosystem === ecosystem && one.package === name
  return now.findings.filter((one) => isIts(one) && one.severity !== 'note' && !had.has(key(one)))
}
