// One release from the registry's word to a proof row: fetched, checked, saved; all or nothing.

import type { PackageKey } from '../domain/packageName.ts'
import { EXTRACTOR_VERSIONS, type IngestedRelease } from '../domain/release.ts'
import { ServiceError } from '../errors.ts'
import type { ProjectLookup, Registry } from '../ports/registry.ts'
import type { IndexedPackage, PackageStore } from '../ports/store.ts'

type FoundProject = Extract<ProjectLookup, { found: true }>

export type IngestRelease = (
  key: PackageKey,
  project: FoundProject,
  known: IndexedPackage | null,
  signal: AbortSignal,
) => Promise<Readonly<{ indexed: IndexedPackage; isNew: boolean }>>

/** `registry` is asked for the bytes only when they are not known already. */
export function ingestRelease(parts: {
  registryOf: (key: PackageKey) => Registry
  packages: PackageStore
  now: () => Date
}): IngestRelease {
  return async (key, project, known, signal) => {
    const registry = parts.registryOf(key)
    const remote = project.latest?.artifact ?? null
    const release: IngestedRelease = {
      ecosystem: key.ecosystem,
      name: key.name,
      version: project.latest?.version ?? null,
      artifact: isKnown(project, known)
        ? (known?.head.release.artifact ?? null)
        : remote && (await registry.fetchArtifact(remote, signal)),
      registryStatus: project.status,
      extractor: EXTRACTOR_VERSIONS[key.ecosystem],
      extractedAt: parts.now().toISOString(),
    }
    const saved = await parts.packages.saveLatest(release, release.extractedAt)
    if (saved.change === 'alarm') {
      const file = `${key.name} ${release.version} ${release.artifact?.filename}`
      const message = `${file}: the registry now serves other bytes under the same name`
      throw new ServiceError('artifact_changed', message)
    }
    return { indexed: saved.indexed, isNew: saved.change === 'append' }
  }
}

/** Whether the file that the registry names is the one that the chain's head has already. */
function isKnown(project: FoundProject, known: IndexedPackage | null): boolean {
  const remote = project.latest?.artifact
  const head = known?.head.release
  if (!remote || !head?.artifact) return false
  if (head.version !== project.latest?.version) return false
  if (head.artifact.filename !== remote.filename) return false
  // Where the registry declares a sha256, a changed file shows without a download. npm declares
  // other digests only; there a published version cannot be replaced.
  return remote.digests.sha256 === undefined || remote.digests.sha256 === head.artifact.sha256
}
