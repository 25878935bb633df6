// Every body that goes in or out, as plain JSON Schema literals. Requests are validated by these
// very literals; the OpenAPI document publishes them.

import { IMPORT_LENGTH_MAX, IMPORT_PROVIDERS_MAX, NAME_LENGTH_MAX } from '../limits.ts'

/** No control characters, in every string that a question is made of. */
const PLAIN_TEXT = '^[^\\u0000-\\u001f\\u007f]*$'

const nullableString = { anyOf: [{ type: 'string' }, { type: 'null' }] } as const

export const PackageExistsRequest = {
  title: 'PackageExistsRequest',
  type: 'object',
  properties: {
    ecosystem: { type: 'string', enum: ['pypi', 'npm'], title: 'Ecosystem' },
    name: {
      type: 'string',
      minLength: 1,
      maxLength: NAME_LENGTH_MAX,
      pattern: PLAIN_TEXT,
      title: 'Name',
      examples: ['requests', 'express', '@babel/core'],
    },
  },
  required: ['ecosystem', 'name'],
} as const

export const ImportResolveRequest = {
  title: 'ImportResolveRequest',
  type: 'object',
  properties: {
    ecosystem: { type: 'string', enum: ['pypi', 'npm'], title: 'Ecosystem' },
    import: {
      type: 'string',
      minLength: 1,
      maxLength: IMPORT_LENGTH_MAX,
      pattern: PLAIN_TEXT,
      title: 'Import',
      examples: ['yaml', 'google.cloud.storage', '@babel/core'],
    },
  },
  required: ['ecosystem', 'import'],
} as const

export const ReceiptRequest = {
  title: 'ReceiptRequest',
  type: 'object',
  properties: {
    attestation: { type: 'object', additionalProperties: true, title: 'Attestation' },
    signature: { type: 'string', minLength: 1, title: 'Signature' },
  },
  required: ['attestation', 'signature'],
} as const

const hex = (digits: number) => ({ type: 'string', pattern: `^0x[0-9a-f]{${digits}}$` }) as const

const Attestation = {
  title: 'Attestation',
  type: 'object',
  description: 'The signed statement. docs/attestation.md specifies its bytes.',
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

const Proof = {
  title: 'Proof',
  type: 'object',
  properties: {
    source_url: { type: 'string', description: "The release's public page on the registry." },
    artifact_sha256: {
      anyOf: [{ type: 'string', pattern: '^[0-9a-f]{64}$' }, { type: 'null' }],
      description: 'Digest of the file; null only when the release has no file at all.',
    },
    filename: nullableString,
    digest: {
      anyOf: [{ type: 'string', enum: ['computed', 'declared'] }, { type: 'null' }],
      description: 'Computed from the whole file, or declared by the registry for large wheels.',
    },
    extracted_at: { type: 'string', format: 'date-time' },
  },
  required: ['source_url', 'artifact_sha256', 'filename', 'digest', 'extracted_at'],
} as const

const monthlyDownloads = {
  anyOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }],
  description: 'Downloads a month; an estimate on PyPI; null when none are on record.',
} as const

const AdjacentName = {
  title: 'AdjacentName',
  type: 'object',
  properties: {
    name: { type: 'string' },
    distance: { type: 'integer', minimum: 1, maximum: 2 },
    monthly_downloads: monthlyDownloads,
    cost: { type: 'integer', description: 'Price of the slips, in hundredths; see docs/names.md.' },
  },
  required: ['name', 'distance', 'monthly_downloads', 'cost'],
} as const

const MeantName = {
  title: 'MeantName',
  type: 'object',
  properties: {
    name: { type: 'string' },
    reason: {
      type: 'string',
      enum: ['same_letters', 'affix', 'word_order', 'scope', 'import_name'],
    },
    monthly_downloads: monthlyDownloads,
  },
  required: ['name', 'reason', 'monthly_downloads'],
} as const

const Deprecation = {
  title: 'Deprecation',
  type: 'object',
  properties: {
    message: { type: 'string', description: "The registry's words, at most 500 characters." },
    points_to: { ...nullableString, description: 'The package that the message says to use.' },
  },
  required: ['message', 'points_to'],
} as const

