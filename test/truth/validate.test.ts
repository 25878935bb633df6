// Asks a real FastAPI application (scripts/truth/fastapi_app.py) and our validator the same
// questions. A body on which they differ fails, unless the difference is named below.

import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { python } from '../../scripts/truth/venv.ts'
import { parseJsonBody } from '../../src/http/request/jsonBody.ts'
import type { JsonSchema } from '../../src/http/request/validate.ts'
import { compileValidator } from '../../src/http/request/validate.ts'
import { PackageExistsRequest } from '../../src/http/schemas/packageSchemas.ts'
import { ReceiptRequest } from '../../src/http/schemas/receiptSchemas.ts'
import { ERROR_INPUT_MAX_BYTES } from '../../src/limits.ts'

const REQUIREMENTS = ['fastapi==0.162.4', 'pydantic==2.14.3', 'uvicorn==0.54.0']
const APP = fileURLToPath(new URL('../../scripts/truth/fastapi_app.py', import.meta.url))
const SEED = 20_260_401
const AT_ONCE = 16

const pattern = '^[^\\u0000-\\u001f\\u007f]*$'
const text = (minLength: number, maxLength: number) =>
  ({ type: 'string', minLength, maxLength }) as const
const plain = (maxLength: number) => ({ ...text(1, maxLength), pattern }) as const
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })
const positive: JsonSchema = { type: 'number', exclusiveMinimum: 0 }
const dictionary: JsonSchema = { type: 'object', additionalProperties: true }
const ecosystem: JsonSchema = { type: 'string', enum: ['pypi', 'npm'] }

function object(properties: Record<string, JsonSchema>): JsonSchema {
  const required = Object.keys(properties).filter((key) => !properties[key]?.anyOf)
  return { type: 'object', properties, required }
}

type Model = Readonly<{
  path: string
  schema: JsonSchema
  valid: Readonly<Record<string, unknown>>
}>

const MODELS: readonly Model[] = [
  {
    path: 'package',
    schema: PackageExistsRequest,
    valid: { ecosystem: 'pypi', name: 'requests' },
  },
  {
    path: 'symbol',
    schema: object({
      ecosystem,
      package: plain(214),
      symbol: plain(512),
      version: orNull(plain(128)),
    }),
    valid: { ecosystem: 'npm', package: 'rxjs', symbol: 'map', version: '7.8.1' },
  },
  {
    path: 'diff',
    schema: object({
      ecosystem,
      package: plain(214),
      from_version: plain(128),
      to_version: plain(128),
    }),
    valid: { ecosystem: 'pypi', package: 'flask', from_version: '2.3.3', to_version: '3.1.3' },
  },
  {
    path: 'research',
    schema: object({
      query: text(1, 2_000),
      context: orNull({ type: 'string', maxLength: 4_000 }),
    }),
    valid: { query: 'how do I retry in httpx', context: 'import httpx' },
  },
  {
    path: 'verify',
    schema: object({ job: dictionary, spec: orNull(dictionary) }),
    valid: { job: { kind: 'code', output: 'x' }, spec: { checks: [] } },
  },
  {
    path: 'receipt',
    schema: ReceiptRequest,
    valid: { attestation: { verdict: 'exists', n: [1, { a: null }] }, signature: '0x00' },
  },
  {
    path: 'watchtower',
    schema: object({ service: text(1, 200) }),
    valid: { service: 'assay' },
  },
  {
    path: 'spend',
    schema: object({ payTo: text(1, 300), amount_usd: orNull(positive) }),
    valid: { payTo: '0x0000000000000000000000000000000000000001', amount_usd: 0.25 },
  },
  {
    path: 'judge',
    schema: object({
      output: { type: 'string', maxLength: 50_000 },
      rubric: {
        type: 'array',
        items: object({ criterion: text(1, 1_000), weight: orNull(positive) }),
        minItems: 1,
        maxItems: 20,
      },
      context: orNull({ type: 'string', maxLength: 20_000 }),
    }),
    valid: { output: '', rubric: [{ criterion: 'valid JSON', weight: 2 }], context: null },
  },
  {
    path: 'kinds',
    schema: object({
      literal: { enum: ['5', '20', '100'], 'x-literal': true },
      integer: orNull({ type: 'integer' }),
      above: orNull({ type: 'integer', exclusiveMinimum: 2 }),
      boolean: orNull({ type: 'boolean' }),
      words: orNull({ type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 3 }),
    }),
    valid: { literal: '20', integer: 1, above: 3, boolean: true, words: ['a', 'b'] },
  },
]

