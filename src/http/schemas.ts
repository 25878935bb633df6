// Every body that goes in or out, as plain JSON Schema literals. Requests are validated by these
// very literals; the OpenAPI document publishes them.

import { REASONS } from '../diff/reasons.ts'
import { BUMPS } from '../domain/versionOrder.ts'
import {
  CHECK_FILES_MAX,
  CHECK_FINDINGS_MAX,
  CHECK_PATH_LENGTH_MAX,
  CHECK_UNDETERMINED_MAX,
  CRITERION_LENGTH_MAX,
  DIFF_ROWS_MAX,
  HISTORY_RELEASES_MAX,
  IMPORT_LENGTH_MAX,
  IMPORT_PROVIDERS_MAX,
  JUDGE_CONTEXT_LENGTH_MAX,
  JUDGE_OUTPUT_LENGTH_MAX,
  NAME_LENGTH_MAX,
  ORACLE_CHECKS_MAX,
  PAYEE_LENGTH_MAX,
  PROOFS_PAGE_MAX,
  QUERY_LENGTH_MAX,
  QUOTES_MAX,
  RESEARCH_CONTEXT_LENGTH_MAX,
  RESEARCH_FINDINGS_MAX,
  RETRACTIONS_PAGE_MAX,
  RUBRIC_ITEMS_MAX,
  SYMBOL_LENGTH_MAX,
  UPGRADE_PLACES_MAX,
  VERSION_LENGTH_MAX,
} from '../limits.ts'
import { RULES } from '../spend/decide.ts'
import { SYMBOL_KINDS } from '../table/table.ts'
import { WATCH_SCHEMAS } from './watchSchemas.ts'

const REASON_NAMES = Object.keys(REASONS)

/** No control characters, in every string that a question is made of. */
const PLAIN_TEXT = '^[^\\u0000-\\u001f\\u007f]*$'

const nullableString = { anyOf: [{ type: 'string' }, { type: 'null' }] } as const

const ecosystem = { type: 'string', enum: ['pypi', 'npm'], title: 'Ecosystem' } as const

