// The page of a package, and of one of its releases: what it is, what there is to know of it first, its
// releases, every public name, and the files that all of that was read from.

import type { Notice } from '../../domain/notice.ts'
import type { ListedModule, ListedName, ListedPath, ModuleGives } from '../../symbols/listNames.ts'
import type { PackageExistsAnswer } from '../../wire/packageAnswers.ts'
import { packageCaution } from '../../wire/packageCaution.ts'
import {
  extraAddress,
  type OfPackage,
  packageAddress,
  releaseAddress,
  symbolAddress,
} from '../markup/addresses.ts'
import { html, type Markup } from '../markup/html.ts'
import { prose } from '../markup/prose.ts'
import type { Page } from '../parts/frame.ts'
import { longList } from '../parts/longList.ts'
import { kindTag, nameLinks, nameRows, type OfRelease } from '../parts/names.ts'
import { packageNotices } from '../parts/notices.ts'
import { type ReceiptOf, receiptBlock } from '../parts/receipt.ts'
import { type Timeline, timeline } from '../parts/timeline.ts'
import { importLines, installLine } from '../parts/use.ts'
import { box, code, command, counted, crumbs, facts, registryName, tag } from '../parts/words.ts'

export type ListedIn = Readonly<{
  module: ListedModule
  /** The first so many of its names; null where there is no room for any. */
  names: readonly ListedName[] | null
  /** With signature and documentation. */
  isTold: boolean
}>

/** A file that the table was made from. */
export type RestsOn = Readonly<{
  package: string
  version: string
  filename: string
  sha256: string
}>

export type ReadRelease = Readonly<{
  state: 'read'
  filename: string
  sha256: string
  digest: 'computed' | 'declared'
  sizeBytes: number
  extractor: string
  remarks: readonly string[]
  sourceUrl: string | null
  restsOn: readonly RestsOn[]
  modules: readonly ListedIn[]
  /** What the main module of an npm package gives; null where it has none. */
  main: ModuleGives | null
  counts: Readonly<{ shown: number; hidden: number; unclear: number; names: number }>
  unreadable: readonly Readonly<{ file: string; reason: string }>[]
  /** What it was made without although it exists. */
  lacking: readonly string[]
  /** It has more names than are compared. */
  isTooLarge: boolean
}>

/** Why nothing of it can be shown, in a sentence, and whether it has a file at all. */
export type UnreadRelease = Readonly<{ state: 'unread'; reason: string; hasFile: boolean }>

export type Matches = Readonly<{ query: string; found: readonly ListedPath[]; total: number }>

export type ReleasePageView = Readonly<{
  answer: PackageExistsAnswer
  /** The release that is shown; null where the package has none. */
  version: string | null
  isLatest: boolean
  /** Of the release that is shown. */
  notices: readonly Notice[]
  release: ReadRelease | UnreadRelease
  timeline: Timeline
  /** What the names were searched for; null where nothing was. */
  matches: Matches | null
  receipt: ReceiptOf
  baseUrl: string
}>

export function releasePage(view: ReleasePageView): Page {
  const { answer, version, isLatest, release } = view
  const { ecosystem, name } = answer
  const of = { ecosystem, name }
  const isPackage = isLatest && view.matches === null
  const isUsed = isForUse(answer)
  const listed =
    release.state === 'read' && (isUsed || release.counts.names > 0)
      ? namesOf({ ...of, version: version ?? '' }, release, view.matches)
      : null
  const title =
    isLatest || version === null ? `${name} on ${registryName(ecosystem)}` : `${name} ${version}`
  return {
    status: 200,
    title,
    description: descriptionOf(view),
    address: isLatest || version === null ? packageAddress(of) : releaseAddress(of, version),
    isListed: view.matches === null,
    feed: extraAddress(of, 'releases.atom'),
    body: html`${crumbs([
      { text: registryName(ecosystem), address: null },
      { text: name, address: isPackage ? null : packageAddress(of) },
      ...(isLatest || version === null ? [] : [{ text: version, address: null }]),
    ])}
<div class="head"><h1>${name} ${version !== null && html`<small>${version}</small>`}</h1></div>
${packageNotices(answer, isLatest ? {} : { notices: view.notices })}
${release.state === 'unread' && isUsed && box('warn', release.reason)}
${marks(view)}
${version !== null && isUsed && (release.state === 'read' || release.hasFile) && use(of, version, release)}
${jumps(view, listed !== null)}
<div class="columns">
<div class="wide">
<section aria-labelledby="releases"><h2 id="releases">Releases</h2>
${timeline(of, view.timeline, version)}
${isUsed && compareForm(of, view)}
${isUsed && beside(of, view)}
</section>
${listed}
</div>
<aside>
${release.state === 'read' && filesOf(of, version ?? '', release)}
</aside>
</div>
${receiptBlock(view.receipt, view.baseUrl)}`,
  }
}

