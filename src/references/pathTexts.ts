// Texts of a file that look like the path of a module, or of what is in one: `"markdown.extensions.toc"`,
// `"app.tasks:run"`, `'pkg/plugin'`. Frameworks load what such texts name, and no import tells of it.

import type { Places } from './places.ts'
import type { PassedOver } from './reference.ts'

const LENGTH_MAX = 200
/** A file of data may be made of texts. */
const COUNT_MAX = 5_000

const PATHS = {
  python:
    /(["'])([\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)+(?::[\p{L}_][\p{L}\p{N}_.]*)?)\1/gu,
  javascript: /(["'`])((?:@[\w.-]+\/)?[\w][\w.-]*(?:\/[\w][\w.-]*)+)\1/g,
} as const

/** Each once, where it first stands. */
export function pathTextsIn(
  text: string,
  places: Places,
  language: keyof typeof PATHS,
): readonly PassedOver[] {
  const found = new Map<string, PassedOver>()
  for (const { 2: name = '', index } of text.matchAll(PATHS[language])) {
    if (name.length > LENGTH_MAX || found.has(name)) continue
    if (found.size >= COUNT_MAX) break
    found.set(name, { ...places.at(index + 1), name })
  }
  return [...found.values()]
}
