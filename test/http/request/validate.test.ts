import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJsonBody } from '../../../src/http/request/jsonBody.ts'
import type { JsonSchema, ValidationIssue } from '../../../src/http/request/validate.ts'
import { compileValidator } from '../../../src/http/request/validate.ts'
import { JudgeRequest, VerifyRequest } from '../../../src/http/schemas/oracleSchemas.ts'
import { ERROR_INPUT_MAX_BYTES, JSON_DEPTH_MAX } from '../../../src/limits.ts'

// The expected words and positions below were taken from FastAPI 0.115+ with pydantic 2 on
// Python 3.11; test/truth/validate.test.ts asks the real thing.

const NO_CONTROL = '^[^\\u0000-\\u001f\\u007f]*$'
const PACKAGE = {
  type: 'object',
  properties: {
    ecosystem: { type: 'string', enum: ['pypi', 'npm'] },
    name: { type: 'string', minLength: 1, maxLength: 5, pattern: NO_CONTROL },
    version: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
  required: ['ecosystem', 'name'],
} as const satisfies JsonSchema

function issuesOf(schema: JsonSchema, value: unknown): readonly ValidationIssue[] {
  const result = compileValidator(schema)(value)
  return result.ok ? [] : result.errors
}

function keptOf(schema: JsonSchema, value: unknown): unknown {
  const result = compileValidator(schema)(value)
  return result.ok ? result.value : result.errors
}

function faultOf(body: string | Buffer): unknown {
  const result = parseJsonBody(body)
  return result.ok ? 'ok' : [result.errors[0]?.loc[1], result.errors[0]?.ctx?.['error']]
}

describe('parseJsonBody', () => {
  test.each([
    ['{', 1, 'Expecting property name enclosed in double quotes'],
    ['{"a"', 4, "Expecting ':' delimiter"],
    ['{"a" 1}', 5, "Expecting ':' delimiter"],
    ['{"a":', 5, 'Expecting value'],
    ['{"a":1', 6, "Expecting ',' delimiter"],
    ['{"a":1 "b":2}', 7, "Expecting ',' delimiter"],
    ['{"a":1,', 7, 'Expecting property name enclosed in double quotes'],
    ['{"a":1,}', 7, 'Expecting property name enclosed in double quotes'],
    ['{"a":[{}, {"b":[]}], c', 21, 'Expecting property name enclosed in double quotes'],
    ['[', 1, 'Expecting value'],
    ['[1,]', 3, 'Expecting value'],
    ['[1 2]', 3, "Expecting ',' delimiter"],
    ['[[]', 3, "Expecting ',' delimiter"],
    [']', 0, 'Expecting value'],
    ['"abc', 0, 'Unterminated string starting at'],
    ['["a\\', 1, 'Unterminated string starting at'],
    ['"a\nb"', 2, 'Invalid control character at'],
    ['"a\\x"', 2, 'Invalid \\escape'],
    ['"\\u12"', 2, 'Invalid \\uXXXX escape'],
    ['"\\u12g4"', 2, 'Invalid \\uXXXX escape'],
    ['"\\u1234', 2, 'Invalid \\uXXXX escape'],
    ['tru', 0, 'Expecting value'],
    ['NaN', 0, 'Expecting value'],
    ['[-Infinity]', 1, 'Expecting value'],
    ['-', 0, 'Expecting value'],
    ['01', 1, 'Extra data'],
    ['1.', 1, 'Extra data'],
    ['1e', 1, 'Extra data'],
    ['1e5 x', 4, 'Extra data'],
    ['{} {}', 3, 'Extra data'],
    [' ', 1, 'Expecting value'],
    ['\u0000', 0, 'Expecting value'],
    ['\u00a0{}', 0, 'Expecting value'],
    ['\n\n{\n "a": x}', 10, 'Expecting value'],
    ['\ufeff{x', 1, 'Expecting property name enclosed in double quotes'],
    ['{"é😀": x}', 7, 'Expecting value'],
  ])('%j fails at %d: %s', (body, position, error) => {
    expect(faultOf(body)).toEqual([position, error])
    expect(faultOf(Buffer.from(body))).toEqual([position, error])
  })

  test('the whole issue has FastAPI’s shape', () => {
    expect(parseJsonBody('{')).toEqual({
      ok: false,
      errors: [
        {
          type: 'json_invalid',
          loc: ['body', 1],
          msg: 'JSON decode error',
          input: {},
          ctx: { error: 'Expecting property name enclosed in double quotes' },
        },
      ],
    })
  })

  test('an empty body is missing', () => {
    const issue = { type: 'missing', loc: ['body'], msg: 'Field required', input: null }
    expect(parseJsonBody('')).toEqual({ ok: false, errors: [issue] })
    expect(parseJsonBody(Buffer.alloc(0))).toEqual({ ok: false, errors: [issue] })
  })

  test.each([
    ['a lone byte', [0xff], 0],
    ['after text', [0x22, 0x61, 0xff, 0x22], 2],
    ['after a real replacement character', [0x22, 0xef, 0xbf, 0xbd, 0xff, 0x22], 2],
    ['after a byte order mark', [0xef, 0xbb, 0xbf, 0x22, 0xff], 1],
    ['after an emoji, in code points', [0x22, 0xf0, 0x9f, 0x98, 0x80, 0x80], 2],
    ['a cut sequence at the end', [0x22, 0xe2, 0x82], 1],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22], 1],
  ])('invalid UTF-8: %s', (_, bytes, position) => {
    expect(faultOf(Buffer.from(bytes))).toEqual([position, 'Invalid UTF-8'])
  })

  test('nesting is bounded, whatever else the text holds', () => {
    const deep = (n: number) => '['.repeat(n) + ']'.repeat(n)
    const tooDeep = [JSON_DEPTH_MAX, `Nesting is deeper than ${JSON_DEPTH_MAX} levels`]
    expect(faultOf(deep(JSON_DEPTH_MAX))).toBe('ok')
    expect(faultOf(deep(JSON_DEPTH_MAX + 1))).toEqual(tooDeep)
    expect(faultOf('['.repeat(200_000))).toEqual(tooDeep)
    expect(faultOf(JSON.stringify(`\\"${deep(200)}`))).toBe('ok')
    expect(faultOf(`[${'[],'.repeat(500)}[]]`)).toBe('ok')
    expect(faultOf(`[x${deep(200)}`)).toEqual([1, 'Expecting value'])
  })

  test('it accepts what JSON.parse accepts, and nothing else', () => {
    const json = fc.json({ maxDepth: 5 })
    const broken = fc
      .tuple(json, fc.nat(), fc.nat({ max: 3 }), fc.constantFrom('', '"', ',', '{', ']', '\\', 'é'))
      .map(([text, at, cut, put]) => {
        const index = at % (text.length + 1)
        return text.slice(0, index) + put + text.slice(index + cut)
      })
    const check = (body: string) => {
      let expected: unknown
      try {
        expected = { ok: true, value: JSON.parse(body) }
      } catch {
        expected = {
          ok: false,
          errors: [expect.objectContaining({ loc: ['body', expect.any(Number)] })],
        }
      }
      if (body !== '' && !body.startsWith('\ufeff')) expect(parseJsonBody(body)).toEqual(expected)
    }
    fc.assert(fc.property(fc.oneof(json, broken, fc.string({ unit: 'binary' })), check), {
      numRuns: 2_000,
    })
  })
})

