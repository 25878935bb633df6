// The TypeScript types of the answers, held against the schemas that the OpenAPI document publishes.

import { describe, expect, test } from 'vitest'
import { SCHEMAS } from '../src/http/schemas/schemas.ts'
import { SYMBOL_KINDS } from '../src/table/format/table.ts'
import type {
  CheckAnswer,
  CheckFinding,
  UpgradeAnswer,
  UpgradeRow,
} from '../src/wire/checkAnswers.ts'
import type { CreditPackAnswer } from '../src/wire/creditAnswers.ts'
import type { ChangedRow, DiffAnswer } from '../src/wire/diffAnswers.ts'
import type { JudgementAnswer, VerificationAnswer } from '../src/wire/oracleAnswers.ts'
import type { ImportResolveAnswer, PackageExistsAnswer } from '../src/wire/packageAnswers.ts'
import type { ReceiptVerdictAnswer, Retraction } from '../src/wire/receiptAnswers.ts'
import type { Proof } from '../src/wire/signed.ts'
import type {
  SymbolExistsAnswer,
  SymbolHistoryAnswer,
  SymbolKind,
  SymbolRun,
} from '../src/wire/symbolAnswers.ts'
import type {
  SlaReportAnswer,
  WatchMatchesAnswer,
  WatchProbesAnswer,
  WatchState,
  WatchTargetsAnswer,
} from '../src/wire/watchAnswers.ts'

/** Every field of a type, once: the compiler sees to it that none is missing and none too many. */
type Fields<T> = Readonly<Record<keyof T, true>>
const RECEIPT = {
  attestation: true,
  attestation_hash: true,
  signature: true,
  served_in_ms: true,
} as const

const PACKAGE: Fields<PackageExistsAnswer> = {
  notices: true,
  exists: true,
  ecosystem: true,
  name: true,
  latest_version: true,
  typosquat_adjacent: true,
  adjacent_to: true,
  adjacent_total: true,
  adjacent: true,
  adjacent_source: true,
  lookalike_of: true,
  meant: true,
  elsewhere: true,
  registry_status: true,
  deprecation: true,
  standard_library: true,
  scope: true,
  source: true,
  proof: true,
  ...RECEIPT,
}
const SYMBOL: Fields<SymbolExistsAnswer> = {
  notices: true,
  exists: true,
  reason: true,
  ecosystem: true,
  package: true,
  symbol: true,
  kind: true,
  deprecated: true,
  since_version: true,
  closest_match: true,
  version_resolved: true,
  qualified_name: true,
  symbol_signature: true,
  doc: true,
  public: true,
  also_at: true,
  caveat: true,
  note: true,
  at_requested_version: true,
  scope: true,
  source: true,
  proof: true,
  ...RECEIPT,
}
const VERIFICATION: Fields<VerificationAnswer> = {
  verdict: true,
  score: true,
  reason: true,
  checks: true,
  spec_given: true,
  job_hash: true,
  spec_hash: true,
  erc8004: true,
  ...RECEIPT,
}
const JUDGEMENT: Fields<JudgementAnswer> = {
  score: true,
  passed: true,
  items: true,
  coverage: true,
  deterministic: true,
  rubric_hash: true,
  output_hash: true,
  context_hash: true,
  model: true,
  ...RECEIPT,
}
const DIFF: Fields<DiffAnswer> = {
  notices: true,
  ok: true,
  ecosystem: true,
  package: true,
  from_version: true,
  to_version: true,
  classification: true,
  compatibility: true,
  published_bump: true,
  added: true,
  removed: true,
  changed: true,
  new_deprecations: true,
  undetermined: true,
  cut: true,
  counts: true,
  source: true,
  proof: true,
  ...RECEIPT,
}
const UPGRADE: Fields<UpgradeAnswer> = {
  notices: true,
  verdict: true,
  caveat: true,
  ecosystem: true,
  package: true,
  from_version: true,
  to_version: true,
  changes: true,
  findings: true,
  undetermined: true,
  counts: true,
  release: true,
  source: true,
  proof: true,
  ...RECEIPT,
}
const UPGRADE_ROW: Fields<UpgradeRow> = {
  symbol: true,
  kind: true,
  change: true,
  severity: true,
  reason: true,
  reasons: true,
  from_sig: true,
  to_sig: true,
  message: true,
  caveat: true,
  affects: true,
  places: true,
  places_total: true,
}
const HISTORY: Fields<SymbolHistoryAnswer> = {
  notices: true,
  ecosystem: true,
  package: true,
  symbol: true,
  exists: true,
  first_seen: true,
  last_seen: true,
  added_in: true,
  removed_in: true,
  deprecated_in: true,
  history: true,
  releases: true,
  unread: true,
  cut: true,
  scope: true,
  ...RECEIPT,
}
const IMPORT: Fields<ImportResolveAnswer> = {
  ecosystem: true,
  import: true,
  standard_library: true,
  distributions: true,
  ...RECEIPT,
}
const CHECK: Fields<CheckAnswer> = {
  verdict: true,
  findings: true,
  packages: true,
  undetermined: true,
  counts: true,
  ...RECEIPT,
}
const FINDING: Fields<CheckFinding> = {
  path: true,
  line: true,
  column: true,
  ecosystem: true,
  package: true,
  symbol: true,
  code: true,
  severity: true,
  message: true,
  suggestion: true,
  evidence: true,
  docs: true,
}
const PACK: Fields<CreditPackAnswer> = {
  pack: true,
  key_sha256: true,
  paid_usd: true,
  credit_usd: true,
}
const REPORT: Fields<SlaReportAnswer> = {
  service: true,
  number: true,
  window: true,
  accounting: true,
  uptime_pct: true,
  probes: true,
  p50_ms: true,
  p95_ms: true,
  incidents: true,
  opening: true,
  closing: true,
  merkle_root: true,
  prev_report_hash: true,
  ...RECEIPT,
}
const WATCH_STATE: Fields<WatchState> = { verdict: true, since: true, reason: true, recent: true }
const MATCHES: Fields<WatchMatchesAnswer> = { matches: true, reason: true }
const PROBES: Fields<WatchProbesAnswer> = {
  service: true,
  matches: true,
  window: true,
  probes: true,
  next: true,
}
const PROBE: Fields<WatchProbesAnswer['probes'][number]> = {
  due_at: true,
  at: true,
  outcome: true,
  reason: true,
  status: true,
  latency_ms: true,
  tls_expires_at: true,
}
const TARGET: Fields<WatchTargetsAnswer['targets'][number]> = {
  id: true,
  name: true,
  verdict: true,
  uptime: true,
  observed: true,
  p50_ms: true,
  p95_ms: true,
  last_probe_at: true,
}
const VERDICT: Fields<ReceiptVerdictAnswer> = {
  valid: true,
  reason: true,
  recovered_address: true,
  verifier_address: true,
  attestation_hash: true,
  type: true,
  answer_matches: true,
  retracted: true,
  retraction: true,
}
const PROOF: Fields<Proof> = {
  source_url: true,
  artifact_sha256: true,
  filename: true,
  digest: true,
  remarks: true,
  extracted_at: true,
}
const RETRACTION: Fields<Retraction> = {
  seq: true,
  attestation_hash: true,
  type: true,
  reason: true,
  found_by: true,
  retracted_at: true,
}
const RUN: Fields<SymbolRun> = {
  from_version: true,
  to_version: true,
  releases: true,
  exists: true,
  qualified_name: true,
  kind: true,
  symbol_signature: true,
  deprecated: true,
  public: true,
}
const CHANGED: Fields<ChangedRow> = {
  symbol: true,
  kind: true,
  from_sig: true,
  to_sig: true,
  reason: true,
  reasons: true,
  severity: true,
}
const KINDS: Readonly<Record<SymbolKind, true>> = {
  module: true,
  class: true,
  function: true,
  method: true,
  property: true,
  attribute: true,
  constant: true,
  interface: true,
  type: true,
  enum: true,
  namespace: true,
}

