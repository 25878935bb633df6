// What was ordered: every route, field and limit of the order, written out as facts and asked for.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { publishPython } from '../support/publish.ts'

type Lengths = Readonly<Record<string, readonly [number, number | null]>>
type Request = Readonly<{
  right: Readonly<Record<string, unknown>>
  required: readonly string[]
  nullable?: readonly string[]
  enums?: Readonly<Record<string, readonly string[]>>
  lengths?: Lengths
  positive?: readonly string[]
}>
type Facts = Readonly<{
  routes: readonly (readonly [string, string, 'paid' | 'demo' | 'free'])[]
  prices: Readonly<Record<string, string>>
  demoCallsPerDay: number
  requests: Readonly<Record<string, Request>>
  rubric: Readonly<{ items: readonly [number, number]; criterion: readonly [number, number] }>
  answers: Readonly<Record<string, Readonly<Record<string, string>>>>
}>

// A list of ours.
const FACTS = JSON.parse(
  readFileSync(new URL('../facts/seed.json', import.meta.url), 'utf8'),
) as Facts

const FILES = {
  '1.0': `-- parcel/__init__.py --
import warnings
def fold(sheet): ...
def gone(): ...
def tired(): ...
`,
  '2.0': `-- parcel/__init__.py --
import warnings
def fold(sheet, times): ...
def fresh(): ...
def tired():
    warnings.warn("use fresh", DeprecationWarning)
`,
}

let loopback: Loopback
let service: Loopback['service']
let key: string

beforeAll(async () => {
  loopback = await startLoopback()
  ;({ service } = loopback)
  for (const [version, files] of Object.entries(FILES)) {
    publishPython(loopback.registry, { name: 'parcel', version, files })
  }
  key = await service.app.creditKeys.issue('test', 1_000_000_000)
})
afterAll(() => loopback.close())

const post = (path: string, body: unknown) => service.post(path, body, { 'x-api-key': key })

test.each(FACTS.routes)('%s %s is %s', async (method, path, access) => {
  const openapi = (await service.get('/openapi.json')).body
  expect(openapi.paths[path]?.[method.toLowerCase()]).toBeDefined()
  if (method === 'GET') {
    expect((await service.get(path)).status).toBe(200)
    return
  }
  const request = FACTS.requests[path.replace(/^\/demo/, '')]
  const unpaid = await service.post(path, request?.right ?? {})
  expect(unpaid.status).toBe(access === 'paid' ? 402 : 200)
  if (access === 'paid') expect((await post(path, request?.right ?? {})).status).toBe(200)
})

test('prices, each route once', async () => {
  const { prices } = (await service.get('/policy')).body
  const paths = prices.map((row: { path: string }) => row.path)
  expect(new Set(paths).size).toBe(paths.length)
  for (const [path, usd] of Object.entries(FACTS.prices)) {
    expect(prices).toContainEqual(expect.objectContaining({ path, usd }))
  }
})

test('the demo quota is shared, and a call past it is a 429', async () => {
  // Empty is unset: the default counts.
  const other = await startLoopback({ ASSAY_DEMO_DAILY_LIMIT: '' })
  try {
    publishPython(other.registry, { name: 'parcel', version: '1.0', files: FILES['1.0'] })
    const paths = ['/demo/v1/package/exists', '/demo/v1/symbol/exists'] as const
    for (let call = 0; call < FACTS.demoCallsPerDay; call++) {
      const path = paths[call % paths.length] ?? paths[0]
      const body = FACTS.requests[path.replace('/demo', '')]?.right
      expect((await other.service.post(path, body)).status).toBe(200)
    }
    const past = await other.service.post('/demo/v1/diff', FACTS.requests['/v1/diff']?.right)
    expect(past.status).toBe(429)
    const free = await other.service.get('/demo/code-research')
    expect(free.status).toBe(200)
  } finally {
    await other.close()
  }
})

const ROWS = Object.entries(FACTS.requests).flatMap(([path, request]) => rowsOf(path, request))

type RequestRow = Readonly<{ path: string; why: string; body: unknown; status: 200 | 422 }>

