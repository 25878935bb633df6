// Bodies about payees.

import { PAYEE_LENGTH_MAX } from '../../limits.ts'
import { RULES } from '../../services/spend/decide.ts'
import * as is from './schemaParts.ts'

const SpendCheckRequest = is.object(
  {
    payTo: is.text(PAYEE_LENGTH_MAX, 'Payto', [
      '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      'eip155:8453:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      'https://api.example/v1/answer',
    ]),
    amount_usd: is.nullable({ type: 'number', exclusiveMinimum: 0 }, { title: 'Amount Usd' }),
  },
  ['amount_usd'],
)

export const SPEND_SCHEMAS = is.titled({
  SpendCheckRequest,
  SpendCheckResponse: is.object({
    decision: is.oneOf(['allow', 'review', 'deny']),
    score: { type: 'integer', minimum: 0, maximum: 100 },
    reasons: is.list(
      is.object({
        code: is.oneOf(Object.keys(RULES)),
        severity: is.oneOf(['deny', 'review', 'info']),
        detail: is.STRING,
        docs: is.codeDocs,
      }),
    ),
    facts: is.FREE_OBJECT,
    unknown: is.list(is.STRING),
    policy: is.object({ sha256: is.STRING }),
    valid_until: is.TIME,
    ...is.RECEIPT,
  }),
})
