// Bodies about work: does a job meet its spec, an output its rubric.

import * as limits from '../../limits.ts'
import * as is from './schemaParts.ts'

export const VerifyRequest = is.closedObject(
  {
    job: {
      ...is.FREE_OBJECT,
      title: 'Job',
      description: '`{kind, language?, output? | files?, pins?}`; docs/reference/verify.md.',
      examples: [{ kind: 'json', output: '{"name":"demo"}' }],
    },
    spec: is.nullable(is.FREE_OBJECT, {
      title: 'Spec',
      description: '`{checks, require?}`; without one, the checks that fit the kind.',
    }),
  },
  ['spec'],
)

const rubricItem = {
  type: 'object',
  additionalProperties: false,
  title: 'RubricItem',
  properties: {
    criterion: {
      type: 'string',
      minLength: 1,
      maxLength: limits.CRITERION_LENGTH_MAX,
      title: 'Criterion',
      examples: ['contains "hello"', 'at most 200 words', 'all imports exist'],
    },
    weight: is.nullable({ type: 'number', exclusiveMinimum: 0 }, { title: 'Weight' }),
    check: is.nullable(is.FREE_OBJECT, {
      title: 'Check',
      description: 'A check of `/verify` that settles the item; docs/reference/judge.md.',
    }),
  },
  required: ['criterion'],
} as const

export const JudgeRequest = is.closedObject(
  {
    output: { type: 'string', maxLength: limits.JUDGE_OUTPUT_LENGTH_MAX, title: 'Output' },
    rubric: {
      type: 'array',
      minItems: 1,
      maxItems: limits.RUBRIC_ITEMS_MAX,
      title: 'Rubric',
      items: rubricItem,
    },
    context: is.nullable(
      { type: 'string', maxLength: limits.JUDGE_CONTEXT_LENGTH_MAX },
      { title: 'Context' },
    ),
  },
  ['context'],
)

export const ORACLE_SCHEMAS = is.titled({
  VerifyRequest,
  JudgeRequest,
  VerifyResponse: is.object({
    verdict: is.oneOf(['pass', 'fail', 'partial', 'unverifiable']),
    score: is.orNull({ type: 'number' }, 'The met share of the checks that apply, 0 to 1.'),
    reason: is.stringOrNull('Why nothing could be told.'),
    checks: is.list(
      is.object({
        id: is.STRING,
        type: is.stringOrNull('Null where it is not known.'),
        required: is.BOOLEAN,
        status: is.oneOf(['met', 'unmet', 'not_applicable', 'undetermined']),
        reason: is.STRING,
        location: is.orNull(is.OBJECT),
        evidence: is.orNull(is.OBJECT),
      }),
      { maxItems: limits.ORACLE_CHECKS_MAX },
    ),
    spec_given: is.BOOLEAN,
    job_hash: is.SHA256,
    spec_hash: is.nullableString,
    erc8004: {
      description: 'For a validation registry of ERC-8004.',
      ...is.object({
        requestHash: is.hex(64),
        response: is.orNull(
          { type: 'integer', minimum: 0, maximum: 100 },
          'Null where the verdict is `unverifiable`.',
        ),
        responseHash: is.hex(64),
        tag: is.STRING,
      }),
    },
    ...is.RECEIPT,
  }),
  JudgeResponse: is.object({
    score: is.orNull({ type: 'number' }, 'The weighted mean over settled items, 0 to 1.'),
    passed: is.flag('Every item is settled and met.'),
    items: is.list(
      is.object({
        criterion: is.STRING,
        weight: { type: 'number' },
        score: is.orNull({ type: 'number' }),
        status: is.oneOf(['met', 'unmet', 'undetermined']),
        method: is.oneOf(['check', 'grammar', 'model', 'none']),
        reason: is.STRING,
        evidence: is.list(
          is.object({
            quote: is.STRING,
            start: { ...is.COUNT, description: 'In UTF-16 units.' },
            end: is.COUNT,
          }),
          { maxItems: limits.QUOTES_MAX },
        ),
      }),
      { maxItems: limits.RUBRIC_ITEMS_MAX },
    ),
    coverage: { type: 'number', description: 'The settled share of the weight, 0 to 1.' },
    deterministic: is.flag('No model had a say.'),
    rubric_hash: is.SHA256,
    output_hash: is.SHA256,
    context_hash: is.nullableString,
    model: is.orNull(is.OBJECT),
    ...is.RECEIPT,
  }),
})
