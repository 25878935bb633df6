// Bodies about two releases.

import { REASONS } from '../../diff/reasons.ts'
import { BUMPS } from '../../domain/versionOrder.ts'
import { DIFF_ROWS_MAX, NAME_LENGTH_MAX } from '../../limits.ts'
import * as is from './schemaParts.ts'
import { symbolKind } from './symbolSchemas.ts'

export const REASON_NAMES = Object.keys(REASONS)

export const DiffRequest = is.object({
  ecosystem: is.ecosystem,
  package: is.text(NAME_LENGTH_MAX, 'Package', ['requests', 'vue']),
  from_version: is.version('From Version', '2.30.0'),
  to_version: is.version('To Version', '2.31.0'),
})

export const diffRow = { symbol: is.STRING, kind: symbolKind } as const

export const rows = <const S>(items: S) => ({ type: 'array', items, maxItems: DIFF_ROWS_MAX })

export const classification = is.oneOf(['breaking', 'additive', 'neutral'])

export const compatibility = {
  description: 'The finer verdict: breaking only when code that was right can be wrong now.',
  ...is.object({
    classification,
    undecided: {
      type: 'integer',
      description: 'Changes of which nobody can tell: what is not breaking beside them may break.',
    },
  }),
} as const

export const severity = is.oneOf(['breaking', 'undecided', 'compatible'])

export const caveat = is.stringOrNull(
  'The module or the class that lost it, when it may have more than is listed.',
)

const source = is.oneOf(['ingested', 'lazy'])

export const DIFF_SCHEMAS = is.titled({
  DiffRequest,
  DiffResponse: is.object(
    {
      ok: is.BOOLEAN,
      ecosystem: is.ECOSYSTEM,
      package: is.STRING,
      from_version: is.string('As the registry spells it.'),
      to_version: is.STRING,
      classification: {
        ...classification,
        description: 'Breaking: something was removed, or a signature changed in any way.',
      },
      compatibility,
      published_bump: is.oneOf(BUMPS, 'What the version numbers claim.'),
      added: rows(
        is.object(
          {
            ...diffRow,
            reason: is.oneOf(
              ['required_member_added'],
              'Only where code that made such an object breaks.',
            ),
            severity: is.oneOf(['breaking'], 'Beside a `reason`.'),
          },
          ['reason', 'severity'],
        ),
      ),
      removed: rows(is.object({ ...diffRow, caveat })),
      changed: rows(
        is.object({
          ...diffRow,
          from_sig: is.nullableString,
          to_sig: is.nullableString,
          reason: is.oneOf(REASON_NAMES, 'The worst of `reasons`.'),
          reasons: is.list(is.oneOf(REASON_NAMES)),
          severity,
        }),
      ),
      new_deprecations: rows(
        is.object({ ...diffRow, since_version: is.STRING, message: is.nullableString }),
      ),
      undetermined: rows({
        description: 'A module that one of the releases does not let be read.',
        ...is.object({ symbol: is.STRING, reason: is.nullableString }),
      }),
      cut: is.flag('A list had more rows than are sent; `counts` has all.'),
      notices: is.notices,
      counts: is.object({
        added: is.INTEGER,
        removed: is.INTEGER,
        changed: is.INTEGER,
        new_deprecations: is.INTEGER,
      }),
      source: is.object({ from: source, to: source }),
      proof: is.object({ from: is.ref('Proof'), to: is.ref('Proof') }),
      ...is.RECEIPT,
    },
    ['notices'],
  ),
})
