// What was pulled from indexes that others have made, and from whom.

import type { PackageKey } from '../domain/names/packageName.ts'
import type { Artifact, Following, IngestedRelease, ModuleCounts } from '../domain/release.ts'

/** A release as an index lists it: what its maker's proof says, and what its table is. */
export type PackedRelease = Readonly<{
  release: IngestedRelease & Readonly<{ version: string; artifact: Artifact }>
  /** What the registry declared of the file besides its sha256, such as `sha512:…`; sorted. */
  declared: readonly string[]
  /** When the registry last told the maker that this is the latest release; null for another one. */
  latestAt: string | null
  /** What the table was made from besides the file; nothing in it may be had before long. */
  following: Following
  table: Readonly<{
    /** Of the payload, as the table itself names it. */
    sha256: string
    symbols: number
    /** ISO 8601, UTC. */
    madeAt: string
  }>
}>

/** The index that was last pulled from an address. */
export type PulledIndex = Readonly<{
  /** A folder or a web address, as `assay pull` writes it. */
  address: string
  /** Signing address, lower case. */
  maker: string
  /** The date of its root; ISO 8601, UTC. */
  madeAt: string
  pulledAt: string
}>

/** Whose index a release comes from, and its date. */
export type PulledFrom = Readonly<{ maker: string; indexAt: string }>

/** Without what its table follows, which the table store knows. */
export type PulledRelease = Omit<PackedRelease, 'following'> & PulledFrom

/**
 * `missing`: the table of the release is not here. `there`: it is, and it is the same. `own`: another
 * one stands, which was made here, pulled from another maker or from a newer index of this one, and
 * which is not replaced.
 */
export type PulledState = 'missing' | 'there' | 'own'

export type SavedPull = Readonly<{
  packed: PackedRelease
  bytes: Uint8Array | null
  /** Of the table in those bytes. */
  modules?: ModuleCounts
}>

export interface PulledStore {
  index(address: string): Promise<PulledIndex | null>
  /** Every index that was pulled, by its address. */
  indexes(): Promise<readonly PulledIndex[]>
  saveIndex(index: PulledIndex): Promise<void>
  /**
   * Whom an address is trusted for is forgotten, and all that was pulled from that maker, by whatever
   * address: tables, releases, and what was put down of releases on the maker's word. Null where
   * nothing was pulled from the address.
   */
  forgetIndex(address: string): Promise<Readonly<{ maker: string; tables: number }> | null>
  /** Whether all of a shard was pulled before. */
  isShardDone(maker: string, sha256: string): Promise<boolean>
  saveShard(maker: string, sha256: string): Promise<void>
  state(packed: PackedRelease, from: PulledFrom): Promise<PulledState>
  /**
   * Keeps releases and their tables, except where the state is `own`. Without bytes, what is said of
   * the release is brought up to date, if its table is there. All of them or none.
   */
  save(pulled: readonly SavedPull[], from: PulledFrom): Promise<void>
  /** Null where none was pulled, and for a row that is not as it was written. */
  release(key: PackageKey, version: string, filename: string): Promise<PulledRelease | null>
  /** Every pulled release of a package. */
  releases(key: PackageKey): Promise<readonly PulledRelease[]>
}
