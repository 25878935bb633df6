// What the service asks of a registry, in the service's words, not in the registry's.

import type { Ecosystem, PackageName } from '../domain/names/packageName.ts'
import type { Artifact, RegistryStatus, RemoteArtifact } from '../domain/release.ts'
import type { BlobLease, BlobWriter } from './blobs.ts'
import type { RemoteSource, SourceRange } from './extraction.ts'

/**
 * The registry's own word on a project. `found: false` means that the registry itself said "no such
 * project" (or: it is gone); whatever leaves that open is thrown.
 */
export type ProjectLookup =
  | Readonly<{ found: false; status: RegistryStatus | null }>
  | (FoundProject & Readonly<{ latest: RemoteRelease | null }>)

/** What it says of a project that is there. */
export type FoundProject = Readonly<{
  found: true
  status: RegistryStatus | null
  /** Why, in the words of its people; left out where they give none. */
  statusReason?: string
  /** The status could not be had: it may be one, and is not known not to be. */
  isStatusOpen?: true
}>

export type RemoteRelease = Readonly<{
  version: string
  /** The file we would read, chosen by a fixed rule; null when the release has no file at all. */
  artifact: RemoteArtifact | null
  /** npm: the message of a release that is marked as deprecated. */
  deprecation?: string
  /** PyPI: why every file of it is yanked, which may be nothing; left out where one is not. */
  yanked?: string
  /** PyPI, of the latest release: the Python that tables speak of is given it. */
  isForReference?: true
}>

/** `release`: under the registry's own spelling of the version. */
export type FoundRelease = FoundProject & Readonly<{ release: RemoteRelease }>

/** The registry's own word on one version of a project; whatever leaves it open is thrown. */
export type ReleaseLookup =
  | FoundRelease
  | Readonly<{
      found: false
      /** `version`: the project is there, this version of it is not. */
      missing: 'project' | 'version'
      /** A quarantined project has its versions withheld: then it does not say that there is none. */
      status: RegistryStatus | null
    }>

/** The newest release in a range; whatever leaves it open is thrown. */
export type RangeLookup = FoundRelease | Extract<ReleaseLookup, { found: false }>

/** A version that a project lists, without its file. */
export type ListedVersion = Readonly<{
  /** As the registry spells it. */
  version: string
  isFinal: boolean
  /** PyPI: every file of it is yanked, or it has none. */
  isWithdrawn: boolean
}>

/** Every version of a project, in no order; whatever leaves it open is thrown. */
export type VersionsLookup =
  | Readonly<{ found: true; versions: readonly ListedVersion[] }>
  | Readonly<{ found: false; status: RegistryStatus | null }>

/** A new place for the bytes of a download; asked again for each try. */
export type BlobSink = () => Promise<BlobWriter>

/** A file that was downloaded and checked. The lease is the caller's to release. */
export type DownloadedArtifact = Readonly<{ artifact: Artifact; lease: BlobLease }>

/** A large wheel, of which only the parts that are asked for are fetched. */
export interface RangedArtifact extends RemoteSource {
  /** What a proof says of the file; the digest is the registry's word. */
  readonly artifact: Artifact
  prefetch(ranges: readonly SourceRange[], signal: AbortSignal): Promise<void>
  /** What it took so far, the opening and failed tries included. */
  fetched(): Readonly<{ requests: number; bytes: number }>
  /** Ends the requests under way. Idempotent; reads fail from then on. */
  close(): void
}

export interface Registry {
  readonly ecosystem: Ecosystem
  /** `public`, or the origin of a configured private index; part of every attestation. */
  readonly identity: string
  /** Throws `registry_unavailable` when existence cannot be decided. */
  lookup(name: PackageName, signal: AbortSignal): Promise<ProjectLookup>
  /**
   * One version, however it is spelled (`1.0` is `1.0.0` on PyPI, `v1.0.0` is `1.0.0` on npm). Throws
   * `registry_unavailable` when existence cannot be decided.
   */
  release(name: PackageName, version: string, signal: AbortSignal): Promise<ReleaseLookup>
  /**
   * The release that an installer would take: the newest in the range that is final and not
   * withdrawn, else the newest that an installer would still take. Ranges are the ecosystem's own
   * (`>=1,<2`, `^1.2.0`) and are tried in order; one that cannot be read holds no release. Throws
   * `registry_unavailable` when it cannot be decided. `use`: `files` where nobody wants to know what
   * is said of the project.
   */
  newestIn(
    name: PackageName,
    ranges: readonly string[],
    signal: AbortSignal,
    use?: 'files',
  ): Promise<RangeLookup>
  /** Throws `registry_unavailable` when it cannot be decided. */
  versions(name: PackageName, signal: AbortSignal): Promise<VersionsLookup>
  /**
   * Reads the file and checks every declared digest; large wheels keep the declared digest unread.
   * Throws `registry_unavailable`, `artifact_mismatch` or `artifact_too_large`.
   */
  fetchArtifact(artifact: RemoteArtifact, signal: AbortSignal): Promise<Artifact>
  /**
   * Reads the whole file, whatever its size, into the sink; nothing is kept unless every declared
   * digest and the size fit. Throws like `fetchArtifact`, and what the sink throws.
   */
  downloadArtifact(
    artifact: RemoteArtifact,
    sink: BlobSink,
    signal: AbortSignal,
  ): Promise<DownloadedArtifact>
  /**
   * Opens a large wheel for reading in parts; null when the file is no large wheel or its host does
   * not serve parts of it: then it is to be downloaded. Reads throw `registry_unavailable`,
   * `artifact_mismatch` when the file changes under them, or `artifact_too_large` when more of it
   * is needed than a part.
   */
  openRanges(artifact: RemoteArtifact, signal: AbortSignal): Promise<RangedArtifact | null>
  /**
   * The public page of a release (or of the project), whatever mirror served the bytes. Null for a
   * source that is declared private: the public registry has no page about it.
   */
  pageUrl(name: PackageName, version: string | null): string | null
  /**
   * A private source's own address of a file, as far as it can be shown to others: without
   * credentials, and at the source itself. Null otherwise, and for the public registry.
   */
  sourceUrl(artifact: RemoteArtifact): string | null
}

export type Registries = Readonly<Record<Ecosystem, Registry>>
