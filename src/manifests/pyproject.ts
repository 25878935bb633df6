// pyproject.toml: PEP 621, dependency groups, Poetry.

import { parse } from 'smol-toml'
import { parsePackageName } from '../domain/packageName.ts'
import { shownRange } from '../domain/rangeText.ts'
import {
  emptyManifest,
  entriesOf,
  fieldOf,
  isRecord,
  type Manifest,
  type PlaceOf,
  placesOf,
  REQUIREMENTS_MAX,
  type Requirement,
  TOO_MANY,
} from './manifest.ts'
import { parsePoetryVersion, parseRequirement } from './pep508.ts'

export function pyproject(path: string, text: string): Manifest {
  const root = parseToml(text)
  if (root === null) return emptyManifest(path, 'is no TOML')
  const elsewhere = new Set<string>()
  for (const [name] of entriesOf(fieldOf(root, 'tool', 'uv', 'sources'))) elsewhere.add(name)
  const placeOf = placesOf(text)
  let problem: string | null = null
  const onUnread = () => {
    problem ??= 'has what is no requirement among its requirements'
  }
  const requirements = [
    ...pep621(root, text, placeOf, { elsewhere, onUnread }),
    ...poetry(root, text, placeOf, { elsewhere, onUnread }),
  ]
  const project = fieldOf(root, 'project')
  if (project !== undefined && !isRecord(project)) onUnread()
  if (requirements.length > REQUIREMENTS_MAX) problem = TOO_MANY
  const ownNames = [fieldOf(root, 'project', 'name'), fieldOf(root, 'tool', 'poetry', 'name')]
  return {
    ...emptyManifest(path, problem),
    pythons: pythonsOf(root),
    requirements: requirements.slice(0, REQUIREMENTS_MAX),
    elsewhere: [...elsewhere].map((name) => parsePackageName('pypi', name) ?? name),
    ownNames: ownNames.filter((name) => typeof name === 'string'),
  }
}

function pythonsOf(root: unknown): readonly string[] {
  const range = fieldOf(root, 'project', 'requires-python')
  if (typeof range === 'string') return [shownRange(range)]
  const poetry = fieldOf(root, 'tool', 'poetry', 'dependencies', 'python')
  if (typeof poetry !== 'string') return []
  const { pin, range: allowed } = parsePoetryVersion(poetry)
  const written = pin === null ? allowed : `==${pin}`
  return written === null ? [] : [shownRange(written)]
}

/** Null for what is none. */
export function parseToml(text: string): unknown {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' })
  } catch {
    return null
  }
}

/** Where names go that are no requirements of the registry, and what is none at all. */
type Beside = Readonly<{ elsewhere: Set<string>; onUnread: () => void }>

/** Lists of requirements. */
const LISTS = [
  ['project', 'dependencies'],
  ['build-system', 'requires'],
  ['tool', 'uv', 'dev-dependencies'],
]
/** Tables of such lists. */
const GROUPS = [
  ['project', 'optional-dependencies'],
  ['dependency-groups'],
  ['tool', 'pdm', 'dev-dependencies'],
]

function* pep621(
  root: unknown,
  text: string,
  placeOf: PlaceOf,
  { elsewhere, onUnread }: Beside,
): Generator<Requirement> {
  const groups = GROUPS.map((path) => fieldOf(root, ...path))
  for (const group of groups) if (group !== undefined && !isRecord(group)) onUnread()
  const lists = [
    ...LISTS.map((path) => fieldOf(root, ...path)),
    ...groups.flatMap((group) => entriesOf(group).map(([, list]) => list)),
  ]
  let from = 0
  for (const list of lists) {
    if (!Array.isArray(list)) {
      if (list !== undefined) onUnread()
      continue
    }
    for (const written of list) {
      // The members of `{include-group = "x"}` stand there themselves.
      if (fieldOf(written, 'include-group') !== undefined) continue
      const parsed = typeof written === 'string' ? parseRequirement(written) : null
      if (typeof written !== 'string' || parsed === null) {
        onUnread()
        continue
      }
      if (parsed.isElsewhere) {
        elsewhere.add(parsed.name)
        continue
      }
      const at = text.indexOf(written, from)
      const offset = at >= 0 ? at : Math.max(0, text.indexOf(written))
      if (at >= 0) from = at
      const spelled = /^\s*([\w.-]+)/.exec(written)?.[1] ?? written
      const { name, pin, range } = parsed
      yield { ecosystem: 'pypi', name, written: spelled, ...placeOf(offset), pin, range }
    }
  }
}

function* poetry(
  root: unknown,
  text: string,
  placeOf: PlaceOf,
  { elsewhere, onUnread }: Beside,
): Generator<Requirement> {
  const tool = fieldOf(root, 'tool', 'poetry')
  const tables: (readonly [string, unknown])[] = [
    ['tool.poetry.dependencies', fieldOf(tool, 'dependencies')],
    ['tool.poetry.dev-dependencies', fieldOf(tool, 'dev-dependencies')],
    ...entriesOf(fieldOf(tool, 'group')).map(
      ([group, table]) =>
        [`tool.poetry.group.${group}.dependencies`, fieldOf(table, 'dependencies')] as const,
    ),
  ]
  for (const [section, table] of tables) {
    const start = Math.max(0, text.indexOf(`[${section}]`))
    let from = start
    if (table !== undefined && !isRecord(table)) onUnread()
    for (const [written, value] of entriesOf(table)) {
      const name = parsePackageName('pypi', written)
      if (name === null) onUnread()
      if (name === null || name === 'python') continue
      // One for each Python or platform: which counts is not known, and any may.
      const choices = Array.isArray(value) ? value : [value]
      const chosen = choices.map((one) => (isRecord(one) ? one['version'] : one))
      const versions = chosen.filter((version) => typeof version === 'string')
      if (versions.length < choices.length || versions.length === 0) {
        elsewhere.add(name)
        continue
      }
      // Mostly they come in the order of the text.
      const next = text.indexOf(`\n${written}`, from)
      const at = next < 0 ? text.indexOf(`\n${written}`, start) : next
      if (next >= 0) from = next
      const offset = at < 0 ? Math.max(0, text.indexOf(written, start)) : at + 1
      const place = placeOf(offset)
      for (const version of versions) {
        yield { ecosystem: 'pypi', name, written, ...place, ...parsePoetryVersion(version) }
      }
    }
  }
}
