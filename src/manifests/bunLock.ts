// bun.lock: packages by the place where they are installed.

import { isMembers } from '../domain/texts/jsonValue.ts'
import { lockedVersions, type Resolved } from './lockedVersions.ts'
import { parseLooseJson } from './looseJson.ts'
import {
  emptyManifest,
  entriesOf,
  fieldOf,
  isTableAt,
  type Manifest,
  NO_TABLE,
} from './manifest.ts'

export function bunLock(path: string, text: string): Manifest {
  const root = parseLooseJson(text)
  if (root === undefined) return emptyManifest(path, 'is no JSON')
  if (!isMembers(root)) return emptyManifest(path, 'is no object')
  const problem = isTableAt(root, 'packages') ? null : NO_TABLE
  const resolved = entriesOf(fieldOf(root, 'packages')).flatMap(([place, entry]): Resolved[] => {
    const written: unknown = Array.isArray(entry) ? entry[0] : null
    // Below another package (`a/b`) is what only that one sees.
    if (typeof written !== 'string' || !/^(?:@[^/]+\/)?[^/]+$/.test(place)) return []
    const split = written.indexOf('@', 1)
    const isAlias = written.slice(0, split) !== place
    return split < 0 || isAlias
      ? []
      : [{ name: place, range: '', version: written.slice(split + 1) }]
  })
  return lockedVersions(emptyManifest(path, problem), resolved)
}
