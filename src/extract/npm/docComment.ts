// What the comment before a declaration says: its first line, and whether it is deprecated.

import type { Comment } from 'oxc-parser'
import type { Deprecation } from '../../table/format/table.ts'

/** A file whose comments were found in the order of the text. */
type Commented = Readonly<{ text: string; comments: readonly Comment[] }>

export type Doc = Readonly<{ doc: string | null; deprecation: Deprecation | null }>

const NO_DOC: Doc = { doc: null, deprecation: null }
const LINE_MAX = 300
const TEXT_MAX = 400

/** The documentation of what starts at an offset. */
export function docAt(file: Commented, start: number): Doc {
  const { comments, text } = file
  let at = lastBefore(comments, start)
  let end = start
  for (; at >= 0; at -= 1) {
    const comment = comments[at]
    if (comment === undefined || text.slice(comment.end, end).trim() !== '') return NO_DOC
    if (comment.type === 'Block' && comment.value.startsWith('*')) return readDoc(comment.value)
    end = comment.start
  }
  return NO_DOC
}

/** The last comment that ends before an offset, by its number; -1 for none. */
function lastBefore(comments: Commented['comments'], offset: number): number {
  let low = -1
  let high = comments.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((comments[middle]?.end ?? 0) <= offset) low = middle
    else high = middle
  }
  return low
}

function readDoc(comment: string): Doc {
  const lines = comment.split(/\r?\n/).map((line) => line.replace(/^\s*\*?\s?/, '').trimEnd())
  const tag = lines.findIndex((line) => /^\s*@\w/.test(line))
  const said = (tag < 0 ? lines : lines.slice(0, tag)).map((line) => line.trim())
  const described = lines.find((line) => /^\s*@desc(?:ription)?\s/.test(line))
  const first = said.find((line) => line !== '') ?? described?.replace(/^\s*@\w+\s+/, '') ?? null
  return {
    doc: first === null ? null : plain(first).slice(0, LINE_MAX),
    deprecation: deprecationIn(lines),
  }
}

function deprecationIn(lines: readonly string[]): Deprecation | null {
  const at = lines.findIndex((line) => /(^|\s)@deprecated\b/.test(line))
  if (at < 0) return null
  const [head = '', ...rest] = lines.slice(at)
  const next = rest.findIndex((line) => /^\s*@\w/.test(line) || line.trim() === '')
  const more = next < 0 ? rest : rest.slice(0, next)
  const said = [head.replace(/^.*?@deprecated\b[:\s]*/, ''), ...more].join(' ')
  const text = plain(said.replace(/\s+/g, ' ').trim()).slice(0, TEXT_MAX)
  return { text: text === '' ? null : text, since: sinceOf(text) }
}

const REMOVAL = /(?:will be |to be |be )?removed (?:in|from|with)[^.;,]*\d[\w.]*/gi
const SINCE =
  /^v?(\d+(?:\.\d+)+)|\b(?:since|as of|in|from|with)\s+(?:[\w.@/-]+\s+)??(?:version\s+|release\s+)?v?(\d+(?:\.\d+)+)/i

/** The release in which it came to be deprecated, where the text names one. */
function sinceOf(text: string): string | null {
  const found = SINCE.exec(text.replace(REMOVAL, ''))
  return found === null ? null : (found[1] ?? found[2] ?? null)
}

/** `{@link Foo}` → `Foo`. */
function plain(text: string): string {
  return text.replace(/\{@link(?:code|plain)?\s+([^}|\s]+)[^}]*\}/g, '$1')
}
