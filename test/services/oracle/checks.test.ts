// Each check type, met, unmet and undetermined, on a small world.

import { describe, expect, test } from 'vitest'
import { checkCode } from '../../../src/check/checkCode.ts'
import { verifyJob } from '../../../src/services/oracle/verifyJob.ts'
import type { OracleWorld } from '../../../src/services/oracle/world.ts'
import { SMALL_WORLD } from '../../check/smallWorld.ts'

const RECEIPTS: Readonly<Record<string, Awaited<ReturnType<OracleWorld['receipt']>>>> = {
  good: {
    valid: true,
    reason: null,
    type: 'assay.package_exists/1',
    verdict: 'exists',
    attestationHash: '0x1',
    retracted: false,
  },
  retracted: {
    valid: true,
    reason: null,
    type: 'assay.package_exists/1',
    verdict: 'exists',
    attestationHash: '0x2',
    retracted: true,
  },
}
const NO_RECEIPT = {
  valid: false,
  reason: 'not_json',
  type: null,
  verdict: null,
  attestationHash: null,
  retracted: false,
}

const world: OracleWorld = {
  async code({ files, pins }) {
    if (files.some(({ content }) => content.includes('deadly'))) {
      return { report: null, reason: 'The files could not be parsed' }
    }
    return { report: await checkCode({ files, pins }, SMALL_WORLD) }
  },
  async diff({ to }) {
    if (to === '9.9.9') return { classification: null, reason: 'The two could not be compared' }
    const compatibility = to === '2.0.0' ? 'breaking' : 'additive'
    const untold = to === '1.2.0' ? 2 : 0
    return { classification: compatibility, compatibility, untold, attestationHash: '0x3' }
  },
  async upgrade(files) {
    const text = files.map(({ content }) => content).join()
    const verdict = text.includes('retyped')
      ? 'affected'
      : text.includes('untold')
        ? 'undetermined'
        : 'safe'
    return { verdict, attestationHash: '0x4' }
  },
  receipt: async (receipt) => RECEIPTS[String(receipt)] ?? NO_RECEIPT,
}

const never = new AbortController().signal

async function run(job: object, check: object) {
  const spec = { checks: [{ id: 'it', ...check }] }
  const { checks, reason } = await verifyJob({ job: { ...job }, spec }, world, never)
  return checks[0] ?? { status: 'none', reason }
}

const text = (output: string) => ({ kind: 'text', output })
const json = (output: unknown) => ({ kind: 'json', output })
const python = (output: string) => ({ kind: 'code', language: 'python', output })
const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
const upgrade = { type: 'upgrade_safe', ecosystem: 'pypi', package: 'web', from_version: '1.0.0' }
const manifest = { kind: 'dependencies', language: 'python' }

type Row = readonly [string, object, object, string]

