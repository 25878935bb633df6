// `overrides` and `resolutions` of package.json: which versions others bring along.

import { type PackageName, parsePackageName } from '../domain/names/packageName.ts'
import { isMembers } from '../domain/texts/jsonValue.ts'
import { aliasOf, type NpmVersion, parseNpmVersion } from './npmVersion.ts'

type Forced = Readonly<{ name: PackageName; written: string; version: NpmVersion }>

const DEPTH_MAX = 10

/** Null for what cannot be read. Of a package itself, `.` says the version. */
export function forcedVersions(entries: unknown, depth = 0, of = ''): readonly Forced[] | null {
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
