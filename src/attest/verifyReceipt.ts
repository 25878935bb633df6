// Is this receipt ours, and does the answer that comes with it match? Works offline, knows no
// network, clock or store, and has a value for whatever is thrown at it.

import { finish } from '../domain/finish.ts'
import { isMembers } from '../domain/texts/jsonValue.ts'
import { RECEIPT_DEPTH_MAX } from '../limits.ts'
import { type CanonicalFault, CanonicalJsonError, canonicalJson } from './canonicalJson.ts'
import { recoverAddress, SIGNATURE_FAULTS } from './eip191.ts'
import { type Keccak256, pureKeccak256 } from './keccak256.ts'
import { hashHex, sha256Hex, signableAnswer } from './receipt.ts'
import { parseStrictJson, parsingStrictJson, type StrictJson } from './strictJson.ts'

/**
 * Why a receipt is not valid: the codes are never renamed; docs/formats/attestation.md explains
 * each.
 */
export const RECEIPT_REASONS = [
  'not_json',
  'duplicate_key',
  'number_not_exact',
  'lone_surrogate',
  'too_deep',
  'receipt_malformed',
  'attestation_malformed',
  ...SIGNATURE_FAULTS,
  'signer_not_published',
  'verifier_mismatch',
  'attestation_hash_mismatch',
  'answer_mismatch',
] as const
export type ReceiptReason = (typeof RECEIPT_REASONS)[number]

export type ReceiptVerdict = Readonly<{
  valid: boolean
  /** Null exactly when the receipt is valid; else the first check that failed. */
  reason: ReceiptReason | null
  /** Who signed, lower case; null when no address can be recovered. */
  recovered_address: string | null
  /** The published address that the attestation names, else the current one. */
  verifier_address: string | null
  /** keccak256 of the attestation's canonical bytes, computed here. */
  attestation_hash: string | null
  type: string | null
  /** Whether the answer that came along is the signed one; null when it was not compared. */
  answer_matches: boolean | null
}>

export type VerifyOptions = Readonly<{
  /** Every address that was ever published, the current one first. */
  verifiers: readonly string[]
  /** A faster hash for whoever verifies all day. */
  keccak256?: Keccak256
}>

type Members = Readonly<Record<string, unknown>>

/**
 * Checks a receipt: the text of one (preferred: only text can show duplicate keys and inexact
 * numbers) or its parsed JSON. Either `{attestation, signature}` or a whole answer. Never throws.
 */
export function verifyReceipt(receipt: unknown, options: VerifyOptions): ReceiptVerdict {
  return finish(verifying(receipt, options))
}

/** The same work, with a pause wherever it can wait: between what is read, written and compared. */
export function* verifying(
  receipt: unknown,
  options: VerifyOptions,
): Generator<undefined, ReceiptVerdict, undefined> {
  const verifiers = options.verifiers.map((address) => address.toLowerCase())
  const { keccak256 = pureKeccak256 } = options
  const parsed =
    typeof receipt === 'string' ? yield* parsingStrictJson(receipt) : copyParsed(receipt)
  yield
  const blank = blankVerdict(verifiers[0] ?? null)
  if (!parsed.ok) return { ...blank, reason: parsed.reason }
  if (!isMembers(parsed.value)) return { ...blank, reason: 'receipt_malformed' }
  return yield* verifyMembers(parsed.value, { verifiers, keccak256 })
}

function* verifyMembers(
  receipt: Members,
  options: Required<VerifyOptions>,
): Generator<undefined, ReceiptVerdict, undefined> {
  const { verifiers, keccak256 } = options
  const { attestation, signature, attestation_hash: statedHash } = receipt
  const blank = blankVerdict(verifiers[0] ?? null)
  if (!isMembers(attestation)) return { ...blank, reason: 'attestation_malformed' }
  const { type, verifier } = attestation
  if (typeof type !== 'string' || typeof verifier !== 'string') {
    return { ...blank, reason: 'attestation_malformed' }
  }
  const message = Buffer.from(canonicalJson(attestation), 'utf8')
  yield
  const hash = hashHex(message, keccak256)
  const recovered = recoverAddress(message, signature, keccak256)
  const signatureFault = recovered.ok
    ? firstFault([
        ['signer_not_published', !verifiers.includes(recovered.address)],
        ['verifier_mismatch', recovered.address !== verifier],
        ['attestation_hash_mismatch', statedHash !== undefined && statedHash !== hash],
      ])
    : recovered.reason
  // A forged attestation can name the digest of a forged answer, so a match means nothing before
  // the signature holds; and strangers do not get large answers hashed for nothing.
  yield
  const answerMatches = signatureFault === null ? matchAnswer(receipt, attestation) : null
  const reason = signatureFault ?? (answerMatches === false ? 'answer_mismatch' : null)
  return {
    valid: reason === null,
    reason,
    recovered_address: recovered.ok ? recovered.address : null,
    verifier_address: verifiers.includes(verifier) ? verifier : blank.verifier_address,
    attestation_hash: hash,
    type,
    answer_matches: answerMatches,
  }
}

/** Null when nothing of an answer comes with the attestation. */
function matchAnswer(receipt: Members, attestation: Members): boolean | null {
  const answer = signableAnswer(receipt)
  if (Object.keys(answer).length === 0) return null
  return attestation['answer_sha256'] === sha256Hex(canonicalJson(answer))
}

function firstFault(checks: readonly (readonly [ReceiptReason, boolean])[]): ReceiptReason | null {
  return checks.find(([, failed]) => failed)?.[0] ?? null
}

const FAULT_REASONS: Readonly<Record<CanonicalFault, ReceiptReason>> = {
  not_plain: 'not_json',
  number_not_finite: 'not_json',
  cycle: 'not_json',
  number_not_exact: 'number_not_exact',
  lone_surrogate: 'lone_surrogate',
  too_deep: 'too_deep',
}

// Parsed values take the road of text too: one set of rules, and a getter or a proxy is read once.
function copyParsed(receipt: unknown): StrictJson | Readonly<{ ok: false; reason: ReceiptReason }> {
  let text: string
  try {
    text = canonicalJson(receipt, { exactNumbers: true, depthMax: RECEIPT_DEPTH_MAX })
  } catch (error) {
    // Anything else was thrown by the value itself, from a getter or a proxy.
    const fault = error instanceof CanonicalJsonError ? error.fault : 'not_plain'
    return { ok: false, reason: FAULT_REASONS[fault] }
  }
  return parseStrictJson(text)
}

function blankVerdict(verifierAddress: string | null) {
  return {
    valid: false,
    recovered_address: null,
    verifier_address: verifierAddress,
    attestation_hash: null,
    type: null,
    answer_matches: null,
  }
}
