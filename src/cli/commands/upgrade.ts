// assay upgrade: what moving from one release of a package to another means for code.

import { GONE } from '../../check/upgrade/goneName.ts'
import { asOfLines } from '../../wire/asOf.ts'
import type { UpgradeAnswer, UpgradeRow } from '../../wire/checkAnswers.ts'
import { heldWords } from '../../wire/heldWords.ts'
import { noticeLines } from '../../wire/noticeLines.ts'
import { parameterWords } from '../../wire/parameterWords.ts'
import { makersOf, readByLines } from '../../wire/readBy.ts'
import { readFiles } from '../check/checkFiles.ts'
import { readSources } from '../check/readSources.ts'
import type { Run } from '../terminal/command.ts'
import { counted } from '../terminal/counted.ts'
import { EXIT, type Output } from '../terminal/output.ts'
import { printable } from '../terminal/progress.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { NO_STATUS, statusLine } from '../terminal/statusLine.ts'
import { parseComparison } from '../terminal/target.ts'
import { OPTIONS, optionLines } from '../words/options.ts'

export const usage = `Usage: assay upgrade <pypi|npm> <package> <from> <to> [<path>…] [options]
       assay upgrade --all [<path>…] [--latest] [--json]

Compares two releases and says which changes concern the code in the paths (without any: the working
folder): what the code uses that was removed, changed or newly deprecated, and where it does.
  "!"       marks a change that affects the code
  "breaks"  marks a place that no longer works
  "holds"   marks a place that still works
  "open"    marks a place of which that cannot be determined
Changes of types alone do not affect JavaScript that no compiler checks. "safe" is about names and
calls; Assay does not look at what functions do. Where the numbers of a release do not promise that
what worked goes on working (2.0.0 after 1.9.0, 0.3.0 after 0.2.9), it is never "safe".
--all compares the release of every package that the manifests name with the newest one that its range
allows (with --latest: the newest of all), and says which updates are safe for the code, the worst first.
--fix changes what both releases prove: renamed names and arguments, moved imports, arguments that may
only be named now. Each edit is checked again; what cannot be proven is left, with the reason.
${optionLines('upgrade')}

Exit status (with --fix and --diff: 0 all that breaks is or could be fixed, 1 something is left)
  0  every use was determined and none is affected ("safe"), or the code does not use the package ("not used")
  1  at least one use is affected
  2  the command line is wrong
  3  none is affected, but something could not be determined, or no code was found

  assay upgrade pypi flask 2.0.3 3.0.0
  assay upgrade --all --latest
  assay upgrade pypi numpy 1.26.4 2.0.0 --diff
  assay upgrade npm commander 11.0.0 12.0.0 src --json`

const PLACES_SHOWN = 5

