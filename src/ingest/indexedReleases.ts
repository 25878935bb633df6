// The releases of a package whose tables are kept: what can be said of all of them at once without
// asking a registry or opening a file.

import { EXTRACTOR_VERSIONS } from '../domain/extractorVersions.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import {
  type Artifact,
  gapsIn,
  hasPassingGap,
  type IngestedRelease,
  type TableKey,
} from '../domain/release.ts'
import { orderVersions } from '../domain/versionOrder.ts'
import type { EvidenceArtifact } from '../ports/attester.ts'
import type { PackageStore, TableStore } from '../ports/store.ts'
import { keptTable } from './keptTable.ts'
import { evidenceOf } from './releaseTables.ts'

export type KeptRelease = Readonly<{
  version: string
  artifact: Artifact
  extractor: string
  /** All that its table rests on. */
  evidence: readonly EvidenceArtifact[]
  table: TableKey
  /** What the table lacks although it exists, for good. */
  packages: readonly string[]
}>

export type IndexedReleases = ReturnType<typeof indexedReleases>

export function indexedReleases(parts: {
  packages: Pick<PackageStore, 'releases'>
  tables: Pick<TableStore, 'basis'>
}) {
  return async (key: PackageKey, releasesMax: number) => {
    const releases = await parts.packages.releases(key)
    const byVersion = new Map(releases.map((release) => [release.version, release]))
    const versions = orderVersions(
      key.ecosystem,
      [...byVersion.keys()].flatMap((version) => version ?? []),
    )
    /** The newest of them, oldest first. */
    const kept: KeptRelease[] = []
    /** Indexed, but by another extractor, without a table, or with one that lacks files in passing. */
    const unread: string[] = []
    const newest = versions.slice(-releasesMax)
    for (const version of newest) {
      const release = byVersion.get(version)
      const found = release && (await keptRelease(parts.tables, release, version))
      if (found) kept.push(found)
      else unread.push(version)
    }
    /** There are older ones. */
    const isCut = newest.length < versions.length
    return { kept, unread, isCut }
  }
}

async function keptRelease(
  tables: Pick<TableStore, 'basis'>,
  release: IngestedRelease,
  version: string,
): Promise<KeptRelease | null> {
  const { artifact, ecosystem, name } = release
  const extractor = EXTRACTOR_VERSIONS[ecosystem]
  const found = await keptTable(tables, { ecosystem, name, artifact, extractor })
  if (found === null || artifact === null || hasPassingGap(found.basis)) return null
  const packages = gapsIn(found.basis.unfollowed).map((one) => one.name)
  const evidence = evidenceOf({ name, version, ...artifact }, found.basis)
  return { version, artifact, extractor, evidence, table: found.key, packages }
}
