// What lock files of npm's other tools resolved.

import validVersion from 'semver/functions/valid.js'
import { addToList } from '../domain/maps.ts'
import { type PackageName, parsePackageName } from '../domain/names/packageName.ts'
import { isRemote, type Manifest, REQUIREMENTS_MAX, TOO_MANY } from './manifest.ts'
import { aliasOf, parseNpmVersion } from './npmVersion.ts'
import { lockedAt } from './packageJson.ts'

/** `version`: a version of the registry, or the place that the code comes from. */
export type Resolved = Readonly<{ name: string; range: string; version: string }>

/** Each version with the range that it was resolved for: it counts for those who wrote that range. */
export function lockedVersions(empty: Manifest, resolved: readonly Resolved[]): Manifest {
  const byName = new Map<PackageName, Resolved[]>()
  for (const one of resolved.slice(0, REQUIREMENTS_MAX)) {
    const name = parsePackageName('npm', one.name)
    // Another package under this name: the line of the manifest says so.
    const isAlias = aliasOf(one.range) !== null || /^(?:npm:|\/?@?[a-z][^:]*@)/i.test(one.version)
    if (name !== null && !isAlias) addToList(byName, name, one)
  }
  const locked: Manifest['locked'][number][] = []
  const elsewhere: string[] = []
  const remote: string[] = []
  for (const [name, all] of byName) {
    const versions = all.filter(({ version }) => validVersion(version) !== null)
    for (const { version } of all) {
      if (validVersion(version) !== null) continue
      elsewhere.push(name)
      if (isRemote(version)) remote.push(name)
    }
    for (const { range, version } of versions) {
      const isFor = parseNpmVersion(range)?.range ?? null
      // Of several, one that was resolved for no range in particular says nothing.
      if (isFor === null && versions.length > 1) continue
      locked.push({ ...lockedAt('npm', name, version), range: isFor })
    }
  }
  const problem = resolved.length > REQUIREMENTS_MAX ? TOO_MANY : empty.problem
  return { ...empty, locked, elsewhere, ...(remote.length === 0 ? {} : { remote }), problem }
}