export const PackageExistsRequest = {
  title: 'PackageExistsRequest',
  type: 'object',
  properties: {
    ecosystem,
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

const text = (maxLength: number, title: string, examples: readonly string[]) =>
  ({ type: 'string', minLength: 1, maxLength, pattern: PLAIN_TEXT, title, examples }) as const

const version = (title: string, example: string) => text(VERSION_LENGTH_MAX, title, [example])

export const SymbolExistsRequest = {
  title: 'SymbolExistsRequest',
  type: 'object',
  properties: {
    ecosystem,
    package: text(NAME_LENGTH_MAX, 'Package', ['requests', 'vue']),
    symbol: text(SYMBOL_LENGTH_MAX, 'Symbol', ['Session.get', 'requests.api.get', 'ref']),
    version: {
      anyOf: [version('Version', '2.31.0'), { type: 'null' }],
      title: 'Version',
    },
  },
  required: ['ecosystem', 'package', 'symbol'],
} as const

/** Of a query, not of a body. */
export const SymbolHistoryRequest = {
  title: 'SymbolHistoryRequest',
  type: 'object',
  properties: {
    ecosystem: { ...ecosystem, description: 'The registry.' },
    package: {
      ...text(NAME_LENGTH_MAX, 'Package', ['requests', 'vue']),
      description: 'Its name.',
    },
    symbol: {
      ...text(SYMBOL_LENGTH_MAX, 'Symbol', ['Session.get', 'ref']),
      description: 'Written as for `/v1/symbol/exists`.',
    },
  },
  required: ['ecosystem', 'package', 'symbol'],
} as const

export const DiffRequest = {
  title: 'DiffRequest',
  type: 'object',
  properties: {
    ecosystem,
    package: text(NAME_LENGTH_MAX, 'Package', ['requests', 'vue']),
    from_version: version('From Version', '2.30.0'),
    to_version: version('To Version', '2.31.0'),
  },
  required: ['ecosystem', 'package', 'from_version', 'to_version'],
} as const

export const ImportResolveRequest = {
  title: 'ImportResolveRequest',
  type: 'object',
  properties: {
    ecosystem,
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

export const ResearchRequest = {
  title: 'ResearchRequest',
  type: 'object',
  properties: {
    query: {
      type: 'string',
      minLength: 1,
      maxLength: QUERY_LENGTH_MAX,
      title: 'Query',
      examples: ['how do I retry in httpx', 'requests.get timeout'],
    },
    context: {
      anyOf: [{ type: 'string', maxLength: RESEARCH_CONTEXT_LENGTH_MAX }, { type: 'null' }],
      title: 'Context',
      examples: ['import httpx'],
    },
  },
  required: ['query'],
} as const

export const SpendCheckRequest = {
  title: 'SpendCheckRequest',
  type: 'object',
  properties: {
    payTo: text(PAYEE_LENGTH_MAX, 'Payto', [
      '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      'eip155:8453:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      'https://api.example/v1/answer',
    ]),
    amount_usd: {
      anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { type: 'null' }],
      title: 'Amount Usd',
    },
  },
  required: ['payTo'],
} as const

export const CreditPackRequest = {
  title: 'CreditPackRequest',
  type: 'object',
  properties: {
    pack: { type: 'string', enum: ['5', '20', '100'], title: 'Pack' },
    key_sha256: {
      type: 'string',
      minLength: 64,
      maxLength: 64,
      pattern: '^[0-9a-f]{64}$',
      title: 'Key Sha256',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    },
  },
  required: ['pack', 'key_sha256'],
} as const

const files = {
  type: 'array',
  minItems: 1,
  maxItems: CHECK_FILES_MAX,
  title: 'Files',
  items: {
    type: 'object',
    properties: {
      path: text(CHECK_PATH_LENGTH_MAX, 'Path', ['app/main.py', 'requirements.txt']),
      content: { type: 'string', title: 'Content' },
    },
    required: ['path', 'content'],
  },
} as const

export const CheckRequest = {
  title: 'CheckRequest',
  type: 'object',
  properties: {
    files,
    pins: {
      anyOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }],
      title: 'Pins',
      description: 'Versions by name; `pypi:` or `npm:` before a name tells the two apart.',
    },
  },
  required: ['files'],
} as const

export const UpgradeRequest = {
  title: 'UpgradeRequest',
  type: 'object',
  properties: { ...DiffRequest.properties, files },
  required: [...DiffRequest.required, 'files'],
} as const

export const VerifyRequest = {
  title: 'VerifyRequest',
  type: 'object',
  properties: {
    job: {
      type: 'object',
      additionalProperties: true,
      title: 'Job',
      description: '`{kind, language?, output? | files?, pins?}`; docs/verify.md.',
      examples: [{ kind: 'json', output: '{"name":"demo"}' }],
    },
    spec: {
      anyOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }],
      title: 'Spec',
      description: '`{checks, require?}`; without one, the checks that fit the kind.',
    },
  },
  required: ['job'],
} as const

export const JudgeRequest = {
  title: 'JudgeRequest',
  type: 'object',
  properties: {
    output: { type: 'string', maxLength: JUDGE_OUTPUT_LENGTH_MAX, title: 'Output' },
    rubric: {
      type: 'array',
      minItems: 1,
      maxItems: RUBRIC_ITEMS_MAX,
      title: 'Rubric',
      items: {
        type: 'object',
        title: 'RubricItem',
        properties: {
          criterion: {
            type: 'string',
            minLength: 1,
            maxLength: CRITERION_LENGTH_MAX,
            title: 'Criterion',
            examples: ['contains "hello"', 'at most 200 words', 'all imports exist'],
          },
          weight: {
            anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { type: 'null' }],
            title: 'Weight',
          },
          check: {
            anyOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }],
            title: 'Check',
            description: 'A check of `/verify` that settles the item; docs/judge.md.',
          },
        },
        required: ['criterion'],
      },
    },
    context: {
      anyOf: [{ type: 'string', maxLength: JUDGE_CONTEXT_LENGTH_MAX }, { type: 'null' }],
      title: 'Context',
    },
  },
  required: ['output', 'rubric'],
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

