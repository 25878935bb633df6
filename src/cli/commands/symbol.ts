// assay symbol: does this symbol exist in a package? Works without a server: same code, same store.

import { asOfLines } from '../../wire/asOf.ts'
import { noticeLines } from '../../wire/noticeLines.ts'
import { makersOf, readByLines } from '../../wire/readBy.ts'
import { restsOnLines } from '../../wire/restsOn.ts'
import type { SymbolExistsAnswer } from '../../wire/symbolAnswers.ts'
import type { Run } from '../terminal/command.ts'
import { EXIT, type ExitStatus, type Output } from '../terminal/output.ts'
import { printable } from '../terminal/progress.ts'
import { parseSymbolCommand, parseTarget } from '../terminal/target.ts'
import { optionLines } from '../words/options.ts'

export const usage = `Usage: assay symbol <pypi|npm> <package>[@version] <symbol> [--json]

Says whether a function, class, constant or member exists in the latest release of a package, and in
the release that is named as well. The release is read first when it is not indexed.
  <symbol>   get, requests.get, Session.get, requests.api.get, rxjs/operators.map, default
${optionLines('symbol')}

Exit status (of the named release, where one is named)
  0  the symbol exists
  1  it does not
  2  the command line is wrong
  3  it could not be determined, or was not found where code makes names that no file shows

  assay symbol pypi requests Session.get
  assay symbol npm react@18.3.1 createFactory
  assay symbol pypi pyyaml yaml.safe_laod     # names the real ones next to it`

export const run: Run = async (argv, { openApp, out, interruption }) => {
  const signal = interruption()
  const command = parseSymbolCommand(argv, usage, parseTarget)
  if (typeof command === 'string') return out.usage(command)
  const { json, target, symbol } = command
  const app = await openApp()
  const startedMs = performance.now()
  const asked = app.symbolExists({ ...target, symbol }, () => ({ signal }))
  const what =
    `reading ${target.key.ecosystem} ${target.key.name} ${target.version ?? ''}`.trimEnd()
  const reply = await out.during(json ? null : what, asked)
  const text = app.renderReply(reply, performance.now() - startedMs)
  const answer: SymbolExistsAnswer = JSON.parse(text)
  out.print(json ? text : renderAnswer(answer, target.version, out))
  return statusOf(answer, target.version)
}

/** Whoever names a release asks about that one. */
function statusOf(answer: SymbolExistsAnswer, version: string | null): ExitStatus {
  const { note, at_requested_version: at } = answer
  if (version !== null && note !== null && at === null) return EXIT.unavailable
  const { exists, caveat } = version === null || at === null ? answer : at
  if (exists) return EXIT.yes
  // That it was not found says little where names are made that no file shows.
  return caveat === null ? EXIT.no : EXIT.unavailable
}

function missing({ reason }: SymbolExistsAnswer): string {
  return (reason ?? 'symbol_not_found').replaceAll('_', ' ')
}

/** What holds in the latest release, where another one was asked about. */
function latestOf(answer: SymbolExistsAnswer): string {
  const { exists, kind, caveat, version_resolved: version } = answer
  if (exists) {
    const where = `${version}, as ${answer.qualified_name ?? answer.symbol} (${kind})`
    return caveat === null ? where : `${where}: ${caveat}`
  }
  return `${version}, where it ${caveat === null ? 'is not' : 'was not found, as far as that can be read'}`
}

/** Names of the latest release: another one need not have them. */
function nearOf({
  closest_match: near,
  at_requested_version: asked,
  ...answer
}: SymbolExistsAnswer) {
  const names = (near ?? []).join(', ')
  const isOther = asked !== null && asked.version !== answer.version_resolved
  return names !== '' && isOther ? `${names} (in ${answer.version_resolved}, the latest)` : names
}

function renderAnswer(answer: SymbolExistsAnswer, pinned: string | null, out: Output): string {
  // Whoever names a release is told about that one; what else is known is that of the latest.
  const asked = answer.at_requested_version
  const of = asked ?? answer
  const { exists, kind, caveat } = of
  const version = asked?.version ?? answer.version_resolved ?? ''
  const where = `${answer.ecosystem} ${answer.package} ${version}`.trim()
  const name = printable(of.qualified_name ?? answer.symbol)
  const isOpen = asked === null && answer.note !== null
  const { cautions, said } = noticeLines(answer.package, answer)
  const lines = [
    ...cautions.map((sentence) => `${out.bad('caution')}  ${sentence}`),
    isOpen
      ? `${out.bad('unknown')}  ${name}  ${out.dim(`nothing can be said of release ${pinned}; what follows is about ${version}`)}`
      : exists
        ? `${out.good('exists')}   ${name}  ${out.dim(`${kind} in ${where}`)}`
        : caveat === null
          ? `${out.bad('absent')}   ${name}  ${out.dim(`${missing(answer)} in ${where}`)}`
          : `${out.bad('unknown')}  ${name}  ${out.dim(`not found in ${where}, as far as it can be read`)}`,
  ]
  const add = (label: string, text: string | null) => {
    if (text !== null && text !== '') lines.push(`${label.padEnd(9)}${printable(text)}`)
  }
  add('is', asked === null ? answer.symbol_signature : asked.signature)
  add('doc', of.doc)
  if (of.deprecated) add('marked', `deprecated since ${of.since_version ?? 'some release'}`)
  if (of.public === false) add('public', 'no')
  add('also at', of.also_at.join(', '))
  add('caveat', caveat)
  if (!exists) add('near', nearOf(answer))
  if (asked === null) add('note', answer.note)
  else add('latest', latestOf(answer))
  for (const sentence of said) lines.push(`said     ${sentence}`)
  add('file', (asked === null ? answer.proof?.filename : asked.filename) ?? null)
  add('sha256', asked?.artifact_sha256 ?? answer.proof?.artifact_sha256 ?? null)
  lines.push(
    ...restsOnLines(answer, answer.package).map(printable),
    ...readByLines(makersOf(answer)),
    out.dim(`signed   ${answer.attestation.verifier}`),
    ...asOfLines(answer),
  )
  return lines.join('\n')
}
