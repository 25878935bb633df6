// The page of a symbol: a module, a class, a function. What it is in the release that the address names,
// what it is in the latest, when it came and went, and what stands below it.

import type { ListedName } from '../../symbols/listNames.ts'
import type {
  SymbolExistsAnswer,
  SymbolHistoryAnswer,
  SymbolKind,
} from '../../wire/symbolAnswers.ts'
import {
  type OfPackage,
  packageAddress,
  releaseAddress,
  symbolAddress,
} from '../markup/addresses.ts'
import { html, type Markup } from '../markup/html.ts'
import { prose } from '../markup/prose.ts'
import type { Page } from '../parts/frame.ts'
import { historyOf } from '../parts/history.ts'
import { longList } from '../parts/longList.ts'
import { kindTag, nameRows, type OfRelease } from '../parts/names.ts'
import { noticesOf } from '../parts/notices.ts'
import { type ReceiptOf, receiptBlock } from '../parts/receipt.ts'
import { shortSignature, signatureBlock } from '../parts/signature.ts'
import { box, type Crumb, code, counted, crumbs, facts, registryName, tag } from '../parts/words.ts'
import { stateTag } from './releasePage.ts'

/** What is said of the symbol in one release. */
export type SymbolThere = Readonly<{
  version: string
  kind: SymbolKind
  path: string
  signature: string | null
  doc: string | null
  deprecated: boolean
  since: string | null
  isPublic: boolean
  alsoAt: readonly string[]
  caveat: string | null
  filename: string | null
  sha256: string | null
}>

/** Where its definition stands in the file, and what is below it. */
export type SymbolPlace = Readonly<{
  file: string | null
  line: number
  bases: readonly string[]
  deprecatedText: string | null
  /** Of a module that could not be read whole. */
  state: string | null
  stateReason: string | null
  below: readonly ListedName[]
  /** Names below, also those that are not listed. */
  belowTotal: number
  modulesBelow: readonly string[]
}>

export type SymbolPageView = Readonly<{
  answer: SymbolExistsAnswer
  /** In the release of the address; it is there. */
  there: SymbolThere
  place: SymbolPlace | null
  /** Null where it could not be told. */
  history: SymbolHistoryAnswer | null
  receipt: ReceiptOf
  baseUrl: string
}>

