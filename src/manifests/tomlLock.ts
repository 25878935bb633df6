// poetry.lock and uv.lock: lists of packages with their versions.

import { parsePackageName } from '../domain/packageName.ts'
import {
  emptyManifest,
  fieldOf,
  type Manifest,
  REQUIREMENTS_MAX,
  type Requirement,
  TOO_MANY,
} from './manifest.ts'
import { lockedAt } from './packageJson.ts'
import { parseToml } from './pyproject.ts'

export function tomlLock(path: string, text: string): Manifest {
  const root = parseToml(text)
  if (root === null) return emptyManifest(path, 'is no TOML')
  const packages = fieldOf(root, 'package')
  const locked: Requirement[] = []
  const elsewhere: string[] = []
  const isList = packages === undefined || Array.isArray(packages)
  const entries: readonly unknown[] = Array.isArray(packages) ? packages : []
  const isCut = entries.length > REQUIREMENTS_MAX
  let problem = !isList ? 'has no list of packages' : isCut ? TOO_MANY : null
  for (const entry of entries.slice(0, REQUIREMENTS_MAX)) {
    const written = fieldOf(entry, 'name')
    const version = fieldOf(entry, 'version')
    const name = typeof written === 'string' ? parsePackageName('pypi', written) : null
    if (name === null) {
      problem ??= 'has an entry that is no package'
      continue
    }
    if (isElsewhere(fieldOf(entry, 'source')) || typeof version !== 'string') elsewhere.push(name)
    else locked.push(lockedAt('pypi', name, version))
  }
  return { ...emptyManifest(path, problem), locked, elsewhere }
}

/** uv names the place; Poetry names the kind. */
function isElsewhere(source: unknown): boolean {
  const places = ['editable', 'virtual', 'directory', 'path', 'git', 'url']
  if (places.some((place) => fieldOf(source, place) !== undefined)) return true
  const kind = fieldOf(source, 'type')
  return kind === 'git' || kind === 'directory' || kind === 'file' || kind === 'url'
}
