// Signed answers as an agent should read them: the verdict in the first line, then the few facts that
// can change what it does next.

import { whyNotValid } from '../attest/receiptWords.ts'
import type { ToolRoute } from '../ports/askRoute.ts'
import { asOfLines } from '../wire/asOf.ts'
import type { CardAnswer } from '../wire/cardAnswers.ts'
import type { DiffAnswer } from '../wire/diffAnswers.ts'
import { noticeLines } from '../wire/noticeLines.ts'
import type { PackageExistsAnswer } from '../wire/packageAnswers.ts'
import { builtInSentence, packageCaution } from '../wire/packageCaution.ts'
import type { ReceiptVerdictAnswer } from '../wire/receiptAnswers.ts'
import type { SymbolExistsAnswer } from '../wire/symbolAnswers.ts'
import { NEAR_NAMES_SHOWN_MAX } from './bounds.ts'
import { oneLine, quoted } from './quoted.ts'
import { renderCards } from './renderCards.ts'
import { type CheckAnswer, renderCheck } from './renderCheck.ts'
import { type DiffView, renderDiff } from './renderDiff.ts'
import { withNotices } from './withNotices.ts'

/** `text`: of a 200 of the route. */
export function renderAnswer(route: ToolRoute, text: string, view: DiffView): string {
  const answer = JSON.parse(text)
  const lines = linesOf(route, answer, view)
  lines.push(...asOfLines(answer))
  // By this line an answer can be found again and be referred to.
  if (route !== '/receipts/verify') lines.push(`receipt: ${answer.attestation_hash}`)
  return lines.join('\n')
}

/** The reply is the service's own: its shape is that of the route. */
function linesOf(route: ToolRoute, answer: unknown, view: DiffView): string[] {
  switch (route) {
    case '/package/exists':
      return renderPackage(answer as PackageExistsAnswer)
    case '/symbol/exists':
      return renderSymbol(answer as SymbolExistsAnswer)
    case '/card':
      return renderCards(answer as CardAnswer)
    case '/diff':
      return renderDiff(answer as DiffAnswer, view)
    case '/check':
      return renderCheck(answer as CheckAnswer)
    case '/receipts/verify':
      return renderVerdict(answer as ReceiptVerdictAnswer)
  }
}

const CAUTIONS = {
  placeholder: { word: 'PLACEHOLDER', advice: 'Do not install it.' },
  quarantined: { word: 'QUARANTINED', advice: 'Do not install it.' },
  empty: { word: 'NO RELEASE', advice: 'Do not install it.' },
  lookalike: {
    word: 'LOOKALIKE',
    advice: 'Do not install it unless it is certain that this one is meant.',
  },
} as const

function renderPackage(answer: PackageExistsAnswer): string[] {
  const { ecosystem, name, registry_status: status } = answer
  const version = answer.latest_version ?? 'without any release'
  const caution = packageCaution(answer)
  const lines = [
    caution !== null
      ? `${CAUTIONS[caution.kind].word}: ${caution.sentence} ${CAUTIONS[caution.kind].advice}`
      : answer.exists
        ? `EXISTS: ${ecosystem} ${name}, latest ${version}`
        : `ABSENT: there is no ${ecosystem} package ${quoted(name)}. Do not install it.`,
  ]
  if (caution !== null) lines.push(`registered: ${ecosystem} ${name}, latest ${version}`)
  if (!answer.exists) lines.push(...askedOnly(answer))
  const builtIn = builtInSentence(answer)
  if (builtIn !== null) lines.push(builtIn)
  if (status !== null) lines.push(`registry says: ${status}`)
  lines.push(...noticeLines(name, answer, oneLine).said)
  lines.push(...listed('near', answer.adjacent_to, answer.adjacent_total))
  const meant = answer.meant.map(({ name: other, reason }) => `${other} (${reason})`)
  lines.push(...listed('perhaps meant', meant, meant.length))
  if (answer.elsewhere !== null)
    lines.push(
      `${answer.elsewhere} lists a package of this name; ask about it there before you install it`,
    )
  return lines
}

/** What a registry that is not the public one has not, the public one may have. */
function askedOnly({ attestation }: PackageExistsAnswer | SymbolExistsAnswer): string[] {
  const registry = String(attestation.evidence['registry'] ?? 'public')
  return registry === 'public' ? [] : [`only the registry at ${oneLine(registry)} was asked`]
}