export const McpMessage = {
  title: 'McpMessage',
  type: 'object',
  description: 'One JSON-RPC 2.0 message of the Model Context Protocol.',
  additionalProperties: true,
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

/** What every signed answer ends with. */
const RECEIPT = {
  attestation: { $ref: '#/components/schemas/Attestation' },
  attestation_hash: hex(64),
  signature: hex(130),
  served_in_ms: { type: 'integer', minimum: 0 },
} as const
const RECEIPT_FIELDS = ['attestation', 'attestation_hash', 'signature', 'served_in_ms'] as const

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
    ...RECEIPT,
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
    ...RECEIPT_FIELDS,
  ],
} as const

const symbolKind = { type: 'string', enum: SYMBOL_KINDS } as const

const AtRequestedVersion = {
  title: 'AtRequestedVersion',
  type: 'object',
  properties: {
    version: { type: 'string' },
    exists: { type: 'boolean' },
    kind: { anyOf: [symbolKind, { type: 'null' }] },
    signature: nullableString,
    artifact_sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
  required: ['version', 'exists', 'kind', 'signature', 'artifact_sha256'],
} as const

const SymbolExistsResponse = {
  title: 'SymbolExistsResponse',
  type: 'object',
  properties: {
    exists: { type: 'boolean' },
    reason: {
      anyOf: [
        { type: 'string', enum: ['symbol_not_found', 'package_not_found'] },
        { type: 'null' },
      ],
      description: 'Null on a hit.',
    },
    ecosystem: { type: 'string', enum: ['pypi', 'npm'] },
    package: { type: 'string', description: 'The name in its normal form.' },
    symbol: { type: 'string', description: 'As it was written.' },
    kind: { anyOf: [symbolKind, { type: 'null' }] },
    deprecated: { type: 'boolean', description: 'Marked as deprecated in the file.' },
    since_version: { ...nullableString, description: 'The release that the mark names.' },
    closest_match: {
      anyOf: [{ type: 'array', items: { type: 'string' }, maxItems: 3 }, { type: 'null' }],
      description: 'On a miss: names that are there, the best first. Null on a hit.',
    },
    version_resolved: { ...nullableString, description: 'The release that was looked at.' },
    qualified_name: { ...nullableString, description: 'The path that leads to it.' },
    symbol_signature: { ...nullableString, description: 'In normal form; see docs/symbols.md.' },
    doc: { ...nullableString, description: 'First line of its documentation.' },
    public: {
      anyOf: [{ type: 'boolean' }, { type: 'null' }],
      description: 'On a hit: whether the path is public API.',
    },
    also_at: {
      type: 'array',
      items: { type: 'string' },
      maxItems: 10,
      description: 'Other public paths to it, the shortest first.',
    },
    caveat: { ...nullableString, description: 'On a miss: why it may be there all the same.' },
    note: { ...nullableString, description: 'On the version that was asked for.' },
    at_requested_version: {
      anyOf: [{ $ref: '#/components/schemas/AtRequestedVersion' }, { type: 'null' }],
    },
    scope: { type: 'string', description: 'Which registry the answer speaks of.' },
    source: { type: 'string', enum: ['ingested', 'lazy', 'registry'] },
    proof: { anyOf: [{ $ref: '#/components/schemas/Proof' }, { type: 'null' }] },
    ...RECEIPT,
  },
  required: [
    'exists',
    'reason',
    'ecosystem',
    'package',
    'symbol',
    'kind',
    'deprecated',
    'since_version',
    'closest_match',
    'version_resolved',
    'qualified_name',
    'symbol_signature',
    'doc',
    'public',
    'also_at',
    'caveat',
    'note',
    'at_requested_version',
    'scope',
    'source',
    'proof',
    ...RECEIPT_FIELDS,
  ],
} as const

const diffRow = { symbol: { type: 'string' }, kind: symbolKind } as const

const rows = <const S>(items: S) => ({ type: 'array', items, maxItems: DIFF_ROWS_MAX }) as const

const classification = { type: 'string', enum: ['breaking', 'additive', 'neutral'] } as const

const SymbolRun = {
  title: 'SymbolRun',
  type: 'object',
  description: 'Neighbouring indexed releases that say the same of the symbol.',
  properties: {
    from_version: { type: 'string' },
    to_version: { type: 'string' },
    releases: { type: 'integer', minimum: 1 },
    exists: {
      anyOf: [{ type: 'boolean' }, { type: 'null' }],
      description: 'Null where the path leads into something that cannot be read.',
    },
    qualified_name: nullableString,
    kind: { anyOf: [{ type: 'string', enum: SYMBOL_KINDS }, { type: 'null' }] },
    symbol_signature: nullableString,
    deprecated: { type: 'boolean' },
    public: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
  },
  required: [
    'from_version',
    'to_version',
    'releases',
    'exists',
    'qualified_name',
    'kind',
    'symbol_signature',
    'deprecated',
    'public',
  ],
} as const

const SymbolHistoryResponse = {
  title: 'SymbolHistoryResponse',
  type: 'object',
  properties: {
    ecosystem,
    package: { type: 'string' },
    symbol: { type: 'string' },
    exists: {
      anyOf: [{ type: 'boolean' }, { type: 'null' }],
      description: 'In the newest indexed release; null where it cannot be told.',
    },
    first_seen: { ...nullableString, description: 'The oldest indexed release that has it.' },
    last_seen: { ...nullableString, description: 'The newest indexed release that has it.' },
    added_in: {
      ...nullableString,
      description: 'The first release with it, where the indexed release before it lacks it.',
    },
    removed_in: {
      ...nullableString,
      description: 'The indexed release after `last_seen`, where that lacks it.',
    },
    deprecated_in: {
      ...nullableString,
      description: 'The first release that marks it, where the indexed one before it does not.',
    },
    history: { type: 'array', items: { $ref: '#/components/schemas/SymbolRun' } },
    releases: {
      type: 'array',
      maxItems: HISTORY_RELEASES_MAX,
      items: {
        type: 'object',
        properties: {
          version: { type: 'string' },
          artifact_sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
        },
        required: ['version', 'artifact_sha256'],
      },
    },
    unread: {
      type: 'array',
      items: { type: 'string' },
      description: 'Indexed releases of which no table is kept; nothing is said of them.',
    },
    cut: { type: 'boolean', description: 'Older releases are indexed that are not spoken of.' },
    scope: { type: 'string' },
    ...RECEIPT,
  },
  required: [
    'ecosystem',
    'package',
    'symbol',
    'exists',
    'first_seen',
    'last_seen',
    'added_in',
    'removed_in',
    'deprecated_in',
    'history',
    'releases',
    'unread',
    'cut',
    'scope',
    ...RECEIPT_FIELDS,
  ],
} as const

const DiffResponse = {
  title: 'DiffResponse',
  type: 'object',
  properties: {
    ok: { type: 'boolean' },
    ecosystem: { type: 'string', enum: ['pypi', 'npm'] },
    package: { type: 'string' },
    from_version: { type: 'string', description: 'As the registry spells it.' },
    to_version: { type: 'string' },
    classification: {
      ...classification,
      description: 'Breaking: something was removed, or a signature changed in any way.',
    },
    compatibility: {
      type: 'object',
      description: 'The finer verdict: breaking only when code that was right can be wrong now.',
      properties: { classification },
      required: ['classification'],
    },
    published_bump: {
      type: 'string',
      enum: BUMPS,
      description: 'What the version numbers claim.',
    },
    added: rows({ type: 'object', properties: diffRow, required: ['symbol', 'kind'] }),
    removed: rows({
      type: 'object',
      properties: {
        ...diffRow,
        caveat: {
          ...nullableString,
          description: 'The module that lost it, when names may be made there at run time.',
        },
      },
      required: ['symbol', 'kind', 'caveat'],
    }),
    changed: rows({
      type: 'object',
      properties: {
        ...diffRow,
        from_sig: nullableString,
        to_sig: nullableString,
        reason: { type: 'string', enum: REASON_NAMES, description: 'The worst of `reasons`.' },
        reasons: { type: 'array', items: { type: 'string', enum: REASON_NAMES } },
        severity: { type: 'string', enum: ['breaking', 'compatible'] },
      },
      required: ['symbol', 'kind', 'from_sig', 'to_sig', 'reason', 'reasons', 'severity'],
    }),
    new_deprecations: rows({
      type: 'object',
      properties: { ...diffRow, since_version: { type: 'string' }, message: nullableString },
      required: ['symbol', 'kind', 'since_version', 'message'],
    }),
    undetermined: rows({
      type: 'object',
      description: 'A module that one of the releases does not let be read.',
      properties: { symbol: { type: 'string' }, reason: nullableString },
      required: ['symbol', 'reason'],
    }),
    cut: { type: 'boolean', description: 'A list had more rows than are sent; `counts` has all.' },
    counts: {
      type: 'object',
      properties: {
        added: { type: 'integer' },
        removed: { type: 'integer' },
        changed: { type: 'integer' },
        new_deprecations: { type: 'integer' },
      },
      required: ['added', 'removed', 'changed', 'new_deprecations'],
    },
    source: {
      type: 'object',
      properties: {
        from: { type: 'string', enum: ['ingested', 'lazy'] },
        to: { type: 'string', enum: ['ingested', 'lazy'] },
      },
      required: ['from', 'to'],
    },
    proof: {
      type: 'object',
      properties: {
        from: { $ref: '#/components/schemas/Proof' },
        to: { $ref: '#/components/schemas/Proof' },
      },
      required: ['from', 'to'],
    },
    ...RECEIPT,
  },
  required: [
    'ok',
    'ecosystem',
    'package',
    'from_version',
    'to_version',
    'classification',
    'compatibility',
    'published_bump',
    'added',
    'removed',
    'changed',
    'new_deprecations',
    'undetermined',
    'cut',
    'counts',
    'source',
    'proof',
    ...RECEIPT_FIELDS,
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
    ...RECEIPT,
  },
  required: ['ecosystem', 'import', 'standard_library', 'distributions', ...RECEIPT_FIELDS],
} as const

const findings = {
  type: 'array',
  maxItems: CHECK_FINDINGS_MAX,
  items: {
    type: 'object',
    properties: {
      path: { type: 'string' },
      line: { type: 'integer', minimum: 1 },
      column: { type: 'integer', minimum: 1 },
      ecosystem: { type: 'string', enum: ['pypi', 'npm'] },
      package: nullableString,
      symbol: nullableString,
      code: { type: 'string', description: 'docs/check.md lists them.' },
      severity: { type: 'string', enum: ['error', 'warning', 'note'] },
      message: { type: 'string' },
      suggestion: { anyOf: [{ type: 'object' }, { type: 'null' }] },
      evidence: { anyOf: [{ type: 'object' }, { type: 'null' }] },
    },
    required: ['path', 'line', 'column', 'ecosystem', 'code', 'severity', 'message'],
  },
} as const

const CheckResponse = {
  title: 'CheckResponse',
  type: 'object',
  properties: {
    verdict: {
      type: 'string',
      enum: ['real', 'problems', 'undetermined'],
      description: 'Problems: a finding of severity `error`.',
    },
    findings,
    packages: { type: 'array', items: { type: 'object' } },
    undetermined: {
      type: 'array',
      maxItems: CHECK_UNDETERMINED_MAX,
      items: { type: 'object' },
      description: 'References of which nothing can be said, and why.',
    },
    counts: { type: 'object' },
    ...RECEIPT,
  },
  required: ['verdict', 'findings', 'packages', 'undetermined', 'counts', ...RECEIPT_FIELDS],
} as const

const ResearchResponse = {
  title: 'ResearchResponse',
  type: 'object',
  properties: {
    interpreted: {
      type: 'object',
      properties: {
        ecosystem: nullableString,
        package: nullableString,
        version: nullableString,
        symbols: { type: 'array', items: { type: 'string' } },
        intent: {
          type: 'string',
          enum: ['how_to', 'exists', 'signature', 'replaced', 'changed'],
        },
      },
      required: ['ecosystem', 'package', 'version', 'symbols', 'intent'],
    },
    findings: {
      type: 'array',
      maxItems: RESEARCH_FINDINGS_MAX,
      items: {
        type: 'object',
        properties: {
          claim: { type: 'string' },
          kind: { type: 'string', enum: SYMBOL_KINDS },
          purl: { type: 'string' },
          symbol: { type: 'string' },
          signature: nullableString,
          source: {
            type: 'object',
            properties: {
              path: nullableString,
              line: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
              artifact_sha256: { type: 'string' },
            },
            required: ['path', 'line', 'artifact_sha256'],
          },
          confidence: { type: 'string', enum: ['exact', 'derived'] },
        },
        required: ['claim', 'kind', 'purl', 'symbol', 'signature', 'source', 'confidence'],
      },
    },
    unanswered: { type: 'array', items: { type: 'string' } },
    next: { type: 'array', items: { type: 'object' } },
    truncated: { type: 'boolean' },
    ...RECEIPT,
  },
  required: ['interpreted', 'findings', 'unanswered', 'next', 'truncated', ...RECEIPT_FIELDS],
} as const

const SpendCheckResponse = {
  title: 'SpendCheckResponse',
  type: 'object',
  properties: {
    decision: { type: 'string', enum: ['allow', 'review', 'deny'] },
    score: { type: 'integer', minimum: 0, maximum: 100 },
    reasons: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          code: { type: 'string', enum: Object.keys(RULES) },
          severity: { type: 'string', enum: ['deny', 'review', 'info'] },
          detail: { type: 'string' },
        },
        required: ['code', 'severity', 'detail'],
      },
    },
    facts: { type: 'object', additionalProperties: true },
    unknown: { type: 'array', items: { type: 'string' } },
    policy: {
      type: 'object',
      properties: { sha256: { type: 'string' } },
      required: ['sha256'],
    },
    valid_until: { type: 'string', format: 'date-time' },
    ...RECEIPT,
  },
  required: [
    'decision',
    'score',
    'reasons',
    'facts',
    'unknown',
    'policy',
    'valid_until',
    ...RECEIPT_FIELDS,
  ],
} as const