function descriptionOf({ answer, version, release }: ReleasePageView): string {
  const { ecosystem, name } = answer
  const caution = packageCaution(answer)
  if (caution !== null) return caution.sentence
  const what = `${name}${version === null ? '' : ` ${version}`} on ${registryName(ecosystem)}`
  if (release.state === 'unread') return `${what}: ${release.reason}`
  const { counts } = release
  return `${what}: ${counted(counts.names, 'public name')} in ${counted(counts.shown, 'module')}, read from ${release.filename}.`
}

/** In no colour that would call it safe. */
function marks({ answer, isLatest, release }: ReleasePageView): Markup {
  const { ecosystem, latest_version: latest } = answer
  const counts = release.state === 'read' && release.counts.names > 0 ? release.counts : null
  return html`<p class="marks">${tag(registryName(ecosystem))}${isLatest ? tag('latest') : latest !== null && html`<a class="tag warn" href="${packageAddress(answer)}">latest is ${latest}</a>`}${counts !== null && html` <span class="dim">${counted(counts.names, 'public name')} in ${counted(counts.shown, 'public module')}</span>`}</p>`
}

/** To the parts of a long page. */
function jumps(
  { release, timeline: { total } }: ReleasePageView,
  isListed: boolean,
): Markup | null {
  if (release.state !== 'read' || !isListed) return null
  const count = (number: number) => html` <span class="count">${number.toLocaleString('en')}</span>`
  return html`<nav class="tally" aria-label="On this page"><ul><li><a href="#names">Names</a>${count(release.counts.names)}</li>
<li><a href="#releases">Releases</a> <span class="count">${total.toLocaleString('en')} read</span></li>
<li><a href="#file">Files</a></li>
<li><a href="#receipt">Receipt</a></li></ul></nav>`
}

/** Nobody is told how to install what is no package, or may do harm. */
function isForUse(answer: PackageExistsAnswer): boolean {
  const caution = packageCaution(answer)
  return caution === null || caution.kind === 'lookalike'
}

function use(of: OfPackage, version: string, release: ReadRelease | UnreadRelease): Markup {
  const lines = release.state === 'read' ? importLines(of, release) : []
  return html`<section class="use" aria-label="How to install and import it">
${command(installLine(of, version))}
${lines.length > 0 && command(lines.join('\n'))}</section>`
}

const STATES: Readonly<Record<string, string>> = {
  dynamic: 'names may be made at run time',
  opaque: 'compiled, cannot be read',
  unreadable: 'cannot be read',
  unread: 'was not read',
  gapped: 'something it rests on is lacking',
}

export function stateTag(state: string): Markup | null {
  const words = STATES[state]
  return words === undefined ? null : tag(words, 'warn')
}

function namesOf(of: OfRelease, release: ReadRelease, matches: Matches | null): Markup {
  const { modules, counts, unreadable, lacking } = release
  const shown = modules.length
  const hidden =
    counts.hidden > 0
      ? `, and ${counted(counts.hidden, 'module')} that ${counts.hidden === 1 ? 'is' : 'are'} not public`
      : ''
  const unclear =
    counts.unclear > 0
      ? html`<p class="dim">${counted(counts.unclear, 'module')} could not be read whole. A name that is not listed there may be there all the same.</p>`
      : ''
  return html`<section aria-labelledby="names"><h2 id="names">Names</h2>
${counts.names > 0 && searchIn(of, counts.names, matches)}
<p class="dim" id="told">${counted(counts.shown, 'public module')}${hidden}.</p>
${unclear}
${lacking.length > 0 && box('warn', `It rests on packages that could not be read: ${lacking.join(', ')}. Names may be missing.`)}
<div id="tree">${longList(modules, OPEN_MODULES, (some) => html`${some.map((one) => moduleOf(of, one, one === modules[0]))}`, 'module')}</div>
${counts.shown > shown && html`<p class="dim">${counted(counts.shown - shown, 'module')} more can be found by the search above.</p>`}
${unreadable.length > 0 && html`<details><summary>${counted(unreadable.length, 'file')} could not be read, wholly or in part</summary><ul class="plain">${unreadable.slice(0, 50).map(({ file, reason }) => html`<li><code>${file}</code>: ${reason}</li>`)}</ul></details>`}
</section>`
}

/** Works as a form; the script makes it answer while one types. */
function searchIn(of: OfRelease, names: number, matches: Matches | null): Markup {
  const address = releaseAddress(of, of.version)
  return html`<form class="search-in" role="search" aria-label="Search the names of this release" action="${address}" method="get" data-names="${address}?part=names">
<label for="in">Search its ${counted(names, 'name')}</label>
<div class="line"><input id="in" name="q" type="search" value="${matches?.query ?? ''}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="200"><button type="submit">Find</button></div>
<p class="dim" role="status" id="found">${matches !== null && foundWords(matches)}</p>
<ul class="matches" id="matches">${matches?.found.map((one) => matchRow(of, one))}</ul>
</form>`
}

