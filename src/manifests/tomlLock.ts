// poetry.lock and uv.lock: lists of packages with their versions.

import { parsePackageName } from '../domain/packageName.ts'
import {
  emptyManifest,
  fieldOf,
  type Manifest,
  REQUIREMENTS_MAX,
  type Requirement,
} from './manifest.ts'
import { lockedAt } from './packageJson.ts'
import { parseToml } from './pyproject.ts'

export function tomlLock(path: string, text: string): Manifest {
  const root = parseToml(text)
  if (root === null) return emptyManifest(path, 'is no TOML')
  const packages = fieldOf(root, 'package')
  const locked: Requirement[] = []
  const elsewhere: string[] = []
  for (const entry of Array.isArray(packages) ? packages.slice(0, REQUIREMENTS_MAX) : []) {
    const written = fieldOf(entry, 'name')
    const version = fieldOf(entry, 'version')
    const name = typeof written === 'string' ? parsePackageName('pypi', written) : null
    if (name === null) continue
    if (isElsewhere(fieldOf(entry, 'source')) || typeof version !== 'string') elsewhere.push(name)
    else locked.push(lockedAt('pypi', name, version))
  }
  return { ...emptyManifest(path), locked, elsewhere }
}

/** uv names the place; Poetry names the kind. */
function isElsewhere(source: unknown): boolean {
  const places = ['editable', 'virtual', 'directory', 'path', 'git', 'url']
  if (places.some((place) => fieldOf(source, place) !== undefined)) return true
  const kind = fieldOf(source, 'type')
  return kind === 'git' || kind === 'directory' || kind === 'file' || kind === 'url'
}
