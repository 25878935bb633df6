// The comment before a thing.

import type { Comment } from 'oxc-parser'
import type { Deprecation } from '../../../table/table.ts'

const TEXT_LENGTH_MAX = 400

export type Doc = Readonly<{ doc: string | null; deprecation: Deprecation | null }>

const NONE: Doc = { doc: null, deprecation: null }

/** The doc comment that ends where a thing begins. */
export function docBefore(text: string, comments: readonly Comment[], anchor: number): Doc {
  let low = 0
  let high = comments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((comments[middle]?.end ?? 0) <= anchor) low = middle + 1
    else high = middle
  }
  const comment = comments[low - 1]
  if (comment === undefined || comment.type !== 'Block' || !comment.value.startsWith('*'))
    return NONE
  if (anchor - comment.end > 200 || text.slice(comment.end, anchor).trim() !== '') return NONE
  return parseDoc(comment.value)
}

export function parseDoc(comment: string): Doc {
  const lines = comment.split('\n', 200).map((line) => line.replace(/^[\s*]+/, '').trimEnd())
  const firstTag = lines.findIndex((line) => line.startsWith('@'))
  const plain = firstTag < 0 ? lines : lines.slice(0, firstTag)
  const described = lines.find((line) => /^@desc(?:ription)?\s/.test(line))?.replace(/^@\w+\s+/, '')
  const doc = plain.find((line) => line !== '') ?? described ?? null
  return { doc: doc?.slice(0, TEXT_LENGTH_MAX) ?? null, deprecation: deprecationOf(lines) }
}

function deprecationOf(lines: readonly string[]): Deprecation | null {
  const start = lines.findIndex((line) => /^@deprecated\b/.test(line))
  if (start < 0) return null
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => line === '' || line.startsWith('@'))
  const said = [
    lines[start]?.replace(/^@deprecated\s*/, '') ?? '',
    ...(end < 0 ? rest : rest.slice(0, end)),
  ]
  const text = said.join(' ').replace(/\s+/g, ' ').trim().slice(0, TEXT_LENGTH_MAX)
  const since =
    /^(?:since|as of|in)?\s*(?:version\s*)?v?(\d+(?:\.\d+)+[\w.-]*)/i.exec(text)?.[1] ?? null
  return { text: text === '' ? null : text, since: since?.replace(/[.-]+$/, '') ?? null }
}
