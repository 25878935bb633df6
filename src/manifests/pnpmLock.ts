// pnpm-lock.yaml, in the form that pnpm writes it: a mapping in another by two spaces more.

import validVersion from 'semver/functions/valid.js'
import { keptIn } from '../domain/maps.ts'
import { lockedVersions, type Resolved } from './lockedVersions.ts'
import { emptyManifest, type Manifest } from './manifest.ts'

/** What an importer says of a name: which range it wrote, and what that was resolved to. */
type Line = { specifier?: string; version?: string }

const SECTIONS: ReadonlySet<string> = new Set([
  'dependencies',
  'devDependencies',
  'optionalDependencies',
])

export function pnpmLock(path: string, text: string): Manifest {
  const lines = new Map<string, Line>()
  const lineOf = (importer: string, name: string): Line =>
    keptIn(lines, `${importer}\0${name}`, () => ({}))
  for (const [place, value] of leaves(text)) {
    // Older files have the only importer at the top.
    const [importer, section = '', name = '', what] =
      place[0] === 'importers' ? place.slice(1) : ['.', ...place]
    if (importer === undefined || name === '') continue
    if (section === 'specifiers') lineOf(importer, name).specifier = value
    else if (SECTIONS.has(section) && what === undefined) lineOf(importer, name).version = value
    else if (SECTIONS.has(section) && (what === 'specifier' || what === 'version')) {
      lineOf(importer, name)[what] = value
    }
  }
  const resolved = [...lines].flatMap(([key, { specifier = '', version = '' }]): Resolved[] => {
    const name = key.slice(key.indexOf('\0') + 1)
    // `18.2.0(react@18.2.0)`, and `18.2.0_react@18.2.0` in older files, name what it is beside.
    const [plain = ''] = version.split(/[(_]/, 1)
    const pin = validVersion(plain)
    return version === '' ? [] : [{ name, range: specifier, version: pin ?? version }]
  })
  return lockedVersions(emptyManifest(path, problemOf(text, resolved)), resolved)
}

function problemOf(text: string, resolved: readonly Resolved[]): string | null {
  if (text.trim() === '') return null
  if (!/^lockfileVersion:/m.test(text)) return 'is no lock file of pnpm'
  const isOdd =
    /^(?:importers|dependencies|(?:dev|optional)Dependencies|specifiers): *[^\s#{]/m.test(text) ||
    /^(?:<{7}|={7}|>{7})/m.test(text)
  if (isOdd) return 'has a line that cannot be read'
  // What is resolved stands again among the packages, which come behind it.
  const isCut = !/^packages:/m.test(text) && resolved.some((one) => validVersion(one.version))
  return isCut ? 'ends before its packages' : null
}

/** Every value that stands behind a key, with the keys above it, as far as the packages go. */
function* leaves(text: string): Generator<readonly [readonly string[], string]> {
  const above: string[] = []
  for (const line of text.split(/\r?\n/)) {
    const bare = line.trimStart()
    const depth = (line.length - bare.length) / 2
    const pair = pairIn(bare)
    if (pair === null || !Number.isInteger(depth) || depth > above.length) continue
    const [key, value] = pair
    // What follows says of every package what it rests on, which is most of the file.
    if (depth === 0 && (key === 'packages' || key === 'snapshots')) return
    above.length = depth
    above.push(key)
    if (value !== '') yield [above.slice(), value]
  }
}

/** `'@a/b': 1.0.0`; null for what is no such pair. */
function pairIn(line: string): readonly [string, string] | null {
  const quote = line.startsWith("'") || line.startsWith('"') ? line.charAt(0) : ''
  const end = quote === '' ? line.search(/:(?: |$)/) : line.indexOf(`${quote}:`, 1)
  if (end < 0) return null
  const value = line.slice(end + quote.length + 1).trim()
  return [line.slice(quote.length, end), unquoted(value)]
}

function unquoted(value: string): string {
  return /^(['"]).*\1$/.test(value) ? value.slice(1, -1) : value
}
