// package.json and package-lock.json.

import validVersion from 'semver/functions/valid.js'
import validRange from 'semver/ranges/valid.js'
import { keyTwice } from '../domain/keyTwice.ts'
import { type PackageName, parsePackageName } from '../domain/packageName.ts'
import { isReadableRange } from '../domain/rangeText.ts'
import {
  emptyManifest,
  entriesOf,
  fieldOf,
  isRecord,
  type Manifest,
  placesOf,
  REQUIREMENTS_MAX,
  type Requirement,
  shownText,
  TOO_MANY,
} from './manifest.ts'

const LOCKED = ['packages', 'dependencies']
const SECTIONS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

export function packageJson(path: string, text: string): Manifest {
  const root = parseJson(text)
  if (root === undefined) return emptyManifest(path, 'is no JSON')
  if (!isRecord(root)) return emptyManifest(path, 'is no object')
  const requirements: Requirement[] = []
  const elsewhere: string[] = []
  const twice = keyTwice(text, (key) => SECTIONS.includes(key))
  let problem = twice === null ? null : `has two values for one key in ${twice}`
  const placeOf = placesOf(text)
  for (const section of SECTIONS) {
    const places = stringsFrom(text, Math.max(0, text.indexOf(`"${section}"`)))
    const entries = fieldOf(root, section)
    if (entries !== undefined && !isRecord(entries)) problem ??= `has ${section} that are no object`
    for (const [written, value] of entriesOf(entries)) {
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
      if (isAlias) elsewhere.push(written)
      if (requirements.length >= REQUIREMENTS_MAX) {
        problem = TOO_MANY
        break
      }
      if (version === null) {
        elsewhere.push(name)
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
  const own = fieldOf(root, 'name')
  const ownNames = typeof own === 'string' ? [own] : []
  const workspace =
    fieldOf(root, 'workspaces') === undefined ? {} : ({ isWorkspace: true } as const)
  const engine = fieldOf(root, 'engines', 'node')
  const nodes = typeof engine === 'string' ? { nodes: engine } : {}
  const found = { requirements, elsewhere, ownNames, ...workspace, ...nodes }
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

/** `npm:name@version`: another package of the registry; null for what is none. */
function aliasOf(value: string): Readonly<{ name: string; version: string }> | null {
  const [, name, version = ''] = /^\s*npm:(@?[^@]+)(?:@(.*))?$/s.exec(value) ?? []
  return name === undefined ? null : { name, version }
}

/** Null for what comes from somewhere else than the registry under its own name. */
function parseNpmVersion(
  written: string,
): Readonly<{ pin: string | null; range: string | null }> | null {
  const text = written.trim()
  if (text === '' || text === '*' || text === 'latest') return { pin: null, range: null }
  const pin = validVersion(text)
  if (pin !== null) return { pin, range: null }
  // An address may be long; a range that is says nothing.
  if (!isReadableRange(text)) return /[:/]/.test(text) ? null : { pin: null, range: text }
  const range = validRange(text)
  if (range !== null) return { pin: null, range: text }
  // A tag such as `next` is a name of the registry's; which release it stands for is not said here.
  return /^[a-z][\w.-]*$/i.test(text) ? { pin: null, range: null } : null
}

export function packageLock(path: string, text: string): Manifest {
  const root = parseJson(text)
  if (root === undefined) return emptyManifest(path, 'is no JSON')
  if (!isRecord(root)) return emptyManifest(path, 'is no object')
  const locked: Requirement[] = []
  const twice = keyTwice(text, (key) => LOCKED.includes(key))
  let problem = twice === null ? null : `has two values for one key in ${twice}`
  for (const section of LOCKED) {
    const entries = fieldOf(root, section)
    if (entries !== undefined && !isRecord(entries)) problem ??= `has ${section} that are no object`
  }
  const elsewhere: string[] = []
  const add = (written: string, entry: unknown) => {
    const name = parsePackageName('npm', written)
    const version = fieldOf(entry, 'version')
    if (name === null || typeof version !== 'string') return
    if (isOther(written, entry)) elsewhere.push(name)
    else if (locked.length >= REQUIREMENTS_MAX) problem = TOO_MANY
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
  return { ...emptyManifest(path, problem), locked, elsewhere }
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
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    return undefined
  }
}
