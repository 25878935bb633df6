// Each form of the grammar and the explicit checks: met, unmet and undetermined; then the score.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkCode } from '../../../src/check/checkCode.ts'
import { judgeOutput } from '../../../src/services/judge/judgeOutput.ts'
import { quotesOf } from '../../../src/services/judge/settlement.ts'
import type { JudgeWorld } from '../../../src/services/judge/world.ts'
import { parses } from '../../../src/syntax/parses.ts'
import { SMALL_WORLD } from '../../check/smallWorld.ts'

const world: JudgeWorld = {
  code: async (question) => ({ report: await checkCode(question, SMALL_WORLD) }),
  diff: async () => ({ classification: null, reason: 'none' }),
  upgrade: async () => ({ verdict: null, reason: 'none' }),
  receipt: async () => ({
    valid: false,
    reason: 'not_json',
    type: null,
    verdict: null,
    attestationHash: null,
    retracted: false,
  }),
  parses: async (language, text) => parses({ language, text }),
}

type Item = Readonly<{
  criterion: string
  weight?: number | null
  check?: Record<string, unknown> | null
}>

function judge(output: string, rubric: readonly Item[], context: string | null = null) {
  const items = rubric.map(({ criterion, weight = null, check = null }: Item) => ({
    criterion,
    weight,
    check,
  }))
  const signal = new AbortController().signal
  return judgeOutput({ output, context }, items, { world, model: null, signal })
}

const M = 'met'
const U = 'unmet'
const O = 'undetermined'
const fenced = (label: string, text: string) => `Like this:\n\n\`\`\`${label}\n${text}\n\`\`\`\n`

