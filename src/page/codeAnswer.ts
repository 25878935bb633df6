// Is this code real? The findings, each with the line that it is about.

import type { CheckAnswer, CheckFinding } from '../wire/checkAnswers.ts'
import { checkVerdict } from '../wire/checkVerdict.ts'
import { excerptAround } from '../wire/excerpt.ts'
import { code, counted, element, headline } from './dom.ts'

export type SubmittedFile = Readonly<{ path: string; content: string }>

type Beside = Readonly<{ act(finding: CheckFinding): HTMLElement | null }>

/** `act`: what stands below a finding. */
export function renderCode(
  answer: CheckAnswer,
  files: readonly SubmittedFile[],
  { act }: Beside = { act: () => null },
): HTMLElement {
  const { counts, findings, undetermined } = answer
  const looked = counted(counts.references, 'reference')
  const box = element(
    'div',
    {},
    verdictOf(answer),
    element('p', {}, `${looked} to packages, ${counts.determined} of them looked up.`),
    element(
      'ul',
      { class: 'rows' },
      ...findings.map((finding) => findingRow(finding, files, act(finding))),
    ),
  )
  if (undetermined.length > 0) {
    const rows = undetermined.map(({ path, line, symbol, reason }) =>
      element('li', {}, `${path}:${line} `, code(symbol), ` ${reason}`),
    )
    const title = `${counted(undetermined.length, 'reference')} of which nothing can be told`
    box.append(element('details', {}, element('summary', {}, title), element('ul', {}, ...rows)))
  }
  return box
}

function verdictOf(answer: CheckAnswer): HTMLElement {
  const { tone, sentence } = checkVerdict(answer)
  return headline(tone, sentence)
}

function findingRow(
  finding: CheckFinding,
  files: readonly SubmittedFile[],
  actions: HTMLElement | null,
): HTMLElement {
  const { path, line, column, severity, message, suggestion } = finding
  const source = files.find((file) => file.path === path)?.content.split('\n')[line - 1]
  // Most messages name them already.
  const meant = (suggestion?.meant ?? []).filter((name) => !message.includes(name))
  return element(
    'li',
    { class: 'finding' },
    element('span', { class: `tag ${severity}` }, severity),
    ' ',
    code(`${path}:${line}:${column}`),
    ' ',
    codeTag(finding),
    element('p', {}, message),
    source === undefined ? null : sourceLine(source, line, column),
    meant.length === 0 ? null : element('p', {}, 'Perhaps meant: ', code(meant.join(', '))),
    actions,
  )
}

/** The page about the code is the service's own: an address that leads elsewhere is none. */
function codeTag({ code: name, docs }: CheckFinding): HTMLElement {
  const words = name.replaceAll('_', ' ')
  if (!/^\/docs\/[\w/-]+#\w+$/.test(docs)) return element('span', { class: 'tag' }, words)
  return element('a', { class: 'tag', href: docs }, words)
}

const SOURCE_SHOWN = 300

function sourceLine(source: string, line: number, column: number): HTMLElement {
  const number = element('span', { class: 'dim' }, `${line}  `)
  const { text } = excerptAround(source, column, SOURCE_SHOWN)
  return element('pre', { tabindex: '0' }, number, text)
}
