// What scripts say of themselves in their headers counts for them alone, and before what manifests say.

import type { Ecosystem } from '../../domain/names/packageName.ts'
import { pinnedNames } from '../../domain/names/pinnedNames.ts'
import type { Manifest } from '../../manifests/manifest.ts'
import type { Wanted } from './packageTables.ts'

/** `pins` were asked for, and count before a header. */
export function scriptVersions(
  manifests: readonly Manifest[],
  pins: Readonly<Record<string, string>>,
) {
  const byPath = new Map<string, ReadonlyMap<string, Wanted>>()
  const installing = new Set<string>()
  for (const { path, isScript, isInstalled, requirements } of manifests) {
    // One that lists nothing says nothing.
    if (isScript !== true || requirements.length === 0) continue
    const wanted = requirements.map(({ name, pin, range }) => [name, { pin, range }] as const)
    byPath.set(path, new Map(wanted))
    if (isInstalled === true) installing.add(path)
  }
  const isAsked: ReadonlySet<string> = new Set(
    Object.keys(pins).flatMap((written) =>
      pinnedNames(written).flatMap(({ ecosystem, name }) => (ecosystem === 'pypi' ? [name] : [])),
    ),
  )
  return {
    /** Every name that a header has. */
    names: [...byPath.values()].flatMap((wanted) => [...wanted.keys()]),
    /** Null where the manifests have the say; `isBrought`: the header leaves the name out. */
    of(ecosystem: Ecosystem, name: string, path: string) {
      const header = ecosystem === 'pypi' && !isAsked.has(name) ? byPath.get(path) : undefined
      if (header === undefined) return null
      const wanted = header.get(name)
      // What is there already is there still.
      if (wanted === undefined && installing.has(path)) return null
      return { wanted, isBrought: wanted === undefined }
    },
  }
}
