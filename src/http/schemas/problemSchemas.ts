// Bodies of everything that is no answer.

import * as is from './schemaParts.ts'

const Problem = is.object({
  detail: is.STRING,
  code: is.STRING,
  docs: is.string('The address of the page that explains the code.'),
})

export const PROBLEM_SCHEMAS = is.titled({
  HTTPValidationError: is.object({
    detail: is.list(is.ref('ValidationError'), { title: 'Detail' }),
  }),
  ValidationError: is.object(
    {
      loc: is.list({ anyOf: [is.STRING, is.INTEGER] }, { title: 'Location' }),
      msg: { type: 'string', title: 'Message' },
      type: { type: 'string', title: 'Error Type' },
      input: { title: 'Input' },
      ctx: { type: 'object', title: 'Context' },
    },
    ['input', 'ctx'],
  ),
  Problem,
  QuotaProblem: is.object({
    ...Problem.properties,
    limit: is.INTEGER,
    remaining: is.INTEGER,
    reset_at: is.TIME,
  }),
  PaymentRequired: {
    description: 'An x402 version 2 challenge; `accepts` is empty while x402 is off.',
    ...is.object(
      {
        ...Problem.properties,
        x402Version: is.INTEGER,
        error: is.STRING,
        resource: is.FREE_OBJECT,
        accepts: is.list(is.FREE_OBJECT),
        extensions: is.FREE_OBJECT,
      },
      ['extensions'],
    ),
  },
})
