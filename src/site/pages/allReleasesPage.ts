// Every release that the registry lists, newest first, by the number that it begins with. Each leads to its
// page, where it is read.

import {
  extraAddress,
  type OfPackage,
  packageAddress,
  releaseAddress,
} from '../markup/addresses.ts'
import { html, type Markup } from '../markup/html.ts'
import type { Page } from '../parts/frame.ts'
import { counted, crumbs, registryName, tag } from '../parts/words.ts'

export type ListedRelease = Readonly<{
  version: string
  isFinal: boolean
  isWithdrawn: boolean
  /** It was read here before. */
  isRead: boolean
}>

/** Pre-releases of which a package has thousands are found by their numbers. */
const EARLY_SHOWN = 300
const FINAL_SHOWN = 3_000

/** `all`: newest first. */
export function allReleasesPage(of: OfPackage, all: readonly ListedRelease[]): Page {
  const finals = all.filter(({ isFinal }) => isFinal)
  const early = all.filter(({ isFinal }) => !isFinal)
  const where = registryName(of.ecosystem)
  const sentence = `${where} lists ${counted(all.length, 'release')} of ${of.name}.`
  return {
    status: 200,
    title: `Releases of ${of.name} on ${where}`,
    description: sentence,
    address: extraAddress(of, 'releases'),
    isListed: false,
    body: html`${crumbs([
      { text: where, address: null },
      { text: of.name, address: packageAddress(of) },
      { text: 'Releases', address: null },
    ])}
<div class="head"><h1>${of.name} <small>all releases</small></h1>
<p>${sentence} One that was not read yet is read when its page is opened.</p></div>
${byMajor(finals.slice(0, FINAL_SHOWN)).map(([major, some], i) => section(of, `major-${i}`, [major, some]))}
${finals.length > FINAL_SHOWN && html`<p class="dim">${counted(finals.length - FINAL_SHOWN, 'older one')} are not listed here.</p>`}
${early.length > 0 && html`<details><summary>${counted(early.length, 'pre-release')}</summary>${chips(of, early.slice(0, EARLY_SHOWN))}${early.length > EARLY_SHOWN && html`<p class="dim">The newest ${EARLY_SHOWN} are listed.</p>`}</details>`}`,
  }
}

function byMajor(
  all: readonly ListedRelease[],
): readonly (readonly [string, readonly ListedRelease[]])[] {
  const groups = new Map<string, ListedRelease[]>()
  for (const one of all) {
    const major = /^v?(\d+)/.exec(one.version)?.[1] ?? one.version
    const group = groups.get(major)
    if (group === undefined) groups.set(major, [one])
    else group.push(one)
  }
  return [...groups]
}

function section(
  of: OfPackage,
  id: string,
  [major, some]: readonly [string, readonly ListedRelease[]],
): Markup {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${major} <span class="count">${some.length.toLocaleString('en')}</span></h2>
${chips(of, some)}</section>`
}

function chips(of: OfPackage, some: readonly ListedRelease[]): Markup {
  return html`<ul class="chips">${some.map(({ version, isWithdrawn, isRead }) => html`<li><a href="${releaseAddress(of, version)}">${version}</a>${isRead && html` ${tag('read')}`}${isWithdrawn && html` ${tag('withdrawn', 'warn')}`}</li>`)}</ul>`
}
