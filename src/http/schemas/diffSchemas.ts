// Bodies about two releases.

import { REASONS } from '../../diff/reasons.ts'
import { BUMPS } from '../../domain/versionOrder.ts'
import { DIFF_ROWS_MAX, NAME_LENGTH_MAX } from '../../limits.ts'
import {
  ecosystem,
  notices,
  nullableString,
  RECEIPT,
  RECEIPT_FIELDS,
  text,
  version,
} from './schemaParts.ts'
import { symbolKind } from './symbolSchemas.ts'

export const REASON_NAMES = Object.keys(REASONS)

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

export const diffRow = { symbol: { type: 'string' }, kind: symbolKind } as const

export const rows = <const S>(items: S) =>
  ({ type: 'array', items, maxItems: DIFF_ROWS_MAX }) as const

export const classification = { type: 'string', enum: ['breaking', 'additive', 'neutral'] } as const

export const compatibility = {
  type: 'object',
  description: 'The finer verdict: breaking only when code that was right can be wrong now.',
  properties: {
    classification,
    undecided: {
      type: 'integer',
      description: 'Changes of which nobody can tell: what is not breaking beside them may break.',
    },
  },
  required: ['classification', 'undecided'],
} as const

export const DiffResponse = {
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
    compatibility,
    published_bump: {
      type: 'string',
      enum: BUMPS,
      description: 'What the version numbers claim.',
    },
    added: rows({
      type: 'object',
      properties: {
        ...diffRow,
        reason: {
          type: 'string',
          enum: ['required_member_added'],
          description: 'Only where code that made such an object breaks.',
        },
        severity: { type: 'string', enum: ['breaking'], description: 'Beside a `reason`.' },
      },
      required: ['symbol', 'kind'],
    }),
    removed: rows({
      type: 'object',
      properties: {
        ...diffRow,
        caveat: {
          ...nullableString,
          description:
            'The module or the class that lost it, when it may have more than is listed.',
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
        severity: { type: 'string', enum: ['breaking', 'undecided', 'compatible'] },
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
    notices,
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

export const DIFF_SCHEMAS = { DiffRequest, DiffResponse } as const
