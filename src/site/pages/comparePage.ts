// The page of a comparison: what changed between two releases, what breaks first.

import type { AddedRow, ChangedRow, DiffAnswer, DiffRow } from '../../wire/diffAnswers.ts'
import { lostCaveat } from '../../wire/lostCaveat.ts'
import { parameterWords } from '../../wire/parameterWords.ts'
import {
  compareAddress,
  type OfPackage,
  packageAddress,
  releaseAddress,
  symbolAddress,
} from '../markup/addresses.ts'
import { html, type Markup, type Shown } from '../markup/html.ts'
import { prose } from '../markup/prose.ts'
import type { Page } from '../parts/frame.ts'
import { isInTypes } from '../parts/inTypes.ts'
import { longList } from '../parts/longList.ts'
import { kindTag } from '../parts/names.ts'
import { noticesOf } from '../parts/notices.ts'
import { rangeWords } from '../parts/rangeWords.ts'
import { type ReceiptOf, receiptBlock } from '../parts/receipt.ts'
import { changedSignature } from '../parts/signature.ts'
import { box, code, counted, crumbs, facts, registryName, tag } from '../parts/words.ts'

export const GROUPS = [
  'removed',
  'breaking',
  'demanded',
  'undecided',
  'deprecated',
  'compatible',
  'added',
  'undetermined',
] as const
export type GroupId = (typeof GROUPS)[number]

export type ComparePageView = Readonly<{
  answer: DiffAnswer
  /** Only rows whose symbol begins with this, or holds it; empty for all. */
  filter: string
  /** Only rows of this kind; empty for all. */
  kind: string
  /** One list alone, longer; null for all of them. */
  only: GroupId | null
  rowsMax: number
  receipt: ReceiptOf
  baseUrl: string
}>

type Row = Readonly<{ symbol: string; kind: string; shown: (below: number) => Markup }>
type Group = Readonly<{ id: GroupId; title: string; says: string; rows: readonly Row[] }>

/** Signatures in which the changed words are looked for: to find them in long ones takes a while. */
const MARKED_LENGTH_MAX = 60_000

export function comparePage(view: ComparePageView): Page {
  const { answer, filter, kind, only, rowsMax } = view
  const { ecosystem, package: name, from_version: from, to_version: to } = answer
  const of = { ecosystem, name }
  const address = compareAddress(of, from, to)
  const groups = groupsOf(of, answer, only)
  const wanted = filter.toLowerCase()
  const shown = groups
    .map((group) => ({
      ...group,
      rows: group.rows.filter(
        (row) => row.symbol.toLowerCase().includes(wanted) && (kind === '' || row.kind === kind),
      ),
    }))
    .filter((group) => group.rows.length > 0 && (only === null || group.id === only))
  const isAll = filter === '' && kind === '' && only === null
  const more = (id: GroupId) => {
    const given = [
      ['only', id],
      ['q', filter],
      ['kind', kind],
    ].filter(([, value]) => value !== '')
    return `${address}?${given.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&')}`
  }
  return {
    status: 200,
    title: `${name} ${from} → ${to}: ${effectOf(answer).title}`,
    description: `What changed in ${name} on ${registryName(ecosystem)} from ${from} to ${to}: ${countWords(answer)}`,
    address,
    isListed: isAll,
    body: html`${crumbs([
      { text: registryName(ecosystem), address: null },
      { text: name, address: packageAddress(of) },
      { text: `${from} → ${to}`, address: isAll ? null : address },
    ])}
<div class="head"><h1>${name} <small><a href="${releaseAddress(of, from)}">${from}</a> → <a href="${releaseAddress(of, to)}">${to}</a></small></h1></div>
${noticesOf(name, answer)}
${verdictBox(answer)}
${tally(groups, only, more, address)}
${groups.length > 0 && filterForm(groups, address, { filter, kind })}
${groups.length > 0 && mineForm(of, from, to)}
${groups.length === 0 && html`<p>No public name was removed, changed, added or newly deprecated.</p>`}
${groups.length > 0 && shown.length === 0 && html`<p>No row fits.</p>`}
${shown.map((group) =>
  section(group, {
    rowsMax,
    isFolded: isAll,
    isFolding: only === null,
    more: more(group.id),
  }),
)}
<section aria-labelledby="file"><h2 id="file">Read from</h2>
${facts([...fileFacts(from, answer.proof.from), ...fileFacts(to, answer.proof.to)])}</section>
${receiptBlock(view.receipt, view.baseUrl)}`,
  }
}

