// Does the symbol exist? The answer in words.

import type { SymbolExistsAnswer } from '../wire/symbolAnswers.ts'
import { writeAddress } from './address.ts'
import { code, element, facts, headline } from './dom.ts'
import { noticeParagraphs } from './noticeParagraphs.ts'
import { asking, names, packageLink } from './packageAnswer.ts'
import { proofFacts, registryName } from './proof.ts'

export function renderSymbol(answer: SymbolExistsAnswer): HTMLElement {
  const { symbol, closest_match: closest, at_requested_version: pinned } = answer
  const { first, after } = noticeParagraphs(answer.package, answer)
  const box = element('div', {}, ...first, verdictOf(answer), ...after)
  if (answer.deprecated) box.append(element('p', { class: 'warning' }, 'It is deprecated.'))
  if (answer.symbol_signature !== null) {
    const name = answer.qualified_name ?? symbol
    const text = `${name}${answer.symbol_signature.startsWith('(') ? '' : ' '}${answer.symbol_signature}`
    box.append(element('pre', { tabindex: '0' }, text))
  }
  if (answer.doc !== null) box.append(element('p', {}, answer.doc))
  if (!answer.exists && closest !== null && closest.length > 0) {
    box.append(
      element('p', {}, `The closest names in ${answer.version_resolved ?? 'the registry'}:`),
      names(closest, (near) => nearLink(answer, near)),
    )
  }
  const notes = [answer.caveat, answer.note].filter((note) => note !== null)
  box.append(
    ...notes.map((note) => element('p', { class: 'warning' }, note)),
    facts([
      ['Kind', answer.kind],
      ['Release', answer.version_resolved],
      ['In the release you named', pinned === null ? null : pinnedWords(pinned)],
      ['Public', answer.public === false ? 'no, by its name or place' : null],
      ['Also at', answer.also_at.length === 0 ? null : code(answer.also_at.slice(0, 5).join(', '))],
      ...proofFacts(answer.proof),
    ]),
    element('p', { class: 'dim' }, answer.scope),
  )
  return box
}

/** Of a package that is not there the names are those of packages. */
function nearLink(answer: SymbolExistsAnswer, near: string): HTMLElement {
  const { ecosystem, package: name, at_requested_version: pinned } = answer
  if (answer.reason === 'package_not_found') return packageLink(ecosystem, near)
  const version = pinned?.version ?? ''
  const question = { ecosystem, package: name, symbol: near, version }
  return asking(writeAddress('symbol', question), code(near))
}

function verdictOf(answer: SymbolExistsAnswer): HTMLElement {
  const { package: name, symbol, version_resolved: version } = answer
  const release = version === null ? name : `${name} ${version}`
  if (answer.exists) return headline('good', `${symbol} exists in ${release}`)
  if (answer.reason === 'package_not_found') {
    return headline(
      'bad',
      `The package ${name} does not exist on ${registryName(answer.ecosystem)}`,
    )
  }
  const verdict = answer.caveat === null ? 'does not exist' : 'was not found'
  return headline('bad', `${symbol} ${verdict} in ${release}`)
}

function pinnedWords(pinned: NonNullable<SymbolExistsAnswer['at_requested_version']>): string {
  if (!pinned.exists) return `not there in ${pinned.version}`
  return `there in ${pinned.version}${pinned.signature === null ? '' : `: ${pinned.signature}`}`
}