export const run: Run = async (argv, tools) => {
  const { openApp, out, interruption, workingDir } = tools
  const signal = interruption()
  const { values, positionals } = readArgs(argv, OPTIONS.upgrade)
  if (values.all && !['pypi', 'npm'].includes(positionals[0] ?? '')) {
    if (values.fix || values.diff) return out.usage('assay: --fix and --diff take one package')
    const { upgradeAll } = await import('../review/upgradeAll.ts')
    const { latest: isLatest, json: isJson } = values
    return upgradeAll({ isLatest, isJson, paths: positionals }, tools)
  }
  if (values.fix && values.diff) return out.usage('assay: --fix or --diff, not both')
  const question = parseComparison(positionals.slice(0, 4), usage)
  if (typeof question === 'string') return out.usage(question)
  const { key, from, to } = question
  if (values.fix || values.diff) {
    const { upgradeAndFix } = await import('../fix/upgradeAndFix.ts')
    return upgradeAndFix({
      ...{ key, from, to, signal, out, isWritten: values.fix, isJson: values.json },
      ...{ root: workingDir(), paths: positionals.slice(4), app: await tools.openCheckApp() },
      line: values.json ? NO_STATUS : statusLine(tools.progress),
    })
  }
  const found = readFiles(workingDir(), positionals.slice(4))
  if (typeof found === 'string') return out.usage(found)
  const { files } = found
  const app = await openApp()
  const startedMs = performance.now()
  const during = <T>(text: string, work: Promise<T>) => out.during(values.json ? null : text, work)
  const read = readSources(found, { signal, onRead() {} })
  const input = await during(`reading ${counted(files.length, 'file')}`, read)
  const asked = app.upgrade({ ...question, files, input }, { signal })
  const what = `reading ${key.ecosystem} ${key.name} ${from} and ${to}`
  const { reply } = await during(what, asked)
  const text = app.renderReply(reply, performance.now() - startedMs)
  const answer: UpgradeAnswer = JSON.parse(text)
  if (values.json) out.print(text)
  else {
    const more = [...found.leftOut, ...readByLines(makersOf(answer)), ...asOfLines(answer)]
    const isCode = input.sources.length > 0
    out.print([renderUpgrade(answer, { all: values.all, isCode }, out), ...more].join('\n'))
  }
  if (answer.verdict === 'affected') return EXIT.no
  const isUnused = isNotUsed(answer) && input.sources.length > 0
  const isFine = answer.verdict === 'safe' || isUnused
  return isFine && !found.isCut ? EXIT.yes : EXIT.unavailable
}

/**
 * Every file was read, and none names anything of the package. Types that others wrote are read by
 * compilers without any import.
 */
const isNotUsed = ({ counts, package: name }: UpgradeAnswer) =>
  counts.references === 0 && counts.unread === 0 && !name.startsWith('@types/')

function renderUpgrade(
  answer: UpgradeAnswer,
  { all, isCode }: Readonly<{ all: boolean; isCode: boolean }>,
  out: Output,
): string {
  const { verdict, counts, release } = answer
  const word = verdict === 'undetermined' && isCode && isNotUsed(answer) ? 'not used' : verdict
  const colour = verdict === 'affected' ? out.bad : verdict === 'safe' ? out.good : out.dim
  const { cautions, said } = noticeLines(answer.package, answer)
  const lines = [
    ...cautions.map((sentence) => `${out.bad('caution')}  ${sentence}`),
    `${colour(word)}  ${answer.ecosystem} ${answer.package} ${answer.from_version} → ${answer.to_version}` +
      out.dim(`  (${release.published_bump} by its numbers, ${release.classification} as a whole)`),
    `${counted(counts.files, 'file')} read, ${counted(counts.references, 'use')} of ${counted(counts.symbols, 'symbol')}: ` +
      `${counts.removed} removed, ${counts.changed} changed, ${counts.new_deprecations} newly deprecated`,
    ...(answer.caveat === null ? [] : [heldWords(counts.references, answer.caveat)]),
    ...said,
    ...answer.changes.flatMap((row) => ['', ...renderRow(row, all, out)]),
    ...besides(answer, out),
  ]
  if (counts.undetermined > 0) {
    const share = (100 * counts.undetermined) / counts.references
    const uses = `${counted(counts.undetermined, 'use')} (${Math.ceil(share)} %)`
    lines.push('', `${uses} could not be determined`, ...reasonsOf(answer, all, out))
  }
  if (verdict === 'safe') lines.push('', ...NOT_LOOKED_AT)
  if (counts.references === 0) lines.push('', ...unusedWords(answer, isCode))
  if (counts.unread > 0) {
    lines.push(`${counted(counts.unread, 'file')} could not be read as a whole`)
  }
  return lines.join('\n')
}

function unusedWords(answer: UpgradeAnswer, isCode: boolean): readonly string[] {
  if (!isCode) return NO_CODE
  return isNotUsed(answer) ? NOT_USED : NOT_SEEN
}

/** What "safe" does not speak of. */
const NOT_LOOKED_AT = [
  'Compared: the names of the package that the code uses, and how it calls them.',
  'Not looked at: what functions do, what other packages need of it, and code that runs from texts.',
]

