// Bodies about receipts: attestations, proofs and their chains, retractions.

import { REMARKS } from '../../domain/remarks.ts'
import { PROOFS_PAGE_MAX, RETRACTIONS_PAGE_MAX } from '../../limits.ts'
import { hex, list, nullableString, object, oneOf, orNull, ref, string } from './schemaParts.ts'

export const ReceiptRequest = {
  title: 'ReceiptRequest',
  type: 'object',
  properties: {
    attestation: { type: 'object', additionalProperties: true, title: 'Attestation' },
    signature: { type: 'string', minLength: 1, title: 'Signature' },
  },
  required: ['attestation', 'signature'],
} as const

const Attestation = {
  title: 'Attestation',
  description: 'The signed statement. docs/formats/attestation.md specifies its bytes.',
  ...object({
    type: { type: 'string' },
    verifier: hex(40),
    question: { type: 'object', additionalProperties: true },
    verdict: { type: 'string' },
    evidence: { type: 'object', additionalProperties: true },
    answer_sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  }),
} as const

const Proof = {
  title: 'Proof',
  ...object(
    {
      source_url: orNull(
        { type: 'string' },
        "The release's public page; of a private source its own address of the file, or null.",
      ),
      artifact_sha256: orNull(
        { type: 'string', pattern: '^[0-9a-f]{64}$' },
        'Digest of the file; null only when the release has no file at all.',
      ),
      filename: nullableString,
      digest: orNull(
        oneOf(['computed', 'declared']),
        'Computed from the whole file, or declared by the registry for large wheels.',
      ),
      remarks: list(oneOf(Object.keys(REMARKS).sort()), {
        description:
          'What is to be told of a file that was read all the same; left out for nothing.',
      }),
      extracted_at: { type: 'string', format: 'date-time' },
    },
    ['remarks'],
  ),
} as const

const ProofChain = {
  title: 'ProofChain',
  ...object({
    ecosystem: oneOf(['pypi', 'npm']),
    package: { type: 'string' },
    rows: list(
      object(
        {
          seq: { type: 'integer', minimum: 1 },
          kind: oneOf(['indexed', 'alarm']),
          version: nullableString,
          filename: nullableString,
          artifact_sha256: nullableString,
          size_bytes: orNull({ type: 'integer' }),
          digest: nullableString,
          registry_status: nullableString,
          status_reason: nullableString,
          deprecation: nullableString,
          yanked: nullableString,
          extractor: { type: 'string' },
          extracted_at: { type: 'string', format: 'date-time' },
          previous_hash: nullableString,
          hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
        },
        [
          'filename',
          'artifact_sha256',
          'size_bytes',
          'digest',
          'registry_status',
          'status_reason',
          'deprecation',
          'yanked',
        ],
      ),
      { maxItems: PROOFS_PAGE_MAX },
    ),
    next: orNull({ type: 'integer' }, 'What to send as `after` for the rest; null at the end.'),
  }),
} as const

const Retraction = {
  title: 'Retraction',
  ...object({
    seq: { type: 'integer', minimum: 1 },
    attestation_hash: hex(64),
    type: { type: 'string' },
    reason: string('A sentence.'),
    found_by: string('The extractor that found it.'),
    retracted_at: { type: 'string', format: 'date-time' },
  }),
} as const

const Retractions = {
  title: 'Retractions',
  ...object({
    retractions: list(ref('Retraction'), { maxItems: RETRACTIONS_PAGE_MAX }),
    next: orNull({ type: 'integer' }, 'What to send as `after` for the rest; null at the end.'),
  }),
} as const

const ReceiptResponse = {
  title: 'ReceiptResponse',
  ...object({
    valid: { type: 'boolean' },
    reason: orNull({ type: 'string' }, 'Why it is not valid; see docs/formats/attestation.md.'),
    recovered_address: nullableString,
    verifier_address: nullableString,
    attestation_hash: nullableString,
    type: nullableString,
    answer_matches: orNull(
      { type: 'boolean' },
      'Whether the answer sent along is the signed one; null when none was.',
    ),
    retracted: {
      type: 'boolean',
      description: 'The receipt is ours, and the answer was found wrong since.',
    },
    retraction: orNull(ref('Retraction')),
  }),
} as const

export const RECEIPT_SCHEMAS = {
  ReceiptRequest,
  ProofChain,
  Retraction,
  Retractions,
  ReceiptResponse,
  Attestation,
  Proof,
} as const
