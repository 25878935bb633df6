// assay check: is this code real? Works without a server: same code, same store.

import { parseArgs } from 'node:util'
import { type App, type CheckReport, type Finding, type InputFile, readInput } from '../app.ts'
import { checkFiles } from './checkFiles.ts'
import { EXIT, type ExitStatus, type Output } from './output.ts'
import { printable } from './progress.ts'
import { sarifOf } from './sarif.ts'

const FAIL_ON = ['error', 'warning', 'never'] as const
type FailOn = (typeof FAIL_ON)[number]

export const checkUsage = `Usage: assay check [<path>…] [options]

Reads Python, JavaScript and TypeScript, and the manifests beside them, and says which packages,
versions, names and arguments are not there in the releases that count: those that a manifest or a
lock file pins, the newest that a range allows, else the latest. What cannot be told is never a
finding. Folders are walked without what .gitignore and .assayignore name.
  --fail-on <what>   when to end with status 1: error (default), warning (also deprecations and
                     lookalikes), never
  --notes            print what could not be determined, too
  --json             print the report as JSON and nothing else
  --sarif            print it as SARIF 2.1.0 and nothing else

Exit status: 0 nothing of that, 1 something of that, 2 usage, 3 it could not be decided.

  assay check
  assay check src tests --fail-on warning
  assay check --sarif > assay.sarif`

export type CheckCommand = Readonly<{
  openApp: () => Promise<App>
  out: Output
  signal: AbortSignal
  workingDir: string
}>

export async function runCheck(argv: readonly string[], parts: CheckCommand): Promise<ExitStatus> {
  const { out, signal } = parts
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: {
      json: { type: 'boolean', default: false },
      sarif: { type: 'boolean', default: false },
      notes: { type: 'boolean', default: false },
      'fail-on': { type: 'string', default: 'error' },
    },
    allowPositionals: true,
  })
  const failOn = FAIL_ON.find((one) => one === values['fail-on'])
  if (failOn === undefined) return out.usage(`assay: --fail-on takes ${FAIL_ON.join(', ')}`)
  if (values.json && values.sarif) return out.usage('assay: --json or --sarif, not both')
  const files = filesOf(parts.workingDir, positionals)
  if (typeof files === 'string') return out.usage(files)
  if (files.length === 0) return out.usage('assay: no file that a check reads')
  const app = await parts.openApp()
  const report = await app.checkInput(readInput(files), {}, { signal })
  if (values.json) out.print(JSON.stringify(report))
  else if (values.sarif) out.print(JSON.stringify(sarifOf(report, app.version)))
  else out.print(renderCheck(report, files, { out, showNotes: values.notes }))
  return statusOf(report, failOn)
}

function filesOf(root: string, paths: readonly string[]): readonly InputFile[] | string {
  try {
    return checkFiles(root, paths.length === 0 ? ['.'] : paths)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code !== 'ENOENT' && code !== 'EACCES') throw error
    return `assay: ${error instanceof Error ? error.message : 'a path is not there'}`
  }
}

function statusOf({ findings, verdict }: CheckReport, failOn: FailOn): ExitStatus {
  if (failOn === 'never') return EXIT.yes
  const fails = findings.some(
    ({ severity }) => severity === 'error' || (failOn === 'warning' && severity === 'warning'),
  )
  if (fails) return EXIT.no
  const asked = findings.length > 0 && verdict === 'undetermined'
  return asked ? EXIT.unavailable : EXIT.yes
}

/** Like a compiler: where, what stands there, what is wrong with it. */
export function renderCheck(
  report: CheckReport,
  files: readonly InputFile[],
  { out, showNotes }: Readonly<{ out: Output; showNotes: boolean }>,
): string {
  const lines = new Map<string, readonly string[]>()
  const lineOf = (path: string, line: number) => {
    const known =
      lines.get(path) ?? files.find((file) => file.path === path)?.content.split(/\r\n?|\n/) ?? []
    lines.set(path, known)
    return known[line - 1] ?? ''
  }
  const shown = report.findings.filter(({ severity }) => showNotes || severity !== 'note')
  const blocks = shown.map((finding) =>
    renderFinding(finding, lineOf(finding.path, finding.line), out),
  )
  return [...blocks, summaryOf(report)].join('\n\n')
}

const EXCERPT_MAX = 160

function renderFinding(finding: Finding, source: string, out: Output): string {
  const { path, line, column, severity, code, message, suggestion } = finding
  const mark = severity === 'error' ? out.bad(severity) : severity
  const head = `${printable(path)}:${line}:${column}  ${mark}  ${out.dim(code)}`
  const width = suggestion?.replace?.from.length ?? 1
  const start = Math.max(0, Math.min(column - 1, source.length) - EXCERPT_MAX / 2)
  const excerpt = source.slice(start, start + EXCERPT_MAX).replaceAll('\t', ' ')
  const gutter = `${line} | `
  const under = `${' '.repeat(gutter.length + column - 1 - start)}${'^'.repeat(Math.max(1, width))}`
  return [head, `${out.dim(gutter)}${printable(excerpt)}`, out.bad(under), printable(message)].join(
    '\n',
  )
}

function summaryOf({ findings, counts, packages }: CheckReport): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const warnings = findings.filter(({ severity }) => severity === 'warning').length
  const unopened = packages.filter(({ state }) => state === 'undetermined').length
  const share = counts.references === 0 ? 100 : (100 * counts.determined) / counts.references
  const lost = unopened === 0 ? '' : `, ${unopened} of them not looked up`
  return [
    `${errors} errors, ${warnings} warnings in ${counts.files} files`,
    `${counts.references} references to ${packages.length} packages${lost}; ${share.toFixed(0)} % determined`,
  ].join('\n')
}
