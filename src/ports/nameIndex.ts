// Real names next to one that does not exist. The index only suggests; existence is always the
// registry's own word.

import type { Ecosystem, PackageName } from '../domain/packageName.ts'

/** Which set of names was searched: part of the attestation, so that anyone can search it again. */
export type NameSnapshot = Readonly<{
  /** Date of the set, YYYY-MM-DD. */
  snapshot: string
  /** Digest of the set's contents; docs/names.md tells how to compute it for either kind. */
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
export type NameSetKind = 'popular' | 'registry'

export type NearNames = Readonly<{
  /** Best first, at most ADJACENT_MAX. */
  names: readonly NearName[]
  /** How many there are in all. */
  total: number
  snapshot: NameSnapshot
  source: NameSetKind
}>

export interface NameIndex {
  /** Names within Levenshtein distance 2, the name itself excluded. */
  near(ecosystem: Ecosystem, name: PackageName): NearNames
}
