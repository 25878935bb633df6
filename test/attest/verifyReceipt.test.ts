import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { canonicalJson } from '../../src/attest/canonicalJson.ts'
import { type Eip191Signer, eip191Signer, SIGNATURE_FAULTS } from '../../src/attest/eip191.ts'
import { attest, type JsonObject, UNSIGNED_MEMBERS } from '../../src/attest/receipt.ts'
import {
  RECEIPT_REASONS,
  type ReceiptReason,
  type ReceiptVerdict,
  verifying,
  verifyReceipt,
} from '../../src/attest/verifyReceipt.ts'
import { SAMPLE_NAMES, SAMPLES, signedReceipt, TEST_ADDRESS, testSigner } from './samples.ts'

const OTHER_ADDRESS = `0x${'0'.repeat(39)}1`
const VERIFIERS = [OTHER_ADDRESS, TEST_ADDRESS]

type Path = readonly (string | number)[]

let signer: Eip191Signer
let stranger: Eip191Signer
beforeAll(async () => {
  signer = await testSigner()
  stranger = await eip191Signer(Buffer.alloc(32, 7))
})

function verify(receipt: unknown, verifiers: readonly string[] = VERIFIERS): ReceiptVerdict {
  return verifyReceipt(receipt, { verifiers })
}

/** The path of every member and item, containers included. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  const below = steps.flatMap((step) =>
    pathsOf((value as Record<string | number, unknown>)[step], [...path, step]),
  )
  return path.length === 0 ? below : [path, ...below]
}

/** A copy with one member replaced, or dropped when there is nothing to put. */
function changed(
  value: unknown,
  [step, ...rest]: Path,
  change: (old: unknown) => unknown,
): unknown {
  if (step === undefined) return change(value)
  const copy = structuredClone(value) as Record<string | number, unknown>
  const next = changed(copy[step], rest, change)
  if (next !== undefined) copy[step] = next
  else if (Array.isArray(copy)) copy.splice(Number(step), 1)
  else delete copy[step]
  return copy
}

/** Another value of the same kind, the nearest one where there is a nearest. */
function another(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? 'a' : `${value.slice(0, -1)}\u00e9`
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value)) return [...value, 'extra']
  return value === null ? 0 : { ...value, extra: 1 }
}

describe.each(SAMPLE_NAMES)('the receipt of %s', (name) => {
  const sample = SAMPLES[name]
  let receipt: JsonObject
  beforeAll(() => {
    receipt = signedReceipt(sample, signer)
  })

  test('verifies whole, as text and as parsed JSON', () => {
    const expected = {
      valid: true,
      reason: null,
      recovered_address: TEST_ADDRESS,
      verifier_address: TEST_ADDRESS,
      attestation_hash: receipt['attestation_hash'],
      type: 'assay.package_exists/1',
      answer_matches: true,
    }
    expect(verify(JSON.stringify(receipt))).toEqual(expected)
    expect(verify(JSON.stringify(receipt, null, 4))).toEqual(expected)
    expect(verify(receipt)).toEqual(expected)
  })

  test('verifies without its answer, and says that there was none to compare', () => {
    const { attestation, signature, attestation_hash, source, served_in_ms } = receipt
    const bare = { attestation, signature }
    expect(verify(bare)).toMatchObject({ valid: true, answer_matches: null })
    expect(verify({ ...bare, attestation_hash, source, served_in_ms })).toMatchObject({
      valid: true,
      answer_matches: null,
    })
  })

  test('is refused after any single change of its attestation', () => {
    const paths = pathsOf(receipt['attestation'], ['attestation'])
    expect(paths.length).toBeGreaterThan(8)
    for (const path of paths) {
      for (const change of [another, () => null, () => undefined]) {
        const forged = changed(receipt, path, change)
        if (canonicalJson(forged) === canonicalJson(receipt)) continue
        expect(verify(JSON.stringify(forged)), path.join('.')).toMatchObject({ valid: false })
      }
    }
  })

  test('is refused after any single change of the signed answer, with the reason', () => {
    const unsigned = (path: Path) =>
      path.at(-1) === 'extracted_at' || UNSIGNED_MEMBERS.some((member) => member === path[0])
    const paths = pathsOf(receipt).filter((path) => !unsigned(path))
    expect(paths.length).toBeGreaterThanOrEqual(11)
    for (const path of paths) {
      for (const change of [another, () => null, () => undefined]) {
        const forged = changed(receipt, path, change)
        if (canonicalJson(forged) === canonicalJson(receipt)) continue
        expect(verify(JSON.stringify(forged)), path.join('.')).toMatchObject({
          valid: false,
          reason: 'answer_mismatch',
          answer_matches: false,
          recovered_address: TEST_ADDRESS,
        })
      }
    }
  })

  test('is refused with a member too many', () => {
    expect(verify({ ...receipt, lookalike_of: 'x' })).toMatchObject({ reason: 'answer_mismatch' })
  })

  test('stands when only the unsigned members differ', () => {
    const served = { ...receipt, source: 'elsewhere', served_in_ms: 12.5 }
    expect(verify(JSON.stringify(served))).toMatchObject({ valid: true })
  })

  test('is refused when the hash beside it is another', () => {
    const forged = { ...receipt, attestation_hash: `0x${'0'.repeat(64)}` }
    expect(verify(forged)).toMatchObject({
      valid: false,
      reason: 'attestation_hash_mismatch',
      attestation_hash: receipt['attestation_hash'],
    })
  })

  test('is refused with the signature of another receipt', () => {
    const other = SAMPLE_NAMES.find((candidate) => candidate !== name) ?? name
    const { signature } = signedReceipt(SAMPLES[other], signer)
    expect(verify({ ...receipt, signature })).toMatchObject({ reason: 'signer_not_published' })
  })
})

