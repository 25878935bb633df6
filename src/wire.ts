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

/** A row of the diff that files use. */
export type UpgradeRow = DiffRow &
  Readonly<{
    change: 'removed' | 'changed' | 'deprecated'
    severity: 'breaking' | 'compatible'
    /** Of a change; docs/diff.md lists them. */
    reason: string | null
    reasons: readonly string[]
    from_sig: string | null
    to_sig: string | null
    /** What a deprecation says. */
    message: string | null
    /** The module that lost it, when names may be made there at run time. */
    caveat: string | null
    /** Code that was right may be wrong now at one of the places. */
    affects: boolean
    places: readonly Readonly<{
      path: string
      line: number
      column: number
      state: 'breaks' | 'holds' | 'open'
    }>[]
    places_total: number
  }>

export type UpgradeAnswer = Signed &
  Readonly<{
    /** Safe: nothing of what could be told is affected; `counts` says how much that is. */
    verdict: 'safe' | 'affected' | 'undetermined'
    ecosystem: Ecosystem
    package: string
    from_version: string
    to_version: string
    changes: readonly UpgradeRow[]
    /** What is wrong in the newer release and was not in the older. */
    findings: readonly CheckFinding[]
    undetermined: readonly Readonly<{
      path: string
      line: number
      column: number
      symbol: string
      reason: string
    }>[]
    counts: Readonly<{
      files: number
      /** Files that could not all be read. */
      unread: number
      /** Uses of the package. */
      references: number
      determined: number
      undetermined: number
      /** Different symbols that are used. */
      symbols: number
      removed: number
      changed: number
      new_deprecations: number
      affecting: number
      findings: number
    }>
    /** The whole diff in short. */
    release: Pick<DiffAnswer, 'classification' | 'compatibility' | 'published_bump' | 'counts'>
    source: DiffAnswer['source']
    proof: DiffAnswer['proof']
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
/** The release that a part of a check rests on. */
export type CheckEvidence = Readonly<{
  version: string
  artifact_sha256: string
  extractor: string
}>

export type CheckFinding = Readonly<{
  path: string
  line: number
  column: number
  ecosystem: Ecosystem
  package: string | null
  symbol: string | null
  /** docs/check.md lists them. */
  code: string
  severity: 'error' | 'warning' | 'note'
  message: string
  suggestion: Readonly<{
    meant: readonly string[]
    replace: Readonly<{ from: string; to: string }> | null
  }> | null
  evidence: CheckEvidence | null
}>

export type CheckAnswer = Signed &
  Readonly<{
    /** Problems: a finding of severity `error`. Undetermined: nothing could be told, and it is free. */
    verdict: 'real' | 'problems' | 'undetermined'
    findings: readonly CheckFinding[]
    packages: readonly Readonly<{
      ecosystem: Ecosystem
      package: string
      pin: string | null
      range: string | null
      state: string
      reason: string | null
      references: number
      evidence: CheckEvidence | null
    }>[]
    /** References of which nothing can be said, and why. */
    undetermined: readonly Readonly<{
      path: string
      line: number
      column: number
      package: string | null
      symbol: string
      reason: string
    }>[]
    counts: Readonly<{
      files: number
      references: number
      determined: number
      undetermined: number
      requirements: number
      findings: number
    }>
  }>

/** What `/credits/buy` sold; its reply is not signed. */
export type CreditPackAnswer = Readonly<{
  pack: string
  key_sha256: string
  paid_usd: string
  credit_usd: string
}>

/** An answer that was found wrong after it was signed. */
export type Retraction = Readonly<{
  /** From 1, without gaps. */
  seq: number
  attestation_hash: string
  type: string
  /** A sentence. */
  reason: string
  /** What was found wrong by, such as `python/8`. */
  found_by: string
  retracted_at: string
}>

export type RetractionsPage = Readonly<{
  retractions: readonly Retraction[]
  /** What to ask for next; null at the end. */
  next: number | null
}>

/** How a watched service is. */
export type WatchVerdict = 'up' | 'degraded' | 'down' | 'unknown'

export type WatchTargetsAnswer = Readonly<{
  targets: readonly Readonly<{
    id: string
    name: string
    verdict: WatchVerdict
    /** Percent of the measured probes; null while there are too few. */
    uptime: Readonly<Record<'24h' | '7d' | '30d' | '90d', number | null>>
    p50_ms: number | null
    p95_ms: number | null
    last_probe_at: string | null
  }>[]
}>

export type WatchIncident = Readonly<{
  kind: 'down' | 'degraded'
  started_at: string
  /** Null: it was open when the window ended. */
  ended_at: string | null
  reason: string | null
}>

/** What the next probe is judged by. */
export type WatchState = Readonly<{
  verdict: WatchVerdict
  since: string | null
  reason: string | null
  recent: readonly Readonly<{
    at: string
    outcome: 'ok' | 'degraded' | 'failed'
    reason: string | null
  }>[]
}>

export type SlaReportAnswer = Signed &
  Readonly<{
    service: Readonly<{ id: string; name: string; url: string }>
    number: number
    window: Readonly<{ start: string; end: string }>
    accounting: Readonly<Record<string, string | number>>
    uptime_pct: number | null
    /** `degraded` are some of those that are `ok`. */
    probes: Readonly<{ ok: number; degraded: number; failed: number; not_measured: number }>
    p50_ms: number | null
    p95_ms: number | null
    incidents: readonly WatchIncident[]
    opening: WatchState
    closing: WatchState
    merkle_root: string
    prev_report_hash: string | null
  }>

/** Instead of a report; never charged. */
export type WatchMatchesAnswer = Readonly<{
  matches: readonly Readonly<{ id: string; name: string }>[]
  reason: 'no_match' | 'several_match' | 'no_report_yet'
}>

export type WatchProbesAnswer = Readonly<{
  service: Readonly<{ id: string; name: string; url: string }> | null
  matches: WatchMatchesAnswer['matches']
  window: Readonly<{ start: string; end: string }>
  probes: readonly Readonly<{
    due_at: string
    at: string
    outcome: 'ok' | 'degraded' | 'failed' | 'not_measured'
    reason: string | null
    status: number | null
    latency_ms: number | null
    tls_expires_at: string | null
  }>[]
  next: string | null
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
export type CheckQuestion = Readonly<{
  files: readonly Readonly<{ path: string; content: string }>[]
  /** Versions by name; `pypi:` or `npm:` before a name tells the two apart. */
  pins?: Readonly<Record<string, string>> | null
}>
export type CreditPackQuestion = Readonly<{ pack: '5' | '20' | '100'; key_sha256: string }>
/** The files are sent, and neither stored nor logged. */
export type UpgradeQuestion = DiffQuestion &
  Readonly<{ files: readonly Readonly<{ path: string; content: string }>[] }>
export type HistoryQuestion = Omit<SymbolQuestion, 'version'>
export type ImportQuestion = Readonly<{ ecosystem: Ecosystem; import: string }>