const ROWS: readonly (readonly [string, string, string, string?])[] = [
  ['contains "b"', 'abc', M],
  ['contains "x"', 'abc', U],
  ['contains "a" and "c"', 'abc', M],
  ['contains "a" and "x"', 'abc', U],
  ['contains "x" or "c"', 'abc', M],
  ['contains the word "cat"', 'concatenate', U],
  ['contains the word "cat"', 'the cat.', M],
  ['contains the word "cat"', 'the 𝒂cat', U],
  ['contains "ABC" (case-insensitive)', 'xabcx', M],
  ['does not contain "x"', 'abc', M],
  ['does not contain "x" or "c"', 'abc', U],
  ['contains "a" exactly 2 times', 'aba', M],
  ['contains "aa" exactly 2 times', 'aaaa', M],
  ['contains "a" at least 3 times', 'aba', U],
  ['starts with "ab"', '\n abc', M],
  ['starts with "b"', 'abc', U],
  ['ends with "c"', 'abc\n', M],
  ['does not end with "c"', 'abc', U],
  ['is exactly "yes"', ' yes\n', M],
  ['is exactly "yes"', 'yes!', U],
  ['is one of "yes" or "no"', 'no', M],
  ['is not "no"', 'no', U],
  ['matches the regex "^a.c$"', 'abc', M],
  ['matches /B/i', 'abc', M],
  ['matches the regex "x"', 'abc', U],
  ['does not match the regex "x"', 'abc', M],
  ['fully matches the regex "b"', 'abc', U],
  ['matches the regex "("', 'abc', O],
  ['matches the regex "(a|b){500}$"', 'ab'.repeat(25_000), O],
  ['at most 3 words', 'one two three', M],
  ['at most 3 words', 'one - two, three four', U],
  ['exactly 4 words', 'one - two, three four', M],
  ['at most 3 words', '日本語です', O],
  ['exactly 2 characters', '😀a', M],
  ['at most 2 lines', 'a\nb\n', M],
  ['at most 2 lines', 'a\n\nb', U],
  ['exactly 2 paragraphs', 'a\nb\n\n \nc', M],
  ['at least 2 bullet points', '- a\n1. b\n', M],
  ['at least 2 bullet points', '- a\nb', U],
  ['exactly 2 sentences', 'It works. It is fast.', M],
  ['at most 3 sentences', 'One. Two. Three. Four.', U],
  ['exactly 2 sentences', 'Ask Dr. Who about 3.5 things', O],
  ['at most 1 sentences', 'Heading\n\nA text. Another text.', U],
  ['is not empty', 'a', M],
  ['is not empty', ' \n', U],
  ['valid JSON', '{"a":[1]}', M],
  ['valid JSON', '```json\n{}\n```', U],
  ['valid JSON', `${'['.repeat(100)}${']'.repeat(100)}`, O],
  ['is a JSON object', '[]', U],
  ['is a JSON array', '[]', M],
  ['the JSON has the keys "a" and "b"', '{"a":1,"b":null}', M],
  ['the JSON has the key "toString"', '{}', U],
  ['the JSON has the key "__proto__"', '{"__proto__":1}', M],
  ['the JSON has the key "a"', 'no', U],
  ['the JSON does not have the key "a"', '{"b":1}', M],
  ['the JSON path "$..c" exists', '{"a":{"c":1}}', M],
  ['the JSON path "$.x" exists', '{}', U],
  ['the JSON path "$[" exists', '{}', O],
  ['the value at "$.a" is 5', '{"a":5}', M],
  ['the value at "$.a" is "5"', '{"a":5}', U],
  ['the value at "$.a" is null', '{}', U],
  [
    'mentions every package in the context',
    'Use requests and Flask-Login.',
    M,
    'requests>=2\nflask_login\n',
  ],
  ['mentions every package in the context', 'Use requests-oauthlib.', U, 'requests'],
  [
    'mentions every package in the context',
    'Use @scope/kit and left-pad',
    M,
    '{"dependencies":{"@scope/kit":"1","left-pad":"^1"}}',
  ],
  ['mentions every package in the context', 'Use kit', U, '{"dependencies":{"@scope/kit":"1"}}'],
  ['mentions every package in the context', 'anything', O, 'Please use requests.'],
  ['mentions every package in the context', 'anything', O],
  ['all imports exist', fenced('python', 'import web'), M],
  ['all imports exist', 'import web\nfrom web import get\nweb.gett()', M],
  ['all imports exist', 'from web import gett', U],
  ['all imports exist', fenced('py', 'import nowhere'), U],
  ['all imports exist', 'import slow', O],
  ['all imports exist', 'There is no code here, is there?', O],
  ['all imports exist', fenced('', 'x = 1'), O],
  ['all imports exist', 'import os', O],
  ['all imports exist', "import { Client } from 'paint'", M],
  ['all packages exist', fenced('python', 'import web\nweb.gett()'), M],
  ['all packages exist', fenced('python', 'import nowhere'), U],
  ['all packages exist', fenced('bash', 'pip install web'), O],
  ['all symbols exist', fenced('python', 'import web\nweb.get("u")'), M],
  ['all symbols exist', fenced('python', 'import web\nweb.gett("u")'), U],
  ['all symbols exist', fenced('python', 'import web.lazy\nweb.lazy.x()'), O],
  ['all calls fit their signatures', 'import web\nweb.get("u")', M],
  ['all calls fit their signatures', 'import web\nweb.get()', U],
  ['all calls fit their signatures', 'import web', O],
  ['uses no deprecated functions', 'import web\nweb.Session().get("u")', M],
  ['uses no deprecated functions', 'import web\nweb.Session().old()', U],
  ['uses no deprecated functions', 'import slow\nslow.x()', O],
  ['code parses as Python', fenced('python', 'def f():\n    return 1'), M],
  ['code parses as Python', 'def f(:', U],
  ['code parses as Python', 'This is a sentence.', U],
  ['code parses as Python', `x = ${'('.repeat(180)}1${')'.repeat(180)}`, M],
  ['code parses as Python', `x = ${'-'.repeat(9_000)}1`, O],
  ['code parses as Python', fenced('js', 'let x = 1'), U],
  ['code parses as JavaScript', 'let x = 1', M],
  ['code parses as JavaScript', 'let x: number = 1', U],
  ['code parses as TypeScript', 'let x: number = 1', M],
  ['contains a code block', fenced('', 'x'), M],
  ['contains a code block', 'x', U],
  ['contains no links', 'see https://example.com/a', U],
  ['contains a link', 'see https://example.com/a', M],
  ['is helpful', 'anything', O],
]

describe('forms', () => {
  const rows = ROWS.map(([criterion, output, status, context = null]) => {
    return { criterion, output, status, context }
  })
  test.each(rows)('$criterion on $output: $status', async (row) => {
    const { items } = await judge(row.output, [row], row.context)
    expect(items[0]).toMatchObject({ status: row.status })
  })
})

