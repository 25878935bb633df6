// Bodies about receipts: attestations, proofs and their chains, retractions.

import { REMARKS } from '../../domain/remarks.ts'
import { PROOFS_PAGE_MAX, RETRACTIONS_PAGE_MAX } from '../../limits.ts'
import { hex, nullableString } from './schemaParts.ts'

export const ReceiptRequest = {
  title: 'ReceiptRequest',
  type: 'object',
  properties: {
    attestation: { type: 'object', additionalProperties: true, title: 'Attestation' },
    signature: { type: 'string', minLength: 1, title: 'Signature' },
  },
  required: ['attestation', 'signature'],
} as const

export const Attestation = {
  title: 'Attestation',
  type: 'object',
  description: 'The signed statement. docs/formats/attestation.md specifies its bytes.',
  properties: {
    type: { type: 'string' },
    verifier: hex(40),
    question: { type: 'object', additionalProperties: true },
    verdict: { type: 'string' },
    evidence: { type: 'object', additionalProperties: true },
    answer_sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
  required: ['type', 'verifier', 'question', 'verdict', 'evidence', 'answer_sha256'],
} as const

export const Proof = {
  title: 'Proof',
  type: 'object',
  properties: {
    source_url: {
      anyOf: [{ type: 'string' }, { type: 'null' }],
      description:
        "The release's public page; of a private source its own address of the file, or null.",
    },
    artifact_sha256: {
      anyOf: [{ type: 'string', pattern: '^[0-9a-f]{64}$' }, { type: 'null' }],
      description: 'Digest of the file; null only when the release has no file at all.',
    },
    filename: nullableString,
    digest: {
      anyOf: [{ type: 'string', enum: ['computed', 'declared'] }, { type: 'null' }],
      description: 'Computed from the whole file, or declared by the registry for large wheels.',
    },
    remarks: {
      type: 'array',
      items: { type: 'string', enum: Object.keys(REMARKS).sort() },
      description: 'What is to be told of a file that was read all the same; left out for nothing.',
    },
    extracted_at: { type: 'string', format: 'date-time' },
  },
  required: ['source_url', 'artifact_sha256', 'filename', 'digest', 'extracted_at'],
} as const

export const ProofChain = {
  title: 'ProofChain',
  type: 'object',
  properties: {
    ecosystem: { type: 'string', enum: ['pypi', 'npm'] },
    package: { type: 'string' },
    rows: {
      type: 'array',
      maxItems: PROOFS_PAGE_MAX,
      items: {
        type: 'object',
        properties: {
          seq: { type: 'integer', minimum: 1 },
          kind: { type: 'string', enum: ['indexed', 'alarm'] },
          version: nullableString,
          filename: nullableString,
          artifact_sha256: nullableString,
          size_bytes: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
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
        required: ['seq', 'kind', 'version', 'extractor', 'extracted_at', 'previous_hash', 'hash'],
      },
    },
    next: {
      anyOf: [{ type: 'integer' }, { type: 'null' }],
      description: 'What to send as `after` for the rest; null at the end.',
    },
  },
  required: ['ecosystem', 'package', 'rows', 'next'],
} as const

export const Retraction = {
  title: 'Retraction',
  type: 'object',
  properties: {
    seq: { type: 'integer', minimum: 1 },
    attestation_hash: hex(64),
    type: { type: 'string' },
    reason: { type: 'string', description: 'A sentence.' },
    found_by: { type: 'string', description: 'The extractor that found it.' },
    retracted_at: { type: 'string', format: 'date-time' },
  },
  required: ['seq', 'attestation_hash', 'type', 'reason', 'found_by', 'retracted_at'],
} as const

export const Retractions = {
  title: 'Retractions',
  type: 'object',
  properties: {
    retractions: {
      type: 'array',
      maxItems: RETRACTIONS_PAGE_MAX,
      items: { $ref: '#/components/schemas/Retraction' },
    },
    next: {
      anyOf: [{ type: 'integer' }, { type: 'null' }],
      description: 'What to send as `after` for the rest; null at the end.',
    },
  },
  required: ['retractions', 'next'],
} as const

export const ReceiptResponse = {
  title: 'ReceiptResponse',
  type: 'object',
  properties: {
    valid: { type: 'boolean' },
    reason: {
      ...nullableString,
      description: 'Why it is not valid; see docs/formats/attestation.md.',
    },
    recovered_address: nullableString,
    verifier_address: nullableString,
    attestation_hash: nullableString,
    type: nullableString,
    answer_matches: {
      anyOf: [{ type: 'boolean' }, { type: 'null' }],
      description: 'Whether the answer sent along is the signed one; null when none was.',
    },
    retracted: {
      type: 'boolean',
      description: 'The receipt is ours, and the answer was found wrong since.',
    },
    retraction: { anyOf: [{ $ref: '#/components/schemas/Retraction' }, { type: 'null' }] },
  },
  required: [
    'valid',
    'reason',
    'recovered_address',
    'verifier_address',
    'attestation_hash',
    'type',
    'answer_matches',
    'retracted',
    'retraction',
  ],
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
