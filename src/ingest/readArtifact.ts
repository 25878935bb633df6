// The file of a release, from the registry to an extraction: whole through the blob cache, or in
// parts when it is a large wheel. The server's own process never unpacks any of it.

import type { PackageKey } from '../domain/packageName.ts'
import {
  type Artifact,
  digestKind,
  INGEST_EXTRACTOR,
  type RemoteArtifact,
} from '../domain/release.ts'
import type { BlobCache, BlobLease } from '../ports/blobs.ts'
import type { Extraction, ExtractionOutcome, ExtractionSource } from '../ports/extraction.ts'
import type { Registry } from '../ports/registry.ts'

export type ReadRelease = Readonly<{
  artifact: Artifact
  /** Null for a file of a form that nobody opens; its bytes are hashed all the same. */
  outcome: ExtractionOutcome | null
}>

export type ReadArtifact = (
  key: PackageKey,
  remote: RemoteArtifact,
  signal: AbortSignal,
) => Promise<ReadRelease>

export function readArtifact(parts: {
  registryOf: (key: PackageKey) => Registry
  blobs: BlobCache
  extraction: Extraction
}): ReadArtifact {
  const { registryOf, blobs, extraction } = parts

  async function extract(
    kind: Exclude<RemoteArtifact['kind'], 'other'>,
    artifact: Artifact,
    source: ExtractionSource,
    signal: AbortSignal,
  ): Promise<ReadRelease> {
    const { filename, sha256 } = artifact
    const job = { kind, filename, sha256, extractor: INGEST_EXTRACTOR, source }
    const outcome = await extraction.run(job, signal)
    return { artifact, outcome }
  }

  /** The file on disk: from the cache when the digest is declared and known, else downloaded. */
  async function obtain(
    registry: Registry,
    remote: RemoteArtifact,
    signal: AbortSignal,
  ): Promise<{ artifact: Artifact; lease: BlobLease }> {
    const { filename, digests } = remote
    const kept = digests.sha256 === undefined ? null : await blobs.open(digests.sha256, signal)
    if (kept === null) return registry.downloadArtifact(remote, () => blobs.writer(), signal)
    const { sha256, sizeBytes } = kept
    const digest = digestKind(remote, sizeBytes)
    return { artifact: { filename, sha256, sizeBytes, digest }, lease: kept }
  }

  return async (key, remote, signal) => {
    const registry = registryOf(key)
    const { kind } = remote
    if (kind === 'other') {
      return { artifact: await registry.fetchArtifact(remote, signal), outcome: null }
    }
    const ranged = await registry.openRanges(remote, signal)
    if (ranged !== null) {
      try {
        return await extract(kind, ranged.artifact, { remote: ranged }, signal)
      } finally {
        ranged.close()
      }
    }
    const { artifact, lease } = await obtain(registry, remote, signal)
    try {
      return await extract(kind, artifact, { blobPath: lease.path }, signal)
    } finally {
      await lease.release()
    }
  }
}
