// Bodies about names: whether a package exists, and which one an import belongs to.

import { NOTICE_WORDS } from '../../domain/notice.ts'
import { REGISTRY_STATUSES } from '../../domain/release.ts'
import { IMPORT_LENGTH_MAX, IMPORT_PROVIDERS_MAX, NAME_LENGTH_MAX } from '../../limits.ts'
import {
  ecosystem,
  list,
  notices,
  object,
  oneOf,
  orNull,
  RECEIPT,
  ref,
  string,
  text,
} from './schemaParts.ts'

export const PackageExistsRequest = {
  title: 'PackageExistsRequest',
  type: 'object',
  properties: {
    ecosystem,
    name: text(NAME_LENGTH_MAX, 'Name', ['requests', 'express', '@babel/core']),
  },
  required: ['ecosystem', 'name'],
} as const

export const ImportResolveRequest = {
  title: 'ImportResolveRequest',
  type: 'object',
  properties: {
    ecosystem,
    import: text(IMPORT_LENGTH_MAX, 'Import', ['yaml', 'google.cloud.storage', '@babel/core']),
  },
  required: ['ecosystem', 'import'],
} as const

const monthlyDownloads = orNull(
  { type: 'integer', minimum: 0 },
  'Downloads a month; an estimate on PyPI; null when none are on record.',
)

const AdjacentName = {
  title: 'AdjacentName',
  ...object({
    name: { type: 'string' },
    distance: { type: 'integer', minimum: 1, maximum: 2 },
    monthly_downloads: monthlyDownloads,
    cost: {
      type: 'integer',
      description: 'Price of the slips, in hundredths; see docs/formats/names.md.',
    },
  }),
} as const

const MeantName = {
  title: 'MeantName',
  ...object({
    name: { type: 'string' },
    reason: oneOf(['same_letters', 'affix', 'word_order', 'scope', 'import_name']),
    monthly_downloads: monthlyDownloads,
  }),
} as const

const Deprecation = {
  title: 'Deprecation',
  ...object({
    message: string("The registry's words, at most 500 characters."),
    points_to: orNull({ type: 'string' }, 'The package that the message says to use.'),
  }),
} as const

const Notice = {
  title: 'Notice',
  description: 'Something to know before the package is used; see docs/formats/names.md.',
  ...object({
    of: oneOf(['name', 'project', 'release']),
    word: oneOf(NOTICE_WORDS),
    version: orNull({ type: 'string' }, 'Of a release.'),
    message: orNull(
      { type: 'string' },
      "The words of the package's people, on one line, at most 500 characters.",
    ),
    points_to: orNull(
      { type: 'string' },
      'The package that looks alike, or that the message says to use.',
    ),
  }),
} as const

const PackageExistsResponse = {
  title: 'PackageExistsResponse',
  ...object(
    {
      exists: { type: 'boolean' },
      ecosystem: oneOf(['pypi', 'npm']),
      name: string('The name in its normal form.'),
      latest_version: orNull({ type: 'string' }, 'The release that the proof covers.'),
      typosquat_adjacent: {
        type: 'boolean',
        description: 'On a miss: a real name is within edit distance 2.',
      },
      adjacent_to: list({ type: 'string' }, { maxItems: 100 }),
      adjacent_total: { type: 'integer', description: 'How many such names there are in all.' },
      adjacent: list(ref('AdjacentName'), {
        maxItems: 100,
        description: 'The same names in the same order, with what the order comes from.',
      }),
      adjacent_source: orNull(
        oneOf(['popular', 'registry']),
        'Which set of names was searched on a miss.',
      ),
      lookalike_of: orNull(
        { type: 'string' },
        'On a hit: a package at least 1,000 times more popular whose name looks alike.',
      ),
      meant: list(ref('MeantName'), {
        maxItems: 5,
        description: 'On a miss: popular names further off that may have been meant.',
      }),
      elsewhere: orNull(
        oneOf(['pypi', 'npm']),
        'On a miss: the other registry, when it has a package of this name.',
      ),
      registry_status: orNull(oneOf(REGISTRY_STATUSES), 'What else the registry says of the name.'),
      deprecation: ref(
        'Deprecation',
        'On a hit, where the registry marks the latest release as deprecated.',
      ),
      notices,
      standard_library: {
        type: 'boolean',
        description:
          'True where Node or Python itself has a module of this name, so that code needs no package for it; left out elsewhere.',
      },
      scope: string('Which registry the answer speaks of.'),
      source: oneOf(['ingested', 'lazy', 'registry']),
      proof: orNull(ref('Proof')),
      ...RECEIPT,
    },
    ['deprecation', 'notices', 'standard_library'],
  ),
} as const

const ImportProvider = {
  title: 'ImportProvider',
  ...object(
    {
      package: { type: 'string' },
      provides: string('The name under which it is imported.'),
      monthly_downloads: monthlyDownloads,
      notices,
      evidence: {
        description:
          '`index`: the table of the file with this digest has it. `popular`: the bundled list of import names. `names`: the name of the package is in the specifier.',
        ...object(
          {
            source: oneOf(['index', 'popular', 'names']),
            version: { type: 'string' },
            artifact_sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
          },
          ['version', 'artifact_sha256'],
        ),
      },
    },
    ['notices'],
  ),
} as const

const ImportResolveResponse = {
  title: 'ImportResolveResponse',
  ...object({
    ecosystem: oneOf(['pypi', 'npm']),
    import: { type: 'string' },
    standard_library: {
      type: 'boolean',
      description: 'The module is part of Python or Node itself; there is nothing to install.',
    },
    distributions: list(ref('ImportProvider'), {
      maxItems: IMPORT_PROVIDERS_MAX + 1,
      description: 'The most popular first.',
    }),
    ...RECEIPT,
  }),
} as const

export const PACKAGE_SCHEMAS = {
  PackageExistsRequest,
  ImportResolveRequest,
  PackageExistsResponse,
  ImportResolveResponse,
  ImportProvider,
  AdjacentName,
  MeantName,
  Deprecation,
  Notice,
} as const