function filterForm(
  groups: readonly Group[],
  address: string,
  { filter, kind }: Readonly<{ filter: string; kind: string }>,
): Markup {
  const kinds = [...new Set(groups.flatMap(({ rows }) => rows.map((row) => row.kind)))].sort()
  const option = (one: string) =>
    html`<option value="${one}"${one === kind && html` selected`}>${one}</option>`
  return html`<form class="search-in" role="search" aria-label="Filter the rows" action="${address}" method="get">
<label for="in">Only names that hold (a module, a class, a word)</label>
<div class="line"><input id="in" name="q" type="search" value="${filter}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="200">${kinds.length > 1 && html`<select name="kind" aria-label="Only this kind"><option value="">every kind</option>${kinds.map(option)}</select>`}<button type="submit">Filter</button></div></form>`
}

/** What concerns one file alone; the script lets it be dropped onto the page. */
function mineForm(of: OfPackage, from: string, to: string): Markup {
  const path = of.ecosystem === 'pypi' ? 'main.py' : 'main.ts'
  const given = { ecosystem: of.ecosystem, package: of.name, from, to }
  return html`<details class="mine"><summary>Only what my code uses</summary>
<form action="/upgrade" method="post" data-drop>
${Object.entries(given).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="wide" data-choose hidden><label for="mine-file">Choose a file, or drop one onto the page</label><input id="mine-file" type="file"></p>
<div class="wide"><label for="mine-path">File name (it tells the language)</label><input id="mine-path" name="path" value="${path}" required maxlength="200" autocomplete="off" autocapitalize="none" spellcheck="false"></div>
<div class="wide"><label for="mine-content">Code</label><textarea id="mine-content" name="content" class="code" required spellcheck="false" autocapitalize="none"></textarea></div>
<p class="wide"><button type="submit">What breaks in it?</button> <span class="dim">It is neither stored nor logged, and counts as one question.</span></p>
</form></details>`
}

function fileFacts(
  version: string,
  { filename, artifact_sha256: sha256, source_url: url }: DiffAnswer['proof']['from'],
) {
  const file =
    filename === null
      ? null
      : url === null
        ? code(filename)
        : html`<a href="${url}" rel="nofollow">${filename}</a>`
  return [
    [version, file],
    [`SHA-256 of ${version}`, sha256 === null ? null : code(sha256)],
  ] as const
}

/** Whether code that was right can be wrong now; nothing is called safe that was not determined. */
function effectOf({ compatibility, undetermined }: DiffAnswer) {
  if (compatibility.classification === 'breaking')
    return {
      title: 'breaking',
      tone: 'bad',
      words: 'Code that was right can be wrong now.',
    } as const
  if (compatibility.undecided > 0 || undetermined.length > 0)
    return {
      title: 'cannot be told',
      tone: 'warn',
      words: 'Whether code that was right stays right cannot be told.',
    } as const
  if (compatibility.classification === 'additive')
    return {
      title: 'additive',
      tone: 'good',
      words: 'By all that the files show, code that was right stays right.',
    } as const
  return { title: 'no change', tone: 'good', words: 'Nothing public changed.' } as const
}

function countWords({ counts, removed, added, cut }: DiffAnswer): string {
  // What stands below a name that is gone says nothing of its own.
  const withBelow = (rows: readonly DiffRow[], count: number) => {
    const heads = cut ? count : folded(rows).length
    const below = heads === count ? '' : ` (and ${(count - heads).toLocaleString('en')} below)`
    return `${counted(heads, 'name')}${below}`
  }
  const said = [
    counts.removed === 0 ? '' : `${withBelow(removed, counts.removed)} removed`,
    counts.changed === 0 ? '' : `${counted(counts.changed, 'name')} changed`,
    counts.added === 0 ? '' : `${withBelow(added, counts.added)} added`,
    counts.new_deprecations === 0 ? '' : `${counts.new_deprecations} newly deprecated`,
  ].filter((part) => part !== '')
  return said.length === 0 ? 'nothing public.' : `${said.join(', ')}.`
}

