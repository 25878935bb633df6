// assay card: what does a release say of symbols? Asked before code is written against it.

import { readFile } from 'node:fs/promises'
import { fileFault } from '../../domain/fileFault.ts'
import { CARD_QUESTION_LENGTH_MAX, CARD_SYMBOLS_MAX, SYMBOL_LENGTH_MAX } from '../../limits.ts'
import { asOfLines } from '../../wire/asOf.ts'
import { betweenReleases } from '../../wire/betweenReleases.ts'
import type {
  CardAnswer,
  CardFacts,
  HitCard,
  MissCard,
  SymbolCard,
} from '../../wire/cardAnswers.ts'
import { noticeLines } from '../../wire/noticeLines.ts'
import { makersOf, readByLines } from '../../wire/readBy.ts'
import { restsOnLines } from '../../wire/restsOn.ts'
import type { Run } from '../terminal/command.ts'
import { EXIT, type ExitStatus, type Output } from '../terminal/output.ts'
import { printable } from '../terminal/progress.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { calledSo, parsePackageWords, parseTarget } from '../terminal/target.ts'
import { OPTIONS, optionLines } from '../words/options.ts'

export const usage = `Usage: assay card <pypi|npm> <package>[@version] <symbol>… [--question <words>] [--json]

Prints what one release says of up to ${CARD_SYMBOLS_MAX} symbols: signature, members by name, first line of
documentation, deprecation and what replaces it, since and until when it is there. Without a version
the release is the one that the manifests mean, else the latest.
${optionLines('card')}

Exit status
  0  every symbol is there, or something fits the question
  1  a symbol is not there, or nothing fits
  2  the command line is wrong
  3  it could not be determined

  assay card pypi requests@2.31.0 Session.get Session.mount
  assay card npm express --manifest package-lock.json Router response
  assay card pypi httpx --question "retry a failed request"`

export const run: Run = async (argv, { openApp, out, interruption }) => {
  const signal = interruption()
  const { values, positionals } = readArgs(argv, OPTIONS.card)
  const [ecosystem, written, ...symbols] = positionals
  const words = [ecosystem, written].flatMap((word) => word ?? [])
  const target = parsePackageWords(words, usage, parseTarget)
  if (typeof target === 'string') return out.usage(target)
  if (target.version !== null && values.manifest !== undefined) {
    return out.usage('assay: name a release or --manifest, and not both')
  }
  const mistake = mistakeIn(symbols, values.question ?? null)
  if (mistake !== null) return out.usage(mistake)
  const files = await manifestsAt(values.manifest ?? [])
  if (typeof files === 'string') return out.usage(files)
  const app = await openApp()
  const startedMs = performance.now()
  const question = { ...target, symbols, files, question: values.question ?? null }
  const what = `reading ${target.key.ecosystem} ${target.key.name} ${target.version ?? ''}`
  const asked = app.symbolCards(question, { signal })
  const { reply } = await out.during(values.json ? null : what.trimEnd(), asked)
  const text = app.renderReply(reply, performance.now() - startedMs)
  const answer: CardAnswer = JSON.parse(text)
  out.print(values.json ? text : render(answer, out))
  return statusOf(answer)
}

function mistakeIn(symbols: readonly string[], question: string | null): string | null {
  if (symbols.length === 0 && question === null) {
    return `assay: a symbol or --question is missing\n${calledSo(usage)}`
  }
  if (symbols.length > CARD_SYMBOLS_MAX) {
    return `assay: at most ${CARD_SYMBOLS_MAX} symbols can be asked for at once`
  }
  if (symbols.some((one) => one.trim() === '' || one.length > SYMBOL_LENGTH_MAX)) {
    return `assay: a symbol has 1 to ${SYMBOL_LENGTH_MAX} characters`
  }
  if (question !== null && (question.trim() === '' || question.length > CARD_QUESTION_LENGTH_MAX)) {
    return `assay: a question has 1 to ${CARD_QUESTION_LENGTH_MAX} characters`
  }
  return null
}

