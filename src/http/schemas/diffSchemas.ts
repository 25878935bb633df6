// Bodies about two releases.

import { REASONS } from '../../diff/reasons.ts'
import { BUMPS } from '../../domain/versionOrder.ts'
import { DIFF_ROWS_MAX, NAME_LENGTH_MAX } from '../../limits.ts'
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

export const rows = <const S>(items: S) => ({ type: 'array', items, maxItems: DIFF_ROWS_MAX })

export const classification = oneOf(['breaking', 'additive', 'neutral'])

export const compatibility = {
  description: 'The finer verdict: breaking only when code that was right can be wrong now.',
  ...object({
    classification,
    undecided: {
      type: 'integer',
      description: 'Changes of which nobody can tell: what is not breaking beside them may break.',
    },
  }),
} as const

const DiffResponse = {
  title: 'DiffResponse',
  ...object(
    {
      ok: { type: 'boolean' },
      ecosystem: oneOf(['pypi', 'npm']),
      package: { type: 'string' },
      from_version: string('As the registry spells it.'),
      to_version: { type: 'string' },
      classification: {
        ...classification,
        description: 'Breaking: something was removed, or a signature changed in any way.',
      },
      compatibility,
      published_bump: oneOf(BUMPS, 'What the version numbers claim.'),
      added: rows(
        object(
          {
            ...diffRow,
            reason: oneOf(
              ['required_member_added'],
              'Only where code that made such an object breaks.',
            ),
            severity: oneOf(['breaking'], 'Beside a `reason`.'),
          },
          ['reason', 'severity'],
        ),
      ),
      removed: rows(
        object({
          ...diffRow,
          caveat: orNull(
            { type: 'string' },
            'The module or the class that lost it, when it may have more than is listed.',
          ),
        }),
      ),
      changed: rows(
        object({
          ...diffRow,
          from_sig: nullableString,
          to_sig: nullableString,
          reason: oneOf(REASON_NAMES, 'The worst of `reasons`.'),
          reasons: list(oneOf(REASON_NAMES)),
          severity: oneOf(['breaking', 'undecided', 'compatible']),
        }),
      ),
      new_deprecations: rows(
        object({ ...diffRow, since_version: { type: 'string' }, message: nullableString }),
      ),
      undetermined: rows({
        description: 'A module that one of the releases does not let be read.',
        ...object({ symbol: { type: 'string' }, reason: nullableString }),
      }),
      cut: {
        type: 'boolean',
        description: 'A list had more rows than are sent; `counts` has all.',
      },
      notices,
      counts: object({
        added: { type: 'integer' },
        removed: { type: 'integer' },
        changed: { type: 'integer' },
        new_deprecations: { type: 'integer' },
      }),
      source: object({ from: oneOf(['ingested', 'lazy']), to: oneOf(['ingested', 'lazy']) }),
      proof: object({ from: ref('Proof'), to: ref('Proof') }),
      ...RECEIPT,
    },
    ['notices'],
  ),
} as const

export const DIFF_SCHEMAS = { DiffRequest, DiffResponse } as const
