// Turning the bytes of a published file into what we know of it. The work happens where a crash
// costs nothing but the outcome of its own job.

import type {
  FollowedFile,
  Following,
  ModuleCounts,
  RemoteArtifact,
  UnfollowedPackage,
} from '../domain/release.ts'
import type { Remark } from '../domain/remarks.ts'

export type SourceRange = Readonly<{ offset: number; lengthBytes: number }>

/** A file that is far away and of which only parts are needed. */
export interface RemoteSource {
  readonly sizeBytes: number
  /** Exactly the bytes asked for. What it throws becomes the failure of the whole job. */
  read(range: SourceRange, signal: AbortSignal): Promise<Uint8Array>
  /** Told which ranges will be read, sorted and apart, so that requests can be joined. */
  prefetch?(ranges: readonly SourceRange[], signal: AbortSignal): Promise<void>
}

/** A whole file on disk, whose digest is checked; or a far one, whose digest is only declared. */
export type ExtractionSource = Readonly<{ blobPath: string }> | Readonly<{ remote: RemoteSource }>

/** A package that names in a file lead to, as the file's own metadata speaks of it. */
export type WantedPackage = Readonly<{
  /** As the metadata writes it. */
  name: string
  /** In the notation of the ecosystem; the first that has a release decides. */
  ranges: readonly string[]
}>

/** A file of another package, to be opened beside the one of the job. */
export type DependencyFile = Readonly<{
  file: FollowedFile
  kind: ExtractionJob['kind']
  source: ExtractionSource
}>

/**
 * Files of other packages that the extractor may look into: exactly those that were chosen before,
 * or whatever it turns out to want.
 */
export type JobDependencies =
  | Readonly<{ files: readonly DependencyFile[] }>
  | Readonly<{
      /** What it throws becomes the failure of the whole job. */
      find(wanted: WantedPackage, signal: AbortSignal): Promise<DependencyFile | UnfollowedPackage>
    }>

export type ExtractionJob = Readonly<{
  kind: Exclude<RemoteArtifact['kind'], 'other'>
  filename: string
  sha256: string
  /** Name and version of the extractor: the same bytes give the same output under one version. */
  extractor: string
  source: ExtractionSource
  /** Of a file on disk, so that small ones need not wait for large ones; left out where it is not known. */
  sizeBytes?: number
  /** None unless given. */
  dependencies?: JobDependencies
}>

export type ExtractionCounts = Readonly<{
  files: number
  directories: number
  links: number
  keptFiles: number
  keptBytes: number
  /** Sum of the sizes of all files, kept or not. */
  unpackedBytes: number
}>

export type Extracted = Readonly<{
  state: 'extracted'
  output: Uint8Array
  counts: ExtractionCounts
  /** What the file says of itself, cut to a bounded length; null for what it does not say. */
  said?: Readonly<{ name: string | null; version: string | null }>
  /** What is to be told of a file that was read all the same. */
  remarks?: readonly Remark[]
  /** Definitions in the output, where it is a symbol table. */
  symbols?: number
  /** The same of its modules. */
  modules?: ModuleCounts
  /** What the output rests on besides the file; absent where the job had no dependencies. */
  following?: Following
}>

/** When a failure is tried again, where another try may end otherwise; ISO 8601, UTC. */
type TriedAgain = Readonly<{ againAt?: string }>

/** The archive was read as data and is not taken. Says nothing about what exists. */
export type Refused = TriedAgain &
  Readonly<{
    state: 'refused'
    /** One of the reasons in docs/formats/archives.md. */
    reason: string
    /** The member at fault as the archive spells it, cut to a bounded length. Hostile text. */
    member: string | null
    detail: string
  }>

/**
 * `lost`: the extractor was ended or stood still, and nobody knows whether the bytes had a part.
 */
export type UndeterminedReason =
  | 'crashed'
  | 'timed_out'
  | 'out_of_memory'
  | 'output_too_large'
  | 'lost'

/** The bytes were too much for the extractor. Says nothing about what exists. */
export type Undetermined = TriedAgain &
  Readonly<{
    state: 'undetermined'
    reason: UndeterminedReason
    detail: string
  }>

export type ExtractionOutcome = Extracted | Refused | Undetermined

export interface Extraction {
  /**
   * Whatever the bytes do to the extractor is an outcome. Throws the signal's reason, what a remote
   * source throws, `artifact_mismatch` when the file is not the one the job names,
   * `store_unavailable` when it cannot be read, `overloaded` or `shutting_down`.
   */
  run(job: ExtractionJob, signal: AbortSignal): Promise<ExtractionOutcome>
}

/** What is remembered of bytes that could not be extracted, under one version of an extractor. */
export type ExtractionFailure = Readonly<{
  /** The file, what it was opened as and its name (`openingId` in domain/release.ts). */
  openingId: string
  extractor: string
  outcome: Refused | Undetermined
  /** Whether the whole file was there and had the digest; else the bytes may have been others. */
  isVerified: boolean
  /** How often it was tried, from 1. */
  tries: number
  /** Of the last try; ISO 8601, UTC. */
  at: string
}>

export interface ExtractionStore {
  load(openingId: string, extractor: string): Promise<ExtractionFailure | null>
  /** One row for (openingId, extractor); the last write wins. */
  save(failure: ExtractionFailure): Promise<void>
  /** After a later try went well. No row is no error. */
  forget(openingId: string, extractor: string): Promise<void>
}
