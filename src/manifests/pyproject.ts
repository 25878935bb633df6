// pyproject.toml: PEP 621, dependency groups, Poetry.

import { parse } from 'smol-toml'
import { parsePackageName, pythonForm } from '../domain/names/packageName.ts'
import { shownRange } from '../domain/rangeText.ts'
import { isMembers } from '../domain/texts/jsonValue.ts'
import { includedPath } from './includes.ts'
import {
  emptyManifest,
  entriesOf,
  fieldOf,
  type Manifest,
  type PlaceOf,
  placesOf,
  REQUIREMENTS_MAX,
  type Requirement,
  TOO_MANY,
} from './manifest.ts'
import { parsePoetryVersion, parseRequirement } from './pep508.ts'
import { toolsOfPyproject } from './tools/namedTools.ts'

export function pyproject(path: string, text: string): Manifest {
  const root = parseToml(text)
  if (root === null) return emptyManifest(path, 'is no TOML')
  const elsewhere = new Set<string>()
  const remote = new Set<string>()
  for (const [name, source] of entriesOf(fieldOf(root, 'tool', 'uv', 'sources'))) {
    elsewhere.add(name)
    if (isRemoteSource(source)) remote.add(name)
  }
  const placeOf = placesOf(text)
  let problem: string | null = null
  const onUnread = (what = 'what is no requirement among its requirements') => {
    problem ??= `has ${what}`
  }
  const beside = { elsewhere, remote, onUnread }
  const requirements = [
    ...pep621(root, text, placeOf, beside),
    ...poetry(root, text, placeOf, beside),
  ]
  const includes = dynamicFiles(root).map((file) => includedPath(path, file))
  const unread = unreadTable(root, includes.length > 0)
  if (unread !== null) onUnread(unread)
  const project = fieldOf(root, 'project')
  if (project !== undefined && !isMembers(project)) onUnread()
  if (requirements.length > REQUIREMENTS_MAX) problem = TOO_MANY
  const tools = toolsOfPyproject(root, text, placeOf)
  const ownNames = [fieldOf(root, 'project', 'name'), fieldOf(root, 'tool', 'poetry', 'name')]
  return {
    ...emptyManifest(path, problem),
    pythons: pythonsOf(root),
    requirements: requirements.slice(0, REQUIREMENTS_MAX),
    elsewhere: [...elsewhere].map((name) => parsePackageName('pypi', name) ?? name),
    ...(namesIndex(root) ? { isElsewhereToo: true as const } : {}),
    ...(includes.length === 0 ? {} : { includes }),
    ...(tools.length === 0 ? {} : { tools }),
    ...(remote.size === 0 ? {} : { remote: [...remote] }),
    ownNames: ownNames.filter((name) => typeof name === 'string'),
  }
}

/** Where uv, Poetry and PDM are told of other indexes. */
const INDEXES = [
  ...['index', 'index-url', 'extra-index-url', 'find-links', 'no-index'].map((key) => ['uv', key]),
  ...['index-url', 'extra-index-url', 'find-links', 'no-index'].map((key) => ['uv', 'pip', key]),
  ['poetry', 'source'],
  ['pdm', 'source'],
] as const

function namesIndex(root: unknown): boolean {
  return INDEXES.some((keys) => {
    const value = fieldOf(root, 'tool', ...keys)
    return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)
  })
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
type Beside = Readonly<{
  elsewhere: Set<string>
  remote: Set<string>
  onUnread: (what?: string) => void
}>

/** A repository or an address, and no folder of the input. */
function isRemoteSource(source: unknown): boolean {
  const choices = Array.isArray(source) ? source : [source]
  return choices.some((one) =>
    ['git', 'url', 'index'].some((key) => fieldOf(one, key) !== undefined),
  )
}

/** Files that setuptools takes requirements from. */
function dynamicFiles(root: unknown): readonly string[] {
  const dynamic = fieldOf(root, 'tool', 'setuptools', 'dynamic')
  const tables = [
    fieldOf(dynamic, 'dependencies'),
    ...entriesOf(fieldOf(dynamic, 'optional-dependencies')).map(([, table]) => table),
  ]
  return tables.flatMap((table) => {
    const files = fieldOf(table, 'file')
    return (Array.isArray(files) ? files : [files]).filter((file) => typeof file === 'string')
  })
}

const LISTING =
  /^(?:deps|dependencies|requires|overrides|.+-(?:dependencies|requires)|requires-.+)$/
/** How deep tables of tools are looked through. */
const TABLES_DEEP = 8

/** What the file says of requirements and nobody reads here; null where there is nothing. */
function unreadTable(root: unknown, isDynamic: boolean): string | null {
  const dynamic = fieldOf(root, 'project', 'dynamic')
  const isComputed =
    Array.isArray(dynamic) &&
    dynamic.some((one) => one === 'dependencies' || one === 'optional-dependencies')
  // What hatch computes by a hook of its own stands in files that are not known.
  if (isComputed && !isDynamic) return 'requirements that a tool computes'
  const read = new Set([...LISTS, ...GROUPS].map((path) => path.join('.')))
  const look = (value: unknown, path: readonly string[]): string | null => {
    const at = path.join('.')
    if (read.has(at) || READ.test(at) || path.length > TABLES_DEEP) return null
    const isFilled = Array.isArray(value) ? value.length > 0 : isMembers(value)
    if (LISTING.test(path.at(-1) ?? '') && isFilled) return `a table that is not read: ${at}`
    for (const [key, inner] of entriesOf(value)) {
      const found = look(inner, [...path, key])
      if (found !== null) return found
    }
    return null
  }
  return look(fieldOf(root, 'tool'), ['tool'])
}

