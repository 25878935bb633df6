// Receipts that were issued once verify for ever. Files are only ever added to the corpus.

import { readdirSync, readFileSync } from 'node:fs'
import { verifyMessage } from 'ethers'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../src/attest/canonicalJson.ts'
import { attest } from '../../src/attest/receipt.ts'
import { verifyReceipt } from '../../src/attest/verifyReceipt.ts'
import { SAMPLE_NAMES, TEST_ADDRESS, testSigner } from './samples.ts'

const folder = new URL('../corpus/receipts/', import.meta.url)
const FILES = readdirSync(folder).filter((name) => name.endsWith('.json'))

describe('the corpus of receipts', () => {
  test('holds every shape that 0.3.0 issues', () => {
    expect(FILES).toEqual(expect.arrayContaining(SAMPLE_NAMES.map((name) => `v0.3.0-${name}.json`)))
  })

  test.each(FILES)('%s verifies', async (name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    expect(verifyReceipt(text, { verifiers: [TEST_ADDRESS] })).toEqual({
      valid: true,
      reason: null,
      recovered_address: TEST_ADDRESS,
      verifier_address: TEST_ADDRESS,
      attestation_hash: JSON.parse(text).attestation_hash,
      type: JSON.parse(text).attestation.type,
      answer_matches: true,
    })
  })

  test.each(FILES)('%s verifies with ethers too', (name) => {
    const { attestation, signature } = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
    expect(verifyMessage(canonicalJson(attestation), signature).toLowerCase()).toBe(TEST_ADDRESS)
  })

  test.each(FILES)('%s would be issued again to the byte', async (name) => {
    const receipt = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
    const signed = attest({ ...receipt.attestation, answer: receipt }, await testSigner())
    expect(signed.signature).toBe(receipt.signature)
  })
})
