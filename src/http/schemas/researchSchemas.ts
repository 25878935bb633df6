// Bodies about questions in words.

import {
  QUERY_LENGTH_MAX,
  RESEARCH_CONTEXT_LENGTH_MAX,
  RESEARCH_FINDINGS_MAX,
} from '../../limits.ts'
import { SYMBOL_KINDS } from '../../table/format/table.ts'
import { notices, nullableString, RECEIPT, RECEIPT_FIELDS } from './schemaParts.ts'

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

export const ResearchResponse = {
  title: 'ResearchResponse',
  type: 'object',
  properties: {
    interpreted: {
      type: 'object',
      properties: {
        ecosystem: nullableString,
        package: nullableString,
        version: nullableString,
        symbols: { type: 'array', items: { type: 'string' } },
        intent: {
          type: 'string',
          enum: ['how_to', 'exists', 'signature', 'replaced', 'changed'],
        },
      },
      required: ['ecosystem', 'package', 'version', 'symbols', 'intent'],
    },
    findings: {
      type: 'array',
      maxItems: RESEARCH_FINDINGS_MAX,
      items: {
        type: 'object',
        properties: {
          claim: { type: 'string' },
          kind: { type: 'string', enum: SYMBOL_KINDS },
          purl: { type: 'string' },
          symbol: { type: 'string' },
          signature: nullableString,
          source: {
            type: 'object',
            properties: {
              path: nullableString,
              line: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
              artifact_sha256: { type: 'string' },
            },
            required: ['path', 'line', 'artifact_sha256'],
          },
          confidence: { type: 'string', enum: ['exact', 'derived'] },
          notices,
        },
        required: ['claim', 'kind', 'purl', 'symbol', 'signature', 'source', 'confidence'],
      },
    },
    unanswered: { type: 'array', items: { type: 'string' } },
    next: { type: 'array', items: { type: 'object' } },
    truncated: { type: 'boolean' },
    ...RECEIPT,
  },
  required: ['interpreted', 'findings', 'unanswered', 'next', 'truncated', ...RECEIPT_FIELDS],
} as const

export const RESEARCH_SCHEMAS = { ResearchRequest, ResearchResponse } as const
