// Bodies about payees.

import { PAYEE_LENGTH_MAX } from '../../limits.ts'
import { RULES } from '../../services/spend/decide.ts'
import { codeDocs, list, object, oneOf, RECEIPT, text } from './schemaParts.ts'

export const SpendCheckRequest = {
  title: 'SpendCheckRequest',
  type: 'object',
  properties: {
    payTo: text(PAYEE_LENGTH_MAX, 'Payto', [
      '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      'eip155:8453:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      'https://api.example/v1/answer',
    ]),
    amount_usd: {
      anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { type: 'null' }],
      title: 'Amount Usd',
    },
  },
  required: ['payTo'],
} as const

const SpendCheckResponse = {
  title: 'SpendCheckResponse',
  ...object({
    decision: oneOf(['allow', 'review', 'deny']),
    score: { type: 'integer', minimum: 0, maximum: 100 },
    reasons: list(
      object({
        code: oneOf(Object.keys(RULES)),
        severity: oneOf(['deny', 'review', 'info']),
        detail: { type: 'string' },
        docs: codeDocs,
      }),
    ),
    facts: { type: 'object', additionalProperties: true },
    unknown: list({ type: 'string' }),
    policy: object({ sha256: { type: 'string' } }),
    valid_until: { type: 'string', format: 'date-time' },
    ...RECEIPT,
  }),
} as const

export const SPEND_SCHEMAS = { SpendCheckRequest, SpendCheckResponse } as const
