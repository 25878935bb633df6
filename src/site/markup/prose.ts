// A line of documentation as people read it: what is marked as code in it is shown as code. Nothing of it
// is dropped but the marks.

import { html, type Markup, type Shown } from './html.ts'

/** `` ``code`` ``, `` `code` `` and `` :class:`code` ``. */
const MARKED = /(?:(?<!\w):[\w.+-]{1,40}(?::[\w.+-]{1,40})?:)?(`{1,2})(?!`)([^`\n]{1,300})\1(?!`)/g

export function prose(text: string): Markup {
  const pieces: Shown[] = []
  let end = 0
  for (const { index, 0: whole, 2: inner = '' } of text.matchAll(MARKED)) {
    // `:class:`~pkg.Name`` means the last name alone; all of it is shown.
    pieces.push(text.slice(end, index), html`<code>${inner.replace(/^[~!]/, '')}</code>`)
    end = index + whole.length
  }
  return html`${pieces}${text.slice(end)}`
}
