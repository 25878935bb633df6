// The table of rules: each finding on its own, and what may never be allowed.

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decide,
  type ReasonCode,
  RULES,
  type SpendFacts,
} from '../../../src/services/spend/decide.ts'

const POLICY = { reviewAboveMicroUsd: 100_000_000 }
const ADDRESS = '0x1111111111111111111111111111111111111111'

/** Everything is known and good. */
const GOOD: SpendFacts = {
  payee: { form: 'url', url: new URL('https://a.example/x') },
  amountMicroUsd: 5_000,
  burn: null,
  denied: null,
  reached: 'yes',
  published: { listed: [ADDRESS], challenged: [ADDRESS] },
  listedMicroUsd: 5_000,
  knownService: null,
  watch: 'up',
  paidHereBefore: true,
}
const address = { form: 'address', address: ADDRESS, network: null, checksumOk: true } as const

test('what is known and good is allowed', () => {
  const { decision, score, unknown } = decide(GOOD, POLICY)
  expect({ decision, score, unknown }).toEqual({ decision: 'allow', score: 100, unknown: [] })
})

const CASES: Readonly<Record<ReasonCode, Partial<SpendFacts>>> = {
  payee_malformed: { payee: { form: 'none' } },
  checksum_wrong: { payee: { ...address, checksumOk: false } },
  burn_address: { burn: { reason: 'the zero address' } },
  denylisted: { denied: { reason: 'a thief' } },
  address_not_public: { reached: 'not_public' },
  payees_disagree: { published: { listed: [ADDRESS], challenged: [`${ADDRESS.slice(0, -1)}2`] } },
  network_not_supported: { payee: { form: 'account', network: 'solana:x' } },
  name_not_resolved: { payee: { form: 'name' } },
  connection_not_secure: { payee: { form: 'url', url: new URL('http://a.example/') } },
  service_unreachable: { reached: 'no' },
  payee_not_published: { published: { listed: [], challenged: [] } },
  price_not_listed: { listedMicroUsd: null },
  amount_above_listed: { amountMicroUsd: 5_001 },
  amount_above_policy: { amountMicroUsd: 100_000_001, listedMicroUsd: 200_000_000 },
  service_not_watched: { watch: null },
  service_down: { watch: 'down' },
  service_degraded: { watch: 'degraded' },
  checksum_absent: { payee: { ...address, checksumOk: null }, knownService: 'Assay' },
  payee_published: {},
  amount_not_given: { amountMicroUsd: null },
  amount_within_listed: {},
  service_up: {},
  paid_here_before: {},
}
const DECISIONS = { deny: 'deny', review: 'review', info: 'allow' } as const

describe('each rule decides as the table says', () => {
  test.each(Object.entries(CASES))('%s', (code, facts) => {
    const { decision, reasons } = decide({ ...GOOD, ...facts }, POLICY)
    const severity = RULES[code as ReasonCode]
    expect(reasons).toContainEqual({ code, severity, detail: expect.any(String) })
    expect(decision).toBe(DECISIONS[severity])
  })
})

test('a service that is watched and has no verdict yet is not said to have no record', () => {
  const { reasons } = decide({ ...GOOD, watch: 'unknown' }, POLICY)
  const detail = 'the watchtower has no verdict on it'
  expect(reasons).toContainEqual({ code: 'service_not_watched', severity: 'review', detail })
})

test('nothing unknown is ever allowed, and what denies always does', () => {
  const facts = fc.record({
    payee: fc.constantFrom(...Object.values(CASES).flatMap(({ payee }) => payee ?? []), GOOD.payee),
    amountMicroUsd: fc.option(fc.nat(200_000_000)),
    burn: fc.option(fc.constant({ reason: 'x' })),
    denied: fc.option(fc.constant({ reason: 'x' })),
    reached: fc.constantFrom('yes', 'no', 'not_public', 'not_asked') as fc.Arbitrary<
      SpendFacts['reached']
    >,
    published: fc.record({
      listed: fc.subarray([ADDRESS, '0x2']),
      challenged: fc.subarray([ADDRESS, '0x2']),
    }),
    listedMicroUsd: fc.option(fc.nat(200_000_000)),
    knownService: fc.option(fc.constant('Assay')),
    watch: fc.option(fc.constantFrom('up', 'degraded', 'down', 'unknown')) as fc.Arbitrary<
      SpendFacts['watch']
    >,
    paidHereBefore: fc.boolean(),
  })
  fc.assert(
    fc.property(facts, (one) => {
      const { decision, score, reasons, unknown } = decide(one, POLICY)
      const severities = reasons.map(({ severity }) => severity)
      if (severities.includes('deny')) expect(decision).toBe('deny')
      else if (severities.includes('review') || unknown.length > 0) expect(decision).toBe('review')
      else expect(decision).toBe('allow')
      expect(score === 100).toBe(decision === 'allow')
      expect(score === 0).toBe(decision === 'deny')
      if (one.burn !== null || one.denied !== null) expect(decision).toBe('deny')
      if (one.watch !== 'up') expect(decision).not.toBe('allow')
    }),
    { numRuns: 2_000 },
  )
})

test('the page has the same table', () => {
  const page = readFileSync(new URL('../../../docs/reference/spend.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` \| (deny|review|info) \|/gm)]
  expect(Object.fromEntries(rows.map(([, code, severity]) => [code, severity]))).toEqual(RULES)
})