/** Tables of tools whose requirements are read, or that hold none. */
const READ =
  /^tool\.(?:poetry\.(?:dev-)?dependencies|poetry\.group\.[^.]+\.dependencies|setuptools\.dynamic|uv\.sources|hatch\.envs\.[^.]+\.(?:extra-)?dependencies|flit\.metadata\.(?:dev-)?requires(?:-extra)?|flit\.metadata\.requires-python)$/

/** Lists of requirements. */
const LISTS = [
  ['project', 'dependencies'],
  ['build-system', 'requires'],
  ['tool', 'uv', 'dev-dependencies'],
  ['tool', 'uv', 'constraint-dependencies'],
  ['tool', 'uv', 'override-dependencies'],
  ['tool', 'rye', 'dev-dependencies'],
  ['tool', 'flit', 'metadata', 'requires'],
  ['tool', 'flit', 'metadata', 'dev-requires'],
]
/** Tables of such lists. */
const GROUPS = [
  ['project', 'optional-dependencies'],
  ['dependency-groups'],
  ['tool', 'pdm', 'dev-dependencies'],
  ['tool', 'flit', 'metadata', 'requires-extra'],
]

function* pep621(
  root: unknown,
  text: string,
  placeOf: PlaceOf,
  { elsewhere, remote, onUnread }: Beside,
): Generator<Requirement> {
  const groups = GROUPS.map((path) => fieldOf(root, ...path))
  for (const group of groups) if (group !== undefined && !isMembers(group)) onUnread()
  const lists = [
    ...LISTS.map((path) => fieldOf(root, ...path)),
    ...groups.flatMap((group) => entriesOf(group).map(([, list]) => list)),
    // What environments of hatch hold beside the project's own.
    ...entriesOf(fieldOf(root, 'tool', 'hatch', 'envs')).flatMap(([, env]) => [
      fieldOf(env, 'dependencies'),
      fieldOf(env, 'extra-dependencies'),
    ]),
  ]
  let from = 0
  for (const list of lists) {
    if (!Array.isArray(list)) {
      if (list !== undefined) onUnread()
      continue
    }
    for (const written of list) {
      // The members of `{include-group = "x"}` stand there themselves.
      const group = fieldOf(written, 'include-group')
      if (group !== undefined && !hasGroup(root, group)) onUnread('a group that it does not have')
      if (group !== undefined) continue
      const parsed = typeof written === 'string' ? parseRequirement(written) : null
      if (typeof written !== 'string' || parsed === null) {
        onUnread()
        continue
      }
      if (parsed.isElsewhere) {
        elsewhere.add(parsed.name)
        if (parsed.isRemote === true) remote.add(parsed.name)
        continue
      }
      const at = quotedAt(text, written, from)
      const offset = at >= 0 ? at : Math.max(0, quotedAt(text, written, 0))
      if (at >= 0) from = at
      const spelled = /^\s*([\w.-]+)/.exec(written)?.[1] ?? written
      const { name, pin, range } = parsed
      yield { ecosystem: 'pypi', name, written: spelled, ...placeOf(offset), pin, range }
    }
  }
}

/** Where a text next stands in quotes; -1 where it does not. */
function quotedAt(text: string, written: string, from: number): number {
  const places = ['"', "'"]
    .map((quote) => text.indexOf(`${quote}${written}${quote}`, from))
    .filter((at) => at >= 0)
  return places.length === 0 ? text.indexOf(written, from) : Math.min(...places) + 1
}

/** Groups are the same whatever case and dashes their names are written with. */
function hasGroup(root: unknown, group: unknown): boolean {
  const names = entriesOf(fieldOf(root, 'dependency-groups')).map(([name]) => pythonForm(name))
  return typeof group === 'string' && names.includes(pythonForm(group))
}

function* poetry(
  root: unknown,
  text: string,
  placeOf: PlaceOf,
  { elsewhere, remote, onUnread }: Beside,
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
    if (table !== undefined && !isMembers(table)) onUnread()
    for (const [written, value] of entriesOf(table)) {
      const name = parsePackageName('pypi', written)
      if (name === null) onUnread()
      if (name === null || name === 'python') continue
      // One for each Python or platform: which counts is not known, and any may.
      const choices = Array.isArray(value) ? value : [value]
      const chosen = choices.map((one) => (isMembers(one) ? one['version'] : one))
      const versions = chosen.filter((version) => typeof version === 'string')
      if (versions.length < choices.length || versions.length === 0) {
        elsewhere.add(name)
        if (isRemoteSource(value)) remote.add(name)
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