const ROWS: readonly Row[] = [
  // sha256
  ['a digest', text('hello'), { type: 'sha256', sha256: HELLO }, 'met'],
  ['a digest in capitals', text('hello'), { type: 'sha256', sha256: HELLO.toUpperCase() }, 'met'],
  ['another digest', text('hello!'), { type: 'sha256', sha256: HELLO }, 'unmet'],
  ['no digest', text('hello'), { type: 'sha256', sha256: 'abc' }, 'undetermined'],
  ['no text', json({ a: 1 }), { type: 'sha256', sha256: HELLO }, 'undetermined'],
  // json_schema
  ['a schema', json('{"a":1}'), { type: 'json_schema', schema: { required: ['a'] } }, 'met'],
  ['a value', json({ a: 1 }), { type: 'json_schema', schema: { required: ['a'] } }, 'met'],
  ['a schema missed', json('{}'), { type: 'json_schema', schema: { required: ['a'] } }, 'unmet'],
  ['no JSON', json('{'), { type: 'json_schema', schema: true }, 'unmet'],
  ['no schema', json('{}'), { type: 'json_schema' }, 'undetermined'],
  ['a schema elsewhere', json('1'), { type: 'json_schema', schema: { $ref: 'x' } }, 'undetermined'],
  [
    'JSON too deep',
    json('['.repeat(99) + ']'.repeat(99)),
    { type: 'json_schema', schema: true },
    'undetermined',
  ],
  // json_path
  ['a path', json({ a: [1, 2] }), { type: 'json_path', path: '$.a[*]', count: 2 }, 'met'],
  ['a path to nothing', json({}), { type: 'json_path', path: '$.a' }, 'unmet'],
  ['a path to none, as wanted', json({}), { type: 'json_path', path: '$.a', max_count: 0 }, 'met'],
  [
    'an equal value',
    json({ a: { b: 1 } }),
    { type: 'json_path', path: '$.a', equals: { b: 1 } },
    'met',
  ],
  ['another value', json({ a: 2 }), { type: 'json_path', path: '$.a', equals: 1 }, 'unmet'],
  ['null is not nothing', json({}), { type: 'json_path', path: '$.a', equals: null }, 'unmet'],
  ['no path', json({}), { type: 'json_path', path: 'a' }, 'undetermined'],
  ['no count', json({}), { type: 'json_path', path: '$', count: -1 }, 'undetermined'],
  [
    'one large value, many times over',
    json([Array(20_000).fill('x')]),
    {
      type: 'json_path',
      path: `$[${Array(400).fill('0').join(',')}]`,
      equals: Array(20_000).fill('x'),
    },
    'met',
  ],
  [
    'large values within each other',
    json(JSON.parse(`${'['.repeat(50)}"${'x'.repeat(100_000)}"${']'.repeat(50)}`)),
    { type: 'json_path', path: '$..*', equals: 'x'.repeat(100_000) },
    'unmet',
  ],
  // regex
  ['a pattern', text('abc'), { type: 'regex', pattern: 'b.' }, 'met'],
  ['a pattern of all', text('abc'), { type: 'regex', pattern: 'b.', full: true }, 'unmet'],
  ['flags', text('ABC'), { type: 'regex', pattern: 'b', flags: 'i' }, 'met'],
  [
    'a pattern that must not match',
    text('abc'),
    { type: 'regex', pattern: 'b', absent: true },
    'unmet',
  ],
  ['a pattern that does not match', text('abc'), { type: 'regex', pattern: 'x' }, 'unmet'],
  ['no pattern', text('abc'), { type: 'regex', pattern: '(' }, 'undetermined'],
  ['no flags', text('abc'), { type: 'regex', pattern: 'b', flags: 'x' }, 'undetermined'],
  [
    'a costly pattern',
    text('ab'.repeat(25_000)),
    { type: 'regex', pattern: '(a|b){500}$' },
    'undetermined',
  ],
  // contains
  ['a text', text('abc'), { type: 'contains', text: 'b' }, 'met'],
  [
    'a text in another case',
    text('aBc'),
    { type: 'contains', text: 'b', ignore_case: true },
    'met',
  ],
  ['no such text', text('abc'), { type: 'contains', text: 'x' }, 'unmet'],
  ['a text that must not be', text('abc'), { type: 'contains', text: 'b', absent: true }, 'unmet'],
  ['nothing to look for', text('abc'), { type: 'contains' }, 'undetermined'],
  // packages_exist
  ['a package', python('import web'), { type: 'packages_exist' }, 'met'],
  ['no such package', python('import nowhere'), { type: 'packages_exist' }, 'unmet'],
  [
    'a package that is out of reach',
    python('import slow'),
    { type: 'packages_exist' },
    'undetermined',
  ],
  [
    'no such package, and the code is ready for that',
    python('try:\n    import nowhere\nexcept ImportError:\n    nowhere = None\n'),
    { type: 'packages_exist' },
    'undetermined',
  ],
  ['no package', python('x = 1'), { type: 'packages_exist' }, 'not_applicable'],
  ['no code', text('x'), { type: 'packages_exist' }, 'not_applicable'],
  ['a deadly file', python('deadly'), { type: 'packages_exist' }, 'undetermined'],
  ['a release', { ...manifest, output: 'web==1.0.0' }, { type: 'packages_exist' }, 'met'],
  ['no such release', { ...manifest, output: 'web==9.9.9' }, { type: 'packages_exist' }, 'unmet'],
  ['pins alone', { ...manifest, pins: { web: '9.9.9' } }, { type: 'packages_exist' }, 'unmet'],
  // symbols_exist
  ['a symbol', python('import web\nweb.get("u")'), { type: 'symbols_exist' }, 'met'],
  ['no such symbol', python('import web\nweb.gett("u")'), { type: 'symbols_exist' }, 'unmet'],
  [
    'a module of run time',
    python('import web.lazy\nweb.lazy.x()'),
    { type: 'symbols_exist' },
    'undetermined',
  ],
  [
    'enough of them',
    python('import web.lazy\nweb.lazy.x()'),
    { type: 'symbols_exist', min_determined: 0.3 },
    'met',
  ],
  ['no share', python('import web'), { type: 'symbols_exist', min_determined: 0 }, 'undetermined'],
  ['half a file', python('import web\nx = ('), { type: 'symbols_exist' }, 'undetermined'],
  // calls_fit_signatures
  [
    'a call',
    python('import web\nweb.get("u", timeout=2)'),
    { type: 'calls_fit_signatures' },
    'met',
  ],
  [
    'a call of nobody',
    python('import web\nweb.get(1, 2, 3, 4)'),
    { type: 'calls_fit_signatures' },
    'unmet',
  ],
  [
    'a call of what is not told',
    python('import web\nweb.tools(1)'),
    { type: 'calls_fit_signatures' },
    'undetermined',
  ],
  ['no call', python('import web'), { type: 'calls_fit_signatures' }, 'not_applicable'],
  // no_deprecated
  ['nothing old', python('import web\nweb.Session().get("u")'), { type: 'no_deprecated' }, 'met'],
  ['something old', python('import web\nweb.Session().old()'), { type: 'no_deprecated' }, 'unmet'],
  ['nothing told', python('import slow\nslow.x()'), { type: 'no_deprecated' }, 'undetermined'],
  // upgrade_safe
  [
    'an upgrade of what is used',
    python('import web\nweb.get("u")'),
    { ...upgrade, to_version: '1.1.0' },
    'met',
  ],
  [
    'an upgrade that changes a type of what is used',
    python('import web\nweb.get("retyped")'),
    { ...upgrade, to_version: '1.1.0' },
    'unmet',
  ],
  [
    'an upgrade of which a type cannot be told',
    python('import web\nweb.get("untold")'),
    { ...upgrade, to_version: '1.1.0' },
    'undetermined',
  ],
  [
    'an upgrade to nothing',
    python('import web'),
    { ...upgrade, to_version: '9.9.9' },
    'undetermined',
  ],
  [
    'an upgrade of what is not used',
    python('import os'),
    { ...upgrade, to_version: '1.1.0' },
    'not_applicable',
  ],
  ['an upgrade at large', text('x'), { ...upgrade, to_version: '1.1.0' }, 'met'],
  ['an upgrade that breaks', text('x'), { ...upgrade, to_version: '2.0.0' }, 'unmet'],
  [
    'an upgrade that nobody can tell',
    text('x'),
    { ...upgrade, to_version: '1.2.0' },
    'undetermined',
  ],
  ['an upgrade out of reach', text('x'), { ...upgrade, to_version: '9.9.9' }, 'undetermined'],
  ['a step back', text('x'), { ...upgrade, to_version: '0.1.0' }, 'undetermined'],
  [
    'no ecosystem',
    text('x'),
    { ...upgrade, ecosystem: 'cran', to_version: '1.1.0' },
    'undetermined',
  ],
  // receipt_valid
  ['a receipt', text('good'), { type: 'receipt_valid' }, 'met'],
  [
    'a receipt of another type',
    text('good'),
    { type: 'receipt_valid', attestation_type: 'x' },
    'unmet',
  ],
  [
    'another verdict',
    text('good'),
    { type: 'receipt_valid', attestation_verdict: 'absent' },
    'unmet',
  ],
  ['a retracted one', text('retracted'), { type: 'receipt_valid' }, 'unmet'],
  ['no receipt', text('x'), { type: 'receipt_valid' }, 'unmet'],
  [
    'a receipt in a file that is not',
    text('good'),
    { type: 'receipt_valid', file: 'a' },
    'undetermined',
  ],
  // all of them
  ['a type that is none', text('x'), { type: 'vibes' }, 'undetermined'],
  ['an inherited type', text('x'), { type: 'toString' }, 'undetermined'],
]

