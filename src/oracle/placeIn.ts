// Where something stands in a text.

import type { Found } from './linearPattern.ts'
import type { Location } from './outcome.ts'

/** Line and column from 1, everything in UTF-16 units. */
export function placeIn(text: string, { start, end }: Found, path?: string): Location {
  const before = text.slice(0, start)
  const lineStart = before.lastIndexOf('\n') + 1
  let line = 1
  for (let at = before.indexOf('\n'); at !== -1; at = before.indexOf('\n', at + 1)) line += 1
  const place = { line, column: start - lineStart + 1, start, end }
  return path === undefined ? place : { path, ...place }
}

/** The first place of a text in another; without regard to case where each letter has one of its own. */
export function findText(text: string, wanted: string, ignoresCase: boolean): Found | null {
  const [where, what] = ignoresCase ? [folded(text), folded(wanted)] : [text, wanted]
  const start = where.indexOf(what)
  return start === -1 ? null : { start, end: start + what.length }
}

/** In small letters, and as long as the text itself, so that offsets stay what they are. */
export function folded(text: string): string {
  // Letter by letter: what is around one must not decide what it becomes.
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase()
    return small.length === letter.length ? small : letter
  }).join('')
}
