// Names of a release as rows: what each is, how it is called, what is said of it.

import type { ListedName } from '../../symbols/listNames.ts'
import { addressBelow, type OfPackage, releaseAddress, symbolAddress } from '../markup/addresses.ts'
import { cutAt, html, type Markup } from '../markup/html.ts'
import { prose } from '../markup/prose.ts'
import { shortSignature } from './signature.ts'
import { tag } from './words.ts'

export type OfRelease = OfPackage & Readonly<{ version: string }>

const DOC_LENGTH_MAX = 200

/** With signature and first line of the documentation. */
export function nameRows(of: OfRelease, names: readonly ListedName[]): Markup {
  return html`<ul class="names-told">${names.map((name) => toldRow(of, name))}</ul>`
}

function toldRow(of: OfRelease, one: ListedName): Markup {
  const { name, path, kind, signature, doc, home } = one
  return html`<li><a href="${symbolAddress(of, of.version, path)}"><code>${name}</code></a> ${shortSignature(signature)} ${kindTag(kind)}${marks(one)}
${doc !== null && html`<p class="doc">${prose(cutAt(doc, DOC_LENGTH_MAX))}</p>`}${home !== null && html`<p class="dim">the same as <a href="${symbolAddress(of, of.version, home)}"><code>${home}</code></a></p>`}</li>`
}

/** Names alone, for lists of hundreds. */
export function nameLinks(of: OfRelease, names: readonly ListedName[]): Markup {
  const release = releaseAddress(of, of.version)
  return html`<ul class="names-short">${names.map(({ name, path, deprecation }) => html`<li><a href="${addressBelow(release, path)}"${deprecation !== null && html` class="old"`}>${name}</a></li>`)}</ul>`
}

export function kindTag(kind: string): Markup {
  return html`<span class="kind">${kind}</span>`
}

function marks({ kind, deprecation, isTypeOnly, isInherited }: ListedName): Markup {
  // These are types by what they are.
  const isSaid = kind === 'type' || kind === 'interface'
  const since = deprecation?.since ?? null
  return html`${deprecation !== null && tag(`deprecated${since === null ? '' : ` since ${since}`}`, 'warn')}${isTypeOnly && !isSaid && tag('type only')}${isInherited && tag('inherited')}`
}
