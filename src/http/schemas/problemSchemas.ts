// Bodies of everything that is no answer.

import { list, object, ref, string } from './schemaParts.ts'

const ValidationError = {
  title: 'ValidationError',
  ...object(
    {
      loc: {
        type: 'array',
        items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        title: 'Location',
      },
      msg: { type: 'string', title: 'Message' },
      type: { type: 'string', title: 'Error Type' },
      input: { title: 'Input' },
      ctx: { type: 'object', title: 'Context' },
    },
    ['input', 'ctx'],
  ),
} as const

const HTTPValidationError = {
  title: 'HTTPValidationError',
  ...object({
    detail: {
      type: 'array',
      items: ref('ValidationError'),
      title: 'Detail',
    },
  }),
} as const

const Problem = {
  title: 'Problem',
  ...object({
    detail: { type: 'string' },
    code: { type: 'string' },
    docs: string('The address of the page that explains the code.'),
  }),
} as const

const QuotaProblem = {
  title: 'QuotaProblem',
  ...object({
    ...Problem.properties,
    limit: { type: 'integer' },
    remaining: { type: 'integer' },
    reset_at: { type: 'string', format: 'date-time' },
  }),
} as const

const PaymentRequired = {
  title: 'PaymentRequired',
  description: 'An x402 version 2 challenge; `accepts` is empty while x402 is off.',
  ...object(
    {
      ...Problem.properties,
      x402Version: { type: 'integer' },
      error: { type: 'string' },
      resource: { type: 'object', additionalProperties: true },
      accepts: list({ type: 'object', additionalProperties: true }),
      extensions: { type: 'object', additionalProperties: true },
    },
    ['extensions'],
  ),
} as const

export const PROBLEM_SCHEMAS = {
  HTTPValidationError,
  ValidationError,
  Problem,
  QuotaProblem,
  PaymentRequired,
} as const
