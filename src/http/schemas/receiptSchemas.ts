// Bodies about receipts: attestations, proofs and their chains, retractions.

import { REMARKS } from '../../domain/remarks.ts'
import { PROOFS_PAGE_MAX, RETRACTIONS_PAGE_MAX } from '../../limits.ts'
import * as is from './schemaParts.ts'

export const ReceiptRequest = is.object({
  attestation: { ...is.FREE_OBJECT, title: 'Attestation' },
  signature: { type: 'string', minLength: 1, title: 'Signature' },
})

const next = is.orNull(is.INTEGER, 'What to send as `after` for the rest; null at the end.')

export const RECEIPT_SCHEMAS = is.titled({
  ReceiptRequest,
  ProofChain: is.object({
    ecosystem: is.ECOSYSTEM,
    package: is.STRING,
    rows: is.list(
      is.object(
        {
          seq: is.NUMBER,
          kind: is.oneOf(['indexed', 'alarm']),
          version: is.nullableString,
          filename: is.nullableString,
          artifact_sha256: is.nullableString,
          size_bytes: is.orNull(is.INTEGER),
          digest: is.nullableString,
          registry_status: is.nullableString,
          status_reason: is.nullableString,
          deprecation: is.nullableString,
          yanked: is.nullableString,
          extractor: is.STRING,
          extracted_at: is.TIME,
          previous_hash: is.nullableString,
          hash: is.SHA256,
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
    next,
  }),
  Retraction: is.object({
    seq: is.NUMBER,
    attestation_hash: is.hex(64),
    type: is.STRING,
    reason: is.string('A sentence.'),
    found_by: is.string('The extractor that found it.'),
    retracted_at: is.TIME,
  }),
  Retractions: is.object({
    retractions: is.list(is.ref('Retraction'), { maxItems: RETRACTIONS_PAGE_MAX }),
    next,
  }),
  LogPlace: is.object({
    origin: is.string('Which log.'),
    index: is.COUNT,
    form: is.oneOf(['open', 'sealed'], 'Whether everybody can read the leaf.'),
    integrated: is.flag(
      'The newest checkpoint covers it; else one that comes within seconds will.',
    ),
  }),
  LogRotations: is.object({
    origin: is.string('Which log.'),
    checkpoint: is.stringOrNull('The checkpoint that proves them; null before the first.'),
    rotations: is.list(is.ref('LogRotation')),
    verifiers: is.list(is.ref('LogRotation')),
  }),
  LogRotation: is.object({
    index: is.COUNT,
    leaf: is.string('The leaf, as it stands.'),
    path: is.list(is.string('A hash on the way to the root, base 64.')),
  }),
  ReceiptResponse: is.object({
    valid: is.BOOLEAN,
    reason: is.stringOrNull('Why it is not valid; see docs/formats/attestation.md.'),
    recovered_address: is.nullableString,
    verifier_address: is.nullableString,
    attestation_hash: is.nullableString,
    type: is.nullableString,
    answer_matches: is.orNull(
      is.BOOLEAN,
      'Whether the answer sent along is the signed one; null when none was.',
    ),
    retracted: is.flag('The receipt is ours, and the answer was found wrong since.'),
    retraction: is.orNull(is.ref('Retraction')),
  }),
  Attestation: {
    description: 'The signed statement. docs/formats/attestation.md specifies its bytes.',
    ...is.object({
      type: is.STRING,
      verifier: is.hex(40),
      question: is.FREE_OBJECT,
      verdict: is.STRING,
      evidence: is.FREE_OBJECT,
      answer_sha256: is.SHA256,
    }),
  },
  Proof: is.object(
    {
      source_url: is.stringOrNull(
        "The release's public page; of a private source its own address of the file, or null.",
      ),
      artifact_sha256: is.orNull(
        is.SHA256,
        'Digest of the file; null only when the release has no file at all.',
      ),
      filename: is.nullableString,
      digest: is.orNull(
        is.oneOf(['computed', 'declared']),
        'Computed from the whole file, or declared: of large wheels, and of files that were read elsewhere.',
      ),
      remarks: is.list(is.oneOf(Object.keys(REMARKS).sort()), {
        description:
          'What is to be told of a file that was read all the same; left out for nothing.',
      }),
      extracted_at: is.TIME,
    },
    ['remarks'],
  ),
})
