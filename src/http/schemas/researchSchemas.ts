// Bodies about questions in words.

import {
  QUERY_LENGTH_MAX,
  RESEARCH_CONTEXT_LENGTH_MAX,
  RESEARCH_FINDINGS_MAX,
} from '../../limits.ts'
import { SYMBOL_KINDS } from '../../table/format/table.ts'
import { list, notices, nullableString, object, oneOf, orNull, RECEIPT } from './schemaParts.ts'

export const ResearchRequest = {
  title: 'ResearchRequest',
  type: 'object',
  properties: {
    query: {
      type: 'string',
      minLength: 1,
      maxLength: QUERY_LENGTH_MAX,
      title: 'Query',
      examples: ['how do I retry in httpx', 'requests.get timeout'],
    },
    context: {
      anyOf: [{ type: 'string', maxLength: RESEARCH_CONTEXT_LENGTH_MAX }, { type: 'null' }],
      title: 'Context',
      examples: ['import httpx'],
    },
  },
  required: ['query'],
} as const

const ResearchResponse = {
  title: 'ResearchResponse',
  ...object({
    interpreted: object({
      ecosystem: nullableString,
      package: nullableString,
      version: nullableString,
      symbols: list({ type: 'string' }),
      intent: oneOf(['how_to', 'exists', 'signature', 'replaced', 'changed']),
    }),
    findings: list(
      object(
        {
          claim: { type: 'string' },
          kind: oneOf(SYMBOL_KINDS),
          purl: { type: 'string' },
          symbol: { type: 'string' },
          signature: nullableString,
          source: object({
            path: nullableString,
            line: orNull({ type: 'integer' }),
            artifact_sha256: { type: 'string' },
          }),
          confidence: oneOf(['exact', 'derived']),
          notices,
        },
        ['notices'],
      ),
      { maxItems: RESEARCH_FINDINGS_MAX },
    ),
    unanswered: list({ type: 'string' }),
    next: list({ type: 'object' }),
    truncated: { type: 'boolean' },
    ...RECEIPT,
  }),
} as const

export const RESEARCH_SCHEMAS = { ResearchRequest, ResearchResponse } as const
