// Bodies about questions in words.

import * as limits from '../../limits.ts'
import { SYMBOL_KINDS } from '../../table/format/table.ts'
import * as is from './schemaParts.ts'

export const ResearchRequest = is.object(
  {
    query: {
      type: 'string',
      minLength: 1,
      maxLength: limits.QUERY_LENGTH_MAX,
      title: 'Query',
      examples: ['how do I retry in httpx', 'requests.get timeout'],
    },
    context: is.nullable(
      { type: 'string', maxLength: limits.RESEARCH_CONTEXT_LENGTH_MAX },
      { title: 'Context', examples: ['import httpx'] },
    ),
  },
  ['context'],
)

export const RESEARCH_SCHEMAS = is.titled({
  ResearchRequest,
  ResearchResponse: is.object({
    interpreted: is.object({
      ecosystem: is.nullableString,
      package: is.nullableString,
      version: is.nullableString,
      symbols: is.list(is.STRING),
      intent: is.oneOf(['how_to', 'exists', 'signature', 'replaced', 'changed']),
    }),
    findings: is.list(
      is.object(
        {
          claim: is.STRING,
          kind: is.oneOf(SYMBOL_KINDS),
          purl: is.STRING,
          symbol: is.STRING,
          signature: is.nullableString,
          source: is.object({
            path: is.nullableString,
            line: is.orNull(is.INTEGER),
            artifact_sha256: is.STRING,
          }),
          confidence: is.oneOf(['exact', 'derived']),
          notices: is.notices,
        },
        ['notices'],
      ),
      { maxItems: limits.RESEARCH_FINDINGS_MAX },
    ),
    unanswered: is.list(is.STRING),
    next: is.list(is.OBJECT),
    truncated: is.BOOLEAN,
    ...is.RECEIPT,
  }),
})
