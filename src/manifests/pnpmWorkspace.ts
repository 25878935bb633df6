// pnpm-workspace.yaml: the folders of a workspace, and the catalogs that its packages take versions from.

import { keptIn } from '../domain/maps.ts'
import { parsePackageName } from '../domain/names/packageName.ts'
import { DEFAULT_CATALOG } from './catalogs.ts'
import { yarnrc } from './indexSettings.ts'
import {
  emptyManifest,
  type Manifest,
  REQUIREMENTS_MAX,
  type Requirement,
  TOO_MANY,
} from './manifest.ts'
import { aliasOf, parseNpmVersion } from './npmVersion.ts'
import { yamlLeaves } from './yamlLeaves.ts'

export function pnpmWorkspace(path: string, text: string): Manifest {
  const read = yamlLeaves(text)
  const catalogs = new Map<string, Map<string, string>>()
  const requirements: Requirement[] = []
  let problem = read.problem
  for (const { keys, value, line, column } of read.leaves) {
    const place = placeIn(keys)
    if (place === null) continue
    const [catalog, written] = place
    keptIn(catalogs, catalog, () => new Map<string, string>()).set(written, value)
    const meant = aliasOf(value)
    const name = parsePackageName('npm', meant?.name ?? written)
    const version = parseNpmVersion(meant?.version ?? value)
    if (name === null || (version === null && !/[:/\\]/.test(value))) {
      problem ??= `has in line ${line} no requirement`
    } else if (version !== null) {
      // Only who writes `catalog:` takes it, and the lines of those count for the code.
      requirements.push({
        ecosystem: 'npm',
        name,
        written: name,
        line,
        column,
        ...version,
        isAlias: true,
      })
    }
  }
  if (requirements.length > REQUIREMENTS_MAX) problem = TOO_MANY
  return {
    ...emptyManifest(path, problem),
    requirements: requirements.slice(0, REQUIREMENTS_MAX),
    isWorkspace: true,
    ...(catalogs.size > 0 && { catalogs }),
  }
}

/** `.yarnrc.yml`: Yarn has the same among its settings. */
export function yarnSettings(path: string, text: string): Manifest {
  const { catalogs } = /^catalogs?\s*:/m.test(text) ? pnpmWorkspace(path, text) : {}
  return { ...yarnrc(path, text), ...(catalogs !== undefined && { catalogs }) }
}

/** `catalog: { name }` and `catalogs: { catalog: { name } }`. */
function placeIn(keys: readonly string[]): readonly [string, string] | null {
  const [top, second = '', third] = keys
  if (top === 'catalog' && keys.length === 2) return [DEFAULT_CATALOG, second]
  return top === 'catalogs' && keys.length === 3 && third !== undefined ? [second, third] : null
}
