// The page of a receipt warns as the answer does.

import { describe, expect, test } from 'vitest'
import { receiptMaker } from '../../../src/http/site/receiptMaker.ts'

const HASH = `0x${'1'.repeat(64)}`

type Said = Readonly<{
  type?: string
  question?: Readonly<Record<string, string>>
  answer: Readonly<Record<string, unknown>>
}>

/** What the page of such an answer says. */
async function wordsOf({ type = 'assay.package_exists/1', question, answer }: Said) {
  const asked = question ?? { ecosystem: 'npm', name: 'crossenv' }
  const evidence = { registry: 'public', artifacts: [] }
  const kept = {
    attestationHash: HASH,
    type,
    verdict: 'exists',
    attestation: JSON.stringify({
      type,
      verifier: '0x2',
      verdict: 'exists',
      question: asked,
      evidence,
    }),
    signature: `0x${'3'.repeat(130)}`,
    answer: JSON.stringify(answer),
    signedAt: '2026-03-01T12:00:00.000Z',
  }
  const make = receiptMaker({
    store: {
      answers: { load: async () => kept },
      log: { find: async () => null },
      retractions: { load: async () => null },
    },
    logOrigin: () => null,
  })
  const made = await make(HASH)
  if (!('page' in made)) throw new Error('no page')
  expect(made.page.status).toBe(200)
  return made.page.body.text.replaceAll(/<[^>]*>/g, ' ')
}

const THERE = {
  exists: true,
  ecosystem: 'npm',
  name: 'crossenv',
  latest_version: '0.0.1-security',
  lookalike_of: 'cross-env',
  registry_status: 'security_placeholder',
  proof: null,
}

describe('the page of a receipt', () => {
  test('warns of a package that its answer warns of', async () => {
    const words = await wordsOf({ answer: THERE })
    expect(words).toContain('crossenv is a name that the registry holds back')
    expect(words).toContain('Do not install it.')
    expect(words).toContain('Go to cross-env')
  })

  test('warns of nothing else', async () => {
    const answer = { ...THERE, lookalike_of: null, registry_status: null }
    expect(await wordsOf({ answer })).not.toContain('install')
  })

  test('of a symbol says what was said of its package', async () => {
    const notices = [{ of: 'project', version: null, word: 'quarantined', message: null }]
    const question = { ecosystem: 'pypi', package: 'lamp', symbol: 'lamp.glow' }
    const words = await wordsOf({ type: 'assay.symbol_exists/1', question, answer: { notices } })
    expect(words).toMatch(/lamp .*quarantine/)
  })
})