export function symbolPage(view: SymbolPageView): Page {
  const { answer, there, place, history } = view
  const of = { ecosystem: answer.ecosystem, name: answer.package, version: there.version }
  const { path, kind } = there
  return {
    status: 200,
    title: `${path} in ${of.name} ${of.version}`,
    description:
      there.doc ??
      `The ${kind} ${path} of ${of.name} ${of.version} on ${registryName(of.ecosystem)}.`,
    address: symbolAddress(of, of.version, path),
    isListed: there.isPublic,
    body: html`${crumbs(trail(of, path))}
<div class="head"><h1><code>${path}</code></h1>
<p>${kindTag(kind)}${tag(`${of.name} ${of.version}`)}${!there.isPublic && tag('not public', 'warn')}${place !== null && place.state !== null && stateTag(place.state)}</p></div>
${noticesOf(answer.package, answer)}
${there.deprecated && deprecatedBox(there, place?.deprecatedText ?? null)}
${there.caveat !== null && box('warn', there.caveat)}
${kind !== 'module' && signatureBlock(lastOf(path), there.signature)}
${there.doc !== null && html`<p class="doc">${prose(there.doc)}</p>`}
${place !== null && place.stateReason !== null && html`<p class="dim">${place.stateReason}</p>`}
${latestWords(of, answer, there)}
<div class="columns"><div class="wide">
${place !== null && below(of, path, kind, place)}
${history !== null && historyOf(of, path, history)}
</div><aside>
${whereFrom(of, there, place)}
</aside></div>
${receiptBlock(view.receipt, view.baseUrl)}`,
  }
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

/** The registry, the package, the release, and each part of the path that is a page. */
function trail(of: OfRelease, path: string): readonly Crumb[] {
  const parts = path.split('.')
  // The module of an npm package is written with the name of the package, which may hold dots.
  const root = of.ecosystem === 'npm' && path.startsWith(of.name) ? of.name.split('.').length : 1
  // Names of npm may hold dots: then nobody sees what is above what.
  const isPlain = parts.slice(root).every((part) => /^[\p{ID_Continue}$]+$/u.test(part))
  const steps = isPlain
    ? parts.slice(root - 1).map((_, i) => parts.slice(0, root + i).join('.'))
    : [path]
  return [
    { text: registryName(of.ecosystem), address: null },
    { text: of.name, address: packageAddress(of) },
    { text: of.version, address: releaseAddress(of, of.version) },
    ...steps.map((step, i) => ({
      text: i === 0 || !isPlain ? step : lastOf(step),
      address: step === path ? null : symbolAddress(of, of.version, step),
    })),
  ]
}

function deprecatedBox({ since, version }: SymbolThere, text: string | null): Markup {
  const when =
    since === null ? `It is deprecated in ${version}.` : `It is deprecated since ${since}.`
  return box('warn', when, text && prose(text))
}

/** Whether the latest release still has it, where the page is about another one. */
function latestWords(of: OfRelease, answer: SymbolExistsAnswer, there: SymbolThere): Markup | null {
  const { version_resolved: latest, at_requested_version: pinned } = answer
  if (pinned === null || latest === null || latest === of.version) return null
  const link = html`<a href="${releaseAddress(of, latest)}">${latest}</a>`
  if (!answer.exists) {
    return answer.caveat === null
      ? box('bad', html`${link}, the latest release, does not have it.`, closest(of, answer))
      : box('warn', html`It was not found in ${link}, the latest release. ${answer.caveat}`)
  }
  const path = answer.qualified_name ?? there.path
  const page = html`<a href="${symbolAddress(of, latest, path)}">the latest release, ${latest}</a>`
  if (answer.kind !== there.kind)
    return box(
      'warn',
      html`In ${page}, it is a ${answer.kind}.`,
      shortSignature(answer.symbol_signature),
    )
  // What has no signature is there, and nothing is said of what is in it.
  if (answer.symbol_signature === null && there.signature === null)
    return html`<p class="dim">It is there in ${page}, too.</p>`
  return answer.symbol_signature === there.signature
    ? html`<p class="dim">Its signature is the same in ${page}.</p>`
    : box(
        'warn',
        html`In ${page}, its signature is another one.`,
        shortSignature(answer.symbol_signature),
      )
}

function closest(of: OfPackage, answer: SymbolExistsAnswer): Markup | null {
  const { closest_match: names, version_resolved: version } = answer
  if (names === null || names.length === 0 || version === null) return null
  return html`The closest names there: ${list(of, version, names)}`
}

function list(of: OfPackage, version: string, paths: readonly string[]): Markup {
  return html`<span class="paths">${paths.map((path) => html`<a href="${symbolAddress(of, version, path)}"><code>${path}</code></a> `)}</span>`
}

const OPEN_NAMES = 40

function below(of: OfRelease, path: string, kind: SymbolKind, place: SymbolPlace): Markup | null {
  const { below: names, belowTotal, modulesBelow } = place
  if (names.length === 0 && modulesBelow.length === 0) return null
  const rest = belowTotal - names.length
  const what = kind === 'module' ? 'Names in it' : 'Members'
  const modules =
    modulesBelow.length > 0 &&
    html`<section aria-labelledby="modules"><h2 id="modules">Modules in it</h2><p>${list(of, of.version, modulesBelow)}</p></section>`
  if (names.length === 0) return html`${modules}`
  return html`<section aria-labelledby="below"><h2 id="below">${what} <span class="count">${belowTotal.toLocaleString('en')}</span></h2>
${longList(names, OPEN_NAMES, (some) => nameRows(of, some))}
${rest > 0 && html`<p class="dim">${counted(rest, 'more name')} ${rest === 1 ? 'is' : 'are'} not shown here. <a href="${releaseAddress(of, of.version)}?q=${encodeURIComponent(`${path}.`)}">Search them</a>.</p>`}
</section>${modules}`
}

function whereFrom(of: OfRelease, there: SymbolThere, place: SymbolPlace | null): Markup {
  const { alsoAt, filename, sha256 } = there
  const at =
    place === null || place.file === null
      ? null
      : code(`${place.file}${place.line > 0 ? `:${place.line}` : ''}`)
  return html`<section aria-labelledby="file"><h2 id="file">Read from</h2>
${facts([
  ['Release', html`<a href="${releaseAddress(of, of.version)}">${of.name} ${of.version}</a>`],
  ['Defined in', at],
  [
    'Bases',
    place === null || place.bases.length === 0
      ? null
      : place.bases.map((base) => html`${code(base)} `),
  ],
  ['Also at', alsoAt.length === 0 ? null : list(of, of.version, alsoAt)],
  ['File', filename === null ? null : code(filename)],
  ['SHA-256', sha256 === null ? null : code(sha256)],
])}</section>`
}
