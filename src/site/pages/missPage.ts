// What is not there has a page, too: what was looked at, which names are close, and the signed absence.

import type { PackageExistsAnswer } from '../../wire/packageAnswers.ts'
import type { SymbolExistsAnswer, SymbolHistoryAnswer } from '../../wire/symbolAnswers.ts'
import {
  extraAddress,
  type OfPackage,
  packageAddress,
  releaseAddress,
  searchAddress,
  symbolAddress,
} from '../markup/addresses.ts'
import { html, type Markup, type Shown } from '../markup/html.ts'
import type { Page } from '../parts/frame.ts'
import { historyOf } from '../parts/history.ts'
import { noticesOf } from '../parts/notices.ts'
import { type ReceiptOf, receiptBlock } from '../parts/receipt.ts'
import { box, type Crumb, counted, crumbs, moment, registryName, tag } from '../parts/words.ts'

const NAMES_SHOWN = 12

type Rest = Readonly<{ receipt: ReceiptOf; baseUrl: string }>

export function packageMiss(
  answer: PackageExistsAnswer,
  evidence: Readonly<{ askedAt: string | null; searched: string | null }>,
  { receipt, baseUrl }: Rest,
): Page {
  const { ecosystem, name, elsewhere, registry_status: status } = answer
  const where = registryName(ecosystem)
  const sentence = `There is no package ${name} on ${where}.`
  return {
    status: 404,
    title: `${name} does not exist on ${where}`,
    description: sentence,
    address: null,
    isListed: false,
    query: name,
    body: html`${crumbs([
      { text: where, address: null },
      { text: name, address: null },
    ])}
<div class="head"><h1>${name} <small>does not exist on ${where}</small></h1></div>
${box(
  'bad',
  html`<strong>${sentence}</strong> ${evidence.askedAt !== null && html`The registry said so at ${moment(evidence.askedAt)}.`}`,
  status !== null && `The registry marks the name: ${status.replaceAll('_', ' ')}.`,
  answer.standard_library === true &&
    `${ecosystem === 'npm' ? 'Node' : 'Python'} itself has a module of this name: no package is needed for it.`,
)}
${meant(answer)}
${near(answer)}
${elsewhere !== null && html`<p>There is a package of this name <a href="${packageAddress({ ecosystem: elsewhere, name })}">on ${registryName(elsewhere)}</a>.</p>`}
<p class="dim">${evidence.searched !== null && html`${evidence.searched} `}${answer.scope}</p>
<p><a href="${searchAddress(name)}">Search for it in all names</a></p>
${receiptBlock(receipt, baseUrl)}`,
  }
}

function near({ ecosystem, adjacent, adjacent_total: total }: PackageExistsAnswer): Markup {
  if (adjacent.length === 0) return html`<p>No real name is within two letters of it.</p>`
  const shown = adjacent.slice(0, NAMES_SHOWN)
  return html`<section aria-labelledby="near"><h2 id="near">Names that are close to it</h2>
<ul class="rows">${shown.map(({ name, distance, monthly_downloads: downloads }) => html`<li><a href="${packageAddress({ ecosystem, name })}"><code>${name}</code></a> ${tag(`${counted(distance, 'letter')} off`)}${downloads !== null && html` <span class="dim">${downloads.toLocaleString('en')} downloads a month</span>`}</li>`)}</ul>
${total > shown.length && html`<p class="dim">${total.toLocaleString('en')} names are that close in all.</p>`}</section>`
}

function meant({ ecosystem, meant: names }: PackageExistsAnswer): Markup | null {
  if (names.length === 0) return null
  return html`<section aria-labelledby="meant"><h2 id="meant">Perhaps meant</h2>
<ul class="rows">${names.map(({ name, reason }) => html`<li><a href="${packageAddress({ ecosystem, name })}"><code>${name}</code></a> <span class="dim">${REASONS[reason] ?? reason}</span></li>`)}</ul></section>`
}

const REASONS: Readonly<Record<string, string>> = {
  same_letters: 'has the same letters',
  affix: 'is called so with another word',
  word_order: 'has the words in another order',
  scope: 'has this name in a scope',
  import_name: 'is imported under this name',
}

/** A release that the registry does not have, or withholds. */
export function releaseMiss(
  of: OfPackage,
  version: string,
  told: Readonly<{
    state: 'version_not_found' | 'withheld'
    askedAt: string | null
    indexed: readonly string[]
    latest: string | null
  }>,
): Page {
  const where = registryName(of.ecosystem)
  const sentence =
    told.state === 'withheld'
      ? `The registry withholds release ${version} of ${of.name}.`
      : `${of.name} has no release ${version} on ${where}.`
  const others = told.indexed.slice(-NAMES_SHOWN).reverse()
  return miss({
    title: `${of.name} ${version} ${told.state === 'withheld' ? 'is withheld' : 'does not exist'}`,
    sentence,
    trail: [
      { text: where, address: null },
      { text: of.name, address: packageAddress(of) },
      { text: version, address: null },
    ],
    heading: html`${of.name} <small>${version}</small>`,
    more: html`${told.askedAt !== null && html`<p class="dim">The registry was asked at ${moment(told.askedAt)}.</p>`}
${told.latest !== null && html`<p>The latest release is <a href="${packageAddress(of)}">${told.latest}</a>.</p>`}
${others.length > 0 && html`<p>Releases that are indexed here:</p><ul class="chips">${others.map((one) => html`<li><a href="${releaseAddress(of, one)}">${one}</a></li>`)}</ul>`}`,
  })
}

