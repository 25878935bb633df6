// What a set of names is made of: published lists, fetched as data.

import type { Ecosystem } from '../domain/names/packageName.ts'
import type { BlobLease } from './blobs.ts'
import type { BlobSink } from './registry.ts'

/** The list of all names, or what is known of their downloads. */
export type MaterialRole = 'names' | 'downloads'

/** A list as its publisher names it; without a version where lists have none. */
export type MaterialLabel = Readonly<{ role: MaterialRole; name: string; version: string | null }>

/** A list on disk. The lease is the caller's to release. */
export type Material = MaterialLabel & Readonly<{ filename: string; lease: BlobLease }>

export interface NameSources {
  /** What would be fetched now, without fetching it. Throws `registry_unavailable`. */
  labels(ecosystem: Ecosystem, signal: AbortSignal): Promise<readonly MaterialLabel[]>
  /** Throws `registry_unavailable` and its kin; nothing is then left to release. */
  fetch(ecosystem: Ecosystem, signal: AbortSignal): Promise<readonly Material[]>
}

/** The root of the Python index: a page with every project on it. */
export interface IndexRoot {
  /** Throws `registry_unavailable`. The lease is the caller's to release. */
  download(sink: BlobSink, signal: AbortSignal): Promise<BlobLease>
}