describe('who signed', () => {
  const sample = SAMPLES['npm-miss']

  test('a stranger who names himself is not published', () => {
    expect(verify(signedReceipt(sample, stranger))).toMatchObject({
      valid: false,
      reason: 'signer_not_published',
      recovered_address: stranger.address,
      // What the caller should have seen: the current verifier.
      verifier_address: OTHER_ADDRESS,
    })
  })

  test('a stranger who names us is not published', () => {
    const posing = { ...stranger, address: TEST_ADDRESS }
    expect(verify(signedReceipt(sample, posing))).toMatchObject({
      valid: false,
      reason: 'signer_not_published',
      recovered_address: stranger.address,
      verifier_address: TEST_ADDRESS,
    })
  })

  test('one of our keys cannot speak for another', () => {
    const posing = { ...signer, address: OTHER_ADDRESS }
    expect(verify(signedReceipt(sample, posing))).toMatchObject({
      valid: false,
      reason: 'verifier_mismatch',
      recovered_address: TEST_ADDRESS,
      verifier_address: OTHER_ADDRESS,
    })
  })

  test('published addresses may be given with their checksum', () => {
    const verifiers = ['0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F']
    expect(verify(signedReceipt(sample, signer), verifiers)).toMatchObject({ valid: true })
  })

  test('an address with capitals in the attestation is not the one that signs', () => {
    const posing = { ...signer, address: '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F' }
    expect(verify(signedReceipt(sample, posing))).toMatchObject({ reason: 'verifier_mismatch' })
  })

  test('with nobody published nothing is valid', () => {
    expect(verify(signedReceipt(sample, signer), [])).toMatchObject({
      valid: false,
      reason: 'signer_not_published',
      verifier_address: null,
    })
  })
})

