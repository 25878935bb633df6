// Catalogs: versions that a workspace keeps in one place, for whoever writes `catalog:`.

import { parsePackageName } from '../domain/names/packageName.ts'
import {
  type Catalogs,
  entriesOf,
  fieldOf,
  isInScope,
  type Manifest,
  type Requirement,
  scopeOf,
  shownText,
} from './manifest.ts'
import { aliasOf, parseNpmVersion } from './npmVersion.ts'

/** How the only one is called that needs no name. */
export const DEFAULT_CATALOG = 'default'

/** `catalog:` and `catalog:react17`; null for what names none. */
export function catalogIn(version: string): string | null {
  const name = /^\s*catalog:(.*)$/s.exec(version)?.[1]?.trim()
  return name === undefined ? null : name === '' ? DEFAULT_CATALOG : name
}

/** `catalog` and `catalogs` of a table that somebody else has parsed. */
export function catalogsIn(table: unknown): Catalogs {
  const named = entriesOf(fieldOf(table, 'catalogs'))
  const all = [[DEFAULT_CATALOG, fieldOf(table, 'catalog')] as const, ...named]
  const read = all.map(([name, versions]) => {
    const entries = entriesOf(versions).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value] as const] : [],
    )
    return [name, new Map(entries)] as const
  })
  return new Map(read.filter(([, versions]) => versions.size > 0))
}

/** The same manifests, with the versions that their lines leave to a catalog. */
export function withCatalogs(manifests: readonly Manifest[]): readonly Manifest[] {
  if (!manifests.some(({ requirements }) => requirements.some(isLeft))) return manifests
  const kept = manifests.flatMap(({ path, catalogs }) =>
    catalogs === undefined ? [] : [{ scope: scopeOf(path), catalogs }],
  )
  // The nearest workspace above counts.
  kept.sort((one, other) => other.scope.length - one.scope.length)
  return manifests.map((manifest) => {
    if (!manifest.requirements.some(isLeft)) return manifest
    const above = kept.filter(({ scope }) => isInScope(manifest.path, scope))
    return remembered(
      manifest,
      above.map(({ catalogs }) => catalogs),
    )
  })
}

const isLeft = ({ catalog }: Requirement) => catalog !== undefined

/** The same object for the same files: who has judged it before goes by that. */
const made = new WeakMap<Manifest, Readonly<{ by: readonly Catalogs[]; manifest: Manifest }>>()

function remembered(manifest: Manifest, by: readonly Catalogs[]): Manifest {
  const before = made.get(manifest)
  const isSame = before?.by.length === by.length && before.by.every((one, at) => one === by[at])
  if (before !== undefined && isSame) return before.manifest
  const filled = filledIn(manifest, by)
  made.set(manifest, { by, manifest: filled })
  return filled
}

function filledIn(manifest: Manifest, by: readonly Catalogs[]): Manifest {
  const elsewhere = [...manifest.elsewhere]
  let { problem } = manifest
  const requirements = manifest.requirements.flatMap((one): Requirement[] => {
    if (one.catalog === undefined) return [one]
    const { catalog, ...bare } = one
    const version = by
      .map((all) => all.get(catalog)?.get(one.written))
      .find((found) => found !== undefined)
    if (version === undefined) {
      problem ??= `has a version that another file keeps, which was not read: ${shownText(one.written)}`
      return [bare]
    }
    const meant = aliasOf(version)
    const parsed = parseNpmVersion(meant?.version ?? version)
    const name = meant === null ? one.name : parsePackageName('npm', meant.name)
    if (parsed === null || name === null) {
      elsewhere.push(one.written)
      return []
    }
    if (name === one.name) return [{ ...bare, ...parsed }]
    elsewhere.push(one.written)
    return [{ ...bare, name, ...parsed, isAlias: true }]
  })
  return { ...manifest, requirements, elsewhere, problem }
}
