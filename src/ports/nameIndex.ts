// Real names next to one that does not exist. The index only suggests; existence is always the
// registry's own word.

import type { Ecosystem, PackageName } from '../domain/names/packageName.ts'

/** Which set of names was searched: part of the attestation, so that anyone can search it again. */
export type NameSnapshot = Readonly<{
  /** Date of the set, YYYY-MM-DD. */
  snapshot: string
  /**
   * Digest of the set's contents; docs/formats/names.md tells how to compute it for either kind.
   */
  sha256: string
  size: number
  metric: 'levenshtein'
}>

export type NearName = Readonly<{
  name: string
  distance: number
  /** A month; null when none are on record. */
  downloads: number | null
  /** Price of the slips that lead from the name to what was written, in hundredths. */
  cost: number
}>

/** `popular`: the bundled list of popular names. `registry`: every name of the registry. */
type NameSetKind = 'popular' | 'registry'

/** Which set answers for an ecosystem. */
export type AnsweringSet = Readonly<{ source: NameSetKind; snapshot: NameSnapshot }>

export type NearNames = AnsweringSet &
  Readonly<{
    /** Best first, at most ADJACENT_MAX. */
    names: readonly NearName[]
    /** How many there are in all. */
    total: number
  }>

export type MeantReason = 'same_letters' | 'affix' | 'word_order' | 'scope' | 'import_name'

/** A popular name further off than two edits that may have been meant all the same. */
export type MeantName = Readonly<{ name: string; reason: MeantReason; downloads: number }>

export interface NameIndex {
  /** Goes up whenever another set answers: what was said before may be said otherwise now. */
  readonly generation: number
  answering(ecosystem: Ecosystem): AnsweringSet
  /** Names within Levenshtein distance 2, the name itself excluded. */
  near(ecosystem: Ecosystem, name: PackageName): NearNames
  /** The most popular first, at most MEANT_MAX. */
  meant(ecosystem: Ecosystem, name: PackageName): readonly MeantName[]
  /**
   * A far more popular name that this one, which exists, looks like; null: none, or not known.
   * `isHeld`: nobody can install anything under it.
   */
  lookalike(ecosystem: Ecosystem, name: PackageName, isHeld: boolean): string | null
  /** A month; null when none are on record, or only popular names are known. */
  downloads(ecosystem: Ecosystem, name: string): number | null
  /** Whether every name is known and this is one; null while only popular names are known. */
  has(ecosystem: Ecosystem, name: string): boolean | null
}