describe('types and schemas name the same fields', () => {
  test.each([
    ['PackageExistsResponse', PACKAGE, SCHEMAS.PackageExistsResponse],
    ['SymbolExistsResponse', SYMBOL, SCHEMAS.SymbolExistsResponse],
    ['DiffResponse', DIFF, SCHEMAS.DiffResponse],
    ['VerifyResponse', VERIFICATION, SCHEMAS.VerifyResponse],
    ['JudgeResponse', JUDGEMENT, SCHEMAS.JudgeResponse],
    ['SymbolHistoryResponse', HISTORY, SCHEMAS.SymbolHistoryResponse],
    ['ImportResolveResponse', IMPORT, SCHEMAS.ImportResolveResponse],
    ['CheckResponse', CHECK, SCHEMAS.CheckResponse],
    ['a finding', FINDING, SCHEMAS.CheckResponse.properties.findings.items],
    ['CreditPack', PACK, SCHEMAS.CreditPack],
    ['ReceiptResponse', VERDICT, SCHEMAS.ReceiptResponse],
    ['SlaReport', REPORT, SCHEMAS.SlaReport],
    ['WatchState', WATCH_STATE, SCHEMAS.WatchState],
    ['WatchMatches', MATCHES, SCHEMAS.WatchMatches],
    ['WatchProbes', PROBES, SCHEMAS.WatchProbes],
    ['a probe', PROBE, SCHEMAS.WatchProbes.properties.probes.items],
    ['a watched target', TARGET, SCHEMAS.WatchTargets.properties.targets.items],
    ['Proof', PROOF, SCHEMAS.Proof],
    ['Retraction', RETRACTION, SCHEMAS.Retraction],
    ['SymbolRun', RUN, SCHEMAS.SymbolRun],
    ['UpgradeResponse', UPGRADE, SCHEMAS.UpgradeResponse],
    ['a row of an upgrade', UPGRADE_ROW, SCHEMAS.UpgradeResponse.properties.changes.items],
    ['a finding', FINDING, SCHEMAS.UpgradeResponse.properties.findings.items],
    ['a changed row', CHANGED, SCHEMAS.DiffResponse.properties.changed.items],
  ])('%s', (_name, fields, schema) => {
    expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(fields).sort())
  })

  test('kinds', () => {
    expect(Object.keys(KINDS).sort()).toEqual([...SYMBOL_KINDS].sort())
  })
})
