import { afterAll, describe, expect, test } from 'vitest'
import { exactText } from '../../../src/services/oracle/exactText.ts'
import type { Job } from '../../../src/services/oracle/job.ts'
import { checkRunner } from '../../../src/services/oracle/runAside.ts'
import { runHere, runOne } from '../../../src/services/oracle/runOne.ts'
import { verifyJob } from '../../../src/services/oracle/verifyJob.ts'
import type { OracleWorld } from '../../../src/services/oracle/world.ts'

const runner = checkRunner(() => () => {})
afterAll(() => runner.close())

const caller = { signal: new AbortController().signal, client: 'a' }
const unasked = () => {
  throw new Error('not asked')
}
const here: OracleWorld = { code: unasked, diff: unasked, upgrade: unasked, receipt: unasked }
const world: OracleWorld = { ...here, aside: (checks, job) => runner.run(checks, job, caller) }

const NONE = { text: null, value: null, files: [], pins: {} }
const text: Job = { ...NONE, kind: 'text', text: 'one two\nthree' }
const json = (value: unknown): Job => ({ ...NONE, kind: 'json', value: { json: value } })
/** More than any double has. */
const infinite = JSON.parse('{"a":[1e999,-1e999,-0]}')

describe('a check that is run aside ends as it would here', () => {
  test.each([
    ['a text that is there', { type: 'contains', text: 'TWO', ignore_case: true }, text],
    ['a text that is not', { type: 'contains', text: 'four' }, text],
    ['a pattern', { type: 'regex', pattern: 't\\w+' }, text],
    ['a pattern that is none', { type: 'regex', pattern: '(' }, text],
    [
      'a pattern of too much work',
      { type: 'regex', pattern: 'a{500}' },
      { ...text, text: 'a'.repeat(99_999) },
    ],
    ['a path', { type: 'json_path', path: '$..[?@ > 1]' }, json([1, [2, 3]])],
    ['a schema', { type: 'json_schema', schema: { items: { type: 'string' } } }, json([1])],
    [
      'a number past all numbers',
      {
        type: 'json_schema',
        schema: { type: 'object', properties: { a: { items: { maximum: 1 } } } },
      },
      json(infinite),
    ],
    [
      'such a number in the check',
      { type: 'json_path', path: '$.a', equals: infinite.a },
      json(infinite),
    ],
    [
      'a key that objects have',
      { type: 'json_path', path: '$.__proto__' },
      json(JSON.parse('{"__proto__":1}')),
    ],
    ['a text that is no JSON', { type: 'json_path', path: '$' }, text],
  ])(
    '%s',
    async (_, check, job) => {
      expect(await runOne(check, job, world)).toEqual(await runHere(check, job, here))
    },
    60_000,
  )

  test('an option that it does not have is refused with the same words', async () => {
    const check = { type: 'contains', text: 'a', caseless: true }
    const said = await runHere(check, text, here).catch((error) => error)
    const aside = await runOne(check, text, world).catch((error) => error)
    expect(aside).toEqual(said)
    expect(aside.code).toBe('validation_failed')
    expect(aside.wrong).toEqual(said.wrong)
  })
})

test('the checks of a job go together, and end as they would here', async () => {
  const spent = { type: 'regex', pattern: 'a{500}' }
  const checks = [{ type: 'contains', text: 'a' }, spent, spent, { type: 'sha256' }, spent, spent]
  const question = (more: readonly object[]) => ({
    job: { kind: 'text', output: 'a'.repeat(99_999) },
    spec: { checks: [...checks, ...more] },
  })
  let sent = 0
  const counting: OracleWorld = {
    ...here,
    aside: (all, job) => {
      sent += 1
      return runner.run(all, job, caller)
    },
  }
  const { signal } = caller
  expect(await verifyJob(question([]), counting, signal)).toEqual(
    await verifyJob(question([]), here, signal),
  )
  expect(sent).toBe(1)
  const wrong = [{ type: 'contains', text: 'a', caseless: true }]
  // What is not begun any more is not looked at.
  expect(await verifyJob(question(wrong), counting, signal)).toEqual(
    await verifyJob(question(wrong), here, signal),
  )
})

test('while it runs, others have their turn', async () => {
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  await runOne({ type: 'regex', pattern: 'a' }, text, world)
  setImmediate(count)
  const job: Job = { ...text, kind: 'json', text: `[${'[0,1],'.repeat(20_000)}0]` }
  const schema = { items: { anyOf: [{ type: 'string' }, { minItems: 0 }] } }
  await runOne({ type: 'json_schema', schema }, job, world)
  isDone = true
  expect(turns).toBeGreaterThan(10)
})

test('an exact text is read as the same value', () => {
  const value = JSON.parse(
    '{"a":[1e999,-1e999,-0,0.1,1e21,"\\ud800",null,true,{}],"__proto__":{"2":1,"1":2}}',
  )
  expect(JSON.parse(exactText(value))).toEqual(value)
  expect(Object.is(JSON.parse(exactText(-0)), -0)).toBe(true)
})