const UpgradeResponse = {
  title: 'UpgradeResponse',
  type: 'object',
  properties: {
    verdict: {
      type: 'string',
      enum: ['safe', 'affected', 'undetermined'],
      description: 'Safe: nothing of what could be told is affected; see `counts`.',
    },
    ecosystem: { type: 'string', enum: ['pypi', 'npm'] },
    package: { type: 'string' },
    from_version: { type: 'string' },
    to_version: { type: 'string' },
    changes: rows({
      type: 'object',
      properties: {
        ...diffRow,
        change: { type: 'string', enum: ['removed', 'changed', 'deprecated'] },
        severity: { type: 'string', enum: ['breaking', 'compatible'] },
        reason: nullableString,
        reasons: { type: 'array', items: { type: 'string', enum: REASON_NAMES } },
        from_sig: nullableString,
        to_sig: nullableString,
        message: { ...nullableString, description: 'What a deprecation says.' },
        caveat: {
          ...nullableString,
          description: 'The module that lost it, when names may be made there at run time.',
        },
        affects: {
          type: 'boolean',
          description: 'Code that was right may be wrong now at one of the places.',
        },
        places: {
          type: 'array',
          maxItems: UPGRADE_PLACES_MAX,
          items: {
            type: 'object',
            properties: {
              path: { type: 'string' },
              line: { type: 'integer', minimum: 1 },
              column: { type: 'integer', minimum: 1 },
              state: {
                type: 'string',
                enum: ['breaks', 'holds', 'open'],
                description: 'Wrong in the newer release; looked at and not; not to be told.',
              },
            },
            required: ['path', 'line', 'column', 'state'],
          },
        },
        places_total: { type: 'integer' },
      },
      required: ['symbol', 'kind', 'change', 'severity', 'affects', 'places', 'places_total'],
    }),
    findings: {
      ...findings,
      description: 'What is wrong in the newer release and was not in the older.',
    },
    undetermined: {
      type: 'array',
      maxItems: CHECK_UNDETERMINED_MAX,
      items: { type: 'object' },
      description: 'Uses of the package of which nothing can be said, and why.',
    },
    counts: { type: 'object' },
    release: {
      type: 'object',
      description: 'The whole diff in short.',
      properties: {
        classification,
        compatibility: {
          type: 'object',
          properties: { classification },
          required: ['classification'],
        },
        published_bump: { type: 'string', enum: BUMPS },
        counts: { type: 'object' },
      },
      required: ['classification', 'compatibility', 'published_bump', 'counts'],
    },
    source: { type: 'object' },
    proof: { type: 'object' },
    ...RECEIPT,
  },
  required: [
    'verdict',
    'ecosystem',
    'package',
    'from_version',
    'to_version',
    'changes',
    'findings',
    'undetermined',
    'counts',
    'release',
    'source',
    'proof',
    ...RECEIPT_FIELDS,
  ],
} as const

