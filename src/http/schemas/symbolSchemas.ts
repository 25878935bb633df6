// Bodies about symbols: whether one exists, and when it came, changed and went.

import { HISTORY_RELEASES_MAX, NAME_LENGTH_MAX, SYMBOL_LENGTH_MAX } from '../../limits.ts'
import { SYMBOL_KINDS } from '../../table/format/table.ts'
import {
  ecosystem,
  list,
  notices,
  nullableString,
  object,
  oneOf,
  orNull,
  RECEIPT,
  ref,
  string,
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

export const symbolKind = oneOf(SYMBOL_KINDS)

const AtRequestedVersion = {
  title: 'AtRequestedVersion',
  ...object({
    version: { type: 'string' },
    exists: { type: 'boolean' },
    kind: orNull(symbolKind),
    signature: nullableString,
    artifact_sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    caveat: orNull({ type: 'string' }, 'On a miss: why it may be there all the same.'),
  }),
} as const

const SymbolExistsResponse = {
  title: 'SymbolExistsResponse',
  ...object(
    {
      exists: { type: 'boolean' },
      reason: orNull(oneOf(['symbol_not_found', 'package_not_found']), 'Null on a hit.'),
      ecosystem: oneOf(['pypi', 'npm']),
      package: string('The name in its normal form.'),
      symbol: string('As it was written.'),
      kind: orNull(symbolKind),
      deprecated: { type: 'boolean', description: 'Marked as deprecated in the file.' },
      since_version: orNull({ type: 'string' }, 'The release that the mark names.'),
      closest_match: orNull(
        list({ type: 'string' }, { maxItems: 3 }),
        'On a miss: names that are there, the best first. Null on a hit.',
      ),
      version_resolved: orNull({ type: 'string' }, 'The release that was looked at.'),
      qualified_name: orNull({ type: 'string' }, 'The path that leads to it.'),
      symbol_signature: orNull(
        { type: 'string' },
        'In normal form; see docs/reference/symbols.md.',
      ),
      doc: orNull({ type: 'string' }, 'First line of its documentation.'),
      public: orNull({ type: 'boolean' }, 'On a hit: whether the path is public API.'),
      also_at: list(
        { type: 'string' },
        { maxItems: 10, description: 'Other public paths to it, the shortest first.' },
      ),
      caveat: orNull({ type: 'string' }, 'On a miss: why it may be there all the same.'),
      note: orNull({ type: 'string' }, 'On the version that was asked for.'),
      at_requested_version: orNull(ref('AtRequestedVersion')),
      notices,
      scope: string('Which registry the answer speaks of.'),
      source: oneOf(['ingested', 'lazy', 'registry']),
      proof: orNull(ref('Proof')),
      ...RECEIPT,
    },
    ['notices'],
  ),
} as const

const SymbolRun = {
  title: 'SymbolRun',
  description: 'Neighbouring indexed releases that say the same of the symbol.',
  ...object({
    from_version: { type: 'string' },
    to_version: { type: 'string' },
    releases: { type: 'integer', minimum: 1 },
    exists: orNull(
      { type: 'boolean' },
      'Null where the path leads into something that cannot be read.',
    ),
    qualified_name: nullableString,
    kind: orNull(oneOf(SYMBOL_KINDS)),
    symbol_signature: nullableString,
    deprecated: { type: 'boolean' },
    public: orNull({ type: 'boolean' }),
  }),
} as const

const SymbolHistoryResponse = {
  title: 'SymbolHistoryResponse',
  ...object(
    {
      ecosystem,
      package: { type: 'string' },
      symbol: { type: 'string' },
      exists: orNull(
        { type: 'boolean' },
        'In the newest indexed release; null where it cannot be told.',
      ),
      first_seen: orNull({ type: 'string' }, 'The oldest indexed release that has it.'),
      last_seen: orNull({ type: 'string' }, 'The newest indexed release that has it.'),
      added_in: orNull(
        { type: 'string' },
        'The first release with it, where the indexed release before it lacks it.',
      ),
      removed_in: orNull(
        { type: 'string' },
        'The indexed release after `last_seen`, where that lacks it.',
      ),
      deprecated_in: orNull(
        { type: 'string' },
        'The first release that marks it, where the indexed one before it does not.',
      ),
      history: list(ref('SymbolRun')),
      releases: list(
        object({
          version: { type: 'string' },
          artifact_sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
        }),
        { maxItems: HISTORY_RELEASES_MAX },
      ),
      unread: list(
        { type: 'string' },
        { description: 'Indexed releases of which no table is kept; nothing is said of them.' },
      ),
      cut: { type: 'boolean', description: 'Older releases are indexed that are not spoken of.' },
      notices,
      scope: { type: 'string' },
      ...RECEIPT,
    },
    ['notices'],
  ),
} as const

export const SYMBOL_SCHEMAS = {
  SymbolExistsRequest,
  SymbolExistsResponse,
  AtRequestedVersion,
  SymbolHistoryResponse,
  SymbolRun,
} as const
