// When a symbol went, and what is said of what replaces it: the two releases between which it did.

import {
  compareAddress,
  type OfPackage,
  packageAddress,
  releaseAddress,
  symbolAddress,
} from '../markup/addresses.ts'
import { html, type Markup } from '../markup/html.ts'
import { prose } from '../markup/prose.ts'
import type { Page } from '../parts/frame.ts'
import { signatureBlock } from '../parts/signature.ts'
import { box, counted, crumbs, registryName, tag } from '../parts/words.ts'

type Look = Readonly<{
  version: string
  state: 'there' | 'absent' | 'unlisted' | 'unclear'
  path: string | null
}>

export type WhenPageView = Readonly<{
  of: OfPackage
  symbol: string
  latest: string | null
  looks: readonly Look[]
  last: Look | null
  gone: Look | null
  isNext: boolean
  total: number
  /** What the last release that has it says of it. */
  was: Readonly<{
    signature: string | null
    doc: string | null
    deprecated: boolean
    since: string | null
    deprecatedText: string | null
  }> | null
  /** The closest names of the latest release. */
  closest: readonly string[]
}>

export function whenPage(view: WhenPageView): Page {
  const { of, symbol, latest, last, was, closest } = view
  const sentence = sentenceOf(view)
  return {
    status: 200,
    title: `When did ${symbol} go from ${of.name}?`,
    description: sentence,
    address: null,
    isListed: false,
    query: symbol,
    body: html`${crumbs([
      { text: registryName(of.ecosystem), address: null },
      { text: of.name, address: packageAddress(of) },
      { text: symbol, address: null },
    ])}
<div class="head"><h1><code>${symbol}</code> <small>in the releases of ${of.name}</small></h1></div>
${box(last === null ? 'warn' : 'plain', html`<strong>${sentence}</strong>`)}
${last !== null && was !== null && said(view, last, was)}
${closest.length > 0 && latest !== null && html`<section aria-labelledby="near"><h2 id="near">The closest names in ${latest}</h2><ul class="rows">${closest.map((one) => html`<li><a href="${symbolAddress(of, latest, one)}"><code>${one}</code></a></li>`)}</ul></section>`}
${looks(view)}`,
  }
}

function sentenceOf({ of, symbol, last, gone, isNext, looks: all }: WhenPageView): string {
  if (last === null)
    return `None of the ${counted(all.length, 'release')} of ${of.name} that were looked into is known to have ${symbol}.`
  if (gone === null) return `${symbol} was last seen in ${of.name} ${last.version}.`
  const { version, state } = gone
  const open =
    state === 'unlisted' ? ' What the file does not list may be made at run time all the same.' : ''
  const word = state === 'unlisted' ? 'listed in' : 'in'
  if (isNext)
    return `${symbol} is in ${of.name} ${last.version} and no longer ${word} ${version}, the next stable release that was not withdrawn.${open}`
  return `${symbol} is in ${of.name} ${last.version} and not ${word} ${version}; of the releases between them it cannot be told.${open}`
}

function said(
  { of, gone, symbol }: WhenPageView,
  last: Look,
  was: NonNullable<WhenPageView['was']>,
): Markup {
  const path = last.path ?? symbol
  const name = path.slice(path.lastIndexOf('.') + 1)
  const since = was.since === null ? '' : ` since ${was.since}`
  return html`<section aria-labelledby="last"><h2 id="last">What ${last.version} says of it</h2>
${was.deprecated && box('warn', `It is deprecated${since}.`, was.deprecatedText && prose(was.deprecatedText))}
${!was.deprecated && html`<p>No mark of deprecation was found there, and no replacement is named.</p>`}
${signatureBlock(name, was.signature)}
${was.doc !== null && html`<p class="doc">${prose(was.doc)}</p>`}
<p><a href="${symbolAddress(of, last.version, path)}">Its page in ${last.version}</a>${gone !== null && html`, and <a href="${compareAddress(of, last.version, gone.version)}">all that changed from ${last.version} to ${gone.version}</a>`}</p></section>`
}

const STATES = {
  there: ['there', 'good'],
  absent: ['not there', 'bad'],
  unlisted: ['not listed', 'warn'],
  unclear: ['cannot be told', 'warn'],
} as const

function looks({ of, looks: all, total, symbol }: WhenPageView): Markup {
  const row = ({ version, state, path }: Look) => {
    const [words, tone] = STATES[state]
    const address =
      state === 'unclear' ? releaseAddress(of, version) : symbolAddress(of, version, path ?? symbol)
    return html`<li><a href="${address}">${version}</a> ${tag(words, tone)}</li>`
  }
  return html`<section aria-labelledby="looks"><h2 id="looks">Releases that were looked into</h2>
<ol class="runs">${all.toReversed().map(row)}</ol>
<p class="dim">${counted(all.length, 'release')} of ${total.toLocaleString('en')} were read for this, and nothing is said of the others: it may have come and gone before. Each line leads to a page with a signed statement.</p></section>`
}
