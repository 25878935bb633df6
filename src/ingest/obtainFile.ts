// A release's file on disk: from the cache when it was fetched before, else downloaded. Bytes of its
// declared digest that came as another file do not count: that its own address serves them would be
// the registry's word, and a proof says that the file was hashed.

import type { PackageKey } from '../domain/names/packageName.ts'
import { type Artifact, digestKind, type RemoteArtifact } from '../domain/release.ts'
import type { BlobCache, BlobLease } from '../ports/blobs.ts'
import type { Registry } from '../ports/registry.ts'
import type { ProvenanceStore } from '../ports/store.ts'

/** Which files of which packages were fetched. */
export type FetchedFiles = Pick<ProvenanceStore, 'saveFetched' | 'isFetched'>

/** npm declares no sha256, by which the cache keeps files; whoever saw the file before has it. */
export function withKnownDigest(
  remote: RemoteArtifact,
  { filename, sha256 }: Pick<Artifact, 'filename' | 'sha256'>,
): RemoteArtifact {
  if (filename !== remote.filename) return remote
  if (remote.kind !== 'tarball' || remote.digests.sha256 !== undefined) return remote
  return { ...remote, digests: { ...remote.digests, sha256 } }
}

type Kept = Readonly<{ blobs: BlobCache; fetched: FetchedFiles }>

/** The lease is the caller's to release. Throws like `Registry.downloadArtifact`. */
export async function obtainFile(
  { registry, blobs, fetched }: Kept & Readonly<{ registry: Registry }>,
  key: PackageKey,
  remote: RemoteArtifact,
  signal: AbortSignal,
): Promise<Readonly<{ artifact: Artifact; lease: BlobLease }>> {
  const { ecosystem, name } = key
  const { filename } = remote
  const kept = await openFetched({ blobs, fetched }, key, remote, signal)
  if (kept !== null) {
    const { sha256, sizeBytes } = kept
    const digest = digestKind(remote, sizeBytes)
    return { artifact: { filename, sha256, sizeBytes, digest }, lease: kept }
  }
  const downloaded = await registry.downloadArtifact(remote, () => blobs.writer(), signal)
  try {
    await fetched.saveFetched({ ecosystem, name, filename, sha256: downloaded.lease.sha256 })
    return downloaded
  } catch (error) {
    await downloaded.lease.release()
    throw error
  }
}

async function openFetched(
  { blobs, fetched }: Kept,
  { ecosystem, name }: PackageKey,
  { filename, digests, sizeBytes }: RemoteArtifact,
  signal: AbortSignal,
): Promise<BlobLease | null> {
  const { sha256 } = digests
  if (sha256 === undefined) return null
  if (!(await fetched.isFetched({ ecosystem, name, filename, sha256 }))) return null
  const kept = await blobs.open(sha256, signal)
  if (kept === null || sizeBytes === null || kept.sizeBytes === sizeBytes) return kept
  // The registry says something else of the file than what it was: a download tells.
  await kept.release()
  return null
}
