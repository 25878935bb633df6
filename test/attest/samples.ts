// Answers in the shapes that are served, and a key that everybody knows: the tests, the corpus and
// the worked example in docs/formats/attestation.md are all made from these.

import { type Eip191Signer, eip191Signer } from '../../src/attest/eip191.ts'
import { type Attested, attest, type JsonObject } from '../../src/attest/receipt.ts'
import type { Statement } from '../../src/ports/attester.ts'

/** The example key of EIP-155. Public since 2016: it must never sign anything real. */
export const TEST_KEY_HEX = '46'.repeat(32)
export const TEST_ADDRESS = '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f'

export function testSigner(): Promise<Eip191Signer> {
  return eip191Signer(Buffer.from(TEST_KEY_HEX, 'hex'))
}

const NAMES = {
  snapshot: '2026-11-14',
  sha256: '5f0c7b1ad0c5a3f6c8f1f3f1a9b1c0e2d4f60718293a4b5c6d7e8f90a1b2c3d4',
  size: 4_499_322,
  metric: 'levenshtein',
} as const

const OTHER_NAMES = {
  snapshot: '2026-11-14',
  sha256: '0c1f3e5d7b9a8f6e4d2c0b1a392817065f4e3d2c1b0a99887766554433221100',
  size: 927_088,
  metric: 'levenshtein',
} as const

const NPM_SCOPE = 'The public npm registry; says nothing of private ones.'
const PYPI_SCOPE = 'The public PyPI registry; says nothing of private ones.'

function statement(
  verdict: string,
  evidence: Statement['evidence'],
  answer: JsonObject,
): Statement {
  const question = { ecosystem: String(answer['ecosystem']), name: String(answer['name']) }
  return { type: 'assay.package_exists/1', question, verdict, evidence, answer }
}

const hit = {
  exists: true,
  typosquat_adjacent: false,
  adjacent_to: [],
  adjacent_total: 0,
  adjacent: [],
  adjacent_source: null,
  lookalike_of: null,
  meant: [],
  elsewhere: null,
  registry_status: null,
}

const miss = {
  exists: false,
  latest_version: null,
  adjacent: [],
  adjacent_source: 'registry',
  lookalike_of: null,
  meant: [],
  elsewhere: null,
  registry_status: null,
  source: 'registry',
  proof: null,
}

const NPM_SHA256 = '3b2c5a1f0e9d8c7b6a59483726150f1e2d3c4b5a69788796a5b4c3d2e1f00112'
const PYPI_SHA256 = '9f8e7d6c5b4a39281706f5e4d3c2b1a0998877665544332211ffeeddccbbaa00'

/** One of each shape, by the name of its file in the corpus. */
export const SAMPLES = {
  'npm-hit': statement(
    'exists',
    {
      registry: 'public',
      artifacts: [
        {
          package: '@sample/widget',
          version: '1.2.3',
          filename: 'widget-1.2.3.tgz',
          sha256: NPM_SHA256,
        },
      ],
      extractor: 'npm/1',
    },
    {
      ...hit,
      ecosystem: 'npm',
      name: '@sample/widget',
      latest_version: '1.2.3',
      scope: NPM_SCOPE,
      source: 'lazy',
      proof: {
        source_url: 'https://registry.example/package/@sample/widget/v/1.2.3',
        artifact_sha256: NPM_SHA256,
        filename: 'widget-1.2.3.tgz',
        digest: 'computed',
        extracted_at: '2026-11-15T04:20:31.207Z',
      },
    },
  ),
  'npm-miss': statement(
    'absent',
    {
      registry: 'public',
      artifacts: [],
      extractor: 'npm/1',
      names: NAMES,
      other_names: OTHER_NAMES,
      asked_at: '2026-11-15T04:28:00Z',
      asked_within_s: 60,
    },
    {
      ...miss,
      ecosystem: 'npm',
      name: 'widgit',
      typosquat_adjacent: true,
      adjacent_to: ['widget', 'fidget'],
      adjacent_total: 2,
      adjacent: [
        { name: 'widget', distance: 1, monthly_downloads: 20_411, cost: 110 },
        { name: 'fidget', distance: 2, monthly_downloads: null, cost: 235 },
      ],
      elsewhere: 'pypi',
      scope: NPM_SCOPE,
    },
  ),
  'pypi-hit': statement(
    'exists',
    {
      registry: 'https://packages.corp.example',
      artifacts: [
        {
          package: 'sample-widget',
          version: '2.0.0rc1',
          filename: 'sample_widget-2.0.0rc1-py3-none-any.whl',
          sha256: PYPI_SHA256,
        },
      ],
      extractor: 'python/1',
    },
    {
      ...hit,
      ecosystem: 'pypi',
      name: 'sample-widget',
      latest_version: '2.0.0rc1',
      scope: 'The PyPI registry at https://packages.corp.example; says nothing of any other.',
      source: 'ingested',
      proof: {
        source_url: 'https://registry.example/project/sample-widget/2.0.0rc1/',
        artifact_sha256: PYPI_SHA256,
        filename: 'sample_widget-2.0.0rc1-py3-none-any.whl',
        digest: 'declared',
        extracted_at: '2026-11-15T04:20:31.207Z',
      },
    },
  ),
  'pypi-hit-without-file': statement(
    'exists',
    { registry: 'public', artifacts: [], extractor: 'python/1' },
    {
      ...hit,
      ecosystem: 'pypi',
      name: 'sample-empty',
      latest_version: '0.1',
      scope: PYPI_SCOPE,
      source: 'registry',
      proof: {
        source_url: 'https://registry.example/project/sample-empty/0.1/',
        artifact_sha256: null,
        filename: null,
        digest: null,
        extracted_at: '2026-11-15T04:20:31.207Z',
      },
    },
  ),
  'pypi-miss-quarantined': statement(
    'absent',
    {
      registry: 'public',
      artifacts: [],
      extractor: 'python/1',
      names: NAMES,
      asked_at: '2026-11-15T04:28:00Z',
      asked_within_s: 60,
    },
    {
      ...miss,
      ecosystem: 'pypi',
      name: 'sample-gone',
      typosquat_adjacent: false,
      adjacent_to: [],
      adjacent_total: 0,
      registry_status: 'quarantined',
      scope: PYPI_SCOPE,
    },
  ),
} as const satisfies Record<string, Statement>

export type SampleName = keyof typeof SAMPLES
export const SAMPLE_NAMES = Object.keys(SAMPLES) as SampleName[] // The keys of a literal.

/** The whole answer as it goes over the wire. */
export function receiptOf({ answer }: Statement, signed: Attested<object, object>): JsonObject {
  return {
    ...answer,
    attestation: signed.attestation,
    attestation_hash: signed.attestationHash,
    signature: signed.signature,
    served_in_ms: 7,
  }
}

export function signedReceipt(sample: Statement, signer: Eip191Signer): JsonObject {
  return receiptOf(sample, attest(sample, signer))
}
