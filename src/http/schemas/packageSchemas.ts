// Bodies about names: whether a package exists, and which one an import belongs to.

import { NOTICE_WORDS } from '../../domain/notice.ts'
import { REGISTRY_STATUSES } from '../../domain/release.ts'
import { IMPORT_LENGTH_MAX, IMPORT_PROVIDERS_MAX, NAME_LENGTH_MAX } from '../../limits.ts'
import {
  ecosystem,
  notices,
  nullableString,
  PLAIN_TEXT,
  RECEIPT,
  RECEIPT_FIELDS,
} from './schemaParts.ts'

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

const monthlyDownloads = {
  anyOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }],
  description: 'Downloads a month; an estimate on PyPI; null when none are on record.',
} as const

export const AdjacentName = {
  title: 'AdjacentName',
  type: 'object',
  properties: {
    name: { type: 'string' },
    distance: { type: 'integer', minimum: 1, maximum: 2 },
    monthly_downloads: monthlyDownloads,
    cost: {
      type: 'integer',
      description: 'Price of the slips, in hundredths; see docs/formats/names.md.',
    },
  },
  required: ['name', 'distance', 'monthly_downloads', 'cost'],
} as const

export const MeantName = {
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

export const Deprecation = {
  title: 'Deprecation',
  type: 'object',
  properties: {
    message: { type: 'string', description: "The registry's words, at most 500 characters." },
    points_to: { ...nullableString, description: 'The package that the message says to use.' },
  },
  required: ['message', 'points_to'],
} as const

export const Notice = {
  title: 'Notice',
  type: 'object',
  description: 'Something to know before the package is used; see docs/formats/names.md.',
  properties: {
    of: { type: 'string', enum: ['name', 'project', 'release'] },
    word: { type: 'string', enum: NOTICE_WORDS },
    version: { ...nullableString, description: 'Of a release.' },
    message: {
      ...nullableString,
      description: "The words of the package's people, on one line, at most 500 characters.",
    },
    points_to: {
      ...nullableString,
      description: 'The package that looks alike, or that the message says to use.',
    },
  },
  required: ['of', 'word', 'version', 'message', 'points_to'],
} as const

export const PackageExistsResponse = {
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
      anyOf: [{ type: 'string', enum: REGISTRY_STATUSES }, { type: 'null' }],
      description: 'What else the registry says of the name.',
    },
    deprecation: {
      $ref: '#/components/schemas/Deprecation',
      description: 'On a hit, where the registry marks the latest release as deprecated.',
    },
    notices,
    standard_library: {
      type: 'boolean',
      description:
        'True where Node or Python itself has a module of this name, so that code needs no package for it; left out elsewhere.',
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

export const ImportProvider = {
  title: 'ImportProvider',
  type: 'object',
  properties: {
    package: { type: 'string' },
    provides: { type: 'string', description: 'The name under which it is imported.' },
    monthly_downloads: monthlyDownloads,
    notices,
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

export const ImportResolveResponse = {
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
