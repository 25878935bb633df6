// Answers about cards.

import type { AnswerSource, Ecosystem, Noticed, Proof, Signed } from './signed.ts'
import type { SymbolKind } from './symbolAnswers.ts'

/** What a release says of a symbol that it has. */
export type CardFacts = Readonly<{
  qualified_name: string
  kind: SymbolKind
  signature: string | null
  /** There was no room for all of the signature. */
  signature_cut: boolean
  doc: string | null
  deprecated: Readonly<{
    since: string | null
    text: string | null
    /** The symbol that the mark points to, where this release has it. */
    replaced_by: string | null
  }> | null
}>

export type HitCard = CardFacts &
  Readonly<{
    symbol: string
    exists: true
    public: boolean
    since: string | null
    until: string | null
    also_at: readonly string[]
    caveat: string | null
    source: Readonly<{ path: string; line: number }> | null
    members: readonly string[]
    members_total: number
    members_complete: boolean
  }>

export type MissCard = Readonly<{
  symbol: string
  /** Null where it cannot be told. */
  exists: false | null
  caveat: string | null
  seen_in: string | null
  closest: readonly CardFacts[]
}>

export type SymbolCard = HitCard | MissCard

export type CardAnswer = Signed &
  Noticed &
  Readonly<{
    verdict:
      | 'exists'
      | 'symbol_not_found'
      | 'partly_determined'
      | 'undetermined'
      | 'found'
      | 'nothing_found'
    ecosystem: Ecosystem
    package: string
    version_resolved: string
    version_from: 'version' | 'files' | 'latest'
    cards: readonly SymbolCard[]
    found: readonly SymbolCard[]
    /** Indexed releases that `since`, `until` and `seen_in` rest on. */
    releases: readonly string[]
    scope: string
    source: AnswerSource
    proof: Proof
  }>
