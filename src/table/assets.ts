// Files that the project's own scripts write: parts of the package, which nobody changes.

import { readFileSync } from 'node:fs'
import { keptOnce } from '../domain/maps.ts'

// The same two steps up from src/ and from dist/.
const ASSETS = new URL('../../assets/', import.meta.url)

/** Opens a file when it is first asked for. */
export function asset<Written, Opened>(
  name: string,
  open: (written: Written) => Opened,
): () => Opened {
  return keptOnce(() => open(JSON.parse(readFileSync(new URL(name, ASSETS), 'utf8')) as Written))
}

/** What a record itself has under a name. */
export function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/** Words of a text, with spaces between them. */
export function words(text: string): readonly string[] {
  return text === '' ? [] : text.split(' ')
}
