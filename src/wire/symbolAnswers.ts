// Answers about symbols.

import type { AnswerSource, Ecosystem, Noticed, Proof, Signed } from './signed.ts'

export type SymbolKind =
  | 'module'
  | 'class'
  | 'function'
  | 'method'
  | 'property'
  | 'attribute'
  | 'constant'
  | 'interface'
  | 'type'
  | 'enum'
  | 'namespace'

/** What is said of a symbol in one release. */
type OfSymbol = Readonly<{
  deprecated: boolean
  since_version: string | null
  qualified_name: string | null
  doc: string | null
  public: boolean | null
  also_at: readonly string[]
  /** On a miss: why it may be there all the same. On a hit: that it only raises an error when it is used. */
  caveat: string | null
}>

export type AtRequestedVersion = OfSymbol &
  Readonly<{
    version: string
    exists: boolean
    kind: SymbolKind | null
    signature: string | null
    filename: string
    artifact_sha256: string
  }>

export type SymbolExistsAnswer = Signed &
  Noticed &
  OfSymbol &
  Readonly<{
    exists: boolean
    /** Null on a hit. */
    reason: 'symbol_not_found' | 'package_not_found' | null
    ecosystem: Ecosystem
    package: string
    symbol: string
    kind: SymbolKind | null
    /** On a miss: up to three names that are there, the best first. */
    closest_match: readonly string[] | null
    version_resolved: string | null
    symbol_signature: string | null
    note: string | null
    at_requested_version: AtRequestedVersion | null
    scope: string
    source: AnswerSource
    proof: Proof | null
  }>

/** Neighbouring indexed releases that say the same of a symbol. */
export type SymbolRun = Readonly<{
  from_version: string
  to_version: string
  releases: number
  /** Null where it cannot be told. */
  exists: boolean | null
  qualified_name: string | null
  kind: SymbolKind | null
  symbol_signature: string | null
  deprecated: boolean
  public: boolean | null
}>

export type SymbolHistoryAnswer = Signed &
  Noticed &
  Readonly<{
    ecosystem: Ecosystem
    package: string
    symbol: string
    /** In the newest indexed release. */
    exists: boolean | null
    first_seen: string | null
    last_seen: string | null
    added_in: string | null
    removed_in: string | null
    deprecated_in: string | null
    history: readonly SymbolRun[]
    releases: readonly Readonly<{ version: string; artifact_sha256: string }>[]
    unread: readonly string[]
    cut: boolean
    scope: string
  }>
