// Cards as an agent should read them: what is not there first, then one block for each symbol.

import { betweenReleases } from '../wire/betweenReleases.ts'
import type { CardAnswer, CardFacts, HitCard, MissCard, SymbolCard } from '../wire/cardAnswers.ts'
import { oneLine, quoted } from './quoted.ts'
import { withNotices } from './withNotices.ts'

const FROM = {
  version: 'the release that was asked for',
  files: 'the release that the files mean',
  latest: 'the latest release',
} as const

export function renderCards(answer: CardAnswer): string[] {
  const { ecosystem, package: name, version_resolved: version, version_from: from } = answer
  const where = `${ecosystem} ${name} ${oneLine(version)}`
  const asked = answer.cards
  const there = asked.filter(({ exists }) => exists === true).length
  const head =
    asked.length > 0
      ? `CARDS: ${there} of ${asked.length} symbols are in ${where}, ${FROM[from]}`
      : answer.found.length > 0
        ? `FOUND: ${answer.found.length} symbols of ${where}, ${FROM[from]}, fit the question`
        : `NOTHING FOUND: no symbol of ${where}, ${FROM[from]}, fits the question`
  const lines = withNotices([head], name, answer)
  for (const card of [...asked, ...answer.found])
    lines.push('', ...cardLines(card, answer.releases))
  return lines
}

function cardLines(card: SymbolCard, releases: readonly string[]): string[] {
  return card.exists === true ? hitLines(card, releases) : missLines(card)
}

function hitLines(card: HitCard, releases: readonly string[]): string[] {
  const lines = factLines(card)
  const between = (version: string) => oneLine(betweenReleases(releases, version))
  if (!card.public) lines.push('not public: may change without notice')
  if (card.since !== null) lines.push(`came ${between(card.since)}`)
  if (card.until !== null) lines.push(`went ${between(card.until)}`)
  if (card.caveat !== null) lines.push(`caveat: ${oneLine(card.caveat)}`)
  const { members, members_total: total } = card
  const more = total > members.length ? ` and ${total - members.length} more` : ''
  const open = card.members_complete ? '' : ' (there may be others)'
  if (total > 0)
    lines.push(`members: ${members.map((one) => oneLine(one)).join(', ')}${more}${open}`)
  if (card.also_at.length > 0)
    lines.push(`also at: ${card.also_at.map((one) => oneLine(one)).join(', ')}`)
  return lines
}

function missLines({ symbol, exists, caveat, seen_in: seen, closest }: MissCard): string[] {
  const name = quoted(symbol)
  const lines = [
    exists === false
      ? `ABSENT: ${name} is not in this release. Do not use it.`
      : `NOT FOUND: ${name}, as far as this release can be read`,
  ]
  if (caveat !== null) lines.push(`caveat: ${oneLine(caveat)}`)
  if (seen !== null) lines.push(`it is in release ${oneLine(seen)}`)
  for (const near of closest) lines.push(...factLines(near).map((line) => `  ${line}`))
  return lines
}

function factLines(facts: CardFacts): string[] {
  const { qualified_name: name, kind, signature, doc, deprecated } = facts
  const cut = facts.signature_cut ? ' (cut)' : ''
  const lines = [`${oneLine(name)}, ${kind}`]
  if (signature !== null) lines.push(`signature: ${oneLine(signature)}${cut}`)
  if (doc !== null) lines.push(`its documentation begins: ${quoted(doc)}`)
  if (deprecated !== null) {
    const since = deprecated.since === null ? '' : ` since ${oneLine(deprecated.since)}`
    const instead =
      deprecated.replaced_by === null ? '' : `; use ${oneLine(deprecated.replaced_by)}`
    const text = deprecated.text === null ? '' : `: ${quoted(deprecated.text)}`
    lines.push(`deprecated${since}${instead}${text}`)
  }
  return lines
}