describe('the signature decides', () => {
  test('a kind of answer that is not known yet is as valid as any', () => {
    const claim = {
      type: 'assay.from_the_future/9',
      question: { anything: [1, { deep: true }] },
      verdict: 'whatever',
      evidence: { rests: 'on this' },
      answer: { ok: true, proof: { from: { extracted_at: 1, a: 2 } } },
    }
    const { attestation, signature } = attest(claim, signer)
    const moved = { ok: true, proof: { from: { extracted_at: 5, a: 2 } } }
    expect(verify({ ...moved, attestation, signature })).toMatchObject({
      valid: true,
      type: 'assay.from_the_future/9',
      answer_matches: true,
    })
  })

  function signText(attestation: object): JsonObject {
    return { attestation, signature: signer.sign(Buffer.from(canonicalJson(attestation))) }
  }

  test('an attestation that lacks the rest is judged by its signature', () => {
    const bare = signText({ type: 'assay.other/1', verifier: TEST_ADDRESS })
    expect(verify(bare)).toMatchObject({ valid: true, answer_matches: null })
  })

  test('but no answer matches an attestation without a digest', () => {
    const bare = signText({ type: 'assay.other/1', verifier: TEST_ADDRESS })
    expect(verify({ ...bare, exists: true })).toMatchObject({ reason: 'answer_mismatch' })
  })

  test.each([
    { rule: 'no type', attestation: { verifier: TEST_ADDRESS } },
    { rule: 'no verifier', attestation: { type: 'assay.other/1' } },
    { rule: 'a type that is no text', attestation: { type: 1, verifier: TEST_ADDRESS } },
    { rule: 'a verifier that is no text', attestation: { type: 't', verifier: [TEST_ADDRESS] } },
    { rule: 'a list', attestation: ['type', 'verifier'] },
  ])('an attestation with $rule is malformed, signed or not', ({ attestation }) => {
    expect(verify(signText(attestation))).toMatchObject({
      valid: false,
      reason: 'attestation_malformed',
      attestation_hash: null,
      type: null,
    })
  })
})

/** Rows that no other test here has: the text itself is at fault. */
const TEXTS: readonly { rule: string; rewrite: (text: string) => string; reason: ReceiptReason }[] =
  [
    { rule: 'cut short', rewrite: (text) => text.slice(0, -1), reason: 'not_json' },
    { rule: 'empty', rewrite: () => '', reason: 'not_json' },
    {
      rule: 'with the verdict twice',
      rewrite: (text) => text.replace('"verdict":', '"verdict":"absent","verdict":'),
      reason: 'duplicate_key',
    },
    {
      rule: 'with exists twice, once escaped',
      rewrite: (text) => text.replace('"exists":', '"\\u0065xists":false,"exists":'),
      reason: 'duplicate_key',
    },
    {
      rule: 'with a number that JavaScript rounds away',
      rewrite: (text) => text.replace('"adjacent_total":0', '"adjacent_total":1e-400'),
      reason: 'number_not_exact',
    },
    {
      rule: 'with half a character',
      rewrite: (text) => text.replace('"exists":', '"\\ud800":1,"exists":'),
      reason: 'lone_surrogate',
    },
    {
      rule: 'with a well of brackets',
      rewrite: (text) =>
        text.replace('"adjacent_to":[]', `"adjacent_to":${'['.repeat(40)}${']'.repeat(40)}`),
      reason: 'too_deep',
    },
    { rule: 'that is a list', rewrite: (text) => `[${text}]`, reason: 'receipt_malformed' },
    { rule: 'that is null', rewrite: () => 'null', reason: 'receipt_malformed' },
    { rule: 'that is text in text', rewrite: JSON.stringify, reason: 'receipt_malformed' },
    { rule: 'that is an empty object', rewrite: () => '{}', reason: 'attestation_malformed' },
    {
      rule: 'whose attestation is text',
      rewrite: () => '{"attestation":"{}","signature":"0x"}',
      reason: 'attestation_malformed',
    },
  ]

const cycle: Record<string, unknown> = {}
cycle['attestation'] = cycle

const VALUES: readonly { rule: string; value: unknown; reason: ReceiptReason }[] = [
  { rule: 'undefined', value: undefined, reason: 'not_json' },
  { rule: 'a function', value: () => 1, reason: 'not_json' },
  { rule: 'a cycle', value: cycle, reason: 'not_json' },
  {
    rule: 'a getter that throws',
    value: {
      get a(): never {
        throw new Error('no')
      },
    },
    reason: 'not_json',
  },
  {
    rule: 'a proxy that throws',
    value: new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no')
        },
      },
    ),
    reason: 'not_json',
  },
  { rule: 'NaN within', value: { a: Number.NaN }, reason: 'not_json' },
  { rule: 'an integer past 2^53', value: { a: 2 ** 60 }, reason: 'number_not_exact' },
  { rule: 'half a character', value: { a: '\ud800' }, reason: 'lone_surrogate' },
  { rule: 'null', value: null, reason: 'receipt_malformed' },
  { rule: 'a number', value: 5, reason: 'receipt_malformed' },
  { rule: 'a list', value: [], reason: 'receipt_malformed' },
]

