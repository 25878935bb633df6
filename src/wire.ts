// The answers as they come over the wire, for TypeScript. http/schemas.ts says the same to the OpenAPI
// document; test/wire.test.ts holds the two against each other.

import type { Receipt } from './attest/receipt.ts'
import type { ReceiptVerdict } from './attest/verifyReceipt.ts'

export type Ecosystem = 'pypi' | 'npm'

/** `ingested`: it was in the index. `lazy`: this question read it. `registry`: its word alone. */
export type AnswerSource = 'ingested' | 'lazy' | 'registry'

/** What shows that an answer speaks of a published file. */
export type Proof = Readonly<{
  /** The release's public page on the registry. */
  source_url: string
  /** Null only when the release has no file at all. */
  artifact_sha256: string | null
  filename: string | null
  digest: 'computed' | 'declared' | null
  extracted_at: string
}>

/** What every signed answer ends with. */
export type Signed = Receipt & Readonly<{ served_in_ms: number }>

export type AdjacentName = Readonly<{
  name: string
  distance: number
  monthly_downloads: number | null
  cost: number
}>

export type PackageExistsAnswer = Signed &
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
    registry_status: 'unpublished' | 'quarantined' | 'security_placeholder' | null
    /** On a hit, where the registry marks the latest release as deprecated. */
    deprecation?: Readonly<{ message: string; points_to: string | null }>
    scope: string
    source: AnswerSource
    proof: Proof | null
  }>

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

export type SymbolExistsAnswer = Signed &
  Readonly<{
    exists: boolean
    /** Null on a hit. */
    reason: 'symbol_not_found' | 'package_not_found' | null
    ecosystem: Ecosystem
    package: string
    symbol: string
    kind: SymbolKind | null
    deprecated: boolean
    since_version: string | null
    /** On a miss: up to three names that are there, the best first. */
    closest_match: readonly string[] | null
    version_resolved: string | null
    qualified_name: string | null
    symbol_signature: string | null
    doc: string | null
    public: boolean | null
    also_at: readonly string[]
    /** On a miss: why it may be there all the same. */
    caveat: string | null
    note: string | null
    at_requested_version: Readonly<{
      version: string
      exists: boolean
      kind: SymbolKind | null
      signature: string | null
      artifact_sha256: string
    }> | null
    scope: string
    source: AnswerSource
    proof: Proof | null
  }>

export type Classification = 'breaking' | 'additive' | 'neutral'

export type DiffRow = Readonly<{ symbol: string; kind: SymbolKind }>

export type ChangedRow = DiffRow &
  Readonly<{
    from_sig: string | null
    to_sig: string | null
    /** The worst of `reasons`; docs/diff.md lists them. */
    reason: string
    reasons: readonly string[]
    severity: 'breaking' | 'compatible'
  }>

export type DiffAnswer = Signed &
  Readonly<{
    ok: boolean
    ecosystem: Ecosystem
    package: string
    from_version: string
    to_version: string
    /** Breaking: something was removed, or a signature changed in any way. */
    classification: Classification
    /** Breaking only when code that was right can be wrong now. */
    compatibility: Readonly<{ classification: Classification }>
    /** What the version numbers claim. */
    published_bump: 'none' | 'patch' | 'minor' | 'major' | 'prerelease' | 'unknown'
    added: readonly DiffRow[]
    removed: readonly (DiffRow & Readonly<{ caveat: string | null }>)[]
    changed: readonly ChangedRow[]
    new_deprecations: readonly (DiffRow &
      Readonly<{ since_version: string; message: string | null }>)[]
    undetermined: readonly Readonly<{ symbol: string; reason: string | null }>[]
    cut: boolean
    counts: Readonly<{
      added: number
      removed: number
      changed: number
      new_deprecations: number
    }>
    source: Readonly<{ from: AnswerSource; to: AnswerSource }>
    proof: Readonly<{ from: Proof; to: Proof }>
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

export type ImportResolveAnswer = Signed &
  Readonly<{
    ecosystem: Ecosystem
    import: string
    standard_library: boolean
    distributions: readonly Readonly<{
      package: string
      provides: string
      monthly_downloads: number | null
      evidence: Readonly<{
        source: 'index' | 'popular' | 'names'
        version?: string
        artifact_sha256?: string
      }>
    }>[]
  }>

/** What `/verify` says. */
export type VerificationAnswer = Signed &
  Readonly<{
    verdict: 'pass' | 'fail' | 'partial' | 'unverifiable'
    /** The met share of the checks that apply; null where none could be told. */
    score: number | null
    reason: string | null
    checks: readonly Readonly<{
      id: string
      type: string | null
      required: boolean
      status: 'met' | 'unmet' | 'not_applicable' | 'undetermined'
      reason: string
      location: Readonly<Record<string, string | number>> | null
      evidence: Readonly<Record<string, unknown>> | null
    }>[]
    spec_given: boolean
    job_hash: string
    spec_hash: string | null
    erc8004: Readonly<{
      requestHash: string
      response: number | null
      responseHash: string
      tag: string
    }>
  }>

/** What `/judge` says. */
export type JudgementAnswer = Signed &
  Readonly<{
    /** The weighted mean over settled items; null where none is. */
    score: number | null
    passed: boolean
    items: readonly Readonly<{
      criterion: string
      weight: number
      score: 0 | 1 | null
      status: 'met' | 'unmet' | 'undetermined'
      method: 'check' | 'grammar' | 'model' | 'none'
      reason: string
      /** Offsets in UTF-16 units. */
      evidence: readonly Readonly<{ quote: string; start: number; end: number }>[]
      /** What a model said, sample by sample. */
      samples?: readonly ('met' | 'unmet' | 'cannot_tell' | 'void')[]
    }>[]
    coverage: number
    deterministic: boolean
    rubric_hash: string
    output_hash: string
    context_hash: string | null
    model: Readonly<{
      name: string
      prompt_sha256: string
      samples: number
      replies_sha256: readonly (string | null)[]
    }> | null
  }>

/** An answer that was found wrong after it was signed. */
export type Retraction = Readonly<{
  /** From 1, without gaps. */
  seq: number
  attestation_hash: string
  type: string
  /** A sentence. */
  reason: string
  /** What was found wrong by, such as `python/5`. */
  found_by: string
  retracted_at: string
}>

export type RetractionsPage = Readonly<{
  retractions: readonly Retraction[]
  /** What to ask for next; null at the end. */
  next: number | null
}>

/** What `/receipts/verify` says. */
export type ReceiptVerdictAnswer = ReceiptVerdict &
  Readonly<{ retracted: boolean; retraction: Retraction | null }>

export type PackageQuestion = Readonly<{ ecosystem: Ecosystem; name: string }>
export type SymbolQuestion = Readonly<{
  ecosystem: Ecosystem
  package: string
  symbol: string
  version?: string | null
}>
export type DiffQuestion = Readonly<{
  ecosystem: Ecosystem
  package: string
  from_version: string
  to_version: string
}>
export type HistoryQuestion = Omit<SymbolQuestion, 'version'>
export type ImportQuestion = Readonly<{ ecosystem: Ecosystem; import: string }>
