// A whole file on disk: from the cache when its digest is declared and known, else downloaded.

import { type Artifact, digestKind, type RemoteArtifact } from '../domain/release.ts'
import type { BlobCache, BlobLease } from '../ports/blobs.ts'
import type { Registry } from '../ports/registry.ts'

/** The lease is the caller's to release. Throws like `Registry.downloadArtifact`. */
export async function obtainFile(
  { registry, blobs }: { registry: Registry; blobs: BlobCache },
  remote: RemoteArtifact,
  signal: AbortSignal,
): Promise<Readonly<{ artifact: Artifact; lease: BlobLease }>> {
  const { filename, digests } = remote
  const kept = digests.sha256 === undefined ? null : await blobs.open(digests.sha256, signal)
  if (kept === null) return registry.downloadArtifact(remote, () => blobs.writer(), signal)
  const { sha256, sizeBytes } = kept
  const digest = digestKind(remote, sizeBytes)
  return { artifact: { filename, sha256, sizeBytes, digest }, lease: kept }
}
