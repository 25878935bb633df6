// Bodies about work: does a job meet its spec, an output its rubric.

import {
  CRITERION_LENGTH_MAX,
  JUDGE_CONTEXT_LENGTH_MAX,
  JUDGE_OUTPUT_LENGTH_MAX,
  ORACLE_CHECKS_MAX,
  QUOTES_MAX,
  RUBRIC_ITEMS_MAX,
} from '../../limits.ts'
import {
  hex,
  list,
  nullableNumber,
  nullableObject,
  nullableString,
  object,
  oneOf,
  orNull,
  RECEIPT,
} from './schemaParts.ts'

export const VerifyRequest = {
  title: 'VerifyRequest',
  type: 'object',
  additionalProperties: false,
  properties: {
    job: {
      type: 'object',
      additionalProperties: true,
      title: 'Job',
      description: '`{kind, language?, output? | files?, pins?}`; docs/reference/verify.md.',
      examples: [{ kind: 'json', output: '{"name":"demo"}' }],
    },
    spec: {
      anyOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }],
      title: 'Spec',
      description: '`{checks, require?}`; without one, the checks that fit the kind.',
    },
  },
  required: ['job'],
} as const

export const JudgeRequest = {
  title: 'JudgeRequest',
  type: 'object',
  additionalProperties: false,
  properties: {
    output: { type: 'string', maxLength: JUDGE_OUTPUT_LENGTH_MAX, title: 'Output' },
    rubric: {
      type: 'array',
      minItems: 1,
      maxItems: RUBRIC_ITEMS_MAX,
      title: 'Rubric',
      items: {
        type: 'object',
        additionalProperties: false,
        title: 'RubricItem',
        properties: {
          criterion: {
            type: 'string',
            minLength: 1,
            maxLength: CRITERION_LENGTH_MAX,
            title: 'Criterion',
            examples: ['contains "hello"', 'at most 200 words', 'all imports exist'],
          },
          weight: {
            anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { type: 'null' }],
            title: 'Weight',
          },
          check: {
            anyOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }],
            title: 'Check',
            description: 'A check of `/verify` that settles the item; docs/reference/judge.md.',
          },
        },
        required: ['criterion'],
      },
    },
    context: {
      anyOf: [{ type: 'string', maxLength: JUDGE_CONTEXT_LENGTH_MAX }, { type: 'null' }],
      title: 'Context',
    },
  },
  required: ['output', 'rubric'],
} as const

const VerifyResponse = {
  title: 'VerifyResponse',
  ...object({
    verdict: oneOf(['pass', 'fail', 'partial', 'unverifiable']),
    score: orNull({ type: 'number' }, 'The met share of the checks that apply, 0 to 1.'),
    reason: orNull({ type: 'string' }, 'Why nothing could be told.'),
    checks: list(
      object({
        id: { type: 'string' },
        type: orNull({ type: 'string' }, 'Null where it is not known.'),
        required: { type: 'boolean' },
        status: oneOf(['met', 'unmet', 'not_applicable', 'undetermined']),
        reason: { type: 'string' },
        location: nullableObject,
        evidence: nullableObject,
      }),
      { maxItems: ORACLE_CHECKS_MAX },
    ),
    spec_given: { type: 'boolean' },
    job_hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    spec_hash: nullableString,
    erc8004: {
      description: 'For a validation registry of ERC-8004.',
      ...object({
        requestHash: hex(64),
        response: orNull(
          { type: 'integer', minimum: 0, maximum: 100 },
          'Null where the verdict is `unverifiable`.',
        ),
        responseHash: hex(64),
        tag: { type: 'string' },
      }),
    },
    ...RECEIPT,
  }),
} as const

const JudgeResponse = {
  title: 'JudgeResponse',
  ...object({
    score: orNull({ type: 'number' }, 'The weighted mean over settled items, 0 to 1.'),
    passed: { type: 'boolean', description: 'Every item is settled and met.' },
    items: list(
      object({
        criterion: { type: 'string' },
        weight: { type: 'number' },
        score: nullableNumber,
        status: oneOf(['met', 'unmet', 'undetermined']),
        method: oneOf(['check', 'grammar', 'model', 'none']),
        reason: { type: 'string' },
        evidence: list(
          object({
            quote: { type: 'string' },
            start: { type: 'integer', minimum: 0, description: 'In UTF-16 units.' },
            end: { type: 'integer', minimum: 0 },
          }),
          { maxItems: QUOTES_MAX },
        ),
      }),
      { maxItems: RUBRIC_ITEMS_MAX },
    ),
    coverage: { type: 'number', description: 'The settled share of the weight, 0 to 1.' },
    deterministic: { type: 'boolean', description: 'No model had a say.' },
    rubric_hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    output_hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    context_hash: nullableString,
    model: nullableObject,
    ...RECEIPT,
  }),
} as const

export const ORACLE_SCHEMAS = {
  VerifyRequest,
  JudgeRequest,
  VerifyResponse,
  JudgeResponse,
} as const
