// Pipfile: what a project of Pipenv needs, and where from.

import { parsePackageName } from '../domain/names/packageName.ts'
import { isMembers } from '../domain/texts/jsonValue.ts'
import {
  emptyManifest,
  entriesOf,
  fieldOf,
  type Manifest,
  placesOf,
  REQUIREMENTS_MAX,
  type Requirement,
  TOO_MANY,
} from './manifest.ts'
import { parseRequirement } from './pep508.ts'
import { parseToml } from './pyproject.ts'

/** Tables that hold no packages; any other one is a category of them. */
const NO_PACKAGES = new Set(['source', 'requires', 'pipenv', 'scripts'])

export function pipfile(path: string, text: string): Manifest {
  const root = parseToml(text)
  if (root === null) return emptyManifest(path, 'is no TOML')
  const placeOf = placesOf(text)
  const requirements: Requirement[] = []
  const elsewhere: string[] = []
  const remote: string[] = []
  let problem: string | null = null
  const tables = entriesOf(root).filter(([table]) => !NO_PACKAGES.has(table))
  for (const [written, entry] of tables.flatMap(([, table]) => entriesOf(table))) {
    const name = parsePackageName('pypi', written)
    const range = rangeOf(entry)
    if (name === null || range === undefined) {
      problem ??= 'has what is no requirement among its packages'
      continue
    }
    if (range === null) {
      elsewhere.push(name)
      if (isRemoteEntry(entry)) remote.push(name)
      continue
    }
    const parsed = parseRequirement(`${name}${range}`)
    if (parsed === null) problem ??= 'has what is no requirement among its packages'
    else {
      const { line, column } = placeOf(keyAt(text, written))
      const { pin, range: allowed } = parsed
      requirements.push({ ecosystem: 'pypi', name, written, line, column, pin, range: allowed })
    }
  }
  if (tables.some(([, table]) => !isMembers(table))) problem ??= 'has a table that is none'
  if (requirements.length > REQUIREMENTS_MAX) problem = TOO_MANY
  const python = ['python_version', 'python_full_version']
    .map((key) => fieldOf(root, 'requires', key))
    .find((version) => typeof version === 'string')
  return {
    ...emptyManifest(path, problem),
    requirements: requirements.slice(0, REQUIREMENTS_MAX),
    elsewhere,
    // `3.11` is any release of it.
    pythons:
      typeof python === 'string' ? [`==${/^\d+\.\d+$/.test(python) ? `${python}.*` : python}`] : [],
    ...(remote.length === 0 ? {} : { remote }),
    ...(hasOtherSource(root) ? { isElsewhereToo: true as const } : {}),
  }
}

/** Pipenv begins every file with the public index, under this name. */
function hasOtherSource(root: unknown): boolean {
  const sources = fieldOf(root, 'source')
  if (sources === undefined) return false
  return !Array.isArray(sources) || sources.some((source) => fieldOf(source, 'name') !== 'pypi')
}

/** Null for what comes from elsewhere, undefined for what is no entry. */
function rangeOf(entry: unknown): string | null | undefined {
  const version = isMembers(entry) ? fieldOf(entry, 'version') : entry
  if (isMembers(entry)) {
    const isElsewhere = ['git', 'path', 'file', 'hg', 'svn', 'index'].some((key) =>
      Object.hasOwn(entry, key),
    )
    if (isElsewhere) return null
    if (version === undefined) return ''
  }
  if (typeof version !== 'string') return undefined
  const bare = version.trim()
  if (bare === '*' || bare === '') return ''
  if (/^\d/.test(bare)) return `==${bare}`
  return /^[<>=!~]/.test(bare) ? bare : undefined
}

const isRemoteEntry = (entry: unknown) =>
  ['git', 'file', 'hg', 'svn', 'index'].some((key) => fieldOf(entry, key) !== undefined)

/** Where a key stands that begins a line. */
function keyAt(text: string, key: string): number {
  const quoted = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const found = new RegExp(`^([ \\t]*["']?)${quoted}["']?[ \\t]*(?:=|\\.)`, 'm').exec(text)
  return found === null ? 0 : found.index + (found[1]?.length ?? 0)
}
