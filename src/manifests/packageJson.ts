// package.json and package-lock.json.

import { type PackageName, parsePackageName } from '../domain/names/packageName.ts'
import { isMembers, jsonIn } from '../domain/texts/jsonValue.ts'
import { keyTwice } from '../domain/texts/keyTwice.ts'
import { aliasesIn } from './buildConfig.ts'
import { catalogIn, catalogsIn } from './catalogs.ts'
import {
  emptyManifest,
  entriesOf,
  fieldOf,
  isRemote,
  type Manifest,
  placesOf,
  REQUIREMENTS_MAX,
  type Requirement,
  shownText,
  TOO_MANY,
} from './manifest.ts'
import { aliasOf, isJsr, type NpmVersion, parseNpmVersion } from './npmVersion.ts'
import { toolsOfPackageJson } from './tools/namedTools.ts'

const LOCKED = ['packages', 'dependencies']
const SECTIONS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']
/** Sections by which tools give names to folders. */
const NAMING = [['jest', 'moduleNameMapper'], ['_moduleAliases'], ['alias']]
/** Sections that say which versions others bring along. */
const FORCING = [['overrides'], ['resolutions'], ['pnpm', 'overrides']]

export function packageJson(path: string, text: string): Manifest {
  const root = parseJson(text)
  if (root === undefined) return emptyManifest(path, 'is no JSON')
  if (!isMembers(root)) return emptyManifest(path, 'is no object')
  const requirements: Requirement[] = []
  const elsewhere: string[] = []
  const remote: string[] = []
  const jsr: string[] = []
  const twice = keyTwice(text, (key) => SECTIONS.includes(key))
  let problem = twice === null ? null : `has two values for one key in ${twice}`
  const placeOf = placesOf(text)
  for (const section of SECTIONS) {
    const places = stringsFrom(text, Math.max(0, text.indexOf(`"${section}"`)))
    const entries = fieldOf(root, section)
    if (entries !== undefined && !isMembers(entries))
      problem ??= `has ${section} that are no object`
    for (const [written, value] of entriesOf(entries)) {
      if (typeof value === 'string' && isJsr(value)) {
        jsr.push(written)
        continue
      }
      const meant = typeof value === 'string' ? aliasOf(value) : null
      const name = parsePackageName('npm', meant?.name ?? written)
      const version = typeof value === 'string' ? parseNpmVersion(meant?.version ?? value) : null
      const isAddress = meant === null && typeof value === 'string' && /[:/\\]/.test(value)
      if (name === null || (version === null && !isAddress)) {
        problem ??= `has in ${section} no requirement: ${shownText(written)}`
        continue
      }
      // Under the name that code imports there is another package.
      const isAlias = meant !== null && meant.name !== written
      if (isAlias) {
        elsewhere.push(written)
        remote.push(written)
      }
      if (requirements.length >= REQUIREMENTS_MAX) {
        problem = TOO_MANY
        break
      }
      if (version === null) {
        const catalog = typeof value === 'string' ? catalogIn(value) : null
        if (catalog !== null) {
          const place = placeOf((places.get(written) ?? 0) + 1)
          const any = { pin: null, range: null, catalog }
          requirements.push({ ecosystem: 'npm', name, written, ...place, ...any })
          continue
        }
        elsewhere.push(name)
        if (typeof value === 'string' && isRemote(value)) remote.push(name)
        continue
      }
      if (isAlias && typeof value === 'string') {
        const place = placeOf((places.get(value) ?? 0) + 1 + value.indexOf(name))
        const alias = { written: name, isAlias } as const
        requirements.push({ ecosystem: 'npm', name, ...place, ...version, ...alias })
        continue
      }
      const place = placeOf((places.get(written) ?? 0) + 1)
      requirements.push({ ecosystem: 'npm', name, written, ...place, ...version })
    }
  }
  for (const path of FORCING) {
    const forced = forcedVersions(fieldOf(root, ...path))
    if (forced === null) problem ??= `has ${path.join('.')} that cannot be read`
    for (const { name, written, version } of forced ?? []) {
      const place = placeOf(Math.max(0, text.indexOf(`"${written}"`)) + 1)
      // They count for what others bring along, whatever the code imports.
      const line = { written: name, ...place, isAlias: true } as const
      requirements.push({ ecosystem: 'npm', name, ...version, ...line })
    }
  }
  if (requirements.length > REQUIREMENTS_MAX) problem = TOO_MANY
  const own = fieldOf(root, 'name')
  const ownNames = typeof own === 'string' ? [own] : []
  const workspace =
    fieldOf(root, 'workspaces') === undefined ? {} : ({ isWorkspace: true } as const)
  const engine = fieldOf(root, 'engines', 'node')
  const nodes = typeof engine === 'string' ? { nodes: engine } : {}
  const aliases = NAMING.flatMap((path) => entriesOf(fieldOf(root, ...path)).map(([name]) => name))
  const mentioned = aliases.length === 0 ? {} : { mentioned: aliases.flatMap(aliasesIn) }
  const catalogs = new Map([...catalogsIn(fieldOf(root, 'workspaces')), ...catalogsIn(root)])
  const tools = toolsOfPackageJson(root, text, placeOf)
  const more = {
    ...(tools.length === 0 ? {} : { tools }),
    ...(remote.length === 0 ? {} : { remote }),
    ...(jsr.length === 0 ? {} : { jsr }),
    ...(catalogs.size === 0 ? {} : { catalogs }),
    ...{ ...workspace, ...nodes, ...mentioned },
  }
  const read = requirements.slice(0, REQUIREMENTS_MAX)
  const found = { requirements: read, elsewhere, ownNames, ...more }
  return { ...emptyManifest(path, problem), ...found }
}

