// assay ingest: brings releases into the index ahead of the first question.

import type { IngestApp } from '../../../app/ingestApp.ts'
import { type Ecosystem, isEcosystem } from '../../../domain/names/packageName.ts'
import { ServiceError } from '../../../errors.ts'
import type { Run, Tools } from '../../terminal/command.ts'
import { parseCount, parseJobs } from '../../terminal/jobs.ts'
import { EXIT, type ExitStatus, type Output } from '../../terminal/output.ts'
import { printable, progress, renderSummary, summaryJson } from '../../terminal/progress.ts'
import { readArgs } from '../../terminal/readArgs.ts'
import { noEcosystem, packageWordMistake, parseTarget, type Target } from '../../terminal/target.ts'
import { OPTIONS, optionLines } from '../../words/options.ts'

export const usage = `Usage: assay ingest <pypi|npm> <package>[@version]… [--json]
       assay ingest --top <n> --ecosystem <pypi|npm> [--jobs <n>] [--max-age <time>] [--json]

Reads published releases into the index, symbol tables included, so that the first question about
them is a warm one.
Without a version: the latest release. A package that is indexed and fresh costs no request.

${optionLines('ingest')}

With --top, progress goes to standard error. Ctrl-C finishes what is under way and stops; a second
one stops at once. Either way, and after a crash, the same command goes on where it ended: what is
indexed is not fetched again. What fails for a passing reason is tried three times. A file that we
refuse to open is no failure: the release is indexed, and the summary says why it was not opened.

On PostgreSQL the packages become jobs that every \`assay worker\` shares.

Exit status
  0  everything is indexed
  1  a package or version does not exist; with --top such a name is counted and changes nothing
  2  the command line is wrong
  3  something could not be read

  assay ingest npm express @types/node@22.0.0
  assay ingest --top 200 --ecosystem pypi --jobs 6`

const TARGETS_MAX = 1_000
const UNITS_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

export const run: Run = async (argv, tools) => {
  const { out } = tools
  const { values, positionals } = readArgs(argv, OPTIONS.ingest)
  if (values.top === undefined) {
    if (values.ecosystem !== undefined || values.jobs !== undefined) {
      return out.usage('assay: --ecosystem and --jobs go with --top <n>')
    }
    return runTargets(positionals, values.json, tools)
  }
  const { ecosystem } = values
  if (positionals.length > 0) {
    return out.usage('assay: --top chooses the packages itself; name none, or leave --top out')
  }
  if (ecosystem === undefined) {
    return out.usage('assay: --top needs --ecosystem pypi or --ecosystem npm')
  }
  if (!isEcosystem(ecosystem)) return out.usage(noEcosystem(ecosystem))
  const lanes = parseJobs(values.jobs)
  if (typeof lanes === 'string') return out.usage(lanes)
  const maxAgeMs = parseAge(values['max-age'])
  if (maxAgeMs === null) return out.usage('assay: --max-age takes a time such as 90s, 30m, 24h, 7d')
  const top = parseCount(values.top, 1_000_000)
  if (top === null) return out.usage('assay: --top takes a number of packages, from 1')
  return runTop({ ecosystem, top, lanes, maxAgeMs, json: values.json }, tools)
}

function parseAge(text: string): number | null {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const unitMs = UNITS_MS[unit]
  return unitMs === undefined ? null : Number(count) * unitMs
}

async function runTargets(
  positionals: readonly string[],
  json: boolean,
  { openIngestApp, out, twoStepInterruption }: Tools,
): Promise<ExitStatus> {
  const [ecosystem, ...written] = positionals
  const mistake = packageWordMistake(positionals.slice(0, 2), [], usage)
  if (mistake !== null || !isEcosystem(ecosystem)) return out.usage(mistake ?? usage)
  if (written.length > TARGETS_MAX) return out.usage(`assay: at most ${TARGETS_MAX} at once`)
  const targets: Target[] = []
  for (const text of written) {
    const target = parseTarget(ecosystem, text)
    if (typeof target === 'string') return out.usage(target)
    targets.push(target)
  }
  const stop = twoStepInterruption()
  return ingestInTurn(targets, { app: await openIngestApp(), json, out, stop })
}

