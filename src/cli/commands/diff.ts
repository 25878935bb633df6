// assay diff: what changed between two releases of a package, for people, programs and gates.

import { asOfLines } from '../../wire/asOf.ts'
import type { DiffAnswer } from '../../wire/diffAnswers.ts'
import { noticeLines } from '../../wire/noticeLines.ts'
import { parameterWords } from '../../wire/parameterWords.ts'
import { makersOf, readByLines } from '../../wire/readBy.ts'
import type { Run } from '../terminal/command.ts'
import { EXIT, type Output } from '../terminal/output.ts'
import { printable } from '../terminal/progress.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { parseComparison } from '../terminal/target.ts'
import { DIFF_FAILS_ON, OPTIONS, optionLines } from '../words/options.ts'

/** What `--fail-on` takes, and which answers it fails. */
const FAIL_ON: Readonly<Record<(typeof DIFF_FAILS_ON)[number], (answer: DiffAnswer) => boolean>> = {
  breaking: ({ compatibility }) => compatibility.classification === 'breaking',
  changed: ({ classification }) => classification === 'breaking',
  added: ({ classification }) => classification !== 'neutral',
  deprecated: (one) => one.classification === 'breaking' || one.counts.new_deprecations > 0,
  never: () => false,
}

export const usage = `Usage: assay diff <pypi|npm> <package> <from> <to> [options]

Compares two releases symbol by symbol, the older one first: what was removed, what changed and why,
what is new, what is newly deprecated. Releases that are not indexed are read first.
${optionLines('diff')}

Exit status
  0  there is no change that --fail-on names
  1  there is at least one
  2  the command line is wrong, or there is no such package or release
  3  the releases could not be compared

  assay diff npm commander 11.0.0 11.1.0
  assay diff pypi requests 2.30.0 2.31.0 --json > diff.json; assay verify diff.json --local
  assay diff pypi flask 2.0.3 2.1.0 --fail-on changed`

const ROWS_SHOWN = 20

export const run: Run = async (argv, { openApp, out, interruption }) => {
  const signal = interruption()
  const { values, positionals } = readArgs(argv, OPTIONS.diff)
  const failOn = DIFF_FAILS_ON.find((what) => what === values['fail-on'])
  if (failOn === undefined) return out.usage(`assay: --fail-on takes ${DIFF_FAILS_ON.join(', ')}`)
  const question = parseComparison(positionals, usage)
  if (typeof question === 'string') return out.usage(question)
  const { key, from, to } = question
  const app = await openApp()
  const startedMs = performance.now()
  const asked = app.releaseDiff(question, { signal })
  const what = `reading ${key.ecosystem} ${key.name} ${from} and ${to}`
  const reply = await out.during(values.json ? null : what, asked)
  const text = app.renderReply(reply, performance.now() - startedMs)
  const answer: DiffAnswer = JSON.parse(text)
  out.print(values.json ? text : renderReport(answer, values.all, out))
  return FAIL_ON[failOn](answer) ? EXIT.no : EXIT.yes
}

type Row = Readonly<{ symbol: string; kind: string }>

function renderReport(answer: DiffAnswer, all: boolean, out: Output): string {
  const { counts } = answer
  const verdict = answer.compatibility.classification
  const colour = verdict === 'breaking' ? out.bad : out.good
  const breaking = answer.changed.filter(({ severity }) => severity === 'breaking')
  const undecided = answer.changed.filter(({ severity }) => severity === 'undecided')
  const compatible = answer.changed.filter(({ severity }) => severity === 'compatible')
  const { cautions, said } = noticeLines(answer.package, answer)
  const lines = [
    ...cautions.map((sentence) => `${out.bad('caution')}  ${sentence}`),
    `${colour(verdict)}  ${answer.ecosystem} ${answer.package} ${answer.from_version} → ${answer.to_version}` +
      out.dim(`  (${answer.published_bump} by its numbers)`),
    `${counts.removed} removed, ${counts.changed} changed (${breaking.length} breaking), ` +
      `${counts.added} added, ${counts.new_deprecations} newly deprecated`,
    ...said,
  ]
  const section = (title: string, rows: readonly string[]) => {
    if (rows.length === 0) return
    const shown = all ? rows : rows.slice(0, ROWS_SHOWN)
    lines.push('', title, ...shown)
    const hidden = rows.length - shown.length
    if (hidden > 0) lines.push(out.dim(`  … and ${hidden} more; --all prints them`))
  }
  section(
    out.bad('Removed'),
    answer.removed.map(({ caveat, ...row }) => `${named('-', row)}${doubt(caveat, out)}`),
  )
  section(
    out.bad('Changed, breaking'),
    breaking.map((row) => change(row, out)),
  )
  section(
    'Changed, and whether code breaks cannot be told',
    undecided.map((row) => change(row, out)),
  )
  section(
    'Changed, compatible',
    compatible.map((row) => change(row, out)),
  )
  section(
    out.good('Added'),
    answer.added.map((row) => named('+', row)),
  )
  section(
    'Newly deprecated',
    answer.new_deprecations.map(({ message, since_version, ...row }) => {
      const text = message === null ? '' : `: ${message}`
      return `${named('!', row)}${out.dim(printable(`  since ${since_version}${text}`))}`
    }),
  )
  section(
    'Not compared, because one release does not let it be read',
    answer.undetermined.map(({ symbol, reason }) => printable(`  ? ${symbol}  ${reason ?? ''}`)),
  )
  lines.push(
    '',
    ...readByLines(makersOf(answer)),
    out.dim(`signed   ${answer.attestation.verifier}`),
    ...asOfLines(answer),
  )
  return lines.join('\n')
}

function named(mark: string, { symbol, kind }: Row): string {
  return printable(`  ${mark} ${kind.padEnd(9)} ${symbol}`)
}

function doubt(caveat: string | null, out: Output): string {
  return caveat === null ? '' : out.dim(printable(`  (${caveat} may have more than is listed)`))
}

function change(row: DiffAnswer['changed'][number], out: Output): string {
  const reason = out.dim(`  ${row.reason.replaceAll('_', ' ')}`)
  const words = parameterWords(row.from_sig, row.to_sig)
  const said = words === '' ? [] : [printable(`      ${words}`)]
  const sides = [out.bad(`      - ${side(row.from_sig)}`), out.good(`      + ${side(row.to_sig)}`)]
  return [`${named('~', row)}${reason}`, ...said, ...sides].join('\n')
}

function side(signature: string | null): string {
  return printable(signature ?? '(not written down)')
}
