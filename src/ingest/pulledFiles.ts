// Files that were read elsewhere: where an index was pulled that lists the very file that the registry
// names, its table is here, and the file itself need not be fetched.

import { EXTRACTOR_VERSIONS } from '../domain/extractorVersions.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import { FOR_REFERENCE_PYTHON } from '../domain/referencePython.ts'
import { declaredDigest, type IngestedRelease, type RemoteArtifact } from '../domain/release.ts'
import type { Remark } from '../domain/remarks.ts'
import type { PulledRelease, PulledStore } from '../ports/pulled.ts'
import type { RemoteRelease } from '../ports/registry.ts'
import type { PackageStore, TableStore } from '../ports/store.ts'
import type { ReleasesElsewhere } from './heldPackages.ts'
import type { Known } from './ingestRelease.ts'
import { keptTable } from './keptTable.ts'

/** Null where the file has to be read here. */
export function pulledFiles(parts: {
  pulled: Pick<PulledStore, 'release'>
  packages: Pick<PackageStore, 'releases'>
  tables: Pick<TableStore, 'basis' | 'has'>
}) {
  return async (
    key: PackageKey,
    { version, artifact: remote }: RemoteRelease,
  ): Promise<Known | null> => {
    if (remote === null) return null
    const pulled = await parts.pulled.release(key, version, remote.filename)
    if (pulled === null || !isThatFile(pulled, remote)) return null
    const { artifact, extractor } = pulled.release
    if (extractor !== EXTRACTOR_VERSIONS[key.ecosystem]) return null
    const kept = await keptTable(parts.tables, pulled.release)
    if (kept === null || !(await parts.tables.has(kept.key))) return null
    if (await isSeenOtherwise(key, pulled)) return null
    // Nobody has hashed it here: its digest is the word of the registry or of the index.
    return {
      artifact: { ...artifact, digest: 'declared' },
      outcome: null,
      told: null,
      remarks: readElsewhere(pulled.release),
    }
  }

  /** What this node has seen itself stands against what an index says. */
  async function isSeenOtherwise(key: PackageKey, { release }: PulledRelease): Promise<boolean> {
    const seen = await parts.packages.releases(key)
    return seen.some(
      ({ version, artifact }) =>
        version === release.version &&
        artifact?.filename === release.artifact.filename &&
        artifact.sha256 !== release.artifact.sha256,
    )
  }
}

/** The remarks of a file that nobody has opened here. */
function readElsewhere({ remarks }: Pick<IngestedRelease, 'remarks'>): readonly Remark[] {
  return [...new Set<Remark>([...remarks, 'read_elsewhere'])].sort()
}

/** By what the registry declares; a file for which it declares nothing is read here. */
function isThatFile({ release, declared }: PulledRelease, remote: RemoteArtifact): boolean {
  const { sha256, sizeBytes } = release.artifact
  if (remote.sizeBytes !== null && remote.sizeBytes !== sizeBytes) return false
  if (remote.digests.sha256 !== undefined) return remote.digests.sha256 === sha256
  const told = declaredDigest(remote)
  return told !== null && declared.includes(told)
}

/** Every pulled release, for whoever works offline: the word of the maker stands in for the registry's. */
export function pulledElsewhere(pulled: Pick<PulledStore, 'releases'>): ReleasesElsewhere {
  return async (key) =>
    (await pulled.releases(key)).map(({ release, declared, latestAt, maker }) => ({
      release: {
        ...release,
        // Nobody has hashed it here.
        artifact: { ...release.artifact, digest: 'declared' as const },
        remarks: readElsewhere(release),
      },
      latestAt,
      askedBy: maker,
      isForReference: declared.includes(FOR_REFERENCE_PYTHON),
    }))
}
