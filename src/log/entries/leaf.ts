// What is a leaf of the log: canonical JSON with one of four shapes. docs/formats/log.md says which
// answers are open and why; a stored answer keeps the form that it was logged in for ever.

import { hash } from 'node:crypto'
import { invariant } from '../../errors.ts'
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
 * The digest of a sealed leaf. The signature is the salt: it is in the receipt and nowhere else, and to
 * guess it is to forge it. So nobody can try names against the digest, and the receipt alone opens it.
 */
export function sealOf(answer: LoggedAnswer): Uint8Array {
  return sealed(openText(answer))
}

/** Of a retraction: the salt is the signature of the answer that was wrong. */
export function retractionSeal(retraction: Retraction, signature: string | null): Uint8Array {
  return sealed(`${retractionText(retraction).slice(0, -1)},"signature":"${signature ?? ''}"}`)
}

function sealed(open: string): Uint8Array {
  return hash('sha256', `assay.log.sealed/1\n${open}`, 'buffer')
}

export function answerLeaf(answer: LoggedAnswer, form: LeafForm): Uint8Array {
  return form === 'open' ? Buffer.from(openText(answer), 'utf8') : sealedLeaf(sealOf(answer))
}

function sealedLeaf(seal: Uint8Array): Uint8Array {
  return Buffer.from(`{"sealed":"${Buffer.from(seal).toString('hex')}"}`, 'utf8')
}

/** What an entry can hold at most: a longer attestation is sealed whatever it says. */
export function fitsOpen(answer: LoggedAnswer): boolean {
  return Buffer.byteLength(openText(answer), 'utf8') <= ENTRY_MAX_BYTES
}

/** The leaf of whatever stands at an index. */
export function leafOf(row: LoggedRow): Uint8Array {
  const { form, attestation, signature, retraction, rotation } = row
  if (rotation !== null) return Buffer.from(rotation, 'utf8')
  if (retraction !== null) {
    if (form === 'sealed') return sealedLeaf(retractionSeal(retraction, signature))
    return Buffer.from(retractionText(retraction), 'utf8')
  }
  invariant(attestation !== null && signature !== null, 'a leaf has its answer')
  return answerLeaf({ attestation, signature }, form)
}

/** Canonical JSON: the keys are in their order, and none of the texts has half a character. */
function retractionText(retraction: Retraction): string {
  const told = {
    attestation_hash: retraction.attestationHash,
    found_by: retraction.foundBy,
    reason: retraction.reason,
    retracted_at: retraction.retractedAt,
    seq: retraction.seq,
    type: retraction.type,
  }
  return JSON.stringify({ retraction: told })
}