describe('check types', () => {
  test.each(ROWS)('%s', async (_, job, check, status) => {
    expect(await run(job, check)).toMatchObject({ status })
  })
})

test.each([
  ['a check', text('abc'), { checks: [{ type: 'contains', text: 'b', caseless: true }] }],
  ['a spec', text('abc'), { checks: [{ type: 'contains', text: 'b' }], requires: 'any' }],
  ['a job', { ...text('abc'), languages: 'python' }, { checks: [{ type: 'contains', text: 'b' }] }],
])('a wrong name in %s is an error that names it', async (_, job, spec) => {
  const judged = verifyJob({ job, spec }, world, new AbortController().signal)
  await expect(judged).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringMatching(/has no option "(caseless|requires|languages)"; it takes /),
  })
})

test('the versions of an upgrade come before the pins of the job', async () => {
  const job = { ...python('import web\nweb.get("u")'), pins: { 'pypi:web': '9.9.9', web: '9.9.9' } }
  expect(await run(job, { ...upgrade, to_version: '1.1.0' })).toMatchObject({ status: 'met' })
  expect(await run(job, { type: 'packages_exist' })).toMatchObject({ status: 'unmet' })
})

test('a break of the upgrade is not one that was there before', async () => {
  const job = python('import web\nweb.gone()')
  expect(await run(job, { ...upgrade, to_version: '1.1.0' })).toMatchObject({ status: 'met' })
})

