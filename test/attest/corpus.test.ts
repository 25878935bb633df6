// Receipts that were issued once verify for ever, and what was forged once is never taken for one.
// Files are only ever added to the corpus; test/corpus/README.md says how others test against it.

import { readdirSync, readFileSync } from 'node:fs'
import { verifyMessage } from 'ethers'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../src/attest/canonicalJson.ts'
import { attest } from '../../src/attest/receipt.ts'
import { RECEIPT_REASONS, verifyReceipt } from '../../src/attest/verifyReceipt.ts'
import type { Variant } from './forgeries.ts'
import { SAMPLE_NAMES, TEST_ADDRESS, testSigner } from './samples.ts'

const folder = new URL('../corpus/receipts/', import.meta.url)
const FILES = readdirSync(folder).filter((name) => name.endsWith('.json'))
const FORGED = readdirSync(new URL('forged/', folder))
const verifiers = [TEST_ADDRESS]

/** Every type that the sources sign: each is a constant with a name of this form. */
function typesOfSources(): readonly string[] {
  const src = new URL('../../src/', import.meta.url)
  const texts = readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => readFileSync(`${parentPath}/${name}`, 'utf8'))
  const found = texts.flatMap((text) => [
    ...text.matchAll(/export const \w+_TYPE = '(assay\.\w+\/\d+)'/g),
  ])
  return found.map(([, type = '']) => type).sort()
}

function receiptIn(name: string): string {
  return readFileSync(new URL(name, folder), 'utf8')
}

function variantsIn(file: string): readonly Variant[] {
  const lines = receiptIn(`forged/${file}`).split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line))
}

/** A text is UTF-8 without a mark before it: other bytes are no text, and so no JSON. */
function textOf(variant: Variant): string | null {
  if ('text' in variant) return variant.text
  const bytes = Buffer.from(variant.base64, 'base64')
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : null
}

describe('the corpus of receipts', () => {
  test('holds every shape that 0.3.0 issues', () => {
    expect(FILES).toEqual(expect.arrayContaining(SAMPLE_NAMES.map((name) => `v0.3.0-${name}.json`)))
  })

  test('has every type that is signed, valid and forged', () => {
    const types = typesOfSources()
    expect(types).toContain('assay.package_exists/1')
    const typeOf = (text: string): string => JSON.parse(text).attestation.type
    const valid = FILES.map((name) => typeOf(receiptIn(name)))
    expect([...new Set(valid)].sort()).toEqual(types)
    const forged = FORGED.map((file) => typeOf(receiptIn(file.replace(/\.jsonl$/, '.json'))))
    expect([...new Set(forged)].sort()).toEqual(types)
  })

  test.each(FILES)('%s verifies', (name) => {
    const text = receiptIn(name)
    expect(verifyReceipt(text, { verifiers })).toEqual({
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
    const { attestation, signature } = JSON.parse(receiptIn(name))
    expect(verifyMessage(canonicalJson(attestation), signature).toLowerCase()).toBe(TEST_ADDRESS)
  })

  test.each(FILES)('%s would be issued again to the byte', async (name) => {
    const receipt = JSON.parse(receiptIn(name))
    const signed = attest({ ...receipt.attestation, answer: receipt }, await testSigner())
    expect(signed.signature).toBe(receipt.signature)
  })

  test.each(FORGED)('forged/%s: each line has the verdict that it names', (file) => {
    const verdicts = variantsIn(file).map((variant) => {
      const text = textOf(variant)
      const said = text === null ? null : verifyReceipt(text, { verifiers })
      return {
        change: variant.change,
        reason: said === null ? 'not_json' : said.reason,
        answer_matches: said?.answer_matches ?? null,
      }
    })
    const expected = variantsIn(file).map(({ change, reason, answer_matches }) => {
      return { change, reason, answer_matches }
    })
    expect(verdicts).toEqual(expected)
  })

  test('every type was forged in the same ways, and every reason to refuse is met', () => {
    const [first = '', ...rest] = FORGED
    const changes = variantsIn(first).map(({ change }) => change)
    for (const file of rest) {
      expect(variantsIn(file).map(({ change }) => change)).toEqual(changes)
    }
    const met = new Set(variantsIn(first).map(({ reason }) => reason))
    // A signature that names no point of the curve takes luck to find: eip191.test.ts has one.
    const notHere = RECEIPT_REASONS.filter((reason) => !met.has(reason))
    expect(notHere).toEqual(['signature_unrecoverable'])
  })
})
