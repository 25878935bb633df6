// The policy of a service for people to read: what `/policy` says as JSON, all of it and nothing else.

import { html, type Markup } from '../markup/html.ts'
import type { Page } from '../parts/frame.ts'
import { code, crumbs, facts } from '../parts/words.ts'

type Value = string | number | boolean | null | readonly Value[] | Members
type Members = Readonly<{ [name: string]: Value }>

const ADDRESS = '/policy'

export function policyPage(policy: Members): Page {
  const entries = Object.entries(policy)
  const single = entries.filter(([, value]) => !isGroup(value))
  const groups = entries.filter(([, value]) => isGroup(value))
  return {
    status: 200,
    title: 'Policy',
    description: 'Prices, limits, keys, and what is and is not claimed.',
    address: ADDRESS,
    isListed: true,
    body: html`${crumbs([{ text: 'Policy', address: null }])}
<div class="head"><h1>Policy</h1></div>
<p>Prices, limits, keys, and what is and is not claimed: the same as <a href="${ADDRESS}?format=json">JSON</a>.</p>
${facts(single.map(([name, value]) => [worded(name), shown(value)]))}
${groups.map(
  ([name, value]) => html`<section aria-labelledby="${name}"><h2 id="${name}">${worded(name)}</h2>
${shown(value)}</section>`,
)}`,
  }
}

function isGroup(value: Value): value is readonly Value[] | Members {
  return typeof value === 'object' && value !== null
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

function shown(value: Value): Markup {
  if (value === null) return html`none`
  if (typeof value === 'boolean') return html`${value ? 'yes' : 'no'}`
  if (typeof value === 'number') return html`${value.toLocaleString('en')}`
  if (typeof value === 'string') return isCode(value) ? code(value) : html`${value}`
  if (!isList(value))
    return facts(Object.entries(value).map(([name, one]) => [worded(name), shown(one)]))
  if (value.length === 0) return html`none`
  return isRows(value)
    ? table(value)
    : html`<ul>${value.map((one) => html`<li>${shown(one)}</li>`)}</ul>`
}

/** An address, a path, a digest: what a program takes letter by letter. */
function isCode(text: string): boolean {
  return !/\s/.test(text) && /[/:<>]|^0x|^[0-9a-f]{32,}$/.test(text)
}

function isRows(all: readonly Value[]): all is readonly Members[] {
  return all.every((one) => isGroup(one) && !isList(one))
}

function table(rows: readonly Members[]): Markup {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${names.map(worded).join(', ')}"><table>
<thead><tr>${names.map((name) => html`<th scope="col">${worded(name)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${names.map((name) => html`<td>${shown(row[name] ?? null)}</td>`)}</tr>`)}</tbody>
</table></div>`
}

function worded(name: string): string {
  const words = name.replaceAll('_', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