function foundWords({ query, found, total }: Matches): string {
  if (total === 0) return `No public name holds “${query}”.`
  return total > found.length
    ? `${counted(total, 'name')} fit, the first ${found.length} are shown.`
    : `${counted(total, 'name')} ${total === 1 ? 'fits' : 'fit'}.`
}

function matchRow(of: OfRelease, { path, kind }: ListedPath): Markup {
  return html`<li><a href="${symbolAddress(of, of.version, path)}"><code>${path}</code></a> ${kindTag(kind)}</li>`
}

/** The rest of a module is folded: on a telephone a name with what is said of it is high. */
const OPEN_ROWS = 20
const OPEN_MODULES = 24
const OPEN_LINKS = 60

function moduleOf(of: OfRelease, { module, names, isTold }: ListedIn, isOpen: boolean): Markup {
  const { path, state, stateReason, doc, deprecation } = module
  const address = symbolAddress(of, of.version, path)
  const marks = html`<span class="count">${module.names.toLocaleString('en')}</span>${stateTag(state)}${deprecation !== null && tag('deprecated', 'warn')}`
  if (module.names === 0 || names === null) {
    return html`<p class="module"><a href="${address}"><code>${path}</code></a> ${marks}</p>`
  }
  const rest = module.names - names.length
  const more = rest > 0 ? `, with ${counted(rest, 'more name')}` : ''
  return html`<details class="module"${isOpen && html` open`}><summary><code>${path}</code> ${marks}</summary>
${doc !== null && html`<p class="doc">${prose(doc)}</p>`}${stateReason !== null && html`<p class="dim">${stateReason}</p>`}
${isTold ? longList(names, OPEN_ROWS, (some) => nameRows(of, some)) : longList(names, OPEN_LINKS, (some) => nameLinks(of, some))}
<p><a href="${address}">The page of ${path}</a>${more}</p></details>`
}

function filesOf(of: OfPackage, version: string, release: ReadRelease): Markup {
  const { filename, sha256, digest, sizeBytes, extractor, remarks, sourceUrl, restsOn } = release
  const others = restsOn.filter((one) => one.sha256 !== sha256)
  return html`<section aria-labelledby="file"><h2 id="file">Read from</h2>
${facts([
  [
    'File',
    sourceUrl === null
      ? code(filename)
      : html`<a href="${sourceUrl}" rel="nofollow">${filename}</a>`,
  ],
  ['SHA-256', code(sha256)],
  [
    'Digest',
    digest === 'declared' ? 'as the registry declares it' : 'computed from the whole file',
  ],
  ['Size', `${sizeBytes.toLocaleString('en')} bytes`],
  ['Extractor', extractor],
  ['Remarks', remarks.length === 0 ? null : remarks.join(', ').replaceAll('_', ' ')],
])}
${others.length > 0 && html`<details><summary>With ${counted(others.length, 'file')} of other packages</summary><ul class="plain">${others.map((one) => html`<li><a href="${releaseAddress({ ...of, name: one.package }, one.version)}">${one.package} ${one.version}</a><br><code class="digest">${one.sha256}</code></li>`)}</ul></details>`}
<p class="dim">All that is said of ${of.name} ${version} follows from ${others.length === 0 ? 'this file' : 'these files'}.</p>
</section>`
}

/** What others may show of the package. */
function beside(of: OfPackage, { timeline: { versions }, baseUrl }: ReleasePageView): Markup {
  const feed = extraAddress(of, 'releases.atom')
  const since = versions[0]?.version
  const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}`
  const badge = `${baseUrl}${extraAddress(of, 'badge.svg')}${query}`
  return html`<details><summary>A feed and a badge</summary>
<p>What each indexed release changed is a <a href="${feed}" type="application/atom+xml">feed</a>. A badge for a README counts the steps since a release that break code:</p>
${command(`[![API](${badge})](${baseUrl}${packageAddress(of)})`)}</details>`
}

/** Any two releases; the registry knows more of them than are indexed. */
function compareForm(
  of: OfPackage,
  { timeline: { versions }, version, release }: ReleasePageView,
): Markup | null {
  if (version === null) return null
  if (release.state === 'read' && release.isTooLarge)
    return html`<p class="dim">${of.name} ${version} has more names than are compared: what changed from or to it cannot be told here. Each of its names has a page.</p>`
  const from = versions.find((one) => one.version === version)?.step?.from ?? ''
  return html`<form class="compare" action="${extraAddress(of, 'compare')}" method="get">
<div><label for="from">What changed from</label><input id="from" name="from" value="${from}" placeholder="older release" required autocomplete="off" spellcheck="false" maxlength="128"></div>
<div><label for="to">to</label><input id="to" name="to" value="${version}" required autocomplete="off" spellcheck="false" maxlength="128"></div>
<button type="submit">Compare</button></form>`
}