const nullableObject = { anyOf: [{ type: 'object' }, { type: 'null' }] } as const
const nullableNumber = { anyOf: [{ type: 'number' }, { type: 'null' }] } as const

const VerifyResponse = {
  title: 'VerifyResponse',
  type: 'object',
  properties: {
    verdict: { type: 'string', enum: ['pass', 'fail', 'partial', 'unverifiable'] },
    score: { ...nullableNumber, description: 'The met share of the checks that apply, 0 to 1.' },
    reason: { ...nullableString, description: 'Why nothing could be told.' },
    checks: {
      type: 'array',
      maxItems: ORACLE_CHECKS_MAX,
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          type: { ...nullableString, description: 'Null where it is not known.' },
          required: { type: 'boolean' },
          status: { type: 'string', enum: ['met', 'unmet', 'not_applicable', 'undetermined'] },
          reason: { type: 'string' },
          location: nullableObject,
          evidence: nullableObject,
        },
        required: ['id', 'type', 'required', 'status', 'reason', 'location', 'evidence'],
      },
    },
    spec_given: { type: 'boolean' },
    job_hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    spec_hash: nullableString,
    erc8004: {
      type: 'object',
      description: 'For a validation registry of ERC-8004.',
      properties: {
        requestHash: hex(64),
        response: {
          anyOf: [{ type: 'integer', minimum: 0, maximum: 100 }, { type: 'null' }],
          description: 'Null where the verdict is `unverifiable`.',
        },
        responseHash: hex(64),
        tag: { type: 'string' },
      },
      required: ['requestHash', 'response', 'responseHash', 'tag'],
    },
    ...RECEIPT,
  },
  required: [
    'verdict',
    'score',
    'reason',
    'checks',
    'spec_given',
    'job_hash',
    'spec_hash',
    'erc8004',
    ...RECEIPT_FIELDS,
  ],
} as const

