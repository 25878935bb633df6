// Which files a release holds, and which of them were read. The index keeps proofs and not inventories, so the file is
// opened again: from the blob cache where it is still there, else from the registry.

import type { PackageKey } from '../domain/packageName.ts'
import type { Artifact, RegistryStatus, RemoteArtifact } from '../domain/release.ts'
import type { ExtractionCounts, ExtractionOutcome } from '../ports/extraction.ts'
import type { Registry } from '../ports/registry.ts'
import type { IngestOne, OneReport } from './bulkOne.ts'
import type { ReadArtifact } from './readArtifact.ts'

/** `sha256` is null when the file was not read. */
export type ListedFile = Readonly<{ path: string; sizeBytes: number; sha256: string | null }>

export type FileListing =
  | Readonly<{
      state: 'listed'
      version: string
      artifact: Artifact
      counts: ExtractionCounts
      files: readonly ListedFile[]
    }>
  /** The release is there, and there is nothing in it that could be read. */
  | Readonly<{
      state: 'unreadable'
      version: string | null
      artifact: Artifact | null
      reason: string
    }>
  | Readonly<{ state: 'absent' | 'version_not_found' | 'withheld'; status: RegistryStatus | null }>

export type ListFiles = (
  key: PackageKey,
  version: string | null,
  signal: AbortSignal,
) => Promise<FileListing>

export function listFiles(parts: {
  registryOf: (key: PackageKey) => Registry
  one: IngestOne
  /** Reads with the extractor whose output is an inventory. */
  read: ReadArtifact
  parseInventory: (output: Uint8Array) => readonly ListedFile[]
}): ListFiles {
  return async (key, wanted, signal) => {
    const report = await (wanted === null
      ? parts.one.latest(key, signal)
      : parts.one.pinned(key, wanted, signal))
    if (!('artifact' in report)) return report
    const { version, artifact } = report
    if (version === null || artifact === null) {
      return { state: 'unreadable', version, artifact, reason: 'the release has no file' }
    }
    const found = await parts.registryOf(key).release(key.name, version, signal)
    if (!found.found) {
      const state = found.missing === 'project' ? 'absent' : 'version_not_found'
      return { state: found.status === 'quarantined' ? 'withheld' : state, status: found.status }
    }
    const remote = found.release.artifact
    if (remote === null) {
      return { state: 'unreadable', version, artifact, reason: 'the release has no file' }
    }
    const read = await parts.read(key, withKnownDigest(remote, report), signal)
    if (read.outcome?.state === 'extracted') {
      const { output, counts } = read.outcome
      const files = parts.parseInventory(output)
      return { state: 'listed', version, artifact: read.artifact, counts, files }
    }
    return { state: 'unreadable', version, artifact: read.artifact, reason: why(read.outcome) }
  }
}

function why(outcome: Exclude<ExtractionOutcome, { state: 'extracted' }> | null): string {
  if (outcome === null) return 'a file of a form that is not opened'
  return `${outcome.state}: ${outcome.reason}`
}

/**
 * npm declares no sha256, by which the cache keeps files; the proof has it. As one more digest it
 * also makes sure that what is listed is what was proven.
 */
function withKnownDigest(
  remote: RemoteArtifact,
  { artifact }: Extract<OneReport, { artifact: unknown }>,
): RemoteArtifact {
  if (artifact === null || artifact.filename !== remote.filename) return remote
  if (remote.kind !== 'tarball' || remote.digests.sha256 !== undefined) return remote
  return { ...remote, digests: { ...remote.digests, sha256: artifact.sha256 } }
}
