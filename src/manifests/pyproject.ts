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

function* pep621(
  root: unknown,
  text: string,
  placeOf: PlaceOf,
  { elsewhere, onUnread }: Beside,
): Generator<Requirement> {
  const lists = [
    fieldOf(root, 'project', 'dependencies'),
    ...entriesOf(fieldOf(root, 'project', 'optional-dependencies')).map(([, list]) => list),
    ...entriesOf(fieldOf(root, 'dependency-groups')).map(([, list]) => list),
  ]
  let from = 0
  for (const list of lists) {
    if (!Array.isArray(list)) {
      if (list !== undefined) onUnread()
      continue
    }
    for (const written of list) {
      // `{include-group = "x"}`, whose members stand there themselves.
      if (typeof written !== 'string') continue
      const parsed = parseRequirement(written)
      if (parsed === null) {
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
    for (const [written, value] of entriesOf(table)) {
      const name = parsePackageName('pypi', written)
      if (name === null) onUnread()
      if (name === null || name === 'python') continue
      const version = isRecord(value) ? value['version'] : value
      if (typeof version !== 'string') {
        elsewhere.add(name)
        continue
      }
      // Mostly they come in the order of the text.
      const next = text.indexOf(`\n${written}`, from)
      const at = next < 0 ? text.indexOf(`\n${written}`, start) : next
      if (next >= 0) from = next
      const offset = at < 0 ? Math.max(0, text.indexOf(written, start)) : at + 1
      const place = placeOf(offset)
      yield { ecosystem: 'pypi', name, written, ...place, ...parsePoetryVersion(version) }
    }
  }
}
