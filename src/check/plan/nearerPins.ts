// A folder with a manifest of its own that pins a package of npm otherwise than the rest: its pin counts for
// the code below it.

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
  const byName = new Map<string, Pin[]>()
  for (const { path, requirements } of manifests) {
    const scope = scopeOf(path)
    if (scope === '') continue
    for (const { ecosystem, name, pin, range, isAlias } of requirements) {
      if (ecosystem !== 'npm' || pin === null || isAlias === true || isAsked.has(name)) continue
      const pins = byName.get(name) ?? []
      byName.set(name, [...pins, { scope, wanted: { pin, range } }])
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
