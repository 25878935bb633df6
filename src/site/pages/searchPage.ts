// What one box finds: packages of either registry, imports, names within packages.

import type { Ecosystem } from '../../domain/names/packageName.ts'
import {
  compareAddress,
  extraAddress,
  LATEST,
  packageAddress,
  releaseAddress,
  searchAddress,
  symbolAddress,
} from '../markup/addresses.ts'
import { html, type Markup } from '../markup/html.ts'
import { prose } from '../markup/prose.ts'
import type { Page } from '../parts/frame.ts'
import { kindTag } from '../parts/names.ts'
import { box, counted, registryName, tag } from '../parts/words.ts'

export type FoundPackage = Readonly<{
  ecosystem: Ecosystem
  name: string
  /** `same`: called exactly so. */
  how: 'same' | 'near' | 'meant' | 'imported'
  downloads: number | null
  /** False while only popular names are known, and this is none of them. */
  isKnown: boolean
  /** What has to be known of it before it is installed; null where nothing is. */
  caution: string | null
}>

export type FoundSymbol = Readonly<{
  ecosystem: Ecosystem
  name: string
  version: string | null
  path: string
  kind: string | null
  doc: string | null
}>

/** A release, or what changed between two. */
export type FoundStep = Readonly<{
  ecosystem: Ecosystem
  name: string
  from: string
  to: string | null
}>

export type SearchPageView = Readonly<{
  query: string
  packages: readonly FoundPackage[]
  symbols: readonly FoundSymbol[]
  steps: readonly FoundStep[]
  /** It is a module of the language itself. */
  builtIn: readonly string[]
  /** The registries of which only popular names were searched. */
  popularOnly: readonly Ecosystem[]
}>

export function searchPage(view: SearchPageView): Page {
  const { query, packages, symbols, steps, builtIn } = view
  const same = packages.filter(({ how }) => how === 'same')
  const imported = packages.filter(({ how }) => how === 'imported')
  const others = packages.filter(({ how }) => how === 'near' || how === 'meant')
  const called = list('Packages of this name', 'same', same)
  const installed = list('Installed for this import', 'imported', imported)
  const isEmpty = query === ''
  return {
    status: 200,
    title: isEmpty ? 'Search' : `${query}: search`,
    description: 'Packages, imports and symbols of PyPI and npm.',
    address: isEmpty ? '/search' : searchAddress(query),
    isListed: false,
    query,
    body: html`<div class="head"><h1>${isEmpty ? 'Search' : html`Search <small>${query}</small>`}</h1></div>
${isEmpty && html`<p>Write a package (${example('express')}), an import (${example('cv2')}), a symbol (${example('requests.Session.get')}), a symbol of a release (${example('pandas.DataFrame.append 2.1')}) or two releases (${example('chalk 4 to 5')}).</p>`}
${builtIn.map((words) => html`<p class="box plain">${words}</p>`)}
${steps.length > 0 && html`<section aria-labelledby="steps"><h2 id="steps">${steps[0]?.to === null ? 'Releases' : 'What changed'}</h2><ul class="rows">${steps.map(stepRow)}</ul></section>`}
${symbols.length > 0 && html`<section aria-labelledby="symbols"><h2 id="symbols">Symbols</h2><ul class="rows">${symbols.map(symbolRow)}</ul></section>`}
${mostDownloads(imported) > mostDownloads(same) ? [installed, called] : [called, installed]}
${list('Names close to it', 'near', others)}
${!isEmpty && packages.length + symbols.length === 0 && html`<p>No name fits, as far as names are known here.</p>`}
${!isEmpty && popularWords(view.popularOnly)}`,
  }
}

function popularWords(registries: readonly Ecosystem[]): Markup | null {
  if (registries.length === 0) return null
  return html`<p class="dim">Of ${registries.map(registryName).join(' and ')} this service knows the popular names only. A package that it does not list may exist: open its page, and the registry is asked.</p>`
}

function example(query: string): Markup {
  return html`<a href="${searchAddress(query)}"><code>${query}</code></a>`
}

function mostDownloads(all: readonly FoundPackage[]): number {
  return Math.max(0, ...all.map(({ downloads }) => downloads ?? 0))
}

function list(title: string, id: string, rows: readonly FoundPackage[]): Markup | null {
  if (rows.length === 0) return null
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2><ul class="rows">${rows.map(packageRow)}</ul></section>`
}

function packageRow({ ecosystem, name, downloads, isKnown, caution }: FoundPackage): Markup {
  return html`<li><a href="${packageAddress({ ecosystem, name })}"><code>${name}</code></a> ${tag(registryName(ecosystem))}${downloads !== null && html` <span class="dim">${counted(downloads, 'download')} a month</span>`}${!isKnown && html` <span class="dim">the registry is asked when it is opened</span>`}${caution !== null && box('warn', caution)}</li>`
}

function stepRow({ ecosystem, name, from, to }: FoundStep): Markup {
  const of = { ecosystem, name }
  const address = to === null ? releaseAddress(of, from) : compareAddress(of, from, to)
  return html`<li><a href="${address}"><code>${name} ${from}${to !== null && ` → ${to}`}</code></a> ${tag(registryName(ecosystem))}</li>`
}

function symbolRow({ ecosystem, name, version, path, kind, doc }: FoundSymbol): Markup {
  const of = { ecosystem, name }
  const where = version === null ? `in the latest ${name}` : `in ${name} ${version}`
  const when =
    version === null &&
    html` <a href="${extraAddress(of, 'when')}?symbol=${encodeURIComponent(path)}">When did it go?</a>`
  return html`<li><a href="${symbolAddress(of, version ?? LATEST, path)}"><code>${path}</code></a> ${kind !== null && kindTag(kind)} <span class="dim">${where} on ${registryName(ecosystem)}</span>${when}${doc !== null && html`<p class="doc">${prose(doc)}</p>`}</li>`
}
