// Bodies about symbols: whether one exists, and when it came, changed and went.

import { HISTORY_RELEASES_MAX, NAME_LENGTH_MAX, SYMBOL_LENGTH_MAX } from '../../limits.ts'
import { SYMBOL_KINDS } from '../../table/format/table.ts'
import {
  ecosystem,
  notices,
  nullableString,
  RECEIPT,
  RECEIPT_FIELDS,
  text,
  version,
} from './schemaParts.ts'

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

export const symbolKind = { type: 'string', enum: SYMBOL_KINDS } as const

export const AtRequestedVersion = {
  title: 'AtRequestedVersion',
  type: 'object',
  properties: {
    version: { type: 'string' },
    exists: { type: 'boolean' },
    kind: { anyOf: [symbolKind, { type: 'null' }] },
    signature: nullableString,
    artifact_sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    caveat: { ...nullableString, description: 'On a miss: why it may be there all the same.' },
  },
  required: ['version', 'exists', 'kind', 'signature', 'artifact_sha256', 'caveat'],
} as const

export const SymbolExistsResponse = {
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
    symbol_signature: {
      ...nullableString,
      description: 'In normal form; see docs/reference/symbols.md.',
    },
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
    notices,
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

export const SymbolRun = {
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

export const SymbolHistoryResponse = {
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
    notices,
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

export const SYMBOL_SCHEMAS = {
  SymbolExistsRequest,
  SymbolExistsResponse,
  AtRequestedVersion,
  SymbolHistoryResponse,
  SymbolRun,
} as const