/** Where each string of a text stands first. */
function stringsFrom(text: string, start: number): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  const strings = /"([^"\\]*(?:\\.[^"\\]*)*)"/gs
  strings.lastIndex = start
  for (let found = strings.exec(text); found !== null; found = strings.exec(text)) {
    const [, written = ''] = found
    if (!places.has(written)) places.set(written, found.index)
  }
  return places
}

export function packageLock(path: string, text: string): Manifest {
  const root = parseJson(text)
  if (root === undefined) return emptyManifest(path, 'is no JSON')
  if (!isMembers(root)) return emptyManifest(path, 'is no object')
  const locked: Requirement[] = []
  const twice = keyTwice(text, (key) => LOCKED.includes(key))
  let problem = twice === null ? null : `has two values for one key in ${twice}`
  for (const section of LOCKED) {
    const entries = fieldOf(root, section)
    if (entries !== undefined && !isMembers(entries))
      problem ??= `has ${section} that are no object`
  }
  const elsewhere: string[] = []
  const remote: string[] = []
  const add = (written: string, entry: unknown) => {
    const name = parsePackageName('npm', written)
    const version = fieldOf(entry, 'version')
    if (name === null || typeof version !== 'string') return
    if (isOther(written, entry)) {
      elsewhere.push(name)
      if (/^(?:git|github)\b/.test(resolvedOf(entry))) remote.push(name)
    } else if (locked.length >= REQUIREMENTS_MAX) problem = TOO_MANY
    else locked.push(lockedAt('npm', name, version))
  }
  for (const [place, entry] of entriesOf(fieldOf(root, 'packages'))) {
    const written = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place)?.[1]
    if (written !== undefined && fieldOf(entry, 'link') !== true) add(written, entry)
  }
  if (locked.length === 0 && elsewhere.length === 0) {
    for (const [written, entry] of entriesOf(fieldOf(root, 'dependencies'))) {
      add(written, entry)
    }
  }
  const more = remote.length === 0 ? {} : { remote }
  return { ...emptyManifest(path, problem), locked, elsewhere, ...more }
}

function resolvedOf(entry: unknown): string {
  const resolved = fieldOf(entry, 'resolved')
  return typeof resolved === 'string' ? resolved : ''
}

/** It has another name, or comes from a repository or a file. */
function isOther(written: string, entry: unknown): boolean {
  const name = fieldOf(entry, 'name')
  if (typeof name === 'string' && name !== written) return true
  return ['resolved', 'version'].some((field) => {
    const value = fieldOf(entry, field)
    return typeof value === 'string' && /^(?:git|github|file|link|npm)\b/.test(value)
  })
}

export function lockedAt(ecosystem: 'pypi' | 'npm', name: PackageName, pin: string): Requirement {
  return { ecosystem, name, written: name, line: 1, column: 1, pin, range: null }
}

/** Undefined for what is none. */
export function parseJson(text: string): unknown {
  return jsonIn(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
}

type Forced = Readonly<{ name: PackageName; written: string; version: NpmVersion }>

const DEPTH_MAX = 10

/** Null for what cannot be read. Of a package itself, `.` says the version. */
function forcedVersions(entries: unknown, depth = 0, of = ''): readonly Forced[] | null {
  if (entries === undefined) return []
  if (!isMembers(entries) || depth > DEPTH_MAX) return null
  const all: Forced[] = []
  for (const [written, value] of Object.entries(entries)) {
    if (typeof value !== 'string') {
      const below = forcedVersions(value, depth + 1, written)
      if (below === null) return null
      all.push(...below)
      continue
    }
    const meant = aliasOf(value)
    const name = parsePackageName('npm', meant?.name ?? nameIn(written === '.' ? of : written))
    if (name === null) return null
    const version = parseNpmVersion(meant?.version ?? value)
    // Addresses, paths, versions of other lines (`$name`), and what is taken away (`-`).
    if (version === null && !/[:/\\$]|^-$/.test(value)) return null
    if (version !== null) all.push({ name, written, version })
  }
  return all
}

/** `a/**\/b`, `a>b`, `b@^1`: the package that is meant is the last of them. */
function nameIn(written: string): string {
  const last = written.split('>').at(-1) ?? written
  return /((?:@[^/@]+\/)?[^/@]+)(?:@.*)?$/.exec(last.trim())?.[1] ?? last
}