/** Put in the place of every field of every model: JSON values with spaces between them. */
const VALUES: readonly unknown[] = [
  ...String.raw`
    null true false 0 -0.0 1 -1 2 3 1.5 1e-9 4294967296 100000000000000000000
    "" "\u0020" "x" "pypi" "PYPI" "5" "\u00205\u0020" "+5" "-5" "5." ".5" "1e3" "1_000" "1__0" "_1"
    "0x10" "1.0" "1.00" "1.01" "true" "oN" "no" "maybe" "inf" "-Infinity" "NaN" "1e400" "1e-400"
    "\u00a05\u2003" "\ufeff5" "5\u0085" "\u001c5" "\u0663" "\u00e9" "\ud83d\ude00" "a\nb" "\u0000"
    "\u007f" "\u0085" "\u2028" "\\ud800" "it's" "\""
    [] [1] ["a"] ["a","b"] ["a",2] ["a","b","c","d"] [null] [[]] {} {"a":1} {"":[]}
  `
    .trim()
    .split(/\s+/)
    .map((json): unknown => JSON.parse(json)),
  ...[128, 129, 215, 301, 513, 1_001, 2_500, 4_001].map((length) => 'a'.repeat(length)),
  ...[128, 215].map((length) => '😀'.repeat(length)),
]

/** Texts that are no JSON, or are it in an odd way, with bars between them. */
const TEXTS: readonly string[] = [
  ...String.raw`
    {|}|[|]|,|:|"|\|{"|{"a|{"a"|{"a":|{"a":1|{"a":1,|{"a":1,}|{"a":1,,}|{,}|{a:1}|{'a':1}|{1:2}
    |{"a" 1}|{"a":1 "b":2}|{"a"::1}|{"a":}|{"a":1]|[1|[1,|[1,]|[,1]|[1 2]|[1}|[[[|{} {}|{}x|{},|[]]
    |null|true|false|nul|nulll|True|None|undefined|"x"|"x" y|"abc|"\|"\"|"\x"|"\u"|"\u12"|"\u123"
    |"\u1234|"\u1234"|"\u12g4"|"\ud83d\ude00"|"\ud83d\u12"|"\ud83d\x"|"\/\b\f\n\r\t"
    |1|-1|-|+1|01|-01|1.|.5|1.5|1.e5|1e|1e+|1E5|1e5x|0x1|1_0|--1|1e5 x|/* c */ {}|{} // c
    |{"é": x}|{"😀": x}|["😀", "é", ]|{"ecosystem":"npm","name":"a","name":"b"}
    |{"ecosystem":"npm","name":"a","x":{"y":[]}}|{"ecosystem":"npm","name":"a","__proto__":{"name":""}}
    |{"__proto__":{"ecosystem":"npm","name":"a"}}|{"constructor":1,"ecosystem":"npm","name":"a"}
  `
    .replaceAll(/\s*\n\s*/g, '')
    .split('|'),
  ...['', ' ', '\n', '\n\n{\n "a": x}', '\r\n\t {"a"\t:\n}', ' {"name":"a","ecosystem":"npm"} \n'],
  ...['"a\nb"', '"a\tb"', '"a\u0000"', '{}\u0000', '\u0000', '\u00a0{}', '\u2028{}'],
  ...['\ufeff', '\ufeff{}', '\ufeff\ufeff{}', '\ufeff{"a":x}'],
  ...[`[${'[],'.repeat(300)}[]]`, `${'['.repeat(40)}${']'.repeat(40)}`, `${'['.repeat(40)}x`],
]

/** Bodies on which the two differ, and the name of the difference. */
const ODD: readonly Readonly<{ name: string; path: string; body: string | Buffer }>[] = [
  ['unreadable body', 'package', Buffer.from([0xff])],
  ['unreadable body', 'package', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d])],
  ['unreadable body', 'package', '['.repeat(100_000)],
  ['unreadable body', 'verify', `{"job":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`],
  ['unreadable body', 'package', '1'.repeat(5_000)],
  ['it crashes', 'package', 'NaN'],
  ['it crashes', 'package', '[Infinity, -Infinity]'],
  ['it crashes', 'package', '{"ecosystem":"npm","name":NaN}'],
  ['it crashes', 'package', '{"ecosystem":"npm","name":1e999}'],
  ['it crashes', 'package', '{"ecosystem":"\\ud800","name":"a"}'],
  ['it crashes', 'package', '{"ecosystem":"npm","name":"\\udfff"}'],
  ['it crashes', 'spend', '{"payTo":"a","amount_usd":1e999}'],
  ['it crashes', 'spend', '{"payTo":"a","amount_usd":"\\ud800"}'],
  ['other encodings', 'package', Buffer.from('{"ecosystem":"npm","name":"a"}', 'utf16le')],
  ['large integers', 'kinds', '{"literal":"5","integer":9007199254740993}'],
].map(([name, path, body]) => ({ name: `${name}`, path: `${path}`, body: body ?? '' }))

