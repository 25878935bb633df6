// Files of other packages on their way to a child: whole from the cache or the registry, or in parts
// where they are large wheels; all of them together within a bound.

import type { PackageKey } from '../domain/names/packageName.ts'
import { type FollowedFile, kindOf, type RemoteArtifact } from '../domain/release.ts'
import { ServiceError } from '../errors.ts'
import type { BlobCache, BlobLease } from '../ports/blobs.ts'
import type { DependencyFile, RemoteSource } from '../ports/extraction.ts'
import type { RangedArtifact, Registry } from '../ports/registry.ts'
import { type FetchedFiles, obtainFile } from './obtainFile.ts'

type ChosenFile = Readonly<{ version: string; remote: RemoteArtifact }>

export type DependencyFiles = ReturnType<typeof dependencyFiles>

export function dependencyFiles(parts: {
  registryOf: (key: PackageKey) => Registry
  blobs: BlobCache
  fetched: FetchedFiles
  maxBytes: number
}) {
  const { registryOf, blobs, fetched, maxBytes } = parts
  const leases: BlobLease[] = []
  const ranged: RangedArtifact[] = []
  let bytes = 0

  function count(more: number, what: string): void {
    if (bytes + more > maxBytes) {
      const message = `${what}: more than ${maxBytes} bytes of dependencies`
      throw new ServiceError('artifact_too_large', message)
    }
    bytes += more
  }

  /** What is told beforehand is counted then; what is read besides it is small. */
  function counted(source: RangedArtifact, ending: AbortSignal): RemoteSource {
    return {
      sizeBytes: source.sizeBytes,
      read: (range, signal) => source.read(range, AbortSignal.any([signal, ending])),
      async prefetch(ranges, signal) {
        const all = ranges.reduce((sum, { lengthBytes }) => sum + lengthBytes, 0)
        count(all, source.artifact.filename)
        await source.prefetch(ranges, AbortSignal.any([signal, ending]))
      },
    }
  }

  function dependencyOf(
    { ecosystem, name }: PackageKey,
    version: string,
    { filename, sha256 }: Pick<FollowedFile, 'filename' | 'sha256'>,
    source: DependencyFile['source'],
  ): DependencyFile {
    const file = { ecosystem, name, version, filename, sha256 }
    return { file, kind: kindOf(ecosystem, filename), source }
  }

  return {
    /**
     * Throws what the registry throws, and `artifact_too_large` past the bound. The signal ends
     * later reads of a file in parts as well.
     */
    async open(key: PackageKey, { version, remote }: ChosenFile, signal: AbortSignal) {
      const registry = registryOf(key)
      const inParts = await registry.openRanges(remote, signal)
      if (inParts !== null) {
        ranged.push(inParts)
        const source = { remote: counted(inParts, signal) }
        return dependencyOf(key, version, inParts.artifact, source)
      }
      // Asked before it is downloaded where the size is known, else once it is there.
      count(remote.sizeBytes ?? 0, remote.filename)
      const kept = { registry, blobs, fetched }
      const { artifact, lease } = await obtainFile(kept, key, remote, signal)
      leases.push(lease)
      if (remote.sizeBytes === null) count(artifact.sizeBytes, remote.filename)
      return dependencyOf(key, version, artifact, { blobPath: lease.path })
    },
    /** From the cache and without a registry; null when it is not there. */
    async openKept(file: FollowedFile, signal: AbortSignal) {
      const lease = await blobs.open(file.sha256, signal)
      if (lease === null) return null
      leases.push(lease)
      return dependencyOf(file, file.version, file, { blobPath: lease.path })
    },
    /** Idempotent. */
    async close() {
      for (const source of ranged.splice(0)) source.close()
      await Promise.all(leases.splice(0).map((lease) => lease.release()))
    },
  }
}
