// What changed between two releases, as people like to read it: what breaks first, each list under
// its heading, the old and the new signature under each other, and a box to filter by.

import type { ChangedRow, DiffAnswer } from '../wire/diffAnswers.ts'
import { lostCaveat } from '../wire/lostCaveat.ts'
import { parameterWords } from '../wire/parameterWords.ts'
import { type Piece, signatureDiff } from '../wire/signatureDiff.ts'
import { button, type Child, code, counted, element, facts, headline } from './dom.ts'
import { noticeParagraphs } from './noticeParagraphs.ts'
import { proofFacts } from './proof.ts'

type Row = Readonly<{ symbol: string; render(): HTMLElement }>
type Group = Readonly<{ id: string; title: string; rows: readonly Row[] }>

/** Rows of a list that are made at once; a diff may have tens of thousands. */
const ROWS_SHOWN = 200

export function renderDiff(answer: DiffAnswer): HTMLElement {
  const { package: name, from_version: from, to_version: to } = answer
  const isBreaking = answer.classification === 'breaking'
  const said = noticeParagraphs(name, answer)
  const title = `${name} ${from} → ${to}: ${answer.classification}`
  const groups = groupsOf(answer)
  const total = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  const lists = element('div', {})
  const matched = element('p', { class: 'dim', role: 'status' })
  const filter = element('input', {
    id: 'diff-filter',
    type: 'search',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const draw = () => {
    const wanted = filter.value.trim().toLowerCase()
    const shown = groups.map((group) => ({
      ...group,
      rows: group.rows.filter(({ symbol }) => symbol.toLowerCase().includes(wanted)),
    }))
    const count = shown.reduce((sum, { rows }) => sum + rows.length, 0)
    matched.textContent = wanted === '' ? '' : `${counted(count, 'row')} of ${total} fit.`
    lists.replaceChildren(...shown.filter(({ rows }) => rows.length > 0).map(renderGroup))
  }
  filter.addEventListener('input', draw)
  draw()
  return element(
    'div',
    { class: 'diff' },
    ...said.first,
    headline(isBreaking ? 'bad' : 'good', title),
    element('p', {}, summaryOf(answer)),
    ...said.after,
    total === 0
      ? element('p', {}, 'No public name was removed, changed, added or newly deprecated.')
      : element(
          'p',
          { class: 'filter' },
          element('label', { for: 'diff-filter' }, 'Filter by name'),
          filter,
        ),
    matched,
    lists,
    facts([...proofFacts(answer.proof.from, from), ...proofFacts(answer.proof.to, to)]),
  )
}

function summaryOf(answer: DiffAnswer): string {
  const { counts, compatibility, published_bump: bump } = answer
  const said = [
    counts.removed === 0 ? '' : `${counted(counts.removed, 'name')} removed`,
    counts.changed === 0 ? '' : `${counted(counts.changed, 'name')} changed`,
    counts.added === 0 ? '' : `${counted(counts.added, 'name')} added`,
    counts.new_deprecations === 0 ? '' : `${counts.new_deprecations} newly deprecated`,
  ].filter((part) => part !== '')
  const claim =
    bump === 'unknown' || bump === 'none' ? '' : ` By its number it is a ${bump} release.`
  const isTold = compatibility.undecided === 0 && answer.undetermined.length === 0
  const effect =
    compatibility.classification === 'breaking'
      ? ' Code that was right can be wrong now.'
      : isTold
        ? ' Code that was right stays right.'
        : ' Whether code that was right stays right cannot be told.'
  const cut = answer.cut ? ' The lists are cut; the counts are whole.' : ''
  return `${said.length === 0 ? 'Nothing public changed' : said.join(', ')}.${effect}${claim}${cut}`
}

function groupsOf(answer: DiffAnswer): Group[] {
  const named = (symbol: string, kind: string, more: string | null): Row => ({
    symbol,
    render: () =>
      element(
        'li',
        {},
        code(symbol),
        ' ',
        tag(kind),
        more === null ? null : element('p', {}, more),
      ),
  })
  return [
    {
      id: 'removed',
      title: 'Removed',
      rows: answer.removed.map(({ symbol, kind, caveat }) =>
        named(symbol, kind, caveat === null ? null : lostCaveat(caveat)),
      ),
    },
    {
      id: 'changed',
      title: 'Changed',
      rows: answer.changed.map((row) => ({ symbol: row.symbol, render: () => changedRow(row) })),
    },
    {
      id: 'added',
      title: 'Added',
      rows: answer.added.map(({ symbol, kind }) => named(symbol, kind, null)),
    },
    {
      id: 'deprecated',
      title: 'Newly deprecated',
      rows: answer.new_deprecations.map(({ symbol, kind, message }) =>
        named(symbol, kind, message),
      ),
    },
    {
      id: 'undetermined',
      title: 'Cannot be told',
      rows: answer.undetermined.map(({ symbol, reason }) =>
        named(symbol, 'unknown', reason?.replaceAll('_', ' ') ?? null),
      ),
    },
  ]
}

function renderGroup({ id, title, rows }: Group): HTMLElement {
  const list = element('ul', { class: 'rows' })
  const more = button('', () => extend())
  let shown = 0
  function extend(): void {
    const next = rows.slice(shown, shown + ROWS_SHOWN)
    list.append(...next.map((row) => row.render()))
    shown += next.length
    more.textContent = `Show ${Math.min(ROWS_SHOWN, rows.length - shown)} more`
    more.hidden = shown >= rows.length
  }
  extend()
  const count = element('span', { class: 'count' }, rows.length.toLocaleString('en'))
  const heading = element('h4', {}, `${title} `, count)
  return element('section', { class: `group ${id}` }, heading, list, more)
}

function changedRow(row: ChangedRow): HTMLElement {
  const { from, to } = signatureDiff(row.from_sig ?? '', row.to_sig ?? '')
  const words = parameterWords(row.from_sig, row.to_sig)
  return element(
    'li',
    {},
    code(row.symbol),
    ' ',
    tag(row.kind),
    ' ',
    element('span', { class: `tag ${row.severity}` }, row.severity),
    element('p', {}, row.reasons.map((reason) => reason.replaceAll('_', ' ')).join(', ')),
    words === '' ? null : element('p', {}, `${words}.`),
    row.from_sig === null ? null : signatureLine('from', from),
    row.to_sig === null ? null : signatureLine('to', to),
  )
}

function signatureLine(side: 'from' | 'to', pieces: readonly Piece[]): HTMLElement {
  const mark = side === 'from' ? 'del' : 'ins'
  const children: Child[] = pieces.map(({ text: piece, isChanged }) =>
    isChanged ? element(mark, {}, piece) : piece,
  )
  const sign = element('span', { 'aria-hidden': 'true' }, side === 'from' ? '− ' : '+ ')
  const spoken = element('span', { class: 'unseen' }, `${side}: `)
  const text = element('code', {}, ...children)
  return element('div', { class: `signature ${side}` }, sign, spoken, text)
}

function tag(kind: string): HTMLElement {
  return element('span', { class: 'tag' }, kind)
}
