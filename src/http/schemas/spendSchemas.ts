// Bodies about payees.

import { PAYEE_LENGTH_MAX } from '../../limits.ts'
import { RULES } from '../../services/spend/decide.ts'
import { codeDocs, RECEIPT, RECEIPT_FIELDS, text } from './schemaParts.ts'

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

export const SpendCheckResponse = {
  title: 'SpendCheckResponse',
  type: 'object',
  properties: {
    decision: { type: 'string', enum: ['allow', 'review', 'deny'] },
    score: { type: 'integer', minimum: 0, maximum: 100 },
    reasons: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          code: { type: 'string', enum: Object.keys(RULES) },
          severity: { type: 'string', enum: ['deny', 'review', 'info'] },
          detail: { type: 'string' },
          docs: codeDocs,
        },
        required: ['code', 'severity', 'detail', 'docs'],
      },
    },
    facts: { type: 'object', additionalProperties: true },
    unknown: { type: 'array', items: { type: 'string' } },
    policy: {
      type: 'object',
      properties: { sha256: { type: 'string' } },
      required: ['sha256'],
    },
    valid_until: { type: 'string', format: 'date-time' },
    ...RECEIPT,
  },
  required: [
    'decision',
    'score',
    'reasons',
    'facts',
    'unknown',
    'policy',
    'valid_until',
    ...RECEIPT_FIELDS,
  ],
} as const

export const SPEND_SCHEMAS = { SpendCheckRequest, SpendCheckResponse } as const
