// Releases and proof rows as columns, and back.

import type { Ecosystem, PackageName } from '../domain/names/packageName.ts'
import type { ProofKind, ProofRow } from '../domain/proofChain.ts'
import type { DigestKind, IngestedRelease, RegistryStatus } from '../domain/release.ts'
import { isRemark } from '../domain/remarks.ts'
import { isAsWritten, rowSum } from './columns.ts'
import type { SqlValue } from './database.ts'

const TOLD = [
  'ecosystem',
  'name',
  'version',
  'filename',
  'sha256',
  'size_bytes',
  'digest',
  'registry_status',
  'deprecation',
  'source_url',
  'remarks',
  'extractor',
  'extracted_at',
] as const

/** Most rows have none of these; their sum is that of before there were any. */
const WORDS = ['status_reason', 'yanked'] as const

export const RELEASE_COLUMNS = [...TOLD, ...WORDS, 'row_sum'].join(', ')

// The types of the text columns rest on what was written: only `releaseValues` writes them.
export type ReleaseColumns = Readonly<{
  ecosystem: Ecosystem
  name: PackageName
  version: string | null
  filename: string | null
  sha256: string | null
  size_bytes: number | null
  digest: DigestKind | null
  registry_status: RegistryStatus | null
  deprecation: string | null
  source_url: string | null
  /** Separated by spaces; null for none. */
  remarks: string | null
  extractor: string
  extracted_at: string
  status_reason: string | null
  yanked: string | null
  /** Of all the others. */
  row_sum: string | null
}>

export const PROOF_COLUMNS = `${RELEASE_COLUMNS}, seq, kind, previous_hash, hash`

export type ProofColumns = ReleaseColumns &
  Readonly<{ seq: number; kind: ProofKind; previous_hash: string | null; hash: string }>

/** In the order of RELEASE_COLUMNS. */
export function releaseValues(release: IngestedRelease): readonly SqlValue[] {
  const told = [
    release.ecosystem,
    release.name,
    release.version,
    release.artifact?.filename ?? null,
    release.artifact?.sha256 ?? null,
    release.artifact?.sizeBytes ?? null,
    release.artifact?.digest ?? null,
    release.registryStatus,
    release.deprecation,
    release.sourceUrl,
    release.remarks.join(' ') || null,
    release.extractor,
    release.extractedAt,
  ]
  const words = [release.statusReason, release.yanked]
  return [...told, ...words, rowSum(summed(told, words))]
}

function summed(told: readonly SqlValue[], words: readonly (string | null)[]) {
  return words.every((word) => word === null) ? told : [...told, ...words]
}

/** Whether the row is as it was written. */
export function isWholeRelease(columns: ReleaseColumns): boolean {
  return isAsWritten(
    columns.row_sum,
    summed(
      TOLD.map((column) => columns[column]),
      WORDS.map((column) => columns[column]),
    ),
  )
}

/** In the order of PROOF_COLUMNS. */
export function proofValues(row: ProofRow): readonly SqlValue[] {
  return [...releaseValues(row.release), row.seq, row.kind, row.previousHash, row.hash]
}

export function toRelease(columns: ReleaseColumns): IngestedRelease {
  const { filename, sha256, size_bytes: sizeBytes, digest } = columns
  const whole = filename !== null && sha256 !== null && sizeBytes !== null && digest !== null
  return {
    ecosystem: columns.ecosystem,
    name: columns.name,
    version: columns.version,
    artifact: whole ? { filename, sha256, sizeBytes, digest } : null,
    registryStatus: columns.registry_status,
    statusReason: columns.status_reason,
    deprecation: columns.deprecation,
    yanked: columns.yanked,
    sourceUrl: columns.source_url,
    remarks: columns.remarks?.split(' ').filter(isRemark) ?? [],
    extractor: columns.extractor,
    extractedAt: columns.extracted_at,
  }
}

export function toProofRow(columns: ProofColumns): ProofRow {
  return {
    seq: columns.seq,
    kind: columns.kind,
    release: toRelease(columns),
    previousHash: columns.previous_hash,
    hash: columns.hash,
  }
}
