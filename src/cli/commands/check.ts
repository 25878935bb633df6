// assay check: is this code real? Works without a server: same code, same store.

import { existsSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { renderReport } from '../../answer/renderReport.ts'
import type { CheckReport } from '../../check/checkCode.ts'
import { isNothingTold } from '../../check/report/verdict.ts'
import { findingDocs } from '../../domain/docsAddress.ts'
import { asOfLines } from '../../wire/asOf.ts'
import {
  type BaselineEntry,
  isIgnoredHere,
  loadBaseline,
  saveBaseline,
  withoutKnown,
} from '../check/baseline.ts'
import { type CheckScope, readScope } from '../check/checkFiles.ts'
import { type LineOf, linesOf, renderCheck } from '../check/checkReport.ts'
import { withFindings } from '../check/scopeReport.ts'
import { withSettings } from '../check/settingsAround.ts'
import { repositoryRoot } from '../process/repositoryRoot.ts'
import type { Run } from '../terminal/command.ts'
import { counted } from '../terminal/counted.ts'
import { EXIT, type ExitStatus } from '../terminal/output.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { NO_STATUS, statusLine } from '../terminal/statusLine.ts'
import { CHECK_FAILS_ON, CHECK_FORMATS, OPTIONS, optionLines } from '../words/options.ts'

/** Nobody signs it, so nothing bounds it. */
const WHOLE = { findings: Infinity, undetermined: Infinity }

type FailOn = (typeof CHECK_FAILS_ON)[number]

export const usage = `Usage: assay check [<path>…] [options]

Reads Python, JavaScript and TypeScript, notebooks, Vue, Svelte and Astro, and the manifests and lock
files beside them, and says which packages, versions, names and arguments do not exist. The release
that counts is the one that a manifest or a lock file pins, else the newest that a range allows, else
the latest. What cannot be determined is
counted and is never a finding. What .gitignore and .assayignore name is left out.
${optionLines('check')}

A comment "assay: ignore" on a line leaves out every finding of that line; "assay: ignore[<code>]"
leaves out the findings of one code.

--against <commit> leaves out what is found in the code of that commit as well. In a workflow of GitHub
it also writes a summary of the job, with what updates in the change mean for the code; --comment keeps
one comment on the pull request with the same. --receipts <folder> keeps the signed answers of both.

--fix changes what is proven: a name that is one slip from the only one that is there, and what a
deprecation note names and takes the same. Each edit is checked again; what cannot be proven is left,
with the reason. Nothing outside the working tree is written, and no file that changed meanwhile.

--watch goes on: it prints the report, and whenever files have changed what is new and what is gone.

Exit status (with --fix of the code as it is then)
  0  there is no finding that --fail-on names
  1  there is at least one
  2  the command line is wrong
  3  the check could not be run to its end, or nothing that the code names could be determined

  assay check
  assay check src tests --fail-on warning
  assay check --watch
  assay check docs --markdown
  assay check --diff
  assay check --sarif-file assay.sarif
  assay check --baseline known.json --write-baseline`

export const run: Run = async (argv, { openApp, openCheckApp, out, progress, ...tools }) => {
  const signal = tools.interruption()
  const workingDir = tools.workingDir()
  const root = repositoryRoot(workingDir)
  const { values, positionals } = readArgs(argv, OPTIONS.check)
  const failOn = parseFailOn(values['fail-on'])
  if (failOn === null) return out.usage(`assay: --fail-on takes ${CHECK_FAILS_ON.join(', ')}`)
  const format = CHECK_FORMATS.find((one) => one === values.format)
  if (values.format !== undefined && format === undefined)
    return out.usage(`assay: --format takes ${CHECK_FORMATS.join(', ')}`)
  const forms = [values.json, values.sarif, format !== undefined].filter((one) => one)
  if (forms.length > 1) return out.usage('assay: one of --json, --sarif and --format')
  const { against } = values
  if (values.comment && against === undefined)
    return out.usage('assay: --comment goes with --against <commit>')
  if (values.receipts !== undefined && against === undefined)
    return out.usage('assay: --receipts goes with --against <commit>')
  if (against !== undefined && (values.fix || values.diff || values['write-baseline']))
    return out.usage('assay: --against goes with no --fix, --diff or --write-baseline')
  const { baseline } = values
  const baselineFile = baseline === undefined ? null : resolve(workingDir, baseline)
  const isWritten = values['write-baseline']
  if (isWritten && baselineFile === null)
    return out.usage('assay: --write-baseline into --baseline <file>')
  const known = baselineFile === null ? [] : loadBaseline(baselineFile, isWritten)
  if (typeof known === 'string') return out.usage(known)
  const isFixed = values.fix || values.diff
  if (values.fix && values.diff) return out.usage('assay: --fix or --diff, not both')
  if (isFixed && (values.staged || values.sarif || isWritten)) {
    return out.usage('assay: --fix and --diff go with no --staged, --sarif or --write-baseline')
  }
  const isWatched = values.watch
  if (isWatched && (isFixed || isWritten || values.staged || against || forms.length > 0)) {
    return out.usage(
      'assay: --watch goes with no --fix, --diff, --staged, --against, --write-baseline, --json, --sarif or --format',
    )
  }
  const read = values.staged ? (await import('../check/stagedFiles.ts')).stagedScope : readScope
  const found = read(root, pathsFrom(root, workingDir, positionals), values.markdown)
  if (typeof found === 'string') return out.usage(found)
  const scope = withSettings(found, root)
  const asked = scope.files.filter(({ path }) => scope.isAsked(path))
  const isNothing = asked.length === 0 && scope.unread.length === 0
  if (isNothing && !values.staged) return out.usage('assay: no file that a check reads')
  if (isNothing && !values.json && !values.sarif) {
    out.print('Nothing is staged that a check reads')
    return EXIT.yes
  }
  const app = await openCheckApp()
  const lineOf = linesOf(asked)
  const isForPeople = forms.length === 0
  const line = isForPeople ? statusLine(progress) : NO_STATUS
  if (isFixed) {
    const { checkAndFix } = await import('../fix/checkAndFix.ts')
    return checkAndFix({
      ...{ app, scope, root, signal, line, out, known },
      isWritten: values.fix,
      isJson: values.json,
      statusOf: (report) => statusOf(report, failOn),
    })
  }
  if (isWatched) {
    const { watchCheck } = await import('../check/watchCheck.ts')
    await watchCheck({
      ...{ app, root, out, line, signal, showNotes: values.notes },
      readScope() {
        const now = readScope(root, pathsFrom(root, workingDir, positionals), values.markdown)
        return typeof now === 'string' ? now : withSettings(now, root)
      },
      heard(report, now, lineIn) {
        const all = withoutIgnored(report, lineIn)
        return withFindings(
          all,
          withoutKnown(all.findings, known, lookedAt(report, now, root)).fresh,
        )
      },
      renderFirst: (report, now, lineIn) =>
        renderCheck(report, {
          ...{ lineOf: lineIn, out, more: out.isQuiet ? [] : now.leftOut },
          showNotes: values.notes,
          showUndetermined: values.undetermined,
        }),
    })
    return EXIT.yes
  }
  // Loaded here: to tell how a check is asked for takes none of it.
  const { checkScope } = await import('../check/checkScope.ts')
  const question = { root, paths: values.staged ? null : positionals, isFresh: values.fresh }
  const whole = await checkScope(app, scope, question, { signal, line })
  const heard = withoutIgnored(whole, lineOf)
  const isLookedAt = lookedAt(whole, scope, root)
  if (isWritten && baselineFile !== null) {
    if (isNothingTold(whole.counts)) {
      out.note(`assay: nothing could be determined; ${baseline} is as it was`)
      return EXIT.unavailable
    }
    const unseen = known.filter((entry) => !isLookedAt(entry))
    const count = saveBaseline(baselineFile, heard.findings, unseen)
    out.aside(`assay: ${counted(count, 'finding')} in ${baseline} now`)
    const open = whole.packages.filter(({ state }) => state === 'undetermined').length
    if (open > 0) {
      out.note(`assay: ${counted(open, 'package')} could not be looked up, and may have more`)
    }
    return EXIT.yes
  }
  const base =
    against === undefined
      ? null
      : await (await import('../review/baseFindings.ts')).baseFindings({
          ...{ app, root, ref: against, signal, line },
          paths: pathsFrom(root, workingDir, positionals),
          isMarkdown: values.markdown,
        })
  if (typeof base === 'string') return out.usage(base)
  const { fresh: unknown, gone } = withoutKnown(heard.findings, known, isLookedAt)
  const { fresh } = withoutKnown(unknown, base?.known ?? [], isLookedAt)
  const report = withFindings(heard, fresh)
  const helpOf = (code: string) => {
    const page = app.docsAt(findingDocs(code))
    return /^https?:/.test(page) ? page : null
  }
  const dated = app.dated(
    report.packages.flatMap(({ ecosystem, name, evidence }) =>
      evidence === null ? [] : [{ ecosystem, package: name, version: evidence.version }],
    ),
  )
  const said = asOfLines(dated)
  const sarif = async () => {
    const { sarifOf } = await import('../check/sarif.ts')
    return JSON.stringify(sarifOf(report, app.version, { lineOf, helpOf, said }))
  }
  const sarifFile = values['sarif-file']
  if (sarifFile !== undefined) writeFileSync(resolve(workingDir, sarifFile), `${await sarif()}\n`)
  if (values.json) out.print(JSON.stringify({ ...renderReport(report, WHOLE), ...dated }))
  else if (values.sarif) out.print(await sarif())
  else if (format !== undefined) {
    const { formatted } = await import('../review/formats.ts')
    const text = formatted(format, report.findings, helpOf)
    if (text !== '') out.print(text)
  } else {
    const isAnyShown = fresh.some(({ severity }) => values.notes || severity !== 'note')
    const counts = [
      ...scope.leftOut,
      ...quieted(whole.findings.length - heard.findings.length, 'ignored by comments'),
      ...quieted(heard.findings.length - unknown.length, 'known from the baseline'),
      ...quieted(unknown.length - fresh.length, `that ${against} has too`),
      ...quieted(gone, 'of the baseline gone; --write-baseline brings it up to date'),
      ...(isAnyShown ? ['what the codes mean: assay explain <code>'] : []),
    ]
    const more = [...(out.isQuiet ? [] : counts), ...said]
    const text = renderCheck(report, {
      ...{ lineOf, out, more },
      showNotes: values.notes,
      showUndetermined: values.undetermined,
    })
    if (text !== '') out.print(text)
  }
  if (base !== null) {
    const { reviewChange } = await import('../review/reviewChange.ts')
    await reviewChange({
      ...{
        openApp,
        before: base.report,
        after: whole,
        findings: report.findings,
        scope,
        out,
        signal,
      },
      ...{ environment: tools.environment(), isCommented: values.comment },
      receipts: values.receipts === undefined ? null : resolve(workingDir, values.receipts),
    })
  }
  return statusOf(report, failOn)
}

/** Whether a finding would have been found again: its file was read, its package looked up. */
function lookedAt(
  { packages }: CheckReport,
  { isAsked, unread }: CheckScope,
  root: string,
): (entry: BaselineEntry) => boolean {
  const open = new Set(
    packages.filter(({ state }) => state === 'undetermined').map(({ name }) => name),
  )
  const unreadPaths = new Set(unread.map(({ path }) => path))
  return (entry) =>
    // What a file had that is there no more is gone with it.
    (isAsked(entry.path) || !existsSync(join(root, entry.path))) &&
    !unreadPaths.has(entry.path) &&
    (entry.package === null || !open.has(entry.package))
}

function quieted(count: number, what: string): readonly string[] {
  return count === 0 ? [] : [`${counted(count, 'finding')} ${what}`]
}

/** Null for words that there are not. */
function parseFailOn(written: string): ReadonlySet<FailOn> | null {
  const words = written.split(',').map((word) => CHECK_FAILS_ON.find((one) => one === word.trim()))
  const known = words.filter((word) => word !== undefined)
  return known.length === words.length ? new Set(known) : null
}

function withoutIgnored(report: CheckReport, lineOf: LineOf): CheckReport {
  const findings = report.findings.filter(
    (finding) => !isIgnoredHere(finding, lineOf(finding.path, finding.line)),
  )
  return withFindings(report, findings)
}

function statusOf(
  { findings, packages, counts }: CheckReport,
  failOn: ReadonlySet<FailOn>,
): ExitStatus {
  if (failOn.has('never')) return EXIT.yes
  const fails = findings.some(({ severity }) => {
    if (severity === 'warning') return failOn.has('warning')
    return severity === 'error' || failOn.has('undetermined')
  })
  if (fails) return EXIT.no
  const isOpen = packages.some(({ state }) => state === 'undetermined')
  if (failOn.has('undetermined') && isOpen) return EXIT.no
  return isNothingTold(counts) ? EXIT.unavailable : EXIT.yes
}

/** Without paths, the folder that somebody stands in is asked about. */
function pathsFrom(root: string, workingDir: string, paths: readonly string[]): readonly string[] {
  if (root === resolve(workingDir)) return paths
  const asked = paths.length === 0 ? ['.'] : paths
  return asked.map((path) => relative(root, resolve(workingDir, path)))
}
