// The file of a release, from the registry to an extraction: whole through the blob cache, or in
// parts when it is a large wheel. The server's own process never unpacks any of it.

import { EXTRACTOR_VERSIONS, ingestExtractor } from '../domain/extractorVersions.ts'
import type { PackageKey } from '../domain/names/packageName.ts'
import type { Artifact, FollowedFile, RemoteArtifact } from '../domain/release.ts'
import { ServiceError } from '../errors.ts'
import type { BlobCache } from '../ports/blobs.ts'
import type {
  Extracted,
  Extraction,
  ExtractionJob,
  ExtractionOutcome,
  ExtractionSource,
} from '../ports/extraction.ts'
import type { Registry } from '../ports/registry.ts'
import type { FollowReleases } from './followReleases.ts'
import { type FetchedFiles, obtainFile } from './obtainFile.ts'
import { refuseOther } from './remarksOf.ts'

export type ReadRelease = Readonly<{
  artifact: Artifact
  /** Null for a file of a form that nobody opens; its bytes are hashed all the same. */
  outcome: ExtractionOutcome | null
  /** What the file says of itself, whatever was made of it; null for one that was not opened. */
  told: Pick<Extracted, 'said' | 'remarks'> | null
}>

export type ReadArtifact = (
  key: PackageKey,
  remote: RemoteArtifact,
  signal: AbortSignal,
  options?: ReadOptions,
) => Promise<ReadRelease>

export type ReadOptions = Readonly<{
  /** What to run over it; the ecosystem's own unless told. */
  extractor?: string
  /**
   * Files of other packages to follow: exactly these, or those that are chosen now. Unless told, none
   * are: whether a package is there does not depend on others.
   */
  followed?: readonly FollowedFile[] | 'chosen'
}>

type How = Pick<ExtractionJob, 'kind' | 'extractor' | 'dependencies'>

const PARTS_FAILED: ReadonlySet<string> = new Set([
  'registry_unavailable',
  'artifact_mismatch',
  'artifact_too_large',
])

export function readArtifact(parts: {
  registryOf: (key: PackageKey) => Registry
  blobs: BlobCache
  fetched: FetchedFiles
  extraction: Extraction
  follow: FollowReleases
}): ReadArtifact {
  const { registryOf, blobs, fetched, extraction } = parts

  async function extract(
    key: PackageKey,
    how: How,
    artifact: Artifact,
    source: ExtractionSource,
    signal: AbortSignal,
  ): Promise<ReadRelease> {
    const { filename, sha256, sizeBytes } = artifact
    const job = { ...how, filename, sha256, sizeBytes, source }
    const outcome = await extraction.run(job, signal)
    const told = outcome.state === 'extracted' ? outcome : null
    return { artifact, outcome: refuseOther(key, outcome), told }
  }

  /** Null when the file is no large wheel, or cannot be read in parts: then it is read whole. */
  async function extractInParts(
    key: PackageKey,
    remote: RemoteArtifact,
    how: How,
    signal: AbortSignal,
  ): Promise<ReadRelease | null> {
    const ranged = await registryOf(key).openRanges(remote, signal)
    if (ranged === null) return null
    try {
      const read = await extract(key, how, ranged.artifact, { remote: ranged }, signal)
      const { outcome } = read
      // Parts that are refused may not be the file's: the whole of it can be held against its digest.
      // What a machine was too slow for is no reason to fetch it.
      return outcome?.state === 'refused' ? null : read
    } catch (error) {
      // A host that serves parts badly (machines that disagree about a file's tag, say) may still
      // serve the whole of it.
      if (error instanceof ServiceError && PARTS_FAILED.has(error.code)) return null
      throw error
    } finally {
      ranged.close()
    }
  }

  async function readWith(
    key: PackageKey,
    remote: RemoteArtifact,
    how: How,
    signal: AbortSignal,
  ): Promise<ReadRelease> {
    const registry = registryOf(key)
    const inParts = await extractInParts(key, remote, how, signal)
    if (inParts !== null) return inParts
    const { artifact, lease } = await obtainFile({ registry, blobs, fetched }, key, remote, signal)
    try {
      return await extract(key, how, artifact, { blobPath: lease.path }, signal)
    } finally {
      await lease.release()
    }
  }

  function sessionFor(key: PackageKey, followed: ReadOptions['followed'], signal: AbortSignal) {
    if (followed === undefined) return parts.follow.later()
    return followed === 'chosen' ? parts.follow.choose(key) : parts.follow.again(followed, signal)
  }

  return async (key, remote, signal, { extractor = ingestExtractor(key), followed } = {}) => {
    const { kind } = remote
    if (kind === 'other') {
      const artifact = await registryOf(key).fetchArtifact(remote, signal)
      return { artifact, outcome: null, told: null }
    }
    if (extractor !== EXTRACTOR_VERSIONS[key.ecosystem]) {
      return readWith(key, remote, { kind, extractor }, signal)
    }
    const session = await sessionFor(key, followed, signal)
    try {
      const { dependencies } = session
      return await readWith(key, remote, { kind, extractor, dependencies }, signal)
    } finally {
      await session.close()
    }
  }
}
