// Answers about names: packages, and the imports that belong to them.

import type { AnswerSource, Ecosystem, Noticed, Proof, Signed } from './signed.ts'

export type AdjacentName = Readonly<{
  name: string
  distance: number
  monthly_downloads: number | null
  cost: number
}>

export type PackageExistsAnswer = Signed &
  Noticed &
  Readonly<{
    exists: boolean
    ecosystem: Ecosystem
    /** In its normal form. */
    name: string
    /** The release that the proof covers. */
    latest_version: string | null
    /** On a miss: a real name is within edit distance 2. */
    typosquat_adjacent: boolean
    adjacent_to: readonly string[]
    adjacent_total: number
    adjacent: readonly AdjacentName[]
    adjacent_source: 'popular' | 'registry' | null
    /** On a hit: a far more popular package whose name looks alike. */
    lookalike_of: string | null
    /** On a miss: popular names further off that may have been meant. */
    meant: readonly Readonly<{ name: string; reason: string; monthly_downloads: number | null }>[]
    elsewhere: Ecosystem | null
    registry_status:
      | 'unpublished'
      | 'quarantined'
      | 'security_placeholder'
      | 'archived'
      | 'deprecated'
      | null
    /** On a hit, where the registry marks the latest release as deprecated. */
    deprecation?: Readonly<{ message: string; points_to: string | null }>
    /** Where the language itself has a module of this name: code needs no package for it. */
    standard_library?: true
    scope: string
    source: AnswerSource
    proof: Proof | null
  }>

export type ImportResolveAnswer = Signed &
  Readonly<{
    ecosystem: Ecosystem
    import: string
    standard_library: boolean
    distributions: readonly (Noticed &
      Readonly<{
        package: string
        provides: string
        monthly_downloads: number | null
        evidence: Readonly<{
          source: 'index' | 'popular' | 'names'
          version?: string
          artifact_sha256?: string
        }>
      }>)[]
  }>
