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
