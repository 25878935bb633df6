// Pipfile.lock: what Pipenv resolved.

import { parsePackageName } from '../domain/names/packageName.ts'
import {
  emptyManifest,
  entriesOf,
  fieldOf,
  isTableAt,
  type Manifest,
  NO_TABLE,
  REQUIREMENTS_MAX,
  TOO_MANY,
} from './manifest.ts'
import { lockedAt, parseJson } from './packageJson.ts'

export function pipfileLock(path: string, text: string): Manifest {
  const root = parseJson(text)
  if (root === undefined) return emptyManifest(path, 'is no JSON')
  const isRead = ['default', 'develop'].every((section) => isTableAt(root, section))
  if (!isRead) return emptyManifest(path, NO_TABLE)
  const entries = ['default', 'develop'].flatMap((section) => entriesOf(fieldOf(root, section)))
  const locked: Manifest['locked'][number][] = []
  const elsewhere: string[] = []
  const remote: string[] = []
  for (const [written, entry] of entries.slice(0, REQUIREMENTS_MAX)) {
    const name = parsePackageName('pypi', written)
    if (name === null) continue
    const version = fieldOf(entry, 'version')
    const pin = typeof version === 'string' ? /^===?([^=\s]+)$/.exec(version)?.[1] : undefined
    if (pin !== undefined) locked.push(lockedAt('pypi', name, pin))
    else {
      elsewhere.push(name)
      if (fieldOf(entry, 'git') !== undefined || fieldOf(entry, 'file') !== undefined)
        remote.push(name)
    }
  }
  const problem = entries.length > REQUIREMENTS_MAX ? TOO_MANY : null
  const more = remote.length === 0 ? {} : { remote }
  return { ...emptyManifest(path, problem), locked, elsewhere, ...more }
}