/** What they hold, or what is wrong with one of them. */
async function manifestsAt(paths: readonly string[]) {
  const files: { path: string; content: string }[] = []
  for (const path of paths) {
    try {
      files.push({ path, content: await readFile(path, 'utf8') })
    } catch (error) {
      const fault = fileFault(error)
      if (fault === null) throw error
      return `assay: ${path}: ${fault}`
    }
  }
  return files
}

function statusOf({ verdict }: CardAnswer): ExitStatus {
  if (verdict === 'exists' || verdict === 'found') return EXIT.yes
  if (verdict === 'symbol_not_found' || verdict === 'nothing_found') return EXIT.no
  return EXIT.unavailable
}

const FROM = {
  version: 'the release that was asked for',
  files: 'the release that the manifests mean',
  latest: 'the latest release',
} as const

function render(answer: CardAnswer, out: Output): string {
  const { cautions, said } = noticeLines(answer.package, answer)
  const where = `${answer.ecosystem} ${answer.package} ${answer.version_resolved}`
  const lines = [
    ...cautions.map((sentence) => `${out.bad('caution')}  ${sentence}`),
    out.dim(`${printable(where)}, ${FROM[answer.version_from]}`),
  ]
  for (const card of [...answer.cards, ...answer.found])
    lines.push('', ...cardLines(card, answer.releases, out))
  if (answer.cards.length === 0 && answer.found.length === 0) {
    lines.push('', `${out.bad('nothing')}  no symbol of this release fits the question`)
  }
  lines.push(
    '',
    ...said.map((sentence) => `said     ${sentence}`),
    ...(answer.proof.artifact_sha256 === null ? [] : [`sha256   ${answer.proof.artifact_sha256}`]),
    ...restsOnLines(answer, answer.package).map(printable),
    ...readByLines(makersOf(answer)),
    out.dim(`signed   ${answer.attestation.verifier}`),
    ...asOfLines(answer),
  )
  return lines.join('\n')
}

function cardLines(card: SymbolCard, releases: readonly string[], out: Output): string[] {
  return card.exists === true ? hitLines(card, releases, out) : missLines(card, out)
}

function line(label: string, text: string): string {
  return `${label.padEnd(9)}${printable(text)}`
}

function hitLines(card: HitCard, releases: readonly string[], out: Output): string[] {
  const name = printable(card.qualified_name)
  const lines = [`${out.good('exists')}   ${name}  ${out.dim(card.kind)}`, ...factLines(card)]
  if (!card.public) lines.push(line('public', 'no'))
  if (card.since !== null) lines.push(line('came', betweenReleases(releases, card.since)))
  if (card.until !== null) lines.push(line('went', betweenReleases(releases, card.until)))
  if (card.caveat !== null) lines.push(line('caveat', card.caveat))
  const { members, members_total: total } = card
  if (total > 0) {
    const more = total > members.length ? ` and ${total - members.length} more` : ''
    const open = card.members_complete ? '' : '; there may be others'
    lines.push(line('members', `${members.join(', ')}${more}${open}`))
  }
  if (card.also_at.length > 0) lines.push(line('also at', card.also_at.join(', ')))
  if (card.source !== null) lines.push(line('file', `${card.source.path}:${card.source.line}`))
  return lines
}

function missLines(card: MissCard, out: Output): string[] {
  const word = card.exists === false ? out.bad('absent ') : out.bad('unknown')
  const lines = [`${word}  ${printable(card.symbol)}`]
  if (card.caveat !== null) lines.push(line('caveat', card.caveat))
  if (card.seen_in !== null) lines.push(line('seen in', card.seen_in))
  for (const near of card.closest) {
    lines.push(line('near', `${near.qualified_name} (${near.kind})`), ...factLines(near))
  }
  return lines
}

function factLines({ signature, signature_cut: isCut, doc, deprecated }: CardFacts): string[] {
  const lines: string[] = []
  if (signature !== null) lines.push(line('is', `${signature}${isCut ? ' (cut)' : ''}`))
  if (doc !== null) lines.push(line('doc', doc))
  if (deprecated !== null) {
    const { since, text, replaced_by: instead } = deprecated
    lines.push(
      line(
        'marked',
        `deprecated since ${since ?? 'some release'}${text === null ? '' : `: ${text}`}`,
      ),
    )
    if (instead !== null) lines.push(line('use', instead))
  }
  return lines
}
