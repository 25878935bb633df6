// One release from the registry's word to a proof row: fetched, checked, opened, saved; all or
// nothing. Over every process that shares the store, one at a time works on one release.

import type { PackageKey } from '../domain/packageName.ts'
import {
  declaredDigest,
  EXTRACTOR_VERSIONS,
  type IngestedRelease,
  keyText,
} from '../domain/release.ts'
import { ServiceError } from '../errors.ts'
import type { ProjectLookup, RemoteRelease } from '../ports/registry.ts'
import type { IndexedPackage, PackageStore, ProvenanceStore } from '../ports/store.ts'
import type { ReadArtifact } from './readArtifact.ts'
import type { SharedWork } from './sharedWork.ts'

type FoundProject = Extract<ProjectLookup, { found: true }>

export type IngestRelease = Readonly<{
  /** Makes what the registry says is the latest release the head of the package's chain. */
  latest(
    key: PackageKey,
    project: FoundProject,
    known: IndexedPackage | null,
    /** When the registry was asked; ISO 8601, UTC. */
    askedAt: string,
    signal: AbortSignal,
  ): Promise<Readonly<{ indexed: IndexedPackage; isNew: boolean }>>
  /** A per-version proof row; the chain never moves. */
  pinned(
    key: PackageKey,
    found: Readonly<{ release: RemoteRelease; status: IngestedRelease['registryStatus'] }>,
    signal: AbortSignal,
  ): Promise<IngestedRelease>
}>

export function ingestRelease(parts: {
  packages: PackageStore
  provenance: ProvenanceStore
  read: ReadArtifact
  share: SharedWork
  now: () => Date
}): IngestRelease {
  const { packages, now } = parts

  function ingested(
    key: PackageKey,
    version: string | null,
    status: IngestedRelease['registryStatus'],
    artifact: IngestedRelease['artifact'],
  ): IngestedRelease {
    return {
      ecosystem: key.ecosystem,
      name: key.name,
      version,
      artifact,
      registryStatus: status,
      extractor: EXTRACTOR_VERSIONS[key.ecosystem],
      extractedAt: now().toISOString(),
    }
  }

  async function appendLatest(
    key: PackageKey,
    { latest, status }: FoundProject,
    artifact: IngestedRelease['artifact'],
    askedAt: string,
  ) {
    const release = ingested(key, latest?.version ?? null, status, artifact)
    const saved = await packages.saveLatest(release, askedAt)
    if (saved.change === 'alarm') {
      const file = `${key.name} ${release.version} ${artifact?.filename}`
      const message = `${file}: the registry now serves other bytes under the same name`
      throw new ServiceError('artifact_changed', message)
    }
    return { indexed: saved.indexed, isNew: saved.change === 'append' }
  }

  /** Whether the file that the registry names as the latest is the one of this release. */
  async function isSameFile(
    { latest }: FoundProject,
    release: IngestedRelease | null,
  ): Promise<boolean> {
    const remote = latest?.artifact
    if (!remote || !release?.artifact) return false
    if (release.extractor !== EXTRACTOR_VERSIONS[release.ecosystem]) return false
    if (release.version !== latest.version) return false
    if (release.artifact.filename !== remote.filename) return false
    if (remote.digests.sha256 !== undefined) {
      return remote.digests.sha256 === release.artifact.sha256
    }
    // npm declares other digests. A file for which nothing is declared is read again every time:
    // nobody vouches that it is the same.
    const declared = declaredDigest(remote)
    return declared !== null && parts.provenance.isDeclared(release.artifact.sha256, declared)
  }

  return {
    async latest(key, project, known, askedAt, signal) {
      const remote = project.latest?.artifact ?? null
      if (remote === null) return appendLatest(key, project, null, askedAt)
      const head = known?.head.release ?? null
      if (await isSameFile(project, head)) {
        return appendLatest(key, project, head?.artifact ?? null, askedAt)
      }
      return parts.share(
        `latest:${keyText(key)}`,
        async () => {
          const indexed = await packages.load(key)
          const isThere = indexed !== null && (await isSameFile(project, indexed.head.release))
          return isThere ? { indexed, isNew: false } : null
        },
        async (inner) => {
          const { artifact } = await parts.read(key, remote, inner)
          const appended = await appendLatest(key, project, artifact, askedAt)
          const declared = declaredDigest(remote)
          if (declared !== null) await parts.provenance.saveDeclared(artifact.sha256, declared)
          return appended
        },
        signal,
      )
    },

    async pinned(key, { release: { version, artifact: remote }, status }, signal) {
      const known = () => packages.loadPinned(key, version)
      const before = await known()
      if (before !== null && before.extractor === EXTRACTOR_VERSIONS[key.ecosystem]) return before
      return parts.share(
        `pinned:${keyText(key)}:${version}`,
        known,
        async (inner) => {
          const artifact = remote && (await parts.read(key, remote, inner)).artifact
          const release = ingested(key, version, status, artifact)
          await packages.savePinned(release)
          return release
        },
        signal,
      )
    },
  }
}
