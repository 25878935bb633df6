// Bodies of everything that is no answer.

export const ValidationError = {
  title: 'ValidationError',
  type: 'object',
  properties: {
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
  required: ['loc', 'msg', 'type'],
} as const

export const HTTPValidationError = {
  title: 'HTTPValidationError',
  type: 'object',
  properties: {
    detail: {
      type: 'array',
      items: { $ref: '#/components/schemas/ValidationError' },
      title: 'Detail',
    },
  },
  required: ['detail'],
} as const

export const Problem = {
  title: 'Problem',
  type: 'object',
  properties: {
    detail: { type: 'string' },
    code: { type: 'string' },
    docs: { type: 'string', description: 'The address of the page that explains the code.' },
  },
  required: ['detail', 'code', 'docs'],
} as const

export const QuotaProblem = {
  title: 'QuotaProblem',
  type: 'object',
  properties: {
    ...Problem.properties,
    limit: { type: 'integer' },
    remaining: { type: 'integer' },
    reset_at: { type: 'string', format: 'date-time' },
  },
  required: [...Problem.required, 'limit', 'remaining', 'reset_at'],
} as const

export const PaymentRequired = {
  title: 'PaymentRequired',
  type: 'object',
  description: 'An x402 version 2 challenge; `accepts` is empty while x402 is off.',
  properties: {
    ...Problem.properties,
    x402Version: { type: 'integer' },
    error: { type: 'string' },
    resource: { type: 'object', additionalProperties: true },
    accepts: { type: 'array', items: { type: 'object', additionalProperties: true } },
    extensions: { type: 'object', additionalProperties: true },
  },
  required: [...Problem.required, 'x402Version', 'error', 'resource', 'accepts'],
} as const

export const PROBLEM_SCHEMAS = {
  HTTPValidationError,
  ValidationError,
  Problem,
  QuotaProblem,
  PaymentRequired,
} as const
