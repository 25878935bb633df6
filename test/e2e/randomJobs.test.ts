// Whatever is sent to the oracle and the judge: an answer or a 422, and never a pass that was not
// earned. RANDOM_JOBS says how many of each are sent; the few of every run are the ones of one seed.

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { type Service, startService } from '../support/service.ts'

const COUNT = Number(process.env['RANDOM_JOBS'] ?? 60)

let registry: FakeRegistry
let service: Service
let key: string

beforeAll(async () => {
  registry = await fakeRegistry()
  service = await startService({
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_KEY_CALLS_PER_MINUTE: '0',
  })
  key = await service.app.creditKeys.issue('test', 1_000_000_000_000)
})
afterAll(async () => {
  await service.close()
  await registry.close()
})

const word = fc.constantFrom(
  'a',
  'hello world',
  '',
  '{"a":[1,{"b":null}]}',
  '[',
  'import nowhere\nnowhere.x()',
  'from nowhere import (',
  "import x from 'nowhere'",
  '```python\nimport nowhere\n```',
  'nowhere==1.0',
  '{"dependencies":{"nowhere":"^1"}}',
  'One. Two! Three?',
  '\ud800',
  '😀',
  '__proto__',
  'constructor',
  '$..a',
  '$[?@.a>1]',
  '^(a+)+$',
  '(',
  '1e999',
)
const text = fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: fc.string() })
const anyJson = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }), fc.double(), fc.constant(null))

const schema = fc.oneof(
  fc.constantFrom(
    true,
    { type: 'object' },
    { required: ['a'] },
    { $ref: '#' },
    { $dynamicRef: '#a', $dynamicAnchor: 'a' },
    { pattern: '^(?=a)' },
    { enum: [] },
    JSON.parse('{"properties":{"__proto__":{"multipleOf":0.1}}}'),
  ),
  anyJson,
)
const type = fc.constantFrom(
  'sha256',
  'json_schema',
  'json_path',
  'regex',
  'contains',
  'packages_exist',
  'symbols_exist',
  'calls_fit_signatures',
  'no_deprecated',
  'upgrade_safe',
  'receipt_valid',
  'vibes',
)
const check = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.oneof(
      fc.record({ type: fc.constant('contains'), text }),
      fc.record({ type: fc.constant('contains'), text, absent: fc.boolean() }),
      fc.record({ type: fc.constant('regex'), pattern: text }),
      fc.record({ type: fc.constant('json_schema'), schema }),
      fc.record({ type: fc.constant('json_path'), path: text }),
      fc.record({ type: fc.constant('json_path'), path: fc.constant('$.a'), equals: anyJson }),
      fc.record({ type: fc.constant('sha256'), sha256: fc.constant('0'.repeat(64)) }),
      fc.record({ type: fc.constant('receipt_valid'), attestation: anyJson, signature: anyJson }),
      fc.record({
        type: fc.constant('upgrade_safe'),
        ecosystem: fc.constantFrom('pypi', 'npm', 'cran'),
        package: fc.constantFrom('nowhere', '../x'),
        from_version: fc.constantFrom('1.0', '2.0', 'x'),
        to_version: fc.constantFrom('1.0', '2.0', 'x'),
      }),
      fc.record({ type }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type, text: anyJson, file: anyJson }, { requiredKeys: ['type'] }),
  },
  { weight: 1, arbitrary: anyJson },
)
const withFlags = fc
  .tuple(check, fc.record({ required: fc.boolean(), id: text }, { requiredKeys: [] }))
  .map(([one, more]) =>
    typeof one === 'object' && one !== null && !Array.isArray(one) ? { ...one, ...more } : one,
  )
const spec = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      {
        checks: fc.array(withFlags, { minLength: 1, maxLength: 4 }),
        require: fc.oneof(
          fc.constantFrom('all', 'any'),
          fc.record({ min_score: fc.constantFrom(0.5, 1, 0.01) }),
        ),
      },
      { requiredKeys: ['checks'] },
    ),
  },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: anyJson },
)
const job = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      {
        kind: fc.constantFrom('code', 'dependencies', 'json', 'text'),
        language: fc.constantFrom('python', 'javascript', 'typescript', 'tsx'),
        output: fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: anyJson }),
        pins: fc.constantFrom({}, { nowhere: '1.0' }, JSON.parse('{"__proto__":"1"}')),
      },
      { requiredKeys: ['kind', 'output'] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('code', 'text'),
      files: fc.array(
        fc.record({ path: fc.constantFrom('a.py', 'b.ts', 'package.json'), content: text }),
        {
          maxLength: 3,
        },
      ),
    }),
  },
  { weight: 1, arbitrary: anyJson },
)

const options = { numRuns: COUNT, ...(COUNT > 1_000 ? {} : { seed: 11 }) }
const post = (path: string, body: unknown) => service.post(path, body, { 'x-api-key': key })

test('any job', async () => {
  const verdicts = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(job, spec, async (one, by) => {
      const { status, body } = await post('/verify', { job: one, spec: by })
      expect([200, 422]).toContain(status)
      const verdict = status === 200 ? body.verdict : '422'
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
      if (verdict !== 'pass') return
      const open = body.checks.filter(
        (each: { required: boolean; status: string }) =>
          each.required && each.status !== 'met' && each.status !== 'not_applicable',
      )
      expect(open).toEqual([])
      expect(body.checks.some((each: { status: string }) => each.status === 'met')).toBe(true)
    }),
    options,
  )
  // A run in which nothing passes or fails would prove nothing.
  for (const seen of ['pass', 'fail', 'unverifiable', '422']) expect(verdicts.has(seen)).toBe(true)
  if (COUNT > 1_000) console.log(Object.fromEntries(verdicts))
})

const criterion = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'contains "a"',
      'does not contain "a"',
      'starts with "{"',
      'is exactly "a"',
      'matches the regex "(a+)+$"',
      'matches the regex "("',
      'at most 3 words',
      'exactly 3 sentences',
      'valid JSON',
      'the JSON has the key "__proto__"',
      'the JSON path "$..a" exists',
      'mentions every package in the context',
      'all imports exist',
      'all packages exist',
      'all symbols exist',
      'uses no deprecated functions',
      'code parses as Python',
      'code parses as TypeScript',
      'contains a code block',
      'is kind',
    ),
  },
  { weight: 1, arbitrary: text },
)
const item = fc.record(
  {
    criterion,
    weight: fc.oneof(fc.constantFrom(1, 1e308, 5e-324, 0, null), fc.double(), anyJson),
    check: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: check }),
  },
  { requiredKeys: ['criterion'] },
)
const plainItem = fc.record({ criterion }, { requiredKeys: ['criterion'] })

test('any rubric', async () => {
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.array(fc.oneof(plainItem, item), { minLength: 1, maxLength: 4 }),
      fc.oneof(fc.constant(null), text),
      async (output, rubric, context) => {
        const { status, body } = await post('/judge', { output, rubric, context })
        expect([200, 422]).toContain(status)
        const verdict = status === 200 ? body.attestation.verdict : '422'
        seen.set(verdict, (seen.get(verdict) ?? 0) + 1)
        if (status !== 200) return
        const statuses = body.items.map((each: { status: string }) => each.status)
        expect(body.passed).toBe(statuses.every((each: string) => each === 'met'))
        expect(body.score === null || (body.score >= 0 && body.score <= 1)).toBe(true)
      },
    ),
    options,
  )
  for (const each of ['passed', 'not_passed', 'undetermined', '422']) {
    expect(seen.has(each)).toBe(true)
  }
  if (COUNT > 1_000) console.log(Object.fromEntries(seen))
})
