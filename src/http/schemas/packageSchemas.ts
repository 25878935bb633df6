// Bodies about names: whether a package exists, and which one an import belongs to.

import { NOTICE_WORDS } from '../../domain/notice.ts'
import { REGISTRY_STATUSES } from '../../domain/release.ts'
import { IMPORT_LENGTH_MAX, IMPORT_PROVIDERS_MAX, NAME_LENGTH_MAX } from '../../limits.ts'
import * as is from './schemaParts.ts'

export const PackageExistsRequest = is.object({
  ecosystem: is.ecosystem,
  name: is.text(NAME_LENGTH_MAX, 'Name', ['requests', 'express', '@babel/core']),
})

export const ImportResolveRequest = is.object({
  ecosystem: is.ecosystem,
  import: is.text(IMPORT_LENGTH_MAX, 'Import', ['yaml', 'google.cloud.storage', '@babel/core']),
})

const monthlyDownloads = is.orNull(
  is.COUNT,
  'Downloads a month; an estimate on PyPI; null when none are on record.',
)

export const PACKAGE_SCHEMAS = is.titled({
  PackageExistsRequest,
  ImportResolveRequest,
  PackageExistsResponse: is.object(
    {
      exists: is.BOOLEAN,
      ecosystem: is.ECOSYSTEM,
      name: is.string('The name in its normal form.'),
      latest_version: is.stringOrNull('The release that the proof covers.'),
      typosquat_adjacent: is.flag('On a miss: a real name is within edit distance 2.'),
      adjacent_to: is.list(is.STRING, { maxItems: 100 }),
      adjacent_total: { type: 'integer', description: 'How many such names there are in all.' },
      adjacent: is.list(is.ref('AdjacentName'), {
        maxItems: 100,
        description: 'The same names in the same order, with what the order comes from.',
      }),
      adjacent_source: is.orNull(
        is.oneOf(['popular', 'registry']),
        'Which set of names was searched on a miss.',
      ),
      lookalike_of: is.stringOrNull(
        'On a hit: a package at least 1,000 times more popular whose name looks alike.',
      ),
      meant: is.list(is.ref('MeantName'), {
        maxItems: 5,
        description: 'On a miss: popular names further off that may have been meant.',
      }),
      elsewhere: is.orNull(
        is.ECOSYSTEM,
        'On a miss: the other registry, when it has a package of this name.',
      ),
      registry_status: is.orNull(
        is.oneOf(REGISTRY_STATUSES),
        'What else the registry says of the name.',
      ),
      deprecation: is.ref(
        'Deprecation',
        'On a hit, where the registry marks the latest release as deprecated.',
      ),
      notices: is.notices,
      standard_library: is.flag(
        'True where Node or Python itself has a module of this name, so that code needs no package for it; left out elsewhere.',
      ),
      scope: is.string('Which registry the answer speaks of.'),
      source: is.oneOf(['ingested', 'lazy', 'registry']),
      proof: is.orNull(is.ref('Proof')),
      ...is.RECEIPT,
    },
    ['deprecation', 'notices', 'standard_library'],
  ),
  ImportResolveResponse: is.object({
    ecosystem: is.ECOSYSTEM,
    import: is.STRING,
    standard_library: is.flag(
      'The module is part of Python or Node itself; there is nothing to install.',
    ),
    distributions: is.list(is.ref('ImportProvider'), {
      maxItems: IMPORT_PROVIDERS_MAX + 1,
      description: 'The most popular first.',
    }),
    ...is.RECEIPT,
  }),
  ImportProvider: is.object(
    {
      package: is.STRING,
      provides: is.string('The name under which it is imported.'),
      monthly_downloads: monthlyDownloads,
      notices: is.notices,
      evidence: {
        description:
          '`index`: the table of the file with this digest has it. `popular`: the bundled list of import names. `names`: the name of the package is in the specifier.',
        ...is.object(
          {
            source: is.oneOf(['index', 'popular', 'names']),
            version: is.STRING,
            artifact_sha256: is.SHA256,
          },
          ['version', 'artifact_sha256'],
        ),
      },
    },
    ['notices'],
  ),
  AdjacentName: is.object({
    name: is.STRING,
    distance: { type: 'integer', minimum: 1, maximum: 2 },
    monthly_downloads: monthlyDownloads,
    cost: {
      type: 'integer',
      description: 'Price of the slips, in hundredths; see docs/formats/names.md.',
    },
  }),
  MeantName: is.object({
    name: is.STRING,
    reason: is.oneOf(['same_letters', 'affix', 'word_order', 'scope', 'import_name']),
    monthly_downloads: monthlyDownloads,
  }),
  Deprecation: is.object({
    message: is.string("The registry's words, at most 500 characters."),
    points_to: is.stringOrNull('The package that the message says to use.'),
  }),
  Notice: {
    description: 'Something to know before the package is used; see docs/formats/names.md.',
    ...is.object({
      of: is.oneOf(['name', 'project', 'release']),
      word: is.oneOf(NOTICE_WORDS),
      version: is.stringOrNull('Of a release.'),
      message: is.stringOrNull(
        "The words of the package's people, on one line, at most 500 characters.",
      ),
      points_to: is.stringOrNull('The package that looks alike, or that the message says to use.'),
    }),
  },
})
