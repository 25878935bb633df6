import { createHash } from 'node:crypto'
import { keccak256, verifyMessage, Wallet } from 'ethers'
import { beforeAll, describe, expect, test } from 'vitest'
import { attester } from '../../src/attest/attester.ts'
import { CanonicalJsonError, canonicalJson } from '../../src/attest/canonicalJson.ts'
import type { Eip191Signer } from '../../src/attest/eip191.ts'
import { attest, signableAnswer } from '../../src/attest/receipt.ts'
import { verifyReceipt } from '../../src/attest/verifyReceipt.ts'
import { RECEIPT_DEPTH_MAX } from '../../src/limits.ts'
import {
  receiptOf,
  SAMPLE_NAMES,
  SAMPLES,
  TEST_ADDRESS,
  TEST_KEY_HEX,
  testSigner,
} from './samples.ts'

let signer: Eip191Signer
beforeAll(async () => {
  signer = await testSigner()
})

describe.each(SAMPLE_NAMES)('attest of %s', (name) => {
  const sample = SAMPLES[name]

  test('says what was asked, found and rested on, and nothing else', () => {
    const { attestation, attestationText, answerText } = attest(sample, signer)
    expect(attestation).toEqual({
      type: 'assay.package_exists/1',
      verifier: TEST_ADDRESS,
      question: sample.question,
      verdict: sample.verdict,
      evidence: sample.evidence,
      answer_sha256: createHash('sha256').update(answerText).digest('hex'),
    })
    expect(JSON.parse(attestationText)).toEqual(attestation)
    expect(canonicalJson(attestation)).toBe(attestationText)
  })

  test('signs what ethers signs and hashes what ethers hashes', async () => {
    const { attestationText, attestationHash, signature } = attest(sample, signer)
    expect(await new Wallet(TEST_KEY_HEX).signMessage(attestationText)).toBe(signature)
    expect(verifyMessage(attestationText, signature).toLowerCase()).toBe(TEST_ADDRESS)
    expect(attestationHash).toBe(keccak256(Buffer.from(attestationText)))
  })

  test('is one receipt however and whenever it was served', () => {
    const { proof } = sample.answer
    const later = proof && { ...proof, extracted_at: '2031-01-01T00:00:00Z' }
    const again = { ...sample.answer, proof: later, source: 'ingested', served_in_ms: 99 }
    expect(attest({ ...sample, answer: again }, signer)).toEqual(attest(sample, signer))
  })

  test('is one receipt whatever the order of the members', () => {
    const answer = Object.fromEntries(Object.entries(sample.answer).reverse())
    const evidence = Object.fromEntries(Object.entries(sample.evidence).reverse())
    const turned = attest({ ...sample, answer, evidence }, signer)
    expect(turned.signature).toBe(attest(sample, signer).signature)
  })

  test('can be made again from the whole answer that was served', () => {
    const signed = attest(sample, signer)
    const answer = receiptOf(sample, signed)
    expect(attest({ ...sample, answer }, signer)).toEqual(signed)
  })

  test('is the same through the port, and without the fast hash', () => {
    const { keccak256: _fast, ...plain } = signer
    const port = attester(signer)
    const { message, ...prepared } = port.prepare(sample)
    const signed = { ...prepared, signature: port.sign({ ...prepared, message }) }
    expect(signed).toEqual(attest(sample, signer))
    expect(attest(sample, plain)).toEqual(attest(sample, signer))
  })

  test('leaves its argument as it was', () => {
    const before = structuredClone(sample)
    attest(sample, signer)
    expect(sample).toEqual(before)
  })
})

const SIGNABLE = [
  {
    rule: 'how it was served and the receipt itself are left out',
    answer: {
      exists: true,
      source: 'lazy',
      served_in_ms: 3,
      attestation: {},
      attestation_hash: '0x',
      signature: '0x',
    },
    signable: { exists: true },
  },
  {
    rule: 'the moment of extraction is left out of a proof',
    answer: { proof: { filename: 'a.tgz', extracted_at: 'now' } },
    signable: { proof: { filename: 'a.tgz' } },
  },
  {
    rule: 'and of both proofs of a diff',
    answer: { proof: { from: { sha: 'a', extracted_at: 1 }, to: { sha: 'b', extracted_at: 2 } } },
    signable: { proof: { from: { sha: 'a' }, to: { sha: 'b' } } },
  },
  {
    rule: 'and of proofs in a list',
    answer: { proof: [{ sha: 'a', extracted_at: 1 }, null, 'text'] },
    signable: { proof: [{ sha: 'a' }, null, 'text'] },
  },
  {
    rule: 'the same names stay where they mean something else',
    answer: { extracted_at: 1, items: [{ source: 'a', signature: 'f()', extracted_at: 2 }] },
    signable: { extracted_at: 1, items: [{ source: 'a', signature: 'f()', extracted_at: 2 }] },
  },
  { rule: 'no proof stays no proof', answer: { proof: null }, signable: { proof: null } },
  {
    rule: 'a member named __proto__ is kept as a member',
    answer: JSON.parse('{"__proto__":1,"proof":{"__proto__":2}}'),
    signable: JSON.parse('{"__proto__":1,"proof":{"__proto__":2}}'),
  },
]

describe('signableAnswer', () => {
  test.each(SIGNABLE)('$rule', ({ answer, signable }) => {
    expect(canonicalJson(signableAnswer(answer))).toBe(canonicalJson(signable))
  })
})

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)]
}

// What could be signed but not verified again must not be signed.
const UNSIGNABLE = [
  { rule: 'an integer past 2^53', change: { answer: { a: 2 ** 53 } } },
  { rule: 'an undefined member of the answer', change: { answer: { a: undefined } } },
  { rule: 'an undefined member of the evidence', change: { evidence: { asked_at: undefined } } },
  { rule: 'a date in the question', change: { question: { at: new Date(0) } } },
  { rule: 'a lone surrogate', change: { question: { name: '\ud800' } } },
  { rule: 'too deep an answer', change: { answer: { a: nested(RECEIPT_DEPTH_MAX) } } },
  { rule: 'too deep a proof', change: { answer: { proof: nested(RECEIPT_DEPTH_MAX) } } },
  { rule: 'too deep evidence', change: { evidence: { a: nested(RECEIPT_DEPTH_MAX - 2) } } },
]

describe('attest refuses', () => {
  const base = { type: 't', question: {}, verdict: 'v', evidence: {}, answer: {} }

  test.each(UNSIGNABLE)('$rule', ({ change }) => {
    expect(() => attest({ ...base, ...change }, signer)).toThrow(CanonicalJsonError)
  })

  test('nothing that verifies: the deepest claim that is signed is read back', () => {
    const sample = {
      ...base,
      evidence: { a: nested(RECEIPT_DEPTH_MAX - 3) },
      answer: { a: nested(RECEIPT_DEPTH_MAX - 1) },
    }
    const signed = attest(sample, signer)
    const text = JSON.stringify({
      ...sample.answer,
      attestation: signed.attestation,
      signature: signed.signature,
    })
    expect(verifyReceipt(text, { verifiers: [TEST_ADDRESS] })).toMatchObject({
      valid: true,
      answer_matches: true,
    })
  })
})
