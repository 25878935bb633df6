// Bodies about code: is it real, and what does an upgrade mean for it.

import { BUMPS } from '../../domain/versionOrder.ts'
import {
  CHECK_FILES_MAX,
  CHECK_FINDINGS_MAX,
  CHECK_PATH_LENGTH_MAX,
  CHECK_UNDETERMINED_MAX,
  UPGRADE_PLACES_MAX,
} from '../../limits.ts'
import {
  classification,
  compatibility,
  DiffRequest,
  diffRow,
  REASON_NAMES,
  rows,
} from './diffSchemas.ts'
import {
  codeDocs,
  list,
  notices,
  nullableString,
  object,
  oneOf,
  orNull,
  RECEIPT,
  string,
  text,
} from './schemaParts.ts'

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

const findings = list(
  object(
    {
      path: { type: 'string' },
      line: { type: 'integer', minimum: 1 },
      column: { type: 'integer', minimum: 1 },
      ecosystem: oneOf(['pypi', 'npm']),
      package: nullableString,
      symbol: nullableString,
      code: string('docs/reference/findings.md lists them.'),
      severity: oneOf(['error', 'warning', 'note']),
      message: { type: 'string' },
      suggestion: orNull({ type: 'object' }),
      evidence: orNull({ type: 'object' }),
      docs: codeDocs,
    },
    ['package', 'symbol', 'suggestion', 'evidence'],
  ),
  { maxItems: CHECK_FINDINGS_MAX },
)

const CheckResponse = {
  title: 'CheckResponse',
  ...object({
    verdict: oneOf(
      ['real', 'problems', 'undetermined'],
      'Problems: a finding of severity `error`. Undetermined: less than half of references and ' +
        'requirements could be told (`counts.determined_share`), or a file not all be read.',
    ),
    findings,
    packages: list({ type: 'object' }),
    undetermined: list(
      { type: 'object' },
      {
        maxItems: CHECK_UNDETERMINED_MAX,
        description: 'References of which nothing can be said, and why.',
      },
    ),
    counts: { type: 'object' },
    ...RECEIPT,
  }),
} as const

const UpgradeResponse = {
  title: 'UpgradeResponse',
  ...object(
    {
      verdict: oneOf(
        ['safe', 'affected', 'undetermined'],
        'Safe: every use could be told, and none is affected; see `counts`.',
      ),
      ecosystem: oneOf(['pypi', 'npm']),
      package: { type: 'string' },
      from_version: { type: 'string' },
      to_version: { type: 'string' },
      changes: rows({
        type: 'object',
        properties: {
          ...diffRow,
          change: oneOf(['removed', 'changed', 'deprecated']),
          severity: oneOf(['breaking', 'undecided', 'compatible']),
          reason: nullableString,
          reasons: list(oneOf(REASON_NAMES)),
          from_sig: nullableString,
          to_sig: nullableString,
          message: orNull({ type: 'string' }, 'What a deprecation says.'),
          caveat: orNull(
            { type: 'string' },
            'The module or the class that lost it, when it may have more than is listed.',
          ),
          affects: {
            type: 'boolean',
            description: 'Code that was right may be wrong now at one of the places.',
          },
          places: list(
            object({
              path: { type: 'string' },
              line: { type: 'integer', minimum: 1 },
              column: { type: 'integer', minimum: 1 },
              state: oneOf(
                ['breaks', 'holds', 'open'],
                'Wrong in the newer release; looked at and not; not to be told.',
              ),
            }),
            { maxItems: UPGRADE_PLACES_MAX },
          ),
          places_total: { type: 'integer' },
        },
        required: ['symbol', 'kind', 'change', 'severity', 'affects', 'places', 'places_total'],
      }),
      findings: {
        ...findings,
        description: 'What is wrong in the newer release and was not in the older.',
      },
      undetermined: list(
        { type: 'object' },
        {
          maxItems: CHECK_UNDETERMINED_MAX,
          description: 'Uses of the package of which nothing can be said, and why.',
        },
      ),
      counts: { type: 'object' },
      notices,
      release: {
        description: 'The whole diff in short.',
        ...object({
          classification,
          compatibility,
          published_bump: oneOf(BUMPS),
          counts: { type: 'object' },
        }),
      },
      source: { type: 'object' },
      proof: { type: 'object' },
      ...RECEIPT,
    },
    ['notices'],
  ),
} as const

export const CHECK_SCHEMAS = {
  CheckRequest,
  UpgradeRequest,
  CheckResponse,
  UpgradeResponse,
} as const