type Reply = Readonly<{ status: number; body: unknown }>

/** Every difference that is accepted, and why. */
const TOLERATED: readonly Readonly<{
  name: string
  reason: string
  covers: (theirs: Reply, ours: Reply, body: Buffer) => boolean
}>[] = [
  {
    name: 'unreadable body',
    reason: 'bad UTF-8, runaway nesting or digits: a bare 400 there, a 422 here',
    covers: (theirs, ours) => theirs.status === 400 && ours.status === 422,
  },
  {
    name: 'it crashes',
    reason:
      'NaN, Infinity and lone surrogates: it cannot write its own answer, we refuse the value',
    covers: (theirs, ours) => theirs.status === 500 && ours.status === 422,
  },
  {
    name: 'other encodings',
    reason: 'Python also reads UTF-16 and UTF-32; RFC 8259 allows UTF-8 only',
    covers: (_, ours, body) => body.includes(0) && ours.status === 422,
  },
  {
    name: 'large integers',
    reason: 'Python has no largest integer; past 2^53 ours would silently become another one',
    covers: (_, ours) =>
      ours.status === 422 && JSON.stringify(ours.body).includes('int_parsing_size'),
  },
  {
    name: 'trailing commas',
    reason: 'since Python 3.13 the message names the comma; ours are the messages of 3.11',
    covers: (theirs, ours) =>
      JSON.stringify(theirs.body).includes('"Illegal trailing comma') && ours.status === 422,
  },
]

function askOurs(model: Model, body: Buffer): Reply {
  const parsed = parseJsonBody(body)
  const result = parsed.ok ? compileValidator(model.schema)(parsed.value) : parsed
  const answer = result.ok ? result.value : { detail: result.errors }
  return { status: result.ok ? 200 : 422, body: JSON.parse(JSON.stringify(answer)) }
}

/** FastAPI's answer as it would be with our bound on the echo of an input. */
function withoutLargeInputs(body: unknown): unknown {
  const detail = (body as { detail?: unknown } | null)?.detail
  if (!Array.isArray(detail)) return body
  for (const issue of detail as { input?: unknown }[]) {
    const json = JSON.stringify(issue.input)
    if (json !== undefined && Buffer.byteLength(json) > ERROR_INPUT_MAX_BYTES) delete issue.input
  }
  return body
}

function bodiesOf({ valid }: Model): string[] {
  const keys = Object.keys(valid)
  const without = (...gone: string[]) =>
    Object.fromEntries(Object.entries(valid).filter(([key]) => !gone.includes(key)))
  return [
    valid,
    { ...valid, unknown: 1 },
    Object.fromEntries(Object.entries(valid).toReversed()),
    ...keys.map((key) => without(key)),
    ...keys.map((key) => without(...keys.filter((other) => other !== key))),
    ...keys.flatMap((key) => VALUES.map((value) => ({ ...valid, [key]: value }))),
    ...VALUES,
    ...VALUES.map((value) => Object.fromEntries(keys.map((key) => [key, value]))),
  ].map((value) => JSON.stringify(value))
}

const RUBRICS: readonly unknown[] = [
  [{ criterion: 'a' }],
  [{ criterion: '' }, { weight: 1 }, 'x', null, { criterion: 'b', weight: 0 }],
  Array.from({ length: 20 }, () => ({ criterion: 'a', weight: 0.5 })),
  Array.from({ length: 21 }, () => 1),
  [{ criterion: 'a'.repeat(1_001), weight: '-1' }],
  { criterion: 'a' },
]

