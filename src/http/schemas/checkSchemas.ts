// Bodies about code: is it real, and what does an upgrade mean for it.

import { BUMPS } from '../../domain/versionOrder.ts'
import * as limits from '../../limits.ts'
import {
  caveat,
  classification,
  compatibility,
  DiffRequest,
  diffRow,
  REASON_NAMES,
  rows,
  severity,
} from './diffSchemas.ts'
import * as is from './schemaParts.ts'

export const files = {
  type: 'array',
  minItems: 1,
  maxItems: limits.CHECK_FILES_MAX,
  title: 'Files',
  items: is.object({
    path: is.text(limits.CHECK_PATH_LENGTH_MAX, 'Path', ['app/main.py', 'requirements.txt']),
    content: { type: 'string', title: 'Content' },
  }),
} as const

export const CheckRequest = is.object(
  {
    files,
    pins: is.nullable(is.FREE_OBJECT, {
      title: 'Pins',
      description: 'Versions by name; `pypi:` or `npm:` before a name tells the two apart.',
    }),
  },
  ['pins'],
)

const UpgradeRequest = is.object({ ...DiffRequest.properties, files })

const place = { path: is.STRING, line: is.NUMBER, column: is.NUMBER }

const findings = is.list(
  is.object(
    {
      ...place,
      ecosystem: is.ECOSYSTEM,
      package: is.nullableString,
      symbol: is.nullableString,
      code: is.string('docs/reference/findings.md lists them.'),
      severity: is.oneOf(['error', 'warning', 'note']),
      message: is.STRING,
      suggestion: is.orNull(is.OBJECT),
      evidence: is.orNull(is.OBJECT),
      docs: is.codeDocs,
    },
    ['package', 'symbol', 'suggestion', 'evidence'],
  ),
  { maxItems: limits.CHECK_FINDINGS_MAX },
)

const undetermined = (description: string) =>
  is.list(is.OBJECT, { maxItems: limits.CHECK_UNDETERMINED_MAX, description })

export const CHECK_SCHEMAS = is.titled({
  CheckRequest,
  UpgradeRequest,
  CheckResponse: is.object({
    verdict: is.oneOf(
      ['real', 'problems', 'undetermined'],
      'Problems: a finding of severity `error`. Undetermined: less than half of references and ' +
        'requirements could be told (`counts.determined_share`), or a file not all be read.',
    ),
    findings,
    packages: is.list(is.OBJECT),
    undetermined: undetermined('References of which nothing can be said, and why.'),
    counts: is.OBJECT,
    ...is.RECEIPT,
  }),
  UpgradeResponse: is.object(
    {
      verdict: is.oneOf(
        ['safe', 'affected', 'undetermined'],
        'Safe: every use could be told, none is affected, and the numbers of the releases promise that what worked goes on working; see `counts`.',
      ),
      caveat: is.stringOrNull('Why it is not safe although every use holds; null of any other.'),
      ecosystem: is.ECOSYSTEM,
      package: is.STRING,
      from_version: is.STRING,
      to_version: is.STRING,
      changes: rows({
        type: 'object',
        properties: {
          ...diffRow,
          change: is.oneOf(['removed', 'changed', 'deprecated']),
          severity,
          reason: is.nullableString,
          reasons: is.list(is.oneOf(REASON_NAMES)),
          from_sig: is.nullableString,
          to_sig: is.nullableString,
          message: is.stringOrNull('What a deprecation says.'),
          caveat,
          affects: is.flag('Code that was right may be wrong now at one of the places.'),
          places: is.list(
            is.object({
              ...place,
              state: is.oneOf(
                ['breaks', 'holds', 'open'],
                'Wrong in the newer release; looked at and not; not to be told.',
              ),
            }),
            { maxItems: limits.UPGRADE_PLACES_MAX },
          ),
          places_total: is.INTEGER,
        },
        required: ['symbol', 'kind', 'change', 'severity', 'affects', 'places', 'places_total'],
      }),
      findings: {
        ...findings,
        description: 'What is wrong in the newer release and was not known to be in the older.',
      },
      undetermined: undetermined('Uses of the package of which nothing can be said, and why.'),
      counts: is.OBJECT,
      notices: is.notices,
      release: {
        description: 'The whole diff in short.',
        ...is.object({
          classification,
          compatibility,
          published_bump: is.oneOf(BUMPS),
          counts: is.OBJECT,
        }),
      },
      source: is.OBJECT,
      proof: is.OBJECT,
      ...is.RECEIPT,
    },
    ['notices'],
  ),
})