describe('hostile input', () => {
  test.each(TEXTS)('a text $rule: $reason', ({ rewrite, reason }) => {
    const text = JSON.stringify(signedReceipt(SAMPLES['npm-hit'], signer))
    const rewritten = rewrite(text)
    expect(rewritten).not.toBe(text)
    expect(verify(rewritten)).toMatchObject({ valid: false, reason, recovered_address: null })
  })

  test.each(VALUES)('a value that is $rule: $reason', ({ value, reason }) => {
    expect(verify(value)).toMatchObject({ valid: false, reason })
  })

  test('every reason but those of signatures has a row in this file', () => {
    const rows = [...TEXTS, ...VALUES].map(({ reason }) => reason)
    const elsewhere: ReceiptReason[] = [
      'signer_not_published',
      'verifier_mismatch',
      'attestation_hash_mismatch',
      'answer_mismatch',
    ]
    expect(new Set([...rows, ...elsewhere, ...SIGNATURE_FAULTS])).toEqual(new Set(RECEIPT_REASONS))
  })

  test('a fault of the signature is reported under its own name', () => {
    const receipt = signedReceipt(SAMPLES['npm-hit'], signer)
    const signature = String(receipt['signature'])
    expect(verify({ ...receipt, signature: signature.slice(2) })).toMatchObject({
      valid: false,
      reason: 'signature_prefix',
      recovered_address: null,
      attestation_hash: receipt['attestation_hash'],
      answer_matches: null,
    })
  })

  test('a prototype cannot be polluted, and __proto__ hides nothing', () => {
    const text = JSON.stringify(signedReceipt(SAMPLES['npm-hit'], signer))
    const forged = text.replace('{', '{"__proto__":{"exists":false,"valid":true},')
    expect(verify(forged)).toMatchObject({ valid: false, reason: 'answer_mismatch' })
    expect('exists' in {}).toBe(false)
  })

  test('members that come from a prototype do not count', () => {
    const receipt = signedReceipt(SAMPLES['npm-hit'], signer)
    expect(verify(Object.create(receipt))).toMatchObject({ valid: false, reason: 'not_json' })
  })

  test('whatever comes in, a verdict comes out and it is no', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string({ unit: 'binary' }), fc.json()), (value) => {
        const verdict = verify(value)
        expect(verdict.valid).toBe(false)
        expect(RECEIPT_REASONS).toContain(verdict.reason)
      }),
      { numRuns: 500 },
    )
  })

  test('a receipt with any one character changed is never valid for another meaning', () => {
    const receipt = signedReceipt(SAMPLES['npm-miss'], signer)
    const text = JSON.stringify(receipt)
    const meaning = signedPart(receipt)
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.string({ unit: 'binary', maxLength: 2 }),
        (at, put) => {
          const forged = text.slice(0, at) + put + text.slice(at + 1)
          const verdict = verify(forged)
          // A change may fall on white space or on an unsigned member and mean nothing.
          if (verdict.valid) expect(signedPart(JSON.parse(forged))).toBe(meaning)
        },
      ),
      { numRuns: 500 },
    )
  })
})

function signedPart({ source: _, served_in_ms: __, ...rest }: JsonObject): string {
  return canonicalJson(rest)
}

test('work on a long receipt pauses, and ends as without pauses', () => {
  const more = Array.from({ length: 20_000 }, (_, n) => `m${n}`)
  const attestation = { type: 'x', verifier: '0x', more }
  const receipt = JSON.stringify({ attestation, signature: `0x${'1b'.repeat(65)}` })
  const options = { verifiers: [] }
  const work = verifying(receipt, options)
  let pauses = 0
  let next = work.next()
  for (; next.done !== true; next = work.next()) pauses += 1
  expect(pauses).toBeGreaterThan(40)
  expect(next.value).toEqual(verifyReceipt(receipt, options))
})