function rowsOf(path: string, request: Request): RequestRow[] {
  const { right, required, nullable = [], enums = {}, lengths = {}, positive = [] } = request
  const row = (why: string, changes: Record<string, unknown>, status: 200 | 422): RequestRow => ({
    path,
    why,
    body: { ...right, ...changes },
    status,
  })
  return [
    ...required.map((field) => row(`without ${field}`, { [field]: undefined }, 422)),
    ...required.map((field) => row(`${field} is null`, { [field]: null }, 422)),
    ...nullable.map((field) => row(`${field} is null`, { [field]: null }, 200)),
    ...Object.keys(enums).map((field) => row(`${field} is another`, { [field]: 'cargo' }, 422)),
    ...Object.entries(lengths).flatMap(([field, [least, most]]) => [
      ...(least > 0 ? [row(`${field} is empty`, { [field]: '' }, 422)] : []),
      ...(most === null
        ? []
        : [
            row(`${field} of ${most}`, { [field]: 'a'.repeat(most) }, 200),
            row(`${field} of ${most + 1}`, { [field]: 'a'.repeat(most + 1) }, 422),
          ]),
    ]),
    ...positive.flatMap((field) => [
      row(`${field} above 0`, { [field]: 0.000_001 }, 200),
      row(`${field} of 0`, { [field]: 0 }, 422),
      row(`${field} below 0`, { [field]: -1 }, 422),
    ]),
  ]
}

describe('requests, at their bounds and past them', () => {
  test.each(ROWS)('$path: $why: $status', async ({ path, body, status }) => {
    const reply = await post(path, body)
    expect(reply.status).toBe(status)
    if (status === 422)
      expect(reply.body.detail[0]).toMatchObject({ loc: ['body', expect.anything()] })
  })

  const item = { criterion: 'at most 5 words' }
  test.each([
    ['no items', [], 422],
    ['one item', [item], 200],
    ['as many as may be', Array.from({ length: FACTS.rubric.items[1] }, () => item), 200],
    ['one more', Array.from({ length: FACTS.rubric.items[1] + 1 }, () => item), 422],
    ['an empty criterion', [{ criterion: '' }], 422],
    ['the longest criterion', [{ criterion: 'a'.repeat(FACTS.rubric.criterion[1]) }], 200],
    ['a longer one', [{ criterion: 'a'.repeat(FACTS.rubric.criterion[1] + 1) }], 422],
    ['no weight', [{ ...item, weight: null }], 200],
    ['a small weight', [{ ...item, weight: 0.001 }], 200],
    ['a weight of 0', [{ ...item, weight: 0 }], 422],
    ['a weight below 0', [{ ...item, weight: -1 }], 422],
  ])('a rubric: %s', async (_, rubric, status) => {
    expect((await post('/judge', { output: 'one two', rubric })).status).toBe(status)
  })
})

describe('fields of answers', () => {
  const QUESTIONS: Readonly<Record<string, readonly [string, unknown]>> = {
    'package hit': ['/v1/package/exists', { ecosystem: 'pypi', name: 'parcel' }],
    'package miss': ['/v1/package/exists', { ecosystem: 'pypi', name: 'parcal' }],
    'symbol hit': ['/v1/symbol/exists', FACTS.requests['/v1/symbol/exists']?.right],
    'symbol miss': ['/v1/symbol/exists', { ecosystem: 'pypi', package: 'parcel', symbol: 'folds' }],
    diff: ['/v1/diff', FACTS.requests['/v1/diff']?.right],
  }

  test.each(Object.entries(FACTS.answers))('%s', async (name, fields) => {
    const [path, question] = QUESTIONS[name] ?? ['', {}]
    const paid = (await post(path, question)).body
    const demo = (await service.post(`/demo${path}`, question)).body
    for (const body of [paid, demo]) {
      const types = Object.keys(fields).map((field) => [
        field,
        typeOf(valueAt(body, field), fields[field]),
      ])
      expect(Object.fromEntries(types)).toEqual(fields)
    }
  })

  test('an answer about another release has a note', async () => {
    const question = { ...FACTS.requests['/v1/symbol/exists']?.right, version: '1.0' }
    const { body } = await post('/v1/symbol/exists', question)
    expect(body.version_resolved).toBe('2.0')
    expect(body.note).toEqual(expect.any(String))
  })

  test.each([
    ['a version that is not there', { from_version: '0.1' }],
    ['the newer release first', { from_version: '2.0', to_version: '1.0' }],
  ])('a diff with %s is a 422, and not charged', async (_, changes) => {
    const balance = async () =>
      (await service.get('/credits', { 'x-api-key': key })).body.balance_usd
    const before = await balance()
    const { status } = await post('/v1/diff', { ...FACTS.requests['/v1/diff']?.right, ...changes })
    expect(status).toBe(422)
    expect(await balance()).toBe(before)
  })
})

function valueAt(body: unknown, path: string): unknown {
  // A wrong shape gives undefined, which no expected type is.
  return path
    .split('.')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | null)?.[part], body)
}

/** The wanted type where the value is of it, else what it is. */
function typeOf(value: unknown, wanted: string | undefined): string {
  if (wanted === 'hex' && /^0x[0-9a-f]+$/.test(String(value))) return 'hex'
  if (wanted === 'time' && !Number.isNaN(Date.parse(String(value)))) return 'time'
  if (wanted === 'integer' && Number.isInteger(value)) return 'integer'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
