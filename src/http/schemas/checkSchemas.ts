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
import { codeDocs, notices, nullableString, RECEIPT, RECEIPT_FIELDS, text } from './schemaParts.ts'

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

export const findings = {
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
      code: { type: 'string', description: 'docs/reference/findings.md lists them.' },
      severity: { type: 'string', enum: ['error', 'warning', 'note'] },
      message: { type: 'string' },
      suggestion: { anyOf: [{ type: 'object' }, { type: 'null' }] },
      evidence: { anyOf: [{ type: 'object' }, { type: 'null' }] },
      docs: codeDocs,
    },
    required: ['path', 'line', 'column', 'ecosystem', 'code', 'severity', 'message', 'docs'],
  },
} as const

export const CheckResponse = {
  title: 'CheckResponse',
  type: 'object',
  properties: {
    verdict: {
      type: 'string',
      enum: ['real', 'problems', 'undetermined'],
      description:
        'Problems: a finding of severity `error`. Undetermined: less than half of references and ' +
        'requirements could be told (`counts.determined_share`), or a file not all be read.',
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

export const UpgradeResponse = {
  title: 'UpgradeResponse',
  type: 'object',
  properties: {
    verdict: {
      type: 'string',
      enum: ['safe', 'affected', 'undetermined'],
      description: 'Safe: every use could be told, and none is affected; see `counts`.',
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
        severity: { type: 'string', enum: ['breaking', 'undecided', 'compatible'] },
        reason: nullableString,
        reasons: { type: 'array', items: { type: 'string', enum: REASON_NAMES } },
        from_sig: nullableString,
        to_sig: nullableString,
        message: { ...nullableString, description: 'What a deprecation says.' },
        caveat: {
          ...nullableString,
          description:
            'The module or the class that lost it, when it may have more than is listed.',
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
    notices,
    release: {
      type: 'object',
      description: 'The whole diff in short.',
      properties: {
        classification,
        compatibility,
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

export const CHECK_SCHEMAS = {
  CheckRequest,
  UpgradeRequest,
  CheckResponse,
  UpgradeResponse,
} as const
