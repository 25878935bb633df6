// A folder with a manifest of its own that has a package of npm otherwise than the rest: its pin, or what a
// lock file has for the very range that it writes, counts for the code below it.

import { addToList } from '../../domain/maps.ts'
import { pinnedNames } from '../../domain/names/pinnedNames.ts'
import { isInScope, type Manifest, scopeOf } from '../../manifests/manifest.ts'
import type { Wanted } from './packageTables.ts'

type Pin = Readonly<{ scope: string; wanted: Wanted }>

/** `pins` were asked for, and count before any manifest. */
export function nearerPins(manifests: readonly Manifest[], pins: Readonly<Record<string, string>>) {
  const isAsked: ReadonlySet<string> = new Set(
    Object.keys(pins).flatMap((written) =>
      pinnedNames(written).flatMap(({ ecosystem, name }) => (ecosystem === 'npm' ? [name] : [])),
    ),
  )
  const resolved = resolvedRanges(manifests)
  const byName = new Map<string, Pin[]>()
  for (const { path, requirements } of manifests) {
    const scope = scopeOf(path)
    if (scope === '') continue
    for (const { ecosystem, name, pin, range, isAlias } of requirements) {
      if (ecosystem !== 'npm' || isAlias === true || isAsked.has(name)) continue
      const locked = range === null ? null : (resolved.get(`${name} ${range}`) ?? null)
      if (pin !== null) addToList(byName, name, { scope, wanted: { pin, range } })
      else if (locked !== null)
        addToList(byName, name, { scope, wanted: { pin: locked, range: null } })
    }
  }
  /** Null where no folder above the path pins it. */
  return (name: string, path: string): Wanted | null => {
    const [nearest] = (byName.get(name) ?? [])
      .filter(({ scope }) => isInScope(path, scope))
      .sort((one, other) => other.scope.length - one.scope.length)
    return nearest?.wanted ?? null
  }
}

/** The version that lock files have for a range of a package; null where they disagree. */
function resolvedRanges(manifests: readonly Manifest[]): ReadonlyMap<string, string | null> {
  const resolved = new Map<string, string | null>()
  for (const { locked } of manifests) {
    for (const { ecosystem, name, pin, range } of locked) {
      if (ecosystem !== 'npm' || range === null || pin === null) continue
      const key = `${name} ${range}`
      const before = resolved.get(key)
      resolved.set(key, before === undefined || before === pin ? pin : null)
    }
  }
  return resolved
}