describe('compileValidator', () => {
  test('unknown fields are dropped and an absent nullable field reads as null', () => {
    const result = compileValidator(PACKAGE)(
      JSON.parse('{"zzz":1,"name":"a","ecosystem":"npm","__proto__":{"version":"9"}}'),
    )
    expect(result).toEqual({ ok: true, value: { ecosystem: 'npm', name: 'a', version: null } })
    // Compiles only while the type of the value follows from the schema.
    const version: string | null = result.ok ? result.value.version : null
    expect(version).toBeNull()
  })

  test('issues come in the order of the fields, with what pydantic says of each', () => {
    expect(issuesOf(PACKAGE, { name: '', ecosystem: 'x', version: 1 })).toEqual([
      {
        type: 'enum',
        loc: ['body', 'ecosystem'],
        msg: "Input should be 'pypi' or 'npm'",
        input: 'x',
        ctx: { expected: "'pypi' or 'npm'" },
      },
      {
        type: 'string_too_short',
        loc: ['body', 'name'],
        msg: 'String should have at least 1 character',
        input: '',
        ctx: { min_length: 1 },
      },
      {
        type: 'string_type',
        loc: ['body', 'version'],
        msg: 'Input should be a valid string',
        input: 1,
      },
    ])
  })

  test('a missing field echoes the object it is missing from', () => {
    expect(issuesOf(PACKAGE, { name: 'a' })).toEqual([
      { type: 'missing', loc: ['body', 'ecosystem'], msg: 'Field required', input: { name: 'a' } },
    ])
  })

  test.each([
    ['null', null],
    ['a list', []],
    ['a string', 'x'],
    ['a number', 1],
  ])('a model is no %s', (_, value) => {
    const msg = 'Input should be a valid dictionary or object to extract fields from'
    expect(issuesOf(PACKAGE, value)).toEqual([
      { type: 'model_attributes_type', loc: ['body'], msg, input: value },
    ])
  })

  test.each<[string, JsonSchema, unknown, string, string]>([
    [
      'too long',
      { type: 'string', maxLength: 2 },
      'abc',
      'string_too_long',
      'String should have at most 2 characters',
    ],
    [
      'a pattern',
      { type: 'string', pattern: NO_CONTROL },
      'a\n',
      'string_pattern_mismatch',
      `String should match pattern '${NO_CONTROL}'`,
    ],
    [
      'three members',
      { enum: ['5', '20', '100'] },
      5,
      'enum',
      "Input should be '5', '20' or '100'",
    ],
    ['one member', { enum: ['a'] }, null, 'enum', "Input should be 'a'"],
    [
      'a literal',
      { enum: ['a', 'b'], 'x-literal': true },
      'c',
      'literal_error',
      "Input should be 'a' or 'b'",
    ],
    ['not a number', { type: 'number' }, [], 'float_type', 'Input should be a valid number'],
    [
      'not numeric',
      { type: 'number' },
      '5x',
      'float_parsing',
      'Input should be a valid number, unable to parse string as a number',
    ],
    [
      'infinite',
      { type: 'number' },
      'Infinity',
      'finite_number',
      'Input should be a finite number',
    ],
    [
      'too small',
      { type: 'number', exclusiveMinimum: 0 },
      '-0',
      'greater_than',
      'Input should be greater than 0',
    ],
    [
      'too small inside anyOf',
      { anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { type: 'null' }] },
      false,
      'greater_than',
      'Input should be greater than 0',
    ],
    ['not an integer', { type: 'integer' }, {}, 'int_type', 'Input should be a valid integer'],
    [
      'not integral text',
      { type: 'integer' },
      '1.5',
      'int_parsing',
      'Input should be a valid integer, unable to parse string as an integer',
    ],
    [
      'fractional',
      { type: 'integer' },
      1.5,
      'int_from_float',
      'Input should be a valid integer, got a number with a fractional part',
    ],
    [
      'a large integer',
      { type: 'integer' },
      1e20,
      'int_parsing_size',
      'Unable to parse input string as an integer, exceeded maximum size',
    ],
    ['not a boolean', { type: 'boolean' }, [], 'bool_type', 'Input should be a valid boolean'],
    [
      'a fraction as boolean',
      { type: 'boolean' },
      0.5,
      'bool_type',
      'Input should be a valid boolean',
    ],
    [
      'a word as boolean',
      { type: 'boolean' },
      'maybe',
      'bool_parsing',
      'Input should be a valid boolean, unable to interpret input',
    ],
    ['not a list', { type: 'array' }, {}, 'list_type', 'Input should be a valid list'],
    [
      'a short list',
      { type: 'array', minItems: 2 },
      [1],
      'too_short',
      'List should have at least 2 items after validation, not 1',
    ],
    [
      'a long list',
      { type: 'array', items: { type: 'string' }, maxItems: 1 },
      [1, 2],
      'too_long',
      'List should have at most 1 item after validation, not 2',
    ],
    [
      'not a dictionary',
      { type: 'object', additionalProperties: true },
      [],
      'dict_type',
      'Input should be a valid dictionary',
    ],
  ])('%s', (_, schema, value, type, msg) => {
    expect(issuesOf(schema, value)).toMatchObject([{ type, loc: ['body'], msg, input: value }])
  })

  test.each<[JsonSchema, unknown, unknown]>([
    [{ type: 'number' }, ' 1_000.5 ', 1000.5],
    [{ type: 'number' }, '\u0085.5e1', 5],
    [{ type: 'number' }, true, 1],
    [{ type: 'integer' }, '+1_0.00', 10],
    [{ type: 'integer' }, 3.0, 3],
    [{ type: 'integer', exclusiveMinimum: 0 }, true, 1],
    [{ type: 'boolean' }, 'oN', true],
    [{ type: 'boolean' }, 0, false],
    [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, null, null],
    [{ type: 'array', items: { type: 'integer' } }, ['1', 2], [1, 2]],
    [{ type: 'object' }, { a: { b: null } }, { a: { b: null } }],
    [{}, [null], [null]],
  ])('%j reads %j as %j', (schema, value, kept) => {
    expect(keptOf(schema, value)).toEqual(kept)
  })

  test.each([
    ['_1', 'float_parsing'],
    ['1_', 'float_parsing'],
    ['1__0', 'float_parsing'],
    ['\ufeff5', 'float_parsing'],
    ['0x10', 'float_parsing'],
    ['', 'float_parsing'],
    ['1e400', 'finite_number'],
    ['-NaN', 'finite_number'],
  ])('%j is no number', (value, type) => {
    expect(issuesOf({ type: 'number' }, value)).toMatchObject([{ type, input: value }])
  })

  test('lengths count code points', () => {
    const schema = { type: 'string', minLength: 2, maxLength: 3 } as const
    expect(issuesOf(schema, '😀😀😀')).toEqual([])
    expect(issuesOf(schema, '😀')).toMatchObject([{ type: 'string_too_short' }])
    expect(issuesOf(schema, '😀😀😀😀')).toMatchObject([{ type: 'string_too_long' }])
  })

  test('a lone surrogate is refused wherever a string is read, and never echoed', () => {
    for (const schema of [
      { type: 'string' },
      { enum: ['a'] },
      { type: 'number' },
      { type: 'integer' },
      { type: 'boolean' },
    ] as const) {
      const [issue, ...rest] = issuesOf(schema, 'a\ud800')
      expect(rest).toEqual([])
      expect(issue).toMatchObject({ type: 'string_unicode', loc: ['body'] })
      expect(issue).not.toHaveProperty('input')
    }
    expect(issuesOf(PACKAGE, { x: '\udfff' })[0]).not.toHaveProperty('input')
    expect(issuesOf(PACKAGE, { x: '\\ud800' })[0]).toHaveProperty('input', { x: '\\ud800' })
  })

  test('a list names the place of each fault', () => {
    const schema: JsonSchema = { type: 'array', items: PACKAGE, maxItems: 3 }
    const issues = issuesOf(schema, [1, { ecosystem: 'npm', name: 'a' }, { ecosystem: 'npm' }])
    expect(issues.map(({ type, loc }) => [type, loc])).toEqual([
      ['model_attributes_type', ['body', 0]],
      ['missing', ['body', 2, 'name']],
    ])
  })

  test('the input is left out when its JSON is large', () => {
    const fits = 'a'.repeat(ERROR_INPUT_MAX_BYTES - 2)
    expect(issuesOf({ type: 'number' }, fits)[0]).toHaveProperty('input', fits)
    expect(issuesOf({ type: 'number' }, `${fits}a`)[0]).not.toHaveProperty('input')
    const wide = 'é'.repeat(ERROR_INPUT_MAX_BYTES / 2)
    expect(issuesOf({ type: 'number' }, wide)[0]).not.toHaveProperty('input')
  })

  test('another root can be named', () => {
    const result = compileValidator({ type: 'string' }, 'query')(1)
    expect(result).toMatchObject({ ok: false, errors: [{ loc: ['query'] }] })
  })

  test.each<[string, unknown]>([
    ['a bound that is not enforced', { type: 'number', maximum: 3 }],
    ['a bound of another type', { type: 'string', minItems: 3 }],
    ['a reference', { $ref: '#/components/schemas/X' }],
    ['an unknown type', { type: 'tuple' }],
    ['a union of two', { anyOf: [{ type: 'string' }, { type: 'number' }] }],
  ])('%s does not compile', (_, schema) => {
    // The cast stands for a literal that the types would refuse.
    expect(() => compileValidator(schema as JsonSchema)).toThrow('schema:')
  })

  test('no JSON value makes it throw, and a refusal always says why', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        a: PACKAGE,
        b: { type: 'array', items: { anyOf: [PACKAGE, { type: 'null' }] }, minItems: 1 },
        c: { anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { type: 'null' }] },
        d: { type: 'object' },
        e: { type: 'boolean' },
        f: { type: 'integer' },
      },
      required: ['a', 'd'],
    }
    const validate = compileValidator(schema)
    const leaf = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('5', 'npm', '\ud800', Infinity),
    )
    const body = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '__proto__'), leaf)
    fc.assert(
      fc.property(fc.oneof(body, leaf), (value) => {
        const result = validate(value)
        if (!result.ok) expect(result.errors.length).toBeGreaterThan(0)
      }),
      { numRuns: 1_000 },
    )
  })
})

test.each([
  [
    'the question',
    { job: { kind: 'text', output: 'a' }, speck: {} },
    VerifyRequest,
    ['body', 'speck'],
  ],
  [
    'an item of a rubric',
    { output: 'a', rubric: [{ criterion: 'valid JSON', weigth: 2 }] },
    JudgeRequest,
    ['body', 'rubric', 0, 'weigth'],
  ],
])('a wrong name in %s is an error that names it', (_, body, schema, loc) => {
  expect(compileValidator(schema)(body)).toMatchObject({
    ok: false,
    errors: [{ type: 'extra_forbidden', loc }],
  })
})