describe('explicit checks come before the words', () => {
  test.each([
    [{ type: 'contains', text: 'b' }, 'abc', M],
    [{ type: 'regex', pattern: 'x' }, 'abc', U],
    [{ type: 'json_schema', schema: { type: 'object' } }, '{}', M],
    [{ type: 'sha256', sha256: 'x' }, 'abc', O],
    [{ type: 'symbols_exist' }, fenced('python', 'import web\nweb.gett("u")'), U],
    [{ type: 'packages_exist', language: 'python' }, 'import web', M],
    [{ type: 'packages_exist', language: 'cobol' }, 'import web', O],
    [{ type: 'contains', text: 'b', language: 'python' }, 'abc', O],
    [{ type: 'vibes' }, 'abc', O],
    [{}, 'abc', O],
  ])('%j on %j: %s', async (check, output, status) => {
    const { items } = await judge(output, [{ criterion: 'contains "nothing of this"', check }])
    expect(items[0]).toMatchObject({ status, method: 'check' })
  })
})

test('what the code of an output is quoted by', async () => {
  const output = fenced('python', 'import os\nimport nowhere as n')
  const { items } = await judge(output, [{ criterion: 'all imports exist' }])
  expect(quotesOf(output, items[0]?.spans ?? [])).toEqual([
    { quote: 'nowhere as n', start: output.indexOf('nowhere'), end: output.indexOf(' as n') + 5 },
  ])
})

test('after a few that took too much work, the rest is not begun', async () => {
  const costly = { criterion: 'matches the regex "(a|b){100}$"' }
  const check = { type: 'regex', pattern: '(a|b){100}$' }
  const cheap = { criterion: 'contains "a"' }
  const rubric = [costly, cheap, costly, { criterion: 'x', check }, cheap]
  const { items } = await judge('ab'.repeat(25_000), rubric)
  expect(items.map(({ status }) => status === 'met')).toEqual([false, true, false, false, false])
})

test('a quote is never half of a character', () => {
  const output = `${'a'.repeat(159)}😀b`
  const [quote] = quotesOf(output, [{ start: 0, end: output.length }])
  expect(quote).toEqual({ quote: 'a'.repeat(159), start: 0, end: 159 })
})

describe('the score', () => {
  const yes = { criterion: 'contains "a"' }
  const no = { criterion: 'contains "x"' }
  const open = { criterion: 'is nice' }
  test.each([
    ['all met', [yes, yes], { score: 1, coverage: 1, passed: true }],
    ['one missed', [yes, no], { score: 0.5, coverage: 1, passed: false }],
    ['weighted', [{ ...yes, weight: 3 }, no], { score: 0.75, coverage: 1, passed: false }],
    ['an open one', [yes, open], { score: 1, coverage: 0.5, passed: false }],
    ['all open', [open], { score: null, coverage: 0, passed: false }],
    ['hardly missed', [{ ...yes, weight: 1e9 }, no], { score: 0.9999, coverage: 1 }],
    [
      'beyond what adds up',
      [
        { ...yes, weight: 1.7e308 },
        { ...no, weight: 1.7e308 },
      ],
      { score: 0.5, coverage: 1 },
    ],
    [
      'next to nothing',
      [
        { ...yes, weight: 5e-324 },
        { ...no, weight: 5e-324 },
      ],
      { score: 0.5 },
    ],
  ])('%s', async (_, rubric, expected) => {
    expect(await judge('a', rubric)).toMatchObject({ ...expected, deterministic: true })
  })
})

test('a score is between 0 and 1, whatever the weights', async () => {
  const item = fc.record({
    criterion: fc.constantFrom('contains "a"', 'contains "x"', 'is nice'),
    weight: fc.double({ min: 5e-324, max: 1.7e308, noNaN: true }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 20 }), async (rubric) => {
      const { score, coverage, passed, items } = await judge('a', rubric)
      expect(coverage).toBeGreaterThanOrEqual(0)
      expect(coverage).toBeLessThanOrEqual(1)
      if (score !== null) expect(score >= 0 && score <= 1).toBe(true)
      expect(passed).toBe(items.every(({ status }) => status === 'met'))
    }),
    { numRuns: 50 },
  )
})