const NOT_USED = [
  'Nothing in the files uses the package: the upgrade changes nothing for them.',
  'Not looked at: what other packages need of it, and settings and scripts that name it.',
]
const NOT_SEEN = ['Nothing in what could be read uses the package.']
const NO_CODE = ['No code was found in these places: nothing can be said of what uses the package.']

const REASONS_SHOWN = 3

/** Why nothing could be told: names that are gone, then the commonest; how often, and one of its places. */
function reasonsOf(
  { undetermined, counts }: UpgradeAnswer,
  all: boolean,
  out: Output,
): readonly string[] {
  const places = new Map<string, (typeof undetermined)[number][]>()
  for (const one of undetermined) places.set(one.reason, [...(places.get(one.reason) ?? []), one])
  const sorted = [...places].sort(([, one], [, other]) => other.length - one.length)
  const gone = sorted.filter(([reason]) => reason.endsWith(GONE))
  const rests = sorted.filter((one) => !gone.includes(one))
  const shown = [...gone, ...(all ? rests : rests.slice(0, REASONS_SHOWN))]
  const lines = shown.flatMap(([reason, uses]) => {
    const [first] = uses
    if (first === undefined) return []
    const { path, line, column, symbol } = first
    const place = `${path}:${line}:${column}  ${symbol}`
    return [out.dim(`    ${uses.length} × ${printable(`${reason}, first at ${place}`)}`)]
  })
  const told = shown.reduce((sum, [, uses]) => sum + uses.length, 0)
  const rest = counts.undetermined - told
  const how = all ? '' : '; --all prints the reasons'
  if (rest > 0) lines.push(out.dim(`    ${rest} × for other reasons${how}`))
  return lines
}

const ESM_ONLY =
  'only import loads it now: require fails (ERR_REQUIRE_ESM), or in newer releases of Node gives the namespace'

function renderRow(row: UpgradeRow, all: boolean, out: Output): readonly string[] {
  const what = row.reasons.length > 0 ? `${row.change}: ${row.reasons.join(', ')}` : row.change
  const shown = all ? row.places : row.places.slice(0, PLACES_SHOWN)
  const hidden = row.places_total - shown.length
  const words = parameterWords(row.from_sig, row.to_sig)
  const signatures = [row.from_sig, row.to_sig].map((text) => printable(text ?? ''))
  return [
    `${row.affects ? out.bad('!') : ' '} ${printable(row.symbol)}  ${out.dim(`${row.kind}, ${what}`)}`,
    ...(words === '' ? [] : [`    ${printable(words)}`]),
    ...(row.from_sig === row.to_sig ? [] : [`    ${signatures.join(' → ')}`]),
    ...(row.reasons.includes('became_esm') ? [`    ${ESM_ONLY}`] : []),
    ...(row.message === null ? [] : [`    ${printable(row.message)}`]),
    ...(row.caveat === null ? [] : [`    ${printable(row.caveat)} may have more than is listed`]),
    ...shown.map(
      ({ path, line, column, state }) =>
        `    ${printable(path)}:${line}:${column}  ${state === 'breaks' ? out.bad(state) : out.dim(state)}`,
    ),
    ...(hidden > 0 ? [out.dim(`    … and ${counted(hidden, 'more place')}`)] : []),
  ]
}

/** Findings at places that no row has. */
function besides({ changes, findings }: UpgradeAnswer, out: Output): readonly string[] {
  const told = new Set(
    changes.flatMap(({ places }) =>
      places.map(({ path, line, column }) => `${path}:${line}:${column}`),
    ),
  )
  return findings
    .filter(({ path, line, column }) => !told.has(`${path}:${line}:${column}`))
    .flatMap(({ path, line, column, severity, message }) => {
      const mark = severity === 'error' ? out.bad(severity) : severity
      return ['', `${printable(path)}:${line}:${column}  ${mark}`, printable(message)]
    })
}
