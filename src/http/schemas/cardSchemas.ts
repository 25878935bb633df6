// Bodies about cards: what a release says of symbols, before code is written against it.

import * as limits from '../../limits.ts'
import { files } from './checkSchemas.ts'
import * as is from './schemaParts.ts'
import { symbolKind } from './symbolSchemas.ts'

export const CardRequest = is.object(
  {
    ecosystem: is.ecosystem,
    package: is.text(limits.NAME_LENGTH_MAX, 'Package', ['requests', 'vue']),
    version: is.nullable(is.version('Version', '2.31.0'), {
      title: 'Version',
      description: 'The release that is meant; without it the one that `files` mean.',
    }),
    files: is.nullable(files, {
      title: 'Files',
      description:
        'Manifests and lock files of the project; without them, and without `version`, the latest release is meant.',
    }),
    symbols: is.nullable(
      {
        type: 'array',
        minItems: 1,
        maxItems: limits.CARD_SYMBOLS_MAX,
        items: is.text(limits.SYMBOL_LENGTH_MAX, 'Symbol', ['Session.get', 'ref']),
      } as const,
      { title: 'Symbols', description: 'Each is written as for `/v1/symbol/exists`.' },
    ),
    question: is.nullable(
      is.text(limits.CARD_QUESTION_LENGTH_MAX, 'Question', ['retry a failed request']),
      { title: 'Question', description: 'In words: which symbols of the package do that?' },
    ),
  },
  ['version', 'files', 'symbols', 'question'],
)

const deprecated = is.orNull(
  is.object({
    since: is.stringOrNull('The release that the mark names.'),
    text: is.stringOrNull('What the mark says.'),
    replaced_by: is.stringOrNull('The symbol that it points to, where this release has it.'),
  }),
  'Null where nothing is marked.',
)

const described = {
  qualified_name: is.string('The path that leads to it.'),
  kind: symbolKind,
  signature: is.stringOrNull('In normal form; see docs/reference/symbols.md.'),
  signature_cut: is.flag('There was no room for all of the signature.'),
  doc: is.stringOrNull('First line of its documentation.'),
  deprecated,
}

export const CARD_SCHEMAS = is.titled({
  CardRequest,
  CardResponse: is.object(
    {
      verdict: is.oneOf(
        [
          'exists',
          'symbol_not_found',
          'partly_determined',
          'undetermined',
          'found',
          'nothing_found',
        ],
        'Exists: every symbol that was asked for. Symbol not found: one of them is absent. Found and ' +
          'nothing found: of a question in words alone. An answer that tells nothing is not charged.',
      ),
      ecosystem: is.ECOSYSTEM,
      package: is.STRING,
      version_resolved: is.string('The release that every card speaks of.'),
      version_from: is.oneOf(
        ['version', 'files', 'latest'],
        'Who said so: the question, the files, or nobody, so that it is the latest.',
      ),
      cards: is.list(is.ref('Card'), {
        maxItems: limits.CARD_SYMBOLS_MAX,
        description: 'One for each symbol that was asked for, in that order.',
      }),
      found: is.list(is.ref('Card'), {
        maxItems: limits.CARD_FOUND_MAX,
        description: 'Symbols that the question in words is about, the best first.',
      }),
      releases: is.list(is.STRING, {
        maxItems: limits.CARD_RELEASES_MAX,
        description: 'Indexed releases that `since`, `until` and `seen_in` rest on.',
      }),
      notices: is.notices,
      scope: is.STRING,
      source: is.oneOf(['ingested', 'lazy', 'registry']),
      proof: is.ref('Proof'),
      ...is.RECEIPT,
    },
    ['notices'],
  ),
  Card: {
    description:
      `What the release says of one symbol, in at most ${limits.CARD_LENGTH_MAX} characters. Of one that ` +
      'is not there, or cannot be told, `symbol`, `exists`, `caveat`, `seen_in` and `closest` alone.',
    ...is.object(
      {
        symbol: is.string('As it was asked for.'),
        exists: is.orNull(is.BOOLEAN, 'Null where it cannot be told; `caveat` says why.'),
        ...described,
        public: is.flag('Whether the path is public API.'),
        since: is.stringOrNull('The first indexed release with it, where the one before lacks it.'),
        until: is.stringOrNull('The next indexed release that lacks it.'),
        also_at: is.list(is.STRING, { maxItems: 3, description: 'Other public paths to it.' }),
        caveat: is.stringOrNull(
          'Of a hit: that it only raises an error when it is used. Else: why it may be there all the same.',
        ),
        source: is.orNull(is.object({ path: is.STRING, line: is.COUNT })),
        members: is.list(is.STRING, {
          description: 'Public names below it, as many as there is room for.',
        }),
        members_total: is.COUNT,
        members_complete: is.flag('No other name can be below it.'),
        seen_in: is.stringOrNull('The nearest indexed release that has it.'),
        closest: is.list(is.object(described), {
          maxItems: limits.CLOSEST_SYMBOLS_MAX,
          description: 'Names that are there, the best first.',
        }),
      },
      [
        ...['qualified_name', 'kind', 'signature', 'signature_cut', 'doc', 'deprecated', 'public'],
        ...['since', 'until', 'also_at', 'source', 'members', 'members_total'],
        ...['members_complete', 'seen_in', 'closest'],
      ] as const,
    ),
  },
})