const PackageExistsResponse = {
  title: 'PackageExistsResponse',
  type: 'object',
  properties: {
    exists: { type: 'boolean' },
    ecosystem: { type: 'string', enum: ['pypi', 'npm'] },
    name: { type: 'string', description: 'The name in its normal form.' },
    latest_version: { ...nullableString, description: 'The release that the proof covers.' },
    typosquat_adjacent: {
      type: 'boolean',
      description: 'On a miss: a real name is within edit distance 2.',
    },
    adjacent_to: { type: 'array', items: { type: 'string' }, maxItems: 100 },
    adjacent_total: { type: 'integer', description: 'How many such names there are in all.' },
    adjacent: {
      type: 'array',
      items: { $ref: '#/components/schemas/AdjacentName' },
      maxItems: 100,
      description: 'The same names in the same order, with what the order comes from.',
    },
    adjacent_source: {
      anyOf: [{ type: 'string', enum: ['popular', 'registry'] }, { type: 'null' }],
      description: 'Which set of names was searched on a miss.',
    },
    lookalike_of: {
      ...nullableString,
      description: 'On a hit: a package at least 1,000 times more popular whose name looks alike.',
    },
    meant: {
      type: 'array',
      items: { $ref: '#/components/schemas/MeantName' },
      maxItems: 5,
      description: 'On a miss: popular names further off that may have been meant.',
    },
    elsewhere: {
      anyOf: [{ type: 'string', enum: ['pypi', 'npm'] }, { type: 'null' }],
      description: 'On a miss: the other registry, when it has a package of this name.',
    },
    registry_status: {
      anyOf: [
        { type: 'string', enum: ['unpublished', 'quarantined', 'security_placeholder'] },
        { type: 'null' },
      ],
      description: 'What else the registry says of the name.',
    },
    deprecation: {
      $ref: '#/components/schemas/Deprecation',
      description: 'On a hit, where the registry marks the latest release as deprecated.',
    },
    scope: { type: 'string', description: 'Which registry the answer speaks of.' },
    source: { type: 'string', enum: ['ingested', 'lazy', 'registry'] },
    proof: { anyOf: [{ $ref: '#/components/schemas/Proof' }, { type: 'null' }] },
    attestation: { $ref: '#/components/schemas/Attestation' },
    attestation_hash: hex(64),
    signature: hex(130),
    served_in_ms: { type: 'integer', minimum: 0 },
  },
  required: [
    'exists',
    'ecosystem',
    'name',
    'latest_version',
    'typosquat_adjacent',
    'adjacent_to',
    'adjacent_total',
    'adjacent',
    'adjacent_source',
    'lookalike_of',
    'meant',
    'elsewhere',
    'registry_status',
    'scope',
    'source',
    'proof',
    'attestation',
    'attestation_hash',
    'signature',
    'served_in_ms',
  ],
} as const

const ImportProvider = {
  title: 'ImportProvider',
  type: 'object',
  properties: {
    package: { type: 'string' },
    provides: { type: 'string', description: 'The name under which it is imported.' },
    monthly_downloads: monthlyDownloads,
    evidence: {
      type: 'object',
      description:
        '`index`: the table of the file with this digest has it. `popular`: the bundled list of import names. `names`: the name of the package is in the specifier.',
      properties: {
        source: { type: 'string', enum: ['index', 'popular', 'names'] },
        version: { type: 'string' },
        artifact_sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      },
      required: ['source'],
    },
  },
  required: ['package', 'provides', 'monthly_downloads', 'evidence'],
} as const

const ImportResolveResponse = {
  title: 'ImportResolveResponse',
  type: 'object',
  properties: {
    ecosystem: { type: 'string', enum: ['pypi', 'npm'] },
    import: { type: 'string' },
    standard_library: {
      type: 'boolean',
      description: 'The module is part of Python or Node itself; there is nothing to install.',
    },
    distributions: {
      type: 'array',
      items: { $ref: '#/components/schemas/ImportProvider' },
      maxItems: IMPORT_PROVIDERS_MAX + 1,
      description: 'The most popular first.',
    },
    attestation: { $ref: '#/components/schemas/Attestation' },
    attestation_hash: hex(64),
    signature: hex(130),
    served_in_ms: { type: 'integer', minimum: 0 },
  },
  required: [
    'ecosystem',
    'import',
    'standard_library',
    'distributions',
    'attestation',
    'attestation_hash',
    'signature',
    'served_in_ms',
  ],
} as const