/** Bodies made of the models' own words, in every mixture; the same ones on every run. */
function randomBodies(model: Model): string[] {
  const key = fc.constantFrom(...Object.keys(model.valid), 'criterion', 'unknown')
  const value = fc.oneof(fc.constantFrom(...VALUES), fc.constantFrom(...Object.values(model.valid)))
  const nested = fc.oneof(value, fc.array(fc.dictionary(key, value), { maxLength: 3 }))
  const body = fc.dictionary(key, nested).map((made) => JSON.stringify(made))
  return fc.sample(body, { seed: SEED, numRuns: 60 })
}

/** Well-formed bodies, cut and patched at random places. */
function brokenTexts(): string[] {
  const patches = fc.constantFrom(
    '',
    '"',
    ',',
    ':',
    '{',
    '}',
    '[',
    ']',
    '\\',
    '\\u00',
    '\n',
    ' ',
    '1',
    'é',
  )
  const broken = fc
    .tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.nat({ max: 2 }), patches)
    .map(([json, at, cut, patch]) => {
      const index = at % (json.length + 1)
      return json.slice(0, index) + patch + json.slice(index + cut)
    })
  // Numbers out of range are the business of ODD.
  return fc
    .sample(broken, { seed: SEED, numRuns: 400 })
    .filter((body) => !/\d{15}|e\d{3}/i.test(body))
}

describe('FastAPI', () => {
  let server: ChildProcess
  let origin = ''

  beforeAll(async () => {
    const command = await python(REQUIREMENTS)
    server = spawn(command, [APP], { stdio: ['ignore', 'pipe', 'inherit'] })
    if (server.stdout === null) throw new Error('the application has no output')
    const [port] = await once(createInterface(server.stdout), 'line')
    origin = `http://127.0.0.1:${port}`
  })

  afterAll(async () => {
    if (!server || server.exitCode !== null) return
    server.kill()
    await once(server, 'exit')
  })

  async function askTheirs(model: Model, body: Buffer): Promise<Reply> {
    const response = await fetch(`${origin}/${model.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Uint8Array(body),
    })
    const answer = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      body: withoutLargeInputs(isJson ? JSON.parse(answer) : answer),
    }
  }

  /** The name of the difference, `same`, or a description for the person who reads the failure. */
  async function compare(model: Model, body: string | Buffer): Promise<string> {
    const bytes = Buffer.from(body)
    const ours = askOurs(model, bytes)
    const theirs = await askTheirs(model, bytes)
    // Python tells 5.0 from 5 and -0.0 from 0; a reader of JSON cannot.
    const [left, right] = [theirs, ours].map((reply) => JSON.stringify(sortKeys(reply)))
    if (left === right) return 'same'
    const known = TOLERATED.find(({ covers }) => covers(theirs, ours, bytes))
    if (known) return known.name
    return `${model.path} ${bytes.toString('utf8').slice(0, 300)}\n  theirs ${left}\n  ours   ${right}`
  }

  async function differences(model: Model, bodies: readonly (string | Buffer)[]) {
    const found: string[] = []
    for (let i = 0; i < bodies.length; i += AT_ONCE) {
      const some = bodies.slice(i, i + AT_ONCE)
      found.push(...(await Promise.all(some.map((body) => compare(model, body)))))
    }
    return found.filter((outcome) => outcome !== 'same')
  }

  test.each(MODELS)('agrees on $path', async (model) => {
    const bodies = [...bodiesOf(model), ...randomBodies(model)]
    expect(bodies.length).toBeGreaterThan(150)
    // Only the model that no request uses has integers.
    const allowed = model.path === 'kinds' ? ['large integers'] : []
    const outcomes = await differences(model, bodies)
    expect(outcomes.filter((outcome) => !allowed.includes(outcome))).toEqual([])
  })

  test('agrees on rubrics', async () => {
    const judge = modelAt('judge')
    const bodies = RUBRICS.map((rubric) => JSON.stringify({ ...judge.valid, rubric }))
    expect(await differences(judge, bodies)).toEqual([])
  })

  test('agrees on what is no JSON', async () => {
    const outcomes = await differences(modelAt('package'), [...TEXTS, ...brokenTexts()])
    expect(outcomes.filter((outcome) => outcome !== 'trailing commas')).toEqual([])
  })

  test.each(ODD)('differs by name on $path: $name', async ({ path, name, body }) => {
    expect(await compare(modelAt(path), body)).toBe(name)
  })
})

function modelAt(path: string): Model {
  const model = MODELS.find((candidate) => candidate.path === path)
  if (!model) throw new Error(`no model at ${path}`)
  return model
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]))
}