function renderSymbol(answer: SymbolExistsAnswer): string[] {
  const { at_requested_version: asked, note } = answer
  const latest = answer.version_resolved ?? ''
  const lines = withNotices([symbolVerdict(answer)], answer.package, answer)
  if (answer.reason === 'package_not_found') lines.push(...askedOnly(answer))
  if (asked !== null && asked.version !== latest && answer.exists !== asked.exists) {
    lines.push(`in the latest release ${latest} it ${inLatest(answer)}`)
  }
  const signature = asked === null ? answer.symbol_signature : asked.signature
  if (signature !== null) lines.push(`signature: ${oneLine(signature)}`)
  const of = asked ?? answer
  if (of.exists) {
    if (of.deprecated) lines.push(`deprecated since ${of.since_version ?? 'some release'}`)
    if (of.public === false) lines.push('not public: may change without notice')
    // A service of an earlier release says nothing of it.
    if (typeof of.doc === 'string') lines.push(`its documentation begins: ${quoted(of.doc)}`)
  }
  const near = (asked?.exists ?? answer.exists) ? [] : (answer.closest_match ?? [])
  // They are those of the latest release; another one need not have them.
  const isOther = asked !== null && asked.version !== latest
  const label = isOther ? `closest names in ${latest}, the latest release` : 'closest real names'
  lines.push(...listed(label, near, near.length))
  const { caveat } = asked ?? answer
  if (caveat !== null) lines.push(`caveat: ${oneLine(caveat)}`)
  if (asked === null && note !== null) lines.push(`note: ${oneLine(note)}`)
  return lines
}

function inLatest({ exists, caveat }: SymbolExistsAnswer): string {
  if (exists) return caveat === null ? 'exists' : `exists: ${oneLine(caveat)}`
  return caveat === null ? 'does not exist' : `was not found: ${oneLine(caveat)}`
}

/** Whoever names a release is told about that one. */
function symbolVerdict(answer: SymbolExistsAnswer): string {
  const { at_requested_version: asked, ecosystem, package: name, reason } = answer
  const symbol = oneLine((asked ?? answer).qualified_name ?? answer.symbol)
  const where = `${ecosystem} ${name} ${asked?.version ?? answer.version_resolved ?? ''}`.trim()
  if (asked === null && answer.note !== null) {
    return `UNDETERMINED: nothing can be said of ${symbol} in the release that was asked for`
  }
  if (asked?.exists ?? answer.exists) {
    return `EXISTS: ${symbol}, ${asked?.kind ?? answer.kind ?? 'symbol'} in ${where}`
  }
  if (reason === 'package_not_found') {
    return `ABSENT: there is no ${ecosystem} package ${quoted(name)}. Do not install it.`
  }
  if ((asked ?? answer).caveat !== null) {
    return `NOT FOUND: ${symbol} is not in ${where}, as far as that can be read`
  }
  return `ABSENT: ${symbol} is not in ${where}. Do not use it.`
}

function renderVerdict(verdict: ReceiptVerdictAnswer): string[] {
  const { valid, reason, type, answer_matches: matches, retraction } = verdict
  const what = type === null ? '' : ` ${oneLine(type)}`
  const lines = [
    valid
      ? `VALID:${what}, signed by ${verdict.recovered_address}`
      : `NOT VALID:${what} ${whyNotValid(reason)} Do not rely on it.`,
  ]
  if (valid && matches === null)
    lines.push('the attestation alone was checked: no answer came along')
  if (!valid && verdict.recovered_address !== null) {
    lines.push(`signed by ${verdict.recovered_address}`)
  }
  if (retraction !== null) {
    lines.unshift(`RETRACTED: this answer was found wrong later: ${quoted(retraction.reason)}`)
  }
  if (verdict.attestation_hash !== null) lines.push(`hash: ${verdict.attestation_hash}`)
  return lines
}

function listed(label: string, names: readonly string[], total: number): string[] {
  if (names.length === 0) return []
  const shown = names.slice(0, NEAR_NAMES_SHOWN_MAX)
  const more = total > shown.length ? ` and ${total - shown.length} more` : ''
  return [`${label}: ${shown.map((name) => oneLine(name)).join(', ')}${more}`]
}