test('after a few that took too much work, the rest is not begun', async () => {
  const costly = { type: 'regex', pattern: '(a|b){100}$' }
  const cheap = { type: 'contains', text: 'a' }
  const spec = { checks: [costly, cheap, costly, costly, cheap], require: 'any' }
  const job = text('ab'.repeat(25_000))
  const { checks } = await verifyJob({ job, spec }, world, never)
  expect(checks.map(({ status }) => status === 'met')).toEqual([false, true, false, false, false])
  expect(checks.at(-1)?.reason).toContain('What came before')
})

describe('files', () => {
  const job = {
    kind: 'text',
    files: [
      { path: 'a.txt', content: 'one' },
      { path: 'b.txt', content: 'two' },
    ],
  }
  test.each([
    ['the one that is named', { file: 'b.txt' }, 'met'],
    ['none is named', {}, 'undetermined'],
    ['none of that name', { file: 'c.txt' }, 'undetermined'],
  ])('%s', async (_, more, status) => {
    expect(await run(job, { type: 'contains', text: 'two', ...more })).toMatchObject({ status })
  })
})

describe('jobs and specs that are not understood are unverifiable, with the reason', () => {
  const ok = { kind: 'text', output: 'x' }
  const spec = { checks: [{ type: 'contains', text: 'x' }] }
  const check = { type: 'contains', text: 'x' }
  test.each([
    ['no kind', {}, spec],
    ['a kind that is none', { kind: 'video', output: '' }, spec],
    ['a language that is none', { ...ok, language: 'cobol' }, spec],
    ['an inherited language', { ...ok, language: 'constructor' }, spec],
    ['nothing', { kind: 'text' }, spec],
    ['an output that is none', { kind: 'text', output: 5 }, spec],
    ['both', { ...ok, files: [{ path: 'a', content: '' }] }, spec],
    ['files that are none', { kind: 'code', files: 'a.py' }, spec],
    ['no files', { kind: 'code', files: [] }, spec],
    ['too many files', { kind: 'code', files: Array(51).fill({ path: 'a', content: '' }) }, spec],
    ['two of one path', { kind: 'code', files: Array(2).fill({ path: 'a', content: '' }) }, spec],
    ['too much', { kind: 'text', output: 'x'.repeat(600_000) }, spec],
    ['half a character', { kind: 'text', output: '\ud800' }, spec],
    ['code of no language', { kind: 'code', output: 'x' }, spec],
    ['pins that are none', { ...ok, pins: { a: 1 } }, spec],
    ['a text without a spec', ok, null],
    ['no checks', ok, {}],
    ['checks that are none', ok, { checks: 5 }],
    ['too many', ok, { checks: Array(51).fill(check) }],
    ['a check that is none', ok, { checks: ['contains'] }],
    [
      'one id twice',
      ok,
      {
        checks: [
          { id: 'a', ...check },
          { id: 'a', ...check },
        ],
      },
    ],
    ['an id that is none', ok, { checks: [{ id: 5, ...check }] }],
    ['an id of half a character', ok, { checks: [{ id: '\udfff', ...check }] }],
    ['a demand that is none', ok, { checks: [check], require: 'most' }],
    ['a score that is none', ok, { checks: [check], require: { min_score: 0 } }],
  ])('%s', async (_, job, given) => {
    const report = await verifyJob({ job, spec: given }, world, never)
    expect(report).toMatchObject({ verdict: 'unverifiable', score: null, checks: [] })
    expect(report.reason).toMatch(/\w+ \w+/)
  })
})