const ReceiptResponse = {
  title: 'ReceiptResponse',
  type: 'object',
  properties: {
    valid: { type: 'boolean' },
    reason: { ...nullableString, description: 'Why it is not valid; see docs/attestation.md.' },
    recovered_address: nullableString,
    verifier_address: nullableString,
    attestation_hash: nullableString,
    type: nullableString,
    answer_matches: {
      anyOf: [{ type: 'boolean' }, { type: 'null' }],
      description: 'Whether the answer sent along is the signed one; null when none was.',
    },
  },
  required: [
    'valid',
    'reason',
    'recovered_address',
    'verifier_address',
    'attestation_hash',
    'type',
    'answer_matches',
  ],
} as const

const ValidationError = {
  title: 'ValidationError',
  type: 'object',
  properties: {
    loc: {
      type: 'array',
      items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      title: 'Location',
    },
    msg: { type: 'string', title: 'Message' },
    type: { type: 'string', title: 'Error Type' },
    input: { title: 'Input' },
    ctx: { type: 'object', title: 'Context' },
  },
  required: ['loc', 'msg', 'type'],
} as const

const HTTPValidationError = {
  title: 'HTTPValidationError',
  type: 'object',
  properties: {
    detail: {
      type: 'array',
      items: { $ref: '#/components/schemas/ValidationError' },
      title: 'Detail',
    },
  },
  required: ['detail'],
} as const

const Problem = {
  title: 'Problem',
  type: 'object',
  properties: {
    detail: { type: 'string' },
    code: { type: 'string' },
    docs: { type: 'string' },
  },
  required: ['detail', 'code', 'docs'],
} as const

const QuotaProblem = {
  title: 'QuotaProblem',
  type: 'object',
  properties: {
    ...Problem.properties,
    limit: { type: 'integer' },
    remaining: { type: 'integer' },
    reset_at: { type: 'string', format: 'date-time' },
  },
  required: [...Problem.required, 'limit', 'remaining', 'reset_at'],
} as const

const PaymentRequired = {
  title: 'PaymentRequired',
  type: 'object',
  description: 'An x402 version 2 challenge; `accepts` is empty while x402 is off.',
  properties: {
    ...Problem.properties,
    x402Version: { type: 'integer' },
    error: { type: 'string' },
    resource: { type: 'object', additionalProperties: true },
    accepts: { type: 'array', items: { type: 'object', additionalProperties: true } },
    extensions: { type: 'object', additionalProperties: true },
  },
  required: [...Problem.required, 'x402Version', 'error', 'resource', 'accepts'],
} as const

const Health = {
  title: 'Health',
  type: 'object',
  properties: {
    status: { type: 'string', enum: ['ok'] },
    version: { type: 'string' },
    index: {
      type: 'object',
      properties: {
        packages: { type: 'integer' },
        releases: { type: 'integer' },
        symbols: { type: 'integer' },
      },
      required: ['packages', 'releases', 'symbols'],
    },
  },
  required: ['status', 'version', 'index'],
} as const

const Readiness = {
  title: 'Readiness',
  type: 'object',
  properties: {
    ready: { type: 'boolean' },
    store: { type: 'object', additionalProperties: true },
    registries: { type: 'object', additionalProperties: true },
    names: { type: 'object', additionalProperties: true },
  },
  required: ['ready', 'store', 'registries', 'names'],
} as const

const FreeForm = { title: 'FreeForm', type: 'object', additionalProperties: true } as const

export const SCHEMAS = {
  PackageExistsRequest,
  ImportResolveRequest,
  ReceiptRequest,
  PackageExistsResponse,
  ImportResolveResponse,
  ImportProvider,
  AdjacentName,
  MeantName,
  Deprecation,
  ReceiptResponse,
  Attestation,
  Proof,
  HTTPValidationError,
  ValidationError,
  Problem,
  QuotaProblem,
  PaymentRequired,
  Health,
  Readiness,
  FreeForm,
} as const

export type SchemaName = keyof typeof SCHEMAS
