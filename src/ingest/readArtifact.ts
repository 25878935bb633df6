// The file of a release, from the registry to an extraction: whole through the blob cache, or in
// parts when it is a large wheel. The server's own process never unpacks any of it.

import type { PackageKey } from '../domain/packageName.ts'
import {
  type Artifact,
  digestKind,
  ingestExtractor,
  type RemoteArtifact,
} from '../domain/release.ts'
import { ServiceError } from '../errors.ts'
import type { BlobCache, BlobLease } from '../ports/blobs.ts'
import type {
  Extraction,
  ExtractionJob,
  ExtractionOutcome,
  ExtractionSource,
} from '../ports/extraction.ts'
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
  /** What to run over it; the ecosystem's own unless told. */
  extractor?: string,
) => Promise<ReadRelease>

const PARTS_FAILED: ReadonlySet<string> = new Set([
  'registry_unavailable',
  'artifact_mismatch',
  'artifact_too_large',
])

export function readArtifact(parts: {
  registryOf: (key: PackageKey) => Registry
  blobs: BlobCache
  extraction: Extraction
}): ReadArtifact {
  const { registryOf, blobs, extraction } = parts

  async function extract(
    how: Pick<ExtractionJob, 'kind' | 'extractor'>,
    artifact: Artifact,
    source: ExtractionSource,
    signal: AbortSignal,
  ): Promise<ReadRelease> {
    const { filename, sha256 } = artifact
    const job = { ...how, filename, sha256, source }
    const outcome = await extraction.run(job, signal)
    return { artifact, outcome }
  }

  /** Null when the file is no large wheel, or cannot be read in parts: then it is read whole. */
  async function extractInParts(
    registry: Registry,
    remote: RemoteArtifact,
    how: Pick<ExtractionJob, 'kind' | 'extractor'>,
    signal: AbortSignal,
  ): Promise<ReadRelease | null> {
    const ranged = await registry.openRanges(remote, signal)
    if (ranged === null) return null
    try {
      const read = await extract(how, ranged.artifact, { remote: ranged }, signal)
      // Parts that are refused may not be the file's: the whole of it can be held against its digest.
      return read.outcome?.state === 'extracted' ? read : null
    } catch (error) {
      // A host that serves parts badly (machines that disagree about a file's tag, say) may still
      // serve the whole of it.
      if (error instanceof ServiceError && PARTS_FAILED.has(error.code)) return null
      throw error
    } finally {
      ranged.close()
    }
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

  return async (key, remote, signal, extractor = ingestExtractor(key)) => {
    const registry = registryOf(key)
    const { kind } = remote
    if (kind === 'other') {
      return { artifact: await registry.fetchArtifact(remote, signal), outcome: null }
    }
    const how = { kind, extractor }
    const inParts = await extractInParts(registry, remote, how, signal)
    if (inParts !== null) return inParts
    const { artifact, lease } = await obtain(registry, remote, signal)
    try {
      return await extract(how, artifact, { blobPath: lease.path }, signal)
    } finally {
      await lease.release()
    }
  }
}