type MissedAt = Readonly<{
  version: string
  caveat: string | null
  history: SymbolHistoryAnswer | null
  /** The closest names of this very release. */
  closest: readonly string[]
}>

/** A symbol that the release does not have, by a statement that says so. */
export function symbolMiss(
  answer: SymbolExistsAnswer,
  at: MissedAt,
  { receipt, baseUrl }: Rest,
): Page {
  const { ecosystem, package: name, symbol } = answer
  const { version, caveat, history, closest } = at
  const of = { ecosystem, name }
  const verdict = caveat === null ? 'does not exist' : 'is not listed'
  const sentence = `${symbol} ${verdict} in ${name} ${version}.`
  const latest = answer.version_resolved ?? version
  const read = answer.at_requested_version ?? answer.proof
  const isThereNow = answer.exists && latest !== version
  return {
    status: 404,
    title: `${symbol} ${verdict} in ${name} ${version}`,
    description: sentence,
    address: null,
    isListed: false,
    query: symbol,
    body: html`${crumbs([
      { text: registryName(ecosystem), address: null },
      { text: name, address: packageAddress(of) },
      { text: version, address: releaseAddress(of, version) },
      { text: symbol, address: null },
    ])}
<div class="head"><h1><code>${symbol}</code> <small>${verdict} in ${name} ${version}</small></h1></div>
${noticesOf(name, answer)}
${box(caveat === null ? 'bad' : 'warn', html`<strong>${missWords(at, sentence)}</strong>`, read !== null && html`Read from its published file <code>${read.filename}</code><br>SHA-256 <code class="digest">${read.artifact_sha256}</code>`)}
${isThereNow && html`<p>It is there in <a href="${symbolAddress(of, latest, answer.qualified_name ?? symbol)}">${latest}, the latest release</a>.</p>`}
${
  closest.length > 0 &&
  html`<section aria-labelledby="near"><h2 id="near">The closest names in ${version}</h2>
<ul class="rows">${closest.map((one) => html`<li><a href="${symbolAddress(of, version, one)}"><code>${one}</code></a></li>`)}</ul></section>`
}
${!isThereNow && html`<p><a class="button" href="${extraAddress(of, 'when')}?symbol=${encodeURIComponent(symbol)}">When did it go?</a> <span class="dim">Older releases are read to find out.</span></p>`}
${history !== null && history.first_seen !== null && foldedHistory(of, at, historyOf(of, symbol, history))}
<p><a href="${releaseAddress(of, version)}?q=${encodeURIComponent(lastOf(symbol))}">Search the names of ${name} ${version}</a></p>
<p class="dim">${answer.scope}</p>
${receiptBlock(receipt, baseUrl)}`,
  }
}

/** All in one: that it is not listed, where it was before, and why that is no proof that it is gone. */
function missWords({ caveat, history }: MissedAt, sentence: string): string {
  const said = sentence.replace(/\.$/, '')
  const was = history === null ? null : lastKnown(history)
  const before = was === null ? '' : `; of the releases read here ${was} is the newest that has it`
  if (caveat === null) return `${said}${before}.`
  return `${said}${before}, and it may be there all the same: ${lowerFirst(caveat)}`
}

function lastKnown({ history: runs, last_seen: seen }: SymbolHistoryAnswer): string | null {
  if (seen === null) return null
  const run = runs.findLast(({ exists }) => exists === true)
  return run?.deprecated === true ? `${seen}, where it is deprecated,` : seen
}

/** A sentence as a part of another one, unless it begins with a name of code. */
function lowerFirst(sentence: string): string {
  return /^[A-Z][a-z]* [a-z]/.test(sentence)
    ? sentence.slice(0, 1).toLowerCase() + sentence.slice(1)
    : sentence
}

/** Where the file leaves it open, the runs of releases say no more than the sentence above them. */
function foldedHistory(of: OfPackage, { caveat }: MissedAt, history: Markup | null): Markup | null {
  if (history === null || caveat === null) return history
  return html`<details><summary>What each release of ${of.name} that was read here says</summary>${history}</details>`
}

function lastOf(symbol: string): string {
  return symbol.slice(symbol.lastIndexOf('.') + 1)
}

/** Nothing can have this address. */
export function nowhere(sentence: string, query: string): Page {
  return miss({
    title: 'There is no such page',
    sentence,
    trail: [],
    heading: 'There is no such page',
    more:
      query === '' ? null : html`<p><a href="${searchAddress(query)}">Search for ${query}</a></p>`,
    query,
  })
}

function miss(parts: {
  title: string
  sentence: string
  trail: readonly Crumb[]
  heading: Shown
  more: Shown
  query?: string
}): Page {
  return {
    status: 404,
    title: parts.title,
    description: parts.sentence,
    address: null,
    isListed: false,
    query: parts.query ?? '',
    body: html`${parts.trail.length > 0 && crumbs(parts.trail)}
<div class="head"><h1>${parts.heading}</h1></div>
${box('bad', html`<strong>${parts.sentence}</strong>`)}
${parts.more}`,
  }
}
