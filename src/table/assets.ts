// Files that the project's own scripts write: parts of the package, which nobody changes.

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { keptOnce } from '../domain/maps.ts'

// The same two steps up from src/ and from dist/.
const ASSETS = new URL('../../assets/', import.meta.url)

/** Opens a file when it is first asked for. */
export function asset<Written, Opened>(
  name: string,
  open: (written: Written) => Opened,
): () => Opened {
  return keptOnce(() => {
    const bytes = readFileSync(new URL(name, ASSETS))
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
    return open(JSON.parse(text) as Written)
  })
}

/** What a record itself has under a name. */
export function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/** Words of a text, with spaces between them. */
export function words(text: string): readonly string[] {
  return text === '' ? [] : text.split(' ')
}
