// What is a leaf of the log: canonical JSON with one of three shapes. docs/formats/log.md says which
// answers are open and why; a stored answer keeps the form that it was logged in for ever.

import { hash } from 'node:crypto'
import type { LeafForm, LoggedRow } from '../../ports/log.ts'
import type { Retraction } from '../../ports/retractions.ts'
import { ENTRY_MAX_BYTES } from './entryBundle.ts'

/** A signed answer, as far as it is logged. `attestation` is canonical JSON. */
export type LoggedAnswer = Readonly<{ attestation: string; signature: string }>

/** The leaf of an answer, open. Keys are in their canonical order; a signature is plain hex. */
function openText({ attestation, signature }: LoggedAnswer): string {
  return `{"attestation":${attestation},"signature":"${signature}"}`
}

/**
 * The signature is the salt: it is in the receipt and nowhere else, and to guess it is to forge it. So
 * nobody can try names against the digest, and the receipt alone opens it.
 */
export function sealOf(answer: LoggedAnswer): string {
  return hash('sha256', `assay.log.sealed/1\n${openText(answer)}`, 'hex')
}

export function answerLeaf(answer: LoggedAnswer, form: LeafForm): Uint8Array {
  const text = form === 'open' ? openText(answer) : `{"sealed":"${sealOf(answer)}"}`
  return Buffer.from(text, 'utf8')
}

/** What an entry can hold at most: a longer attestation is sealed whatever it says. */
export function fitsOpen(answer: LoggedAnswer): boolean {
  return Buffer.byteLength(openText(answer), 'utf8') <= ENTRY_MAX_BYTES
}

/** The leaf of whatever stands at an index. */
export function leafOf(row: LoggedRow): Uint8Array {
  return 'retraction' in row ? retractionLeaf(row.retraction) : answerLeaf(row, row.form)
}

/** Canonical JSON: the keys are in their order, and none of the texts has half a character. */
function retractionLeaf(retraction: Retraction): Uint8Array {
  const told = {
    attestation_hash: retraction.attestationHash,
    found_by: retraction.foundBy,
    reason: retraction.reason,
    retracted_at: retraction.retractedAt,
    seq: retraction.seq,
    type: retraction.type,
  }
  return Buffer.from(JSON.stringify({ retraction: told }), 'utf8')
}
