// Does the package exist? The answer in words.

import type { PackageExistsAnswer } from '../wire/packageAnswers.ts'
import { code, element, facts, headline } from './dom.ts'
import { proofFacts, registryName } from './proof.ts'

export function renderPackage(answer: PackageExistsAnswer): HTMLElement {
  const { name, ecosystem, exists, latest_version: latest } = answer
  const where = registryName(ecosystem)
  const found = `${name} exists on ${where}${latest === null ? '' : `, latest ${latest}`}`
  const box = element('div', {})
  box.append(
    exists ? headline('good', found) : headline('bad', `${name} does not exist on ${where}`),
    ...warnings(answer).map((warning) => element('p', { class: 'warning' }, warning)),
  )
  const near = [...answer.adjacent_to, ...answer.meant.map((meant) => meant.name)]
  if (!exists && near.length > 0) {
    box.append(element('p', {}, 'Names that are there and may have been meant:'), names(near))
  }
  box.append(
    facts([
      ['Looks like', answer.lookalike_of === null ? null : code(answer.lookalike_of)],
      ['Also on', answer.elsewhere === null ? null : registryName(answer.elsewhere)],
      ...proofFacts(answer.proof),
    ]),
    element('p', { class: 'dim' }, answer.scope),
  )
  return box
}

const NAMES_SHOWN = 12

export function names(all: readonly string[]): HTMLElement {
  const shown = [...new Set(all)].slice(0, NAMES_SHOWN)
  return element('ul', { class: 'names' }, ...shown.map((name) => element('li', {}, code(name))))
}

function warnings(answer: PackageExistsAnswer): string[] {
  const { registry_status: status, lookalike_of: lookalike, deprecation } = answer
  return [
    ...(status === null ? [] : [`The registry marks it: ${status.replaceAll('_', ' ')}.`]),
    ...(lookalike === null
      ? []
      : [`Its name looks like that of a far more popular package, ${lookalike}.`]),
    ...(deprecation === undefined ? [] : [`Deprecated: ${deprecation.message}`]),
  ]
}
