// Small pieces that many pages have.

import type { Ecosystem } from '../../domain/names/packageName.ts'
import { html, type Markup, type Shown } from '../markup/html.ts'

export function registryName(ecosystem: Ecosystem): string {
  return ecosystem === 'pypi' ? 'PyPI' : 'npm'
}

/** `1 name`, `1,234 names`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

/** A moment as people write it: `2026-03-01 12:00 UTC`. */
export function moment(iso: string): string {
  return iso.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::[\d.]+)?Z$/, '$1 $2 UTC')
}

export type Fact = readonly [name: string, value: Shown]

/** Those that have a value. */
export function facts(all: readonly Fact[]): Markup {
  const rows = all.filter(([, value]) => value !== null && value !== undefined && value !== '')
  return html`<dl>${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

export type Crumb = Readonly<{ text: string; address: string | null }>

/** Where the page is; the last one is the page itself. */
export function crumbs(all: readonly Crumb[]): Markup {
  const item = (one: Crumb) => {
    if (one.address !== null) return html`<li><a href="${one.address}">${one.text}</a></li>`
    return html`<li${one === all.at(-1) && html` aria-current="page"`}>${one.text}</li>`
  }
  return html`<nav class="crumbs" aria-label="Where this is"><ol>${all.map(item)}</ol></nav>`
}

export function tag(text: string, tone: string | null = null): Markup {
  return html`<span class="tag${tone !== null && ` ${tone}`}">${text}</span>`
}

/** Those of the paragraphs that there are. */
export function box(
  tone: 'bad' | 'warn' | 'plain' | 'good',
  ...children: readonly Shown[]
): Markup {
  const given = children.filter((child) => child !== null && child !== undefined && child !== false)
  return html`<div class="box ${tone}">${given.map((child) => html`<p>${child}</p>`)}</div>`
}

export function code(text: string): Markup {
  return html`<code>${text}</code>`
}

/** A command that can be taken along. */
export function command(text: string): Markup {
  return html`<div class="command"><pre tabindex="0"><code>${text}</code></pre></div>`
}