const JudgeResponse = {
  title: 'JudgeResponse',
  type: 'object',
  properties: {
    score: { ...nullableNumber, description: 'The weighted mean over settled items, 0 to 1.' },
    passed: { type: 'boolean', description: 'Every item is settled and met.' },
    items: {
      type: 'array',
      maxItems: RUBRIC_ITEMS_MAX,
      items: {
        type: 'object',
        properties: {
          criterion: { type: 'string' },
          weight: { type: 'number' },
          score: nullableNumber,
          status: { type: 'string', enum: ['met', 'unmet', 'undetermined'] },
          method: { type: 'string', enum: ['check', 'grammar', 'model', 'none'] },
          reason: { type: 'string' },
          evidence: {
            type: 'array',
            maxItems: QUOTES_MAX,
            items: {
              type: 'object',
              properties: {
                quote: { type: 'string' },
                start: { type: 'integer', minimum: 0, description: 'In UTF-16 units.' },
                end: { type: 'integer', minimum: 0 },
              },
              required: ['quote', 'start', 'end'],
            },
          },
        },
        required: ['criterion', 'weight', 'score', 'status', 'method', 'reason', 'evidence'],
      },
    },
    coverage: { type: 'number', description: 'The settled share of the weight, 0 to 1.' },
    deterministic: { type: 'boolean', description: 'No model had a say.' },
    rubric_hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    output_hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    context_hash: nullableString,
    model: nullableObject,
    ...RECEIPT,
  },
  required: [
    'score',
    'passed',
    'items',
    'coverage',
    'deterministic',
    'rubric_hash',
    'output_hash',
    'context_hash',
    'model',
    ...RECEIPT_FIELDS,
  ],
} as const

