// A page of docs/ as HTML, for browsers that run no script: tables and code scroll within themselves,
// headings and codes can be linked to.

import { Marked, type RendererObject, type Token, type Tokens } from 'marked'
import type { DocsHeading } from '../../src/http/pages/docsFiles.ts'
import type { DocsLinks } from './docsLinks.ts'
import type { DocsSource } from './docsSources.ts'
import { type HeadingIds, headingIds } from './headingIds.ts'

export type RenderedPage = Readonly<{
  title: string
  summary: string
  headings: readonly DocsHeading[]
  html: string
}>

const SUMMARY_MAX = 200

export function renderDocs({ file, text }: DocsSource, linksOf: DocsLinks): RenderedPage {
  const headings: DocsHeading[] = []
  const ids = headingIds()
  const tokens = new Marked().lexer(text)
  // Headings are named first: a row of a table gets the name that is left.
  const named = new Map<Token, ReturnType<HeadingIds['next']>>()
  for (const token of tokens) {
    const inner = inlineOf(token)
    if (token.type === 'heading') named.set(token, ids.next(plain(inner), onlyCode(inner)))
  }

  const renderer: RendererObject = {
    heading(token) {
      const { depth, tokens: inner } = token
      const { id, alias } = named.get(token) ?? ids.next(plain(inner), onlyCode(inner))
      const words = plain(inner)
      if (depth === 2 || depth === 3) headings.push({ depth, id, text: words })
      const also = alias === null ? '' : `<span id="${escapeHtml(alias)}"></span>`
      const link =
        depth === 1
          ? ''
          : ` <a class="anchor" href="#${escapeHtml(encodeURI(id))}" aria-label="Link to ${escapeHtml(words)}">#</a>`
      return `<h${depth} id="${escapeHtml(id)}">${also}${this.parser.parseInline(inner)}${link}</h${depth}>\n`
    },
    link({ href, tokens: inner }) {
      const words = this.parser.parseInline(inner)
      const target = linksOf(file, href)
      if ('href' in target) {
        const rel = /^https?:/.test(target.href) ? ' rel="noreferrer"' : ''
        return `<a href="${escapeHtml(target.href)}"${rel}>${words}</a>`
      }
      const path = `<code>${escapeHtml(target.unserved)}</code>`
      return plain(inner) === target.unserved ? path : `${words} (${path})`
    },
    image({ text: alternative }) {
      return escapeHtml(alternative)
    },
    code({ text: code }) {
      return `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`
    },
    table({ header, rows }) {
      const cell = (tag: string, { tokens: inner }: Tokens.TableCell) => {
        const content = this.parser.parseInline(inner)
        // A heading of nothing is no heading.
        return content === '' || tag === 'td'
          ? `<td>${content}</td>`
          : `<th scope="col">${content}</th>`
      }
      const head = header.every(({ text: written }) => written === '')
        ? ''
        : `<thead><tr>${header.map((one) => cell('th', one)).join('')}</tr></thead>\n`
      const body = rows.map((row) => {
        const code = onlyCode(row[0]?.tokens ?? [])
        const isNamed = code !== null && !/\s/.test(code) && ids.take(code)
        const id = isNamed ? ` id="${escapeHtml(code)}"` : ''
        return `<tr${id}>${row.map((one) => cell('td', one)).join('')}</tr>`
      })
      const named = header.map(({ tokens: inner }) => plain(inner)).filter((one) => one !== '')
      const label = escapeHtml(named.length === 0 ? 'Table' : `Table: ${named.join(', ')}`)
      return `<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table>
${head}<tbody>${body.join('\n')}</tbody>
</table></div>\n`
    },
    // Pages are written in Markdown alone: what looks like HTML is text, and comments are for writers.
    html({ text: written }) {
      return escapeHtml(written.replace(/<!--[\s\S]*?-->/g, '').trim())
    },
  }

  const html = new Marked({ renderer }).parser(tokens)
  const first = tokens.find(({ type }) => type === 'paragraph')
  const title = tokens.find((token) => token.type === 'heading' && token.depth === 1)
  return {
    title: plain(inlineOf(title)) || file,
    summary: shortened(plain(inlineOf(first))),
    headings,
    html,
  }
}

function inlineOf(token: Token | undefined): readonly Token[] {
  return token !== undefined && 'tokens' in token ? (token.tokens ?? []) : []
}

/** The words without their marks. */
function plain(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'codespan' || token.type === 'escape') return token.text
      if ('tokens' in token && token.tokens !== undefined) return plain(token.tokens)
      return token.type === 'html' || token.type === 'br' ? '' : token.raw
    })
    .join('')
    .replace(/&amp;/g, '&')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
}

/** The code, where that is all there is. */
function onlyCode(tokens: readonly Token[]): string | null {
  const [only, ...more] = tokens
  return only?.type === 'codespan' && more.length === 0 ? plain(tokens) : null
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= SUMMARY_MAX) return line
  return `${line.slice(0, line.lastIndexOf(' ', SUMMARY_MAX))} …`
}

function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
}
