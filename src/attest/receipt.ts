// Answer in, signed receipt out. docs/formats/attestation.md specifies every byte that is made
// here; the wire names are part of what is signed. Nothing in this file knows the clock or the
// machine, so the same answer resting on the same evidence has the same receipt for ever.

import { hash } from 'node:crypto'
import { RECEIPT_DEPTH_MAX } from '../limits.ts'
import type { Evidence, EvidenceArtifact } from '../ports/attester.ts'
import type { Signer } from '../ports/signer.ts'
import { canonicalJson } from './canonicalJson.ts'
import { type Keccak256, pureKeccak256 } from './keccak256.ts'

/** A plain JSON object; what it may hold in detail is checked when its bytes are made. */
export type JsonObject = Readonly<Record<string, unknown>>

export type PackageQuestion = Readonly<{ ecosystem: 'pypi' | 'npm'; name: string }>

// The port says what evidence is; these are its names for strangers.
export type PackageEvidence = Evidence
export type ArtifactEvidence = EvidenceArtifact
export type NamesEvidence = NonNullable<Evidence['names']>

/** What is signed. Every kind of answer has these members; question and evidence differ. */
export type Attestation<Q = JsonObject, E = JsonObject> = Readonly<{
  /** Name and version of the kind of answer, such as `assay.package_exists/1`. */
  type: string
  /** The signing address, lower case. */
  verifier: string
  question: Q
  verdict: string
  evidence: E
  /** sha256 of the canonical JSON of `signableAnswer(answer)`, lower-case hex. */
  answer_sha256: string
}>

/** The three members that make an answer a receipt. */
export type Receipt<Q = JsonObject, E = JsonObject> = Readonly<{
  attestation: Attestation<Q, E>
  attestation_hash: string
  signature: string
}>

export type Claim<Q extends object, E extends object> = Readonly<{
  type: string
  question: Q
  verdict: string
  evidence: E
  answer: object
}>

export type Attested<Q, E> = Readonly<{
  attestation: Attestation<Q, E>
  /** Canonical JSON: its UTF-8 bytes are the message that is signed. */
  attestationText: string
  /** keccak256 of those bytes, 0x and lower-case hex. */
  attestationHash: string
  signature: string
  /** Canonical JSON of the part of the answer that `answer_sha256` covers. */
  answerText: string
}>

/** Members of an answer that the signature leaves out: how it was served, and the receipt. */
export const UNSIGNED_MEMBERS = [
  'source',
  'served_in_ms',
  'attestation',
  'attestation_hash',
  'signature',
] as const
const UNSIGNED: ReadonlySet<string> = new Set(UNSIGNED_MEMBERS)

/** A signer that may bring a faster hash than the default. */
export type HashingSigner = Signer & Readonly<{ keccak256?: Keccak256 }>

/**
 * Signs an answer. Throws `CanonicalJsonError` when the claim holds something that JSON cannot
 * carry exactly: such a receipt could not be verified again.
 */
export function attest<Q extends object, E extends object>(
  claim: Claim<Q, E>,
  signer: HashingSigner,
): Attested<Q, E> {
  const { message, ...prepared } = prepare(claim, signer)
  return { ...prepared, signature: signer.sign(message) }
}

export type Prepared<Q, E> = Omit<Attested<Q, E>, 'signature'> & Readonly<{ message: Uint8Array }>

/** Everything of a receipt but its signature. Throws like `attest`. */
export function prepare<Q extends object, E extends object>(
  claim: Claim<Q, E>,
  signer: HashingSigner,
): Prepared<Q, E> {
  const answerText = canonicalJson(signableAnswer(claim.answer), SIGNED)
  return prepareOver(claim, { text: answerText, sha256: sha256Hex(answerText) }, signer)
}

/** How an answer is written to be signed. */
export const SIGNED = { exactNumbers: true }

/** The same where the answer is written already. */
export function prepareOver<Q extends object, E extends object>(
  { type, question, verdict, evidence }: Claim<Q, E>,
  { text: answerText, sha256 }: Readonly<{ text: string; sha256: string }>,
  signer: HashingSigner,
): Prepared<Q, E> {
  const { keccak256 = pureKeccak256 } = signer
  const attestation = {
    type,
    verifier: signer.address,
    question,
    verdict,
    evidence,
    answer_sha256: sha256,
  }
  // Inside a receipt the attestation stands one level down.
  const depthMax = RECEIPT_DEPTH_MAX - 1
  const attestationText = canonicalJson(attestation, { ...SIGNED, depthMax })
  const message = Buffer.from(attestationText, 'utf8')
  return {
    attestation,
    attestationText,
    attestationHash: hashHex(message, keccak256),
    message,
    answerText,
  }
}

/**
 * The part of an answer that `answer_sha256` covers: everything but the unsigned members, and
 * inside `proof` everything but `extracted_at`, at whatever depth.
 */
export function signableAnswer(answer: object): JsonObject {
  // Without a prototype, a key named __proto__ stays a key.
  const signable: Record<string, unknown> = Object.create(null)
  const members = answer as JsonObject // Whatever its members are, they are only copied here.
  for (const key of Object.keys(members)) {
    if (UNSIGNED.has(key)) continue
    const value = members[key]
    signable[key] = key === 'proof' ? withoutExtractedAt(value, RECEIPT_DEPTH_MAX) : value
  }
  return signable
}

function withoutExtractedAt(value: unknown, depthLeft: number): unknown {
  // What lies deeper is kept as it is and refused later, when its canonical bytes are made.
  if (typeof value !== 'object' || value === null || depthLeft === 0) return value
  if (Array.isArray(value)) return value.map((item) => withoutExtractedAt(item, depthLeft - 1))
  const kept: Record<string, unknown> = Object.create(null)
  for (const [key, member] of Object.entries(value)) {
    if (key !== 'extracted_at') kept[key] = withoutExtractedAt(member, depthLeft - 1)
  }
  return kept
}

/** `attestation_hash` of an attestation's canonical bytes. */
export function hashHex(bytes: Uint8Array, keccak256: Keccak256): string {
  return `0x${Buffer.from(keccak256(bytes)).toString('hex')}`
}

export function sha256Hex(text: string): string {
  return hash('sha256', text, 'hex')
}