/** A line for each; an interruption ends the list after the one under way. */
export async function ingestInTurn(
  targets: readonly Target[],
  parts: Readonly<{ app: IngestApp; json: boolean; out: Output; stop: AbortSignal }>,
): Promise<ExitStatus> {
  const { app, json, out, stop } = parts
  // The release under way may be waiting for another node that is at it, which takes a while.
  stop.addEventListener('abort', () => out.note('Stopping: finishing what is under way'))
  let status: ExitStatus = EXIT.yes
  for (const target of targets) {
    if (stop.aborted) {
      out.note('assay: interrupted')
      return EXIT.unavailable
    }
    const line = await ingestTarget(app, target)
    out.print(json ? JSON.stringify(line) : renderLine(line, out))
    if (line.state === 'failed' || line.state === 'withheld') status = EXIT.unavailable
    else if (line.state === 'absent' || line.state === 'version_not_found') {
      if (status === EXIT.yes) status = EXIT.no
    }
  }
  return status
}

/** A line of output, in the words of the wire. */
type Line = Readonly<{
  ecosystem: string
  name: string
  state: string
  version: string | null
  registry_status?: string | null
  error?: Readonly<{ code: string; message: string }>
}> &
  Partial<ReturnType<typeof readLine>>

async function ingestTarget(app: IngestApp, { key, version }: Target): Promise<Line> {
  // An interruption ends the list and not the release under way.
  const { signal } = new AbortController()
  const head = { ecosystem: key.ecosystem, name: key.name }
  try {
    const report = await app.whole.read(key, version, signal)
    if (!('artifact' in report)) {
      return { ...head, state: report.state, version, registry_status: report.status }
    }
    const { state, version: spelled, status } = report
    return { ...head, state, version: spelled, ...readLine(report), registry_status: status }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { code, message } = error
    return { ...head, state: 'failed', version, error: { code, message } }
  }
}

type ReadRelease = Extract<Awaited<ReturnType<IngestApp['whole']['read']>>, { artifact: unknown }>

function readLine({ artifact, counts, bytes, unopened }: ReadRelease) {
  return {
    filename: artifact?.filename ?? null,
    sha256: artifact?.sha256 ?? null,
    digest: artifact?.digest ?? null,
    size_bytes: artifact?.sizeBytes ?? null,
    /** Of the archive, and how many of them were read; null when it was not opened by this call. */
    files: counts?.files ?? null,
    files_read: counts?.read ?? null,
    bytes_fetched: bytes,
    unopened,
  }
}

function renderLine(line: Line, out: Output): string {
  const name = `${line.name}${line.version === null ? '' : `@${printable(line.version)}`}`
  if (line.error !== undefined) {
    return `${out.bad('failed')}    ${name}  ${printable(line.error.message)} (${line.error.code})`
  }
  if (line.filename === undefined) {
    const status = line.registry_status ? ` (${line.registry_status})` : ''
    return `${out.bad(line.state.replaceAll('_', ' '))}  ${name}${status}`
  }
  const files = line.files == null ? '-' : `${line.files_read} of ${line.files} files read`
  const file = line.filename === null ? 'no file' : printable(line.filename)
  const unopened = line.unopened ? `  not opened (${printable(line.unopened)})` : ''
  const parts = [out.good(line.state.padEnd(8)), name, file, line.sha256 ?? '-', files]
  return `${parts.join('  ')}${unopened}`
}

async function runTop(
  asked: { ecosystem: Ecosystem; top: number; lanes: number; maxAgeMs: number; json: boolean },
  { openIngestApp, out, progress: stream, twoStepInterruption }: Tools,
): Promise<ExitStatus> {
  const { ecosystem, top, lanes, maxAgeMs, json } = asked
  const stop = twoStepInterruption()
  const app = await openIngestApp()
  const names = app.popularNames(ecosystem)
  if (top > names.length) {
    return out.usage(`assay: ${names.length} popular ${ecosystem} packages are known, not ${top}`)
  }
  const bar = progress({ stream, title: ecosystem, monotonicMs: () => performance.now() })
  stop.addEventListener('abort', () => bar.note('Stopping: finishing what is under way'))
  let lastTrouble = ''
  const summary = await app
    .bulk(
      { keys: names.slice(0, top).map((name) => ({ ecosystem, name })), lanes, maxAgeMs },
      {
        onProgress: (tally, ended) => bar.update(tally, ended),
        onTrouble(error) {
          const text = error instanceof Error ? printable(error.message) : 'unknown trouble'
          // The same trouble comes back at each look; once is enough.
          if (text !== lastTrouble) bar.note(`trouble  ${text}`)
          lastTrouble = text
        },
      },
      stop,
    )
    .finally(() => bar.end())
  if (json) out.print(JSON.stringify(summaryJson(ecosystem, summary)))
  else out.print(renderSummary(summary))
  return summary.states.failed > 0 || summary.interrupted ? EXIT.unavailable : EXIT.yes
}
