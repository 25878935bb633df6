// The oracle and the judge from HTTP to the index and back, on loopback.

import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyReceipt } from '../../src/index.ts'
import { buildWheel, WHEEL_NAME } from '../fake/archives/wheelBuilder.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { startService } from '../support/service.ts'

let loopback: Loopback
let service: Loopback['service']
let key: string

beforeAll(async () => {
  loopback = await startLoopback()
  ;({ service } = loopback)
  const files = [{ filename: WHEEL_NAME, bytes: buildWheel() }]
  loopback.registry.pypi.publish({ name: 'demo', version: '1.0', files })
  key = await service.app.creditKeys.issue('test', 10_000_000)
})
afterAll(() => loopback.close())

const verify = (body: unknown) => service.post('/verify', body, { 'x-api-key': key })
const judge = (body: unknown) => service.post('/judge', body, { 'x-api-key': key })
const balance = async () => {
  const { headers } = await verify({ job: { kind: 'json', output: '{}' } })
  return Number(headers['x-credit-balance-usd'])
}

describe('/verify', () => {
  test.each([
    ['dependencies', (n: number) => `not-there-${n}`],
    ['code', (n: number) => `import not_there_${n}`],
  ])('%s of more packages than are looked up cannot be told', async (kind, line) => {
    const output = Array.from({ length: 15_000 }, (_, n) => line(n)).join('\n')
    const asked = loopback.registry.requests.size
    const before = await balance()
    const { status, body } = await verify({ job: { kind, language: 'python', output } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ verdict: 'unverifiable', score: null })
    expect(body.checks[0].reason).toBe('The files name more than 500 packages and releases')
    expect(loopback.registry.requests.size).toBe(asked)
    // Two looks at it were paid, and nothing else.
    expect(before - (await balance())).toBeCloseTo(0.01, 5)
  })

  test('code against the index, signed over the digests', async () => {
    const output = 'from demo import run\n\nrun()\n'
    const { status, body, text } = await verify({
      job: { kind: 'code', language: 'python', output, pins: { demo: '1.0' } },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      verdict: 'pass',
      score: 1,
      reason: null,
      spec_given: false,
      checks: [
        { id: 'packages_exist', required: true, status: 'met' },
        { id: 'symbols_exist', required: true, status: 'met' },
        { id: 'calls_fit_signatures', required: true, status: 'met' },
      ],
      erc8004: { response: 100, tag: 'assay.verify.pass' },
    })
    expect(body.attestation).toMatchObject({
      type: 'assay.verification/1',
      verdict: 'pass',
      question: { job_sha256: body.job_hash, spec_sha256: body.spec_hash },
      evidence: { artifacts: [{ package: 'demo', version: '1.0' }] },
    })
    const verifiers = [body.attestation.verifier]
    expect(verifyReceipt(text, { verifiers })).toMatchObject({ valid: true, answer_matches: true })
  })

  test('the same question has the same answer', async () => {
    const question = {
      job: { kind: 'text', output: 'hello' },
      spec: {
        checks: [
          { type: 'contains', text: 'x' },
          { type: 'regex', pattern: 'h' },
        ],
      },
    }
    const [one, other] = [await verify(question), await verify(question)]
    expect(one.body).toMatchObject({ verdict: 'fail', score: 0.5 })
    expect(other.body.signature).toBe(one.body.signature)
  })

  test('a receipt of this service is one', async () => {
    const { text } = await verify({ job: { kind: 'json', output: '{}' } })
    const spec = {
      checks: [{ type: 'receipt_valid', attestation_type: 'assay.verification/1' }],
    }
    expect((await verify({ job: { kind: 'text', output: text }, spec })).body.verdict).toBe('pass')
    const forged = text.replace('"verdict":"pass"', '"verdict":"fail"')
    expect((await verify({ job: { kind: 'text', output: forged }, spec })).body.verdict).toBe(
      'fail',
    )
  })

  test('what cannot be told is free, what can be is not', async () => {
    const before = await balance()
    const { status, body } = await verify({ job: { kind: 'poem' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      verdict: 'unverifiable',
      score: null,
      erc8004: { response: null },
    })
    expect(before - (await balance())).toBeCloseTo(0.01)
  })

  test.each([
    ['no job', {}, 'missing', ['body', 'job']],
    ['a job that is none', { job: 'x' }, 'dict_type', ['body', 'job']],
    ['a spec that is none', { job: {}, spec: [] }, 'dict_type', ['body', 'spec']],
  ])('%s is a 422', async (_, body, type, loc) => {
    const reply = await verify(body)
    expect(reply.status).toBe(422)
    expect(reply.body.detail[0]).toMatchObject({ type, loc })
  })

  test('without payment, a challenge', async () => {
    expect((await service.post('/verify', { job: {} })).status).toBe(402)
    expect((await service.post('/judge', {})).status).toBe(402)
  })
})

describe('GET /demo/verify', () => {
  test('a question and its answer, for everybody', async () => {
    const { status, body } = await service.get('/demo/verify')
    expect(status).toBe(200)
    expect(body.request.spec.checks).toHaveLength(body.answer.checks.length)
    const verifiers = [body.answer.attestation.verifier]
    expect(verifyReceipt(JSON.stringify(body.answer), { verifiers })).toMatchObject({ valid: true })
    const again = await verify(body.request)
    expect(again.body.signature).toBe(body.answer.signature)
  })
})

describe('/judge', () => {
  const rubric = [
    { criterion: 'contains "os"', weight: 3 },
    { criterion: 'all imports exist' },
    { criterion: 'is elegant' },
  ]
  const output = 'import os\nimport no_such_demo\n'

  test('a graded rubric, signed over the digests', async () => {
    const { status, body, text } = await judge({ output, rubric, context: 'some' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      score: 0.75,
      coverage: 0.8,
      passed: false,
      deterministic: true,
      model: null,
      output_hash: createHash('sha256').update(output).digest('hex'),
      items: [
        {
          weight: 3,
          score: 1,
          method: 'grammar',
          evidence: [{ quote: 'os', start: 7, end: 9 }],
        },
        {
          weight: 1,
          score: 0,
          method: 'grammar',
          evidence: [{ quote: 'no_such_demo', start: 17 }],
        },
        { weight: 1, score: null, status: 'undetermined', method: 'none', evidence: [] },
      ],
    })
    expect(body.attestation).toMatchObject({
      type: 'assay.judgement/1',
      verdict: 'not_passed',
      question: { output_sha256: body.output_hash, rubric_sha256: body.rubric_hash },
    })
    const verifiers = [body.attestation.verifier]
    expect(verifyReceipt(text, { verifiers })).toMatchObject({ valid: true, answer_matches: true })
    const kept = await service.app.store.answers.load(body.attestation_hash)
    expect(kept).toMatchObject({ answer: '{}' })
  })

  test('nothing settled is free', async () => {
    const before = await balance()
    const { status, body } = await judge({ output: 'x', rubric: [{ criterion: 'is elegant' }] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ score: null, coverage: 0, passed: false })
    expect(before - (await balance())).toBeCloseTo(0.01)
  })

  test('a weight that cannot be signed is shown in parts of the largest', async () => {
    const given = [
      { criterion: 'contains "a"', weight: 1e300 },
      { criterion: 'contains "b"', weight: 5e299 },
    ]
    const { body } = await judge({ output: 'a', rubric: given })
    expect(body).toMatchObject({ score: 0.6666, items: [{ weight: 1 }, { weight: 0.5 }] })
  })

  const item = { criterion: 'contains "a"' }
  test.each([
    ['the longest output', { output: 'a'.repeat(50_000), rubric: [item] }],
    ['the longest output in astral letters', { output: '😀'.repeat(50_000), rubric: [item] }],
    ['no output', { output: '', rubric: [item] }],
    ['the longest context', { output: '', rubric: [item], context: 'a'.repeat(20_000) }],
    ['the longest rubric', { output: '', rubric: Array(20).fill(item) }],
    ['the longest criterion', { output: '', rubric: [{ criterion: 'a'.repeat(1_000) }] }],
    ['no weight', { output: '', rubric: [{ ...item, weight: null }] }],
    ['the least weight', { output: '', rubric: [{ ...item, weight: 5e-324 }] }],
  ])('%s is taken', async (_, body) => {
    expect((await judge(body)).status).toBe(200)
  })

  test.each([
    ['too long an output', { output: 'a'.repeat(50_001), rubric: [item] }, 'string_too_long'],
    [
      'too long a context',
      { output: '', rubric: [item], context: 'a'.repeat(20_001) },
      'string_too_long',
    ],
    ['an empty rubric', { output: '', rubric: [] }, 'too_short'],
    ['too long a rubric', { output: '', rubric: Array(21).fill(item) }, 'too_long'],
    ['an empty criterion', { output: '', rubric: [{ criterion: '' }] }, 'string_too_short'],
    [
      'too long a criterion',
      { output: '', rubric: [{ criterion: 'a'.repeat(1_001) }] },
      'string_too_long',
    ],
    ['no criterion', { output: '', rubric: [{}] }, 'missing'],
    ['a weight of nothing', { output: '', rubric: [{ ...item, weight: 0 }] }, 'greater_than'],
    ['a weight that is none', { output: '', rubric: [{ ...item, weight: 'x' }] }, 'float_parsing'],
    ['no output', { rubric: [item] }, 'missing'],
    ['half a character', { output: '\ud800', rubric: [item] }, 'string_unicode'],
  ])('%s is a 422', async (_, body, type) => {
    const reply = await judge(body)
    expect(reply.status).toBe(422)
    expect(reply.body.detail[0].type).toBe(type)
  })

  test('the largest question of the hardest criteria is answered', async () => {
    const criteria = [
      'matches the regex "(a|b|ab)*c$"',
      'matches the regex "(\\w+\\s*)+!$"',
      'contains "ab" at least 3 times',
      'at most 10 sentences',
      'contains a code block',
      'code parses as Python',
      'code parses as TypeScript',
      'all imports exist',
      'the JSON path "$..*..*..*" exists',
      'mentions every package in the context',
    ]
    const hardest = Array.from({ length: 20 }, (_, i) => ({ criterion: criteria[i % 10] }))
    for (const unit of ['ab', 'a. ', '`', '```\n', '(', '[', ' \n', '😀', '"', 'import a\n']) {
      const reply = await judge({
        output: unit.repeat(50_000 / unit.length),
        rubric: hardest,
        context: `${'a-'.repeat(140)}\n${'b\n'.repeat(9_000)}`,
      })
      expect(reply.status).toBe(200)
    }
  })
})

test('a configured model has a say in what is outside of the grammar, and the signature says so', async () => {
  const verdict = { items: [{ n: 1, verdict: 'met', quotes: ['calm'] }] }
  const model = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      response.end(JSON.stringify({ choices: [{ message: { content: JSON.stringify(verdict) } }] }))
    })
  })
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve))
  // A server on TCP has an address of this type.
  const { port } = model.address() as AddressInfo
  const lines: string[] = []
  const graded = await startService(
    {
      ASSAY_NPM_REGISTRY: loopback.registry.npmUrl,
      ASSAY_PYPI_INDEX: loopback.registry.pypiIndexUrl,
      ASSAY_JUDGE_URL: `http://127.0.0.1:${port}/v1`,
      ASSAY_JUDGE_MODEL: 'test-model',
      ASSAY_JUDGE_KEY: 'model-secret',
    },
    { logger: pino({ level: 'trace' }, { write: (line: string) => lines.push(line) }) },
  )
  try {
    const paid = { 'x-api-key': await graded.app.creditKeys.issue('test', 1_000_000) }
    const rubric = [{ criterion: 'is soothing' }, { criterion: 'contains "private words"' }]
    const reply = await graded.post('/judge', { output: 'calm, private words', rubric }, paid)
    expect(reply.body).toMatchObject({
      score: 1,
      passed: true,
      deterministic: false,
      items: [
        {
          method: 'model',
          samples: ['met', 'met', 'met'],
          evidence: [{ quote: 'calm', start: 0 }],
        },
        { method: 'grammar' },
      ],
      model: { name: 'test-model', samples: 3 },
    })
    const { attestation } = reply.body
    expect(attestation.evidence.model).toEqual({
      name: 'test-model',
      prompt_sha256: reply.body.model.prompt_sha256,
    })
    const verifiers = [attestation.verifier]
    expect(verifyReceipt(reply.text, { verifiers })).toMatchObject({ valid: true })
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('')).not.toMatch(/private words|model-secret|soothing/)
  } finally {
    await graded.close()
    await new Promise((resolve) => model.close(resolve))
  }
})