function verdictBox(answer: DiffAnswer): Markup {
  const { tone, words } = effectOf(answer)
  const { published_bump: bump } = answer
  const claim =
    bump === 'unknown' || bump === 'none' ? '' : ` By its number it is a ${bump} release.`
  const open = answer.undetermined.length
  const left = open === 0 ? '' : ` Of ${counted(open, 'module')} nothing can be told.`
  const cut = answer.cut ? ' The lists are cut; the counts are whole.' : ''
  return box(
    tone,
    html`<strong>${words}</strong>${claim}`,
    `${first(countWords(answer))}${left}${cut}`,
    loadWords(answer),
    typeWords(answer),
  )
}

/** What comes before any name: how the package is loaded, in the words of its row. */
function loadWords({ package: name, changed }: DiffAnswer): Markup | null {
  const row = changed.find(
    ({ kind, symbol, reasons }) =>
      kind === 'module' && symbol === name && reasons.some((one) => LOADED_OTHERWISE.has(one)),
  )
  if (row === undefined) return null
  const required = code(`require('${name}')`)
  if (row.severity !== 'breaking') return html`${required} gives another object than before.`
  const [, how, nodes] = /; require (.+?)(?: in Node (.+))?$/.exec(row.to_sig ?? '') ?? []
  const where = nodes === undefined ? '' : ` in Node ${rangeWords(nodes)}`
  return html`Only ${code('import')} loads it as before: ${required} ${how ?? 'fails or gives another object'}${where}.`
}

const LOADED_OTHERWISE: ReadonlySet<string> = new Set(['became_esm', 'require_gives_namespace'])

/** How much of what breaks stands in declarations alone. */
function typeWords({ ecosystem, removed, changed, added }: DiffAnswer): string | null {
  const breaks = changed.filter(({ severity }) => severity === 'breaking')
  const demanded = added.filter(isDemanded)
  const inTypes = [...removed, ...breaks].filter((row) => isInTypes(ecosystem, row)).length
  const count = inTypes + (ecosystem === 'npm' ? demanded.length : 0)
  const all = removed.length + breaks.length + demanded.length
  if (count === 0) return null
  const which = count === all ? 'All of what breaks' : `Of what breaks, ${counted(count, 'row')}`
  const verb = count === all || count === 1 ? 'stands' : 'stand'
  return `${which} ${verb} in declared types alone, marked “${IN_TYPES}”: a type checker reports it, and code that runs notices it only where the code behind the types changed, too.`
}

const IN_TYPES = 'types'

function isDemanded(row: AddedRow): boolean {
  return row.severity === 'breaking'
}

