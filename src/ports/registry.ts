// What the service asks of a registry, in the service's words, not in the registry's.

import type { Ecosystem, PackageName } from '../domain/packageName.ts'
import type { Artifact, RegistryStatus, RemoteArtifact } from '../domain/release.ts'

/**
 * The registry's own word on a project. `found: false` means that the registry itself said "no such
 * project" (or: it is gone); whatever leaves that open is thrown.
 */
export type ProjectLookup =
  | Readonly<{ found: false; status: RegistryStatus | null }>
  | Readonly<{ found: true; status: RegistryStatus | null; latest: RemoteRelease | null }>

export type RemoteRelease = Readonly<{
  version: string
  /** The file we would read, chosen by a fixed rule; null when the release has no file at all. */
  artifact: RemoteArtifact | null
}>

export interface Registry {
  readonly ecosystem: Ecosystem
  /** `public`, or the origin of a configured private index; part of every attestation. */
  readonly identity: string
  /** Throws `registry_unavailable` when existence cannot be decided. */
  lookup(name: PackageName, signal: AbortSignal): Promise<ProjectLookup>
  /**
   * Reads the file and checks every declared digest; large wheels keep the declared digest unread.
   * Throws `registry_unavailable` or `artifact_mismatch`.
   */
  fetchArtifact(artifact: RemoteArtifact, signal: AbortSignal): Promise<Artifact>
  /** The public page of a release (or of the project), whatever mirror served the bytes. */
  pageUrl(name: PackageName, version: string | null): string
}

export type Registries = Readonly<Record<Ecosystem, Registry>>
