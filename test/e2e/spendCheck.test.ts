// Payees from HTTP to the decision and back, on loopback.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyReceipt } from '../../src/index.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'

const PATH = '/spend-check'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

let loopback: Loopback
let service: Loopback['service']
let key: string

beforeAll(async () => {
  loopback = await startLoopback()
  ;({ service } = loopback)
  key = await service.app.creditKeys.issue('test', 10_000_000)
})
afterAll(() => loopback.close())

const ask = (body: unknown) => service.post(PATH, body, { 'x-api-key': key })

test('a decision, signed, for its price', async () => {
  const before = (await service.get('/credits', { 'x-api-key': key })).body.balance_usd
  const { status, body, text } = await ask({ payTo: USDC, amount_usd: 0.5 })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    decision: 'review',
    facts: { form_valid: true, checksum_ok: true, burn: false, paid_here_before: false },
    unknown: ['published_payee', 'listed_price', 'watch'],
    policy: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    attestation: {
      type: 'assay.spend_check/1',
      question: { payTo: USDC, amount_usd: '0.5' },
      verdict: 'review',
      evidence: { documents: [], asked_within_s: 600 },
    },
  })
  expect(Date.parse(body.valid_until)).toBeGreaterThan(
    Date.parse(body.attestation.evidence.asked_at),
  )
  const verifiers = [body.attestation.verifier]
  expect(verifyReceipt(text, { verifiers })).toMatchObject({ valid: true, answer_matches: true })
  const after = (await service.get('/credits', { 'x-api-key': key })).body.balance_usd
  expect(Number(before) - Number(after)).toBeCloseTo(0.005)
})

test.each([
  [USDC.replace('fC', 'FC'), 'deny', 'checksum_wrong'],
  ['0x0000000000000000000000000000000000000000', 'deny', 'burn_address'],
  ['eip155:1:0x098B716B8Aaf21512996dC57EB0615e2383E2f96', 'deny', 'denylisted'],
  ['nobody', 'deny', 'payee_malformed'],
  ['http://127.0.0.1:8402/x', 'deny', 'address_not_public'],
  ['http://[::ffff:7f00:1]/', 'deny', 'address_not_public'],
  ['vitalik.eth', 'review', 'name_not_resolved'],
  ['https://nobody.invalid/x', 'review', 'service_unreachable'],
])('%s: %s, %s', async (payTo, decision, code) => {
  const { status, body } = await ask({ payTo })
  expect({ status, decision: body.decision }).toEqual({ status: 200, decision })
  expect(body.reasons.map((reason: { code: string }) => reason.code)).toContain(code)
})

test('the same question in the same window is the same attestation', async () => {
  service.setTime(new Date('2026-06-01T10:01:00Z'))
  const first = (await ask({ payTo: USDC })).body.attestation_hash
  service.setTime(new Date('2026-06-01T10:09:59Z'))
  expect((await ask({ payTo: USDC })).body.attestation_hash).toBe(first)
})

describe('limits', () => {
  test.each([
    [{ payTo: 'x' }, 200],
    [{ payTo: 'x'.repeat(300), amount_usd: null }, 200],
    [{ payTo: 'x', amount_usd: 5e-324 }, 200],
    [{ payTo: 'x', amount_usd: 1.7e308 }, 200],
    [{ payTo: '' }, 422],
    [{ payTo: 'x'.repeat(301) }, 422],
    [{ payTo: 'x', amount_usd: 0 }, 422],
    [{ payTo: 'x', amount_usd: -1 }, 422],
    [{ amount_usd: 1 }, 422],
  ])('%j: %i', async (body, status) => {
    expect((await ask(body)).status).toBe(status)
  })
})