function first(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** A sentence, unless it begins with a name of code, which is written as it is. */
function said(words: string): string {
  const plain = words.replaceAll('`', '')
  return words.startsWith('`') ? plain : first(plain)
}

function tally(
  groups: readonly Group[],
  only: GroupId | null,
  more: (id: GroupId) => string,
  address: string,
): Markup | null {
  if (groups.length === 0) return null
  const item = ({ id, title, rows }: Group) =>
    html`<li><a href="${more(id)}"${id === only && html` aria-current="page"`}>${title}</a> <span class="count">${rows.length.toLocaleString('en')}</span></li>`
  return html`<nav class="tally" aria-label="Lists"><ul>${only !== null && html`<li><a href="${address}">All lists</a></li>`}${groups.map(item)}</ul></nav>`
}

/** Rows that stand below another one of their list, which went or came with it, are only counted. */
function folded<One extends Readonly<{ symbol: string }>>(
  rows: readonly One[],
): readonly (readonly [row: One, below: number])[] {
  const heads: [row: One, below: number][] = []
  const byPath = new Map<string, [row: One, below: number]>()
  // Sorted by symbol, as every list of a diff: what is above comes before what is below.
  for (const row of rows) {
    const head = headOf(byPath, row.symbol)
    if (head !== null) head[1] += 1
    else {
      const own: [row: One, below: number] = [row, 0]
      heads.push(own)
      byPath.set(row.symbol, own)
    }
  }
  return heads
}

function headOf<Head>(heads: ReadonlyMap<string, Head>, symbol: string): Head | null {
  for (let dot = symbol.lastIndexOf('.'); dot > 0; dot = symbol.lastIndexOf('.', dot - 1)) {
    const head = heads.get(symbol.slice(0, dot))
    if (head !== undefined) return head
  }
  return null
}

const FOLDED: ReadonlySet<GroupId> = new Set(['removed', 'added'])

const OPEN_ROWS = 10

/**
 * `isFolded`: rows below another one are counted with it. `isFolding`: it is one list of several, and the
 * rest of a long one is folded.
 */
type Drawn = Readonly<{ rowsMax: number; isFolded: boolean; isFolding: boolean; more: string }>

function section(
  { id, title, says, rows }: Group,
  { rowsMax, isFolded, isFolding, more }: Drawn,
): Markup {
  const all = isFolded && FOLDED.has(id) ? folded(rows) : rows.map((row) => [row, 0] as const)
  const shown = all.slice(0, rowsMax)
  const rowsOf = (some: readonly (typeof shown)[number][]) =>
    html`<ul class="rows">${some.map(([row, below]) => row.shown(below))}</ul>`
  const rest = all.length - shown.length
  const isWhole = rest === 0 && all.length === rows.length
  return html`<section class="group ${id}" aria-labelledby="${id}"><h2 id="${id}">${title} <span class="count">${rows.length.toLocaleString('en')}</span></h2>
<p class="dim">${says}</p>
${longList(shown, isFolding ? OPEN_ROWS : shown.length, rowsOf)}
${!isWhole && (isFolding ? html`<p><a href="${more}">All ${counted(rows.length, 'row')} of this list</a></p>` : html`<p>The first ${counted(shown.length, 'row')} of ${rows.length.toLocaleString('en')} are shown; the filter above finds the others.</p>`)}</section>`
}

type Said = Readonly<{ more?: Shown; marks?: Shown }>

function idOf({ symbol, kind }: DiffRow): string {
  return `${kind} ${symbol}`
}

function typeTag(
  ecosystem: OfPackage['ecosystem'],
  row: Parameters<typeof isInTypes>[1],
): Markup | null {
  return isInTypes(ecosystem, row) ? tag(IN_TYPES) : null
}

/** `only`: a list that is shown alone has all of its rows. */
function groupsOf(of: OfPackage, answer: DiffAnswer, only: GroupId | null): readonly Group[] {
  const { ecosystem, from_version: from, to_version: to } = answer
  let room = MARKED_LENGTH_MAX
  const here = (symbol: string) =>
    `${compareAddress(of, from, to)}?q=${encodeURIComponent(symbol.toWellFormed())}`
  const plain = (
    version: string,
    { symbol, kind }: Pick<DiffRow, 'symbol' | 'kind'>,
    { more = null, marks = null }: Said,
  ) =>
    plainRow({ address: symbolAddress(of, version, symbol), here: here(symbol) }, symbol, kind, {
      more,
      marks,
    })
  const inOld = (row: DiffRow, said: Said = {}) => plain(from, row, said)
  const inNew = (row: DiffRow, said: Said = {}) => plain(to, row, said)
  const deprecations = new Map(answer.new_deprecations.map((row) => [idOf(row), row]))
  const changed = (row: ChangedRow): Row => ({
    symbol: row.symbol,
    kind: row.kind,
    shown: () => {
      room -= (row.from_sig ?? '').length + (row.to_sig ?? '').length
      const deprecation = deprecations.get(idOf(row)) ?? null
      const marks = row.severity === 'breaking' ? typeTag(ecosystem, row) : null
      const leads = { isMarked: room > 0, here: here(row.symbol) }
      return changedRow(of, to, row, { ...leads, deprecation, marks })
    },
  })
  const withSeverity = (severity: ChangedRow['severity']) =>
    answer.changed.filter((row) => row.severity === severity)
  // Each stands once: where it breaks, else where it is deprecated.
  const compatible = new Map(withSeverity('compatible').map((row) => [idOf(row), row]))
  const worse = new Set(
    [...withSeverity('breaking'), ...withSeverity('undecided')].map((row) => idOf(row)),
  )
  const deprecated = answer.new_deprecations.filter(
    (row) => only === 'deprecated' || !worse.has(idOf(row)),
  )
  const elsewhere = answer.new_deprecations.length - deprecated.length
  const all: readonly Group[] = [
    {
      id: 'removed',
      title: 'Removed',
      says: 'Code that names one of these stops working.',
      rows: answer.removed.map((row) =>
        inOld(row, {
          more: row.caveat && lostCaveat(row.caveat),
          marks: typeTag(ecosystem, row),
        }),
      ),
    },
    {
      id: 'breaking',
      title: 'Changed, and breaks',
      says: 'A call or a use that was right can be wrong now.',
      rows: withSeverity('breaking').map(changed),
    },
    {
      id: 'demanded',
      title: 'Added, and demanded',
      says: 'Code that made such an object has to give these now.',
      rows: answer.added
        .filter(isDemanded)
        .map((row) => inNew(row, { marks: ecosystem === 'npm' && tag(IN_TYPES) })),
    },
    {
      id: 'undecided',
      title: 'Changed, cannot be told',
      says: 'Nobody can tell from the files whether these break code.',
      rows: withSeverity('undecided').map(changed),
    },
    {
      id: 'deprecated',
      title: 'Newly deprecated',
      says: `They still work.${elsewhere === 0 ? '' : ` ${counted(elsewhere, 'more name')} ${elsewhere === 1 ? 'stands' : 'stand'} above, because ${elsewhere === 1 ? 'it' : 'they'} changed as well.`}`,
      rows: deprecated.map((row) => {
        const change = compatible.get(idOf(row))
        return change === undefined
          ? inNew(row, { more: row.message !== null && prose(row.message) })
          : changed(change)
      }),
    },
    {
      id: 'compatible',
      title: 'Changed, compatible',
      says: 'Code that was right stays right.',
      rows: withSeverity('compatible')
        .filter((row) => only === 'compatible' || !deprecations.has(idOf(row)))
        .map(changed),
    },
    {
      id: 'added',
      title: 'Added',
      says: `${to} has them, and ${from} has not.`,
      rows: answer.added.filter((row) => !isDemanded(row)).map((row) => inNew(row)),
    },
    {
      id: 'undetermined',
      title: 'Not compared',
      says: 'These modules could not be read in one of the releases: nothing is said of what is in them.',
      rows: answer.undetermined.map(({ symbol, reason }) =>
        plain(to, { symbol, kind: 'module' }, { more: reason?.replaceAll('_', ' ') }),
      ),
    },
  ]
  return all.filter(({ rows }) => rows.length > 0)
}

type Leads = Readonly<{ address: string; here: string }>

function plainRow(
  { address, here }: Leads,
  symbol: string,
  kind: string,
  { more, marks }: Required<Said>,
): Row {
  return {
    symbol,
    kind,
    shown: (below) =>
      html`<li><a href="${address}"><code>${symbol}</code></a> ${kindTag(kind)}${marks}${below > 0 && tag(`with ${counted(below, 'name')} below it`)}${rowLink(here, symbol)}${more !== null && more !== undefined && html`<p>${more}</p>`}</li>`,
  }
}

/** To this entry of the comparison, for whoever passes it on. */
function rowLink(here: string, symbol: string): Markup {
  return html` <a class="here" href="${here}" aria-label="Link to what changed in ${symbol}">#</a>`
}

function changedRow(
  of: OfPackage,
  version: string,
  row: ChangedRow,
  {
    isMarked,
    here,
    deprecation,
    marks,
  }: Readonly<{
    isMarked: boolean
    here: string
    deprecation: DiffAnswer['new_deprecations'][number] | null
    marks: Shown
  }>,
): Markup {
  const words = parameterWords(row.from_sig, row.to_sig)
  const reasons = row.reasons.map((reason) => reason.replaceAll('_', ' ')).join(', ')
  return html`<li><a href="${symbolAddress(of, version, row.symbol)}"><code>${row.symbol}</code></a> ${kindTag(row.kind)} ${marks}${tag(reasons)}${deprecation !== null && tag('newly deprecated', 'warn')}${rowLink(here, row.symbol)}
${deprecation !== null && deprecation.message !== null && html`<p>${prose(deprecation.message)}</p>`}
${words !== '' && html`<p>${said(words)}.</p>`}
${changedSignature(row.from_sig, row.to_sig, isMarked)}</li>`
}
