// Why a receipt does not hold, as sentences. docs/formats/attestation.md explains each reason at
// length.

import type { ReceiptReason } from './verifyReceipt.ts'

export const RECEIPT_WORDS: Readonly<Record<ReceiptReason, string>> = {
  not_json: 'This text is not JSON.',
  duplicate_key: 'A key stands in it twice, so two readers could see two documents.',
  number_not_exact: 'It holds a number that readers would round.',
  lone_surrogate: 'It holds half a character.',
  too_deep: 'It is nested too deeply.',
  receipt_malformed: 'This JSON is not a receipt: it is no object.',
  attestation_malformed: 'It has no attestation with a type and a verifier.',
  signature_missing: 'It has no signature.',
  signature_whitespace: 'The signature holds white space.',
  signature_prefix: 'The signature does not begin with 0x.',
  signature_case: 'The signature is not in lower case.',
  signature_compact: 'The signature is of the compact form, which is not accepted.',
  signature_malformed: 'The signature is not 65 bytes in hex.',
  signature_range: 'The numbers of the signature are out of range.',
  signature_high_s: 'The signature has a high s: one message has one signature here.',
  signature_v: 'The signature ends in a v other than 27 or 28.',
  signature_unrecoverable: 'No key fits the signature.',
  signer_not_published:
    'The signature is of an address that is not among the verifiers. Either the attestation was changed after it was signed, or somebody else signed it.',
  verifier_mismatch: 'The attestation names another verifier than the one that signed it.',
  attestation_hash_mismatch: 'The stated hash is not that of the attestation.',
  answer_mismatch: 'The attestation is signed, but the answer beside it is not the one it covers.',
}

/** The sentence and the code: a service of another version may have reasons that are new here. */
export function whyNotValid(reason: string | null): string {
  const known: Readonly<Record<string, string>> = RECEIPT_WORDS
  const sentence = Object.hasOwn(known, reason ?? '') ? known[reason ?? ''] : 'It does not hold.'
  return reason === null ? '' : `${sentence} (${reason})`
}
