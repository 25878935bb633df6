// poetry.lock, uv.lock, pdm.lock and pylock.toml: lists of packages with their versions.

import { parsePackageName } from '../domain/names/packageName.ts'
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
  const packages = fieldOf(root, 'package') ?? fieldOf(root, 'packages')
  const locked: Requirement[] = []
  const elsewhere: string[] = []
  const remote: string[] = []
  // PDM writes none where nothing is locked; the others write an empty one.
  const mayLack = text.trim() === '' || path.endsWith('pdm.lock')
  const isList = packages === undefined ? mayLack : Array.isArray(packages)
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
    // PDM and pylock.toml have no table for it.
    const source = fieldOf(entry, 'source') ?? entry
    if (isRepository(source)) remote.push(name)
    if (isElsewhere(source) || typeof version !== 'string') elsewhere.push(name)
    else locked.push(lockedAt('pypi', name, version))
  }
  const more = remote.length === 0 ? {} : { remote }
  return { ...emptyManifest(path, problem), locked, elsewhere, ...more }
}

/** What is in no folder of the input. Poetry has the address of another index under `url` too. */
function isRepository(source: unknown): boolean {
  const kind = fieldOf(source, 'type')
  if (kind !== undefined) return kind === 'git' || kind === 'url'
  return ['git', 'url', 'vcs', 'archive'].some((place) => fieldOf(source, place) !== undefined)
}

/** uv names the place; Poetry names the kind. */
function isElsewhere(source: unknown): boolean {
  const places = 'editable virtual directory path git url vcs archive'.split(' ')
  if (places.some((place) => fieldOf(source, place) !== undefined)) return true
  const kind = fieldOf(source, 'type')
  return kind === 'git' || kind === 'directory' || kind === 'file' || kind === 'url'
}
