// Does the package exist? The answer in words.

import { noticeLines } from '../wire/noticeLines.ts'
import type { PackageExistsAnswer } from '../wire/packageAnswers.ts'
import type { Ecosystem } from '../wire/signed.ts'
import { writeAddress } from './address.ts'
import { code, element, facts, headline } from './dom.ts'
import { packageHead } from './packageHead.ts'
import { proofFacts, registryName } from './proof.ts'

export function renderPackage(answer: PackageExistsAnswer): HTMLElement {
  const { ecosystem, name, exists } = answer
  const box = element('div', {})
  const { tone, sentences } = packageHead(answer, registryName(answer.ecosystem))
  const [first = '', ...more] = sentences
  box.append(
    headline(tone, first),
    ...more.map((sentence) => element('p', {}, sentence)),
    ...warnings(answer).map((warning) => element('p', { class: 'warning' }, warning)),
  )
  const near = [...answer.adjacent_to, ...answer.meant.map((meant) => meant.name)]
  if (!exists && near.length > 0) {
    box.append(
      element('p', {}, 'Names that are there and may have been meant:'),
      names(near, (near) => packageLink(ecosystem, near)),
    )
  }
  box.append(
    facts([
      ['Looks like', linked(answer.lookalike_of, (meant) => packageLink(ecosystem, meant))],
      ['Also on', linked(answer.elsewhere, (other) => elsewhere(other, name))],
      ...proofFacts(answer.proof),
    ]),
    element('p', { class: 'dim' }, answer.scope),
  )
  return box
}

const NAMES_SHOWN = 12

/** Names, each with the question about it one click away. */
export function names(all: readonly string[], link: (name: string) => HTMLElement): HTMLElement {
  const shown = [...new Set(all)].slice(0, NAMES_SHOWN)
  return element('ul', { class: 'names' }, ...shown.map((name) => element('li', {}, link(name))))
}

export function packageLink(ecosystem: Ecosystem, name: string): HTMLElement {
  return asking(writeAddress('package', { ecosystem, name }), code(name))
}

function elsewhere(ecosystem: Ecosystem, name: string): HTMLElement {
  const where = element('span', {}, registryName(ecosystem))
  return asking(writeAddress('package', { ecosystem, name }), where)
}

/** A link that asks, where the question fits into an address. */
export function asking(address: string | null, shown: HTMLElement): HTMLElement {
  return address === null ? shown : element('a', { href: address }, shown)
}

function linked<T>(value: T | null, link: (value: T) => HTMLElement): HTMLElement | null {
  return value === null ? null : link(value)
}

function warnings(answer: PackageExistsAnswer): string[] {
  const { registry_status: status } = answer
  const { said } = noticeLines(answer.name, answer)
  const isSaid = answer.notices?.some(({ word }) => word === status) === true
  const marked =
    status === null || isSaid ? [] : [`The registry marks it: ${status.replaceAll('_', ' ')}.`]
  return [...marked, ...said]
}