describe('without a spec, the checks that fit the kind', () => {
  test.each([
    ['code', python('import web\nweb.get("u")'), 'pass', 3],
    ['code that is none', python('import web\nweb.gett("u")'), 'fail', 3],
    ['dependencies', { ...manifest, output: 'web\nnowhere' }, 'fail', 1],
    ['JSON', json('{"a":1}'), 'pass', 1],
    ['no JSON', json('{a:1}'), 'fail', 1],
  ])('%s', async (_, job, verdict, count) => {
    const report = await verifyJob({ job, spec: null }, world, never)
    expect(report.verdict).toBe(verdict)
    expect(report.checks).toHaveLength(count)
  })
})

describe('work that nothing shows is counted as well', () => {
  const many = (count: number, make: (i: number) => unknown) =>
    Array.from({ length: count }, (_, i) => make(i))

  test.each([
    ['properties in a class', { type: 'regex', pattern: `[${'\\p{L}'.repeat(150)}]` }],
    [
      'ranges that are folded',
      { type: 'regex', pattern: `[${'B-\u{1e942}'.repeat(200)}]`, flags: 'i' },
    ],
  ])('%s: refused before it is made', async (_, check) => {
    expect(await run(text('a'), check)).toMatchObject({ status: 'undetermined' })
  })

  test('a few of them are no matter', async () => {
    expect(await run(text('ß'), { type: 'regex', pattern: '^[\\p{L}\\p{N}_-]+$' })).toMatchObject({
      status: 'met',
    })
    expect(
      await run(text('Q'), { type: 'regex', pattern: '^[a-z0-9]$', flags: 'i' }),
    ).toMatchObject({ status: 'met' })
  })

  test('patterns of the data: after so many no more are made', async () => {
    const output = JSON.stringify(many(400, (i) => `[\\p{L}\\p{N}\\p{P}\\p{S}]{3}${i}`))
    const check = { type: 'json_path', path: "$[?match('a',@)]", max_count: 1_000 }
    expect(await run(json(output), check)).toMatchObject({ status: 'undetermined' })
  })

  test('lists that each value is held against', async () => {
    const schema = { items: { dependentRequired: { a: many(20_000, () => 'a') } } }
    const output = JSON.stringify(many(500, () => ({ a: 1 })))
    expect(await run(json(output), { type: 'json_schema', schema })).toMatchObject({
      status: 'undetermined',
    })
  })

  test('a signature without what it signs is no receipt', async () => {
    const check = { type: 'receipt_valid', signature: '0x00' }
    expect(await run(json('{}'), check)).toMatchObject({ status: 'undetermined' })
  })

  test('whoever has left is not worked for', async () => {
    const gone = AbortSignal.abort(new Error('gone'))
    const spec = { checks: [{ id: 'a', type: 'contains', text: 'a' }] }
    await expect(verifyJob({ job: text('a'), spec }, world, gone)).rejects.toThrow('gone')
  })
})
