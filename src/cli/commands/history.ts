// assay history: when did a symbol come, change and go?

import { asOfLines } from '../../wire/asOf.ts'
import { betweenReleases } from '../../wire/betweenReleases.ts'
import { noticeLines } from '../../wire/noticeLines.ts'
import { makersOf, readByLines } from '../../wire/readBy.ts'
import type { SymbolHistoryAnswer } from '../../wire/symbolAnswers.ts'
import type { Run } from '../terminal/command.ts'
import { EXIT, type Output } from '../terminal/output.ts'
import { printable } from '../terminal/progress.ts'
import { parseName, parseSymbolCommand } from '../terminal/target.ts'
import { optionLines } from '../words/options.ts'

export const usage = `Usage: assay history <pypi|npm> <package> <symbol> [--json]

Says in which of the indexed releases a symbol exists, with its signature in each. The answer covers
indexed releases alone; assay index-history reads a range of them.
${optionLines('history')}

Exit status
  0  the symbol exists in the newest indexed release
  1  it does not
  2  the command line is wrong
  3  it could not be determined

  assay index-history pypi flask --from 2.0
  assay history pypi flask json.JSONEncoder`

export const run: Run = async (argv, { openApp, out, interruption }) => {
  const signal = interruption()
  const command = parseSymbolCommand(argv, usage, parseName)
  if (typeof command === 'string') return out.usage(command)
  const { json, target: key, symbol } = command
  const app = await openApp()
  const startedMs = performance.now()
  const reply = await app.symbolHistory({ key, symbol }, { signal })
  const text = app.renderReply(reply, performance.now() - startedMs)
  const answer: SymbolHistoryAnswer = JSON.parse(text)
  out.print(json ? text : render(answer, out))
  if (answer.exists === null) return EXIT.unavailable
  return answer.exists ? EXIT.yes : EXIT.no
}

function render(answer: SymbolHistoryAnswer, out: Output): string {
  const count = answer.releases.length
  const [first, last] = [answer.releases[0]?.version, answer.releases.at(-1)?.version]
  const releases =
    count === 1 ? `one indexed release, ${first}` : `${count} indexed releases, ${first} to ${last}`
  const { cautions, said } = noticeLines(answer.package, answer)
  const lines = [
    ...cautions.map((sentence) => `${out.bad('caution')}  ${sentence}`),
    `${printable(answer.symbol)}  ${out.dim(`${answer.ecosystem} ${answer.package}, ${releases}`)}`,
  ]
  for (const run of answer.history) {
    const ends = run.releases === 1 ? [run.from_version] : [run.from_version, run.to_version]
    const versions = ends.map(printable).join(' … ')
    const state =
      run.exists === null
        ? 'not told'
        : run.exists
          ? `${out.good('exists')}   ${printable(`${run.kind} ${run.symbol_signature ?? ''}`.trimEnd())}`
          : out.bad('absent')
    const mark = run.deprecated ? out.bad('  deprecated') : ''
    lines.push(`  ${versions.padEnd(22)} ${state}${mark}`)
  }
  const add = (label: string, words: string | null) => {
    if (words !== null) lines.push(`${label.padEnd(12)}${printable(words)}`)
  }
  const looked = answer.releases.map(({ version }) => version)
  const between = (version: string | null) => version && betweenReleases(looked, version)
  add('added', between(answer.added_in))
  add('deprecated', between(answer.deprecated_in))
  add('removed', between(answer.removed_in))
  if (answer.unread.length > 0) add('not read', answer.unread.join(', '))
  if ((answer.added_in ?? answer.deprecated_in ?? answer.removed_in) !== null) {
    lines.push(
      out.dim(
        'Only indexed releases were looked at: one that is not indexed may have been the first.',
      ),
    )
  }
  lines.push(...said)
  if (answer.cut) lines.push(out.dim('Older releases are indexed that are not shown.'))
  if (count === 1) {
    lines.push(out.dim('One release is indexed: assay index-history reads older ones.'))
  }
  lines.push(
    ...readByLines(makersOf(answer)),
    out.dim(`signed      ${answer.attestation.verifier}`),
    ...asOfLines(answer),
  )
  return lines.join('\n')
}