const ProofChain = {
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

const Retraction = {
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

const Retractions = {
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

const CreditPack = {
  title: 'CreditPack',
  type: 'object',
  properties: {
    pack: { type: 'string' },
    key_sha256: { type: 'string' },
    paid_usd: { type: 'string' },
    credit_usd: { type: 'string' },
  },
  required: ['pack', 'key_sha256', 'paid_usd', 'credit_usd'],
} as const

const Credits = {
  title: 'Credits',
  type: 'object',
  properties: {
    balance_usd: { type: 'string', description: 'What can be spent.' },
    held_usd: { type: 'string', description: 'Set aside for answers under way.' },
    issued_at: { type: 'string', format: 'date-time' },
    entries: {
      type: 'array',
      description: 'The newest first.',
      items: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          at: { type: 'string', format: 'date-time' },
          reason: { type: 'string' },
          amount_usd: { type: 'string' },
          balance_change_usd: { type: 'string' },
        },
        required: ['id', 'at', 'reason', 'amount_usd', 'balance_change_usd'],
      },
    },
  },
  required: ['balance_usd', 'held_usd', 'issued_at', 'entries'],
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
  SymbolExistsRequest,
  DiffRequest,
  ImportResolveRequest,
  CreditPackRequest,
  CheckRequest,
  SpendCheckRequest,
  ResearchRequest,
  UpgradeRequest,
  VerifyRequest,
  JudgeRequest,
  ReceiptRequest,
  McpMessage,
  PackageExistsResponse,
  SymbolExistsResponse,
  AtRequestedVersion,
  DiffResponse,
  SymbolHistoryResponse,
  SymbolRun,
  ImportResolveResponse,
  ImportProvider,
  CheckResponse,
  VerifyResponse,
  JudgeResponse,
  SpendCheckResponse,
  ResearchResponse,
  UpgradeResponse,
  ProofChain,
  AdjacentName,
  MeantName,
  Deprecation,
  Retraction,
  Retractions,
  ReceiptResponse,
  Attestation,
  Proof,
  HTTPValidationError,
  ValidationError,
  Problem,
  QuotaProblem,
  PaymentRequired,
  Credits,
  CreditPack,
  Health,
  Readiness,
  ...WATCH_SCHEMAS,
  FreeForm,
} as const

export type SchemaName = keyof typeof SCHEMAS
