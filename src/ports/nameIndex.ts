// Real names next to one that does not exist. The index only suggests; existence is always the
// registry's own word.

import type { Ecosystem, PackageName } from '../domain/packageName.ts'

/** Which set of names was searched: part of the attestation, so that anyone can search it again. */
export type NameSnapshot = Readonly<{
  /** Date of the set, YYYY-MM-DD. */
  snapshot: string
  /** Digest of the set: sha256 over the names, the most popular first, each ended by a line feed. */
  sha256: string
  size: number
  metric: 'levenshtein'
}>

export type NearNames = Readonly<{
  /** Best first, at most ADJACENT_MAX. */
  names: readonly Readonly<{ name: string; distance: number }>[]
  /** How many there are in all. */
  total: number
  snapshot: NameSnapshot
  /** `popular`: the bundled list of popular names. `registry`: every name of the registry. */
  source: 'popular' | 'registry'
}>

export interface NameIndex {
  /** Names within Levenshtein distance 2, the name itself excluded. */
  near(ecosystem: Ecosystem, name: PackageName): NearNames
}
