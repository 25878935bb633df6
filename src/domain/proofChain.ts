// The latest-version proof chain: each row names the hash of the one before it, so that history
// cannot be rewritten without changing every later hash. docs/formats/attestation.md specifies the
// bytes.

import { createHash } from 'node:crypto'
import type { IngestedRelease } from './release.ts'
import { isReadElsewhere } from './remarks.ts'

/** `indexed`: a release became the latest. `alarm`: a known file came back with other bytes. */
export type ProofKind = 'indexed' | 'alarm'

export type ProofRow = Readonly<{
  /** 1 for the first row of a package, then without gaps. */
  seq: number
  kind: ProofKind
  release: IngestedRelease
  previousHash: string | null
  hash: string
}>

/** Hash of a row: sha256 over the JSON array of its fields in this order. */
export function proofHash(row: Omit<ProofRow, 'hash'>): string {
  const { release } = row
  const fields = [
    'assay.proof/1',
    release.ecosystem,
    release.name,
    row.seq,
    row.kind,
    release.version,
    release.artifact?.filename ?? null,
    release.artifact?.sha256 ?? null,
    release.artifact?.sizeBytes ?? null,
    release.artifact?.digest ?? null,
    release.registryStatus,
    release.extractor,
    release.extractedAt,
    row.previousHash,
    // Only where there is one: rows without it keep the hash that they had before there were any.
    ...(release.deprecation === null ? [] : [release.deprecation]),
    ...wordsOf(release),
  ]
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}

/** An object, which no message can be taken for. */
function wordsOf({ statusReason, yanked }: IngestedRelease) {
  if (statusReason === null && yanked === null) return []
  return [{ status_reason: statusReason, yanked }]
}

/** The row that follows `head` in the chain. */
export function nextProof(
  head: ProofRow | null,
  kind: ProofKind,
  release: IngestedRelease,
): ProofRow {
  const row = {
    seq: (head?.seq ?? 0) + 1,
    kind,
    release,
    previousHash: head?.hash ?? null,
  }
  return { ...row, hash: proofHash(row) }
}

/** The first fault of a chain given oldest first, as a sentence, or null when it is whole. */
export function findChainFault(rows: readonly ProofRow[]): string | null {
  let previous: ProofRow | null = null
  for (const row of rows) {
    const expected = (previous?.seq ?? 0) + 1
    if (row.seq !== expected) return `row ${row.seq} stands where row ${expected} belongs`
    if (row.previousHash !== (previous?.hash ?? null)) return `row ${row.seq} names another parent`
    if (row.hash !== proofHash(row)) return `row ${row.seq} does not match its hash`
    previous = row
  }
  return null
}

/** What is wrong with the row that answers rest on: it is the last release of the chain. */
export function findHeadFault(rows: readonly ProofRow[], headSeq: number | null): string | null {
  const last = rows.findLast(({ kind }) => kind === 'indexed')?.seq ?? null
  if (headSeq === last) return null
  if (headSeq === null) return 'no package rests on its rows'
  return last === null
    ? `row ${headSeq}, which answers rest on, is missing`
    : `answers rest on row ${headSeq}, and the last release is row ${last}`
}

type LatestChange = 'same' | 'append' | 'alarm'

/**
 * What a fresh reading of the latest release means for the chain. The same file name with other
 * bytes is an alarm: no registry replaces a published file.
 */
export function compareLatest(head: IngestedRelease | null, fresh: IngestedRelease): LatestChange {
  if (head === null) return 'append'
  const sameFile =
    head.version === fresh.version && head.artifact?.filename === fresh.artifact?.filename
  if (sameFile && head.artifact?.sha256 !== fresh.artifact?.sha256) return 'alarm'
  const same =
    sameFile &&
    head.registryStatus === fresh.registryStatus &&
    head.statusReason === fresh.statusReason &&
    head.deprecation === fresh.deprecation &&
    head.yanked === fresh.yanked &&
    head.extractor === fresh.extractor &&
    head.artifact?.digest === fresh.artifact?.digest &&
    isReadElsewhere(head) === isReadElsewhere(fresh)
  return same ? 'same' : 'append'
}
