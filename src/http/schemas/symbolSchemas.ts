// Bodies about symbols: whether one exists, and when it came, changed and went.

import { HISTORY_RELEASES_MAX, NAME_LENGTH_MAX, SYMBOL_LENGTH_MAX } from '../../limits.ts'
import { SYMBOL_KINDS } from '../../table/format/table.ts'
import * as is from './schemaParts.ts'

export const SymbolExistsRequest = is.object(
  {
    ecosystem: is.ecosystem,
    package: is.text(NAME_LENGTH_MAX, 'Package', ['requests', 'vue']),
    symbol: is.text(SYMBOL_LENGTH_MAX, 'Symbol', ['Session.get', 'requests.api.get', 'ref']),
    version: is.nullable(is.version('Version', '2.31.0'), { title: 'Version' }),
  },
  ['version'],
)

/** Of a query, not of a body. */
export const SymbolHistoryRequest = is.object({
  ecosystem: { ...is.ecosystem, description: 'The registry.' },
  package: {
    ...is.text(NAME_LENGTH_MAX, 'Package', ['requests', 'vue']),
    description: 'Its name.',
  },
  symbol: {
    ...is.text(SYMBOL_LENGTH_MAX, 'Symbol', ['Session.get', 'ref']),
    description: 'Written as for `/v1/symbol/exists`.',
  },
})

export const symbolKind = is.oneOf(SYMBOL_KINDS)

const caveat = is.stringOrNull(
  'On a miss: why it may be there all the same. On a hit: that it only raises an error when it is used.',
)

/** What is said of a symbol in one release. */
const ofSymbol = {
  deprecated: is.flag('Marked as deprecated in the file.'),
  since_version: is.stringOrNull('The release that the mark names.'),
  qualified_name: is.stringOrNull('The path that leads to it.'),
  doc: is.stringOrNull('First line of its documentation.'),
  public: is.orNull(is.BOOLEAN, 'On a hit: whether the path is public API.'),
  also_at: is.list(is.STRING, {
    maxItems: 10,
    description: 'Other public paths to it, the shortest first.',
  }),
  caveat,
}

export const SYMBOL_SCHEMAS = is.titled({
  SymbolExistsRequest,
  SymbolExistsResponse: is.object(
    {
      exists: is.BOOLEAN,
      reason: is.orNull(is.oneOf(['symbol_not_found', 'package_not_found']), 'Null on a hit.'),
      ecosystem: is.ECOSYSTEM,
      package: is.string('The name in its normal form.'),
      symbol: is.string('As it was written.'),
      kind: is.orNull(symbolKind),
      ...ofSymbol,
      closest_match: is.orNull(
        is.list(is.STRING, { maxItems: 3 }),
        'On a miss: names that are there, the best first. Null on a hit.',
      ),
      version_resolved: is.stringOrNull('The release that was looked at.'),
      symbol_signature: is.stringOrNull('In normal form; see docs/reference/symbols.md.'),
      note: is.stringOrNull('On the version that was asked for.'),
      at_requested_version: is.orNull(is.ref('AtRequestedVersion')),
      notices: is.notices,
      scope: is.string('Which registry the answer speaks of.'),
      source: is.oneOf(['ingested', 'lazy', 'registry']),
      proof: is.orNull(is.ref('Proof')),
      ...is.RECEIPT,
    },
    ['notices'],
  ),
  AtRequestedVersion: is.object({
    version: is.STRING,
    exists: is.BOOLEAN,
    kind: is.orNull(symbolKind),
    ...ofSymbol,
    signature: is.nullableString,
    filename: is.string('The file that was read.'),
    artifact_sha256: is.SHA256,
  }),
  SymbolHistoryResponse: is.object(
    {
      ecosystem: is.ecosystem,
      package: is.STRING,
      symbol: is.STRING,
      exists: is.orNull(is.BOOLEAN, 'In the newest indexed release; null where it cannot be told.'),
      first_seen: is.stringOrNull('The oldest indexed release that has it.'),
      last_seen: is.stringOrNull('The newest indexed release that has it.'),
      added_in: is.stringOrNull(
        'The first release with it, where the indexed release before it lacks it.',
      ),
      removed_in: is.stringOrNull('The indexed release after `last_seen`, where that lacks it.'),
      deprecated_in: is.stringOrNull(
        'The first release that marks it, where the indexed one before it does not.',
      ),
      history: is.list(is.ref('SymbolRun')),
      releases: is.list(is.object({ version: is.STRING, artifact_sha256: is.SHA256 }), {
        maxItems: HISTORY_RELEASES_MAX,
      }),
      unread: is.list(is.STRING, {
        description: 'Indexed releases of which no table is kept; nothing is said of them.',
      }),
      cut: is.flag('Older releases are indexed that are not spoken of.'),
      notices: is.notices,
      scope: is.STRING,
      ...is.RECEIPT,
    },
    ['notices'],
  ),
  SymbolRun: {
    description: 'Neighbouring indexed releases that say the same of the symbol.',
    ...is.object({
      from_version: is.STRING,
      to_version: is.STRING,
      releases: is.NUMBER,
      exists: is.orNull(
        is.BOOLEAN,
        'Null where the path leads into something that cannot be read.',
      ),
      qualified_name: is.nullableString,
      kind: is.orNull(symbolKind),
      symbol_signature: is.nullableString,
      deprecated: is.BOOLEAN,
      public: is.orNull(is.BOOLEAN),
    }),
  },
})
