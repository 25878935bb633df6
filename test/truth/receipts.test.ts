// Our receipts, judged by a program that shares no line with ours: examples/verify_receipt.py,
// which was written from docs/formats/attestation.md, with eth-account for the signature and
// rfc8785 for the bytes.

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { python } from '../../scripts/truth/venv.ts'
import { canonicalJson, hasLoneSurrogate } from '../../src/attest/canonicalJson.ts'
import { CURVE_ORDER } from '../../src/attest/secp256k1.ts'
import { type ReceiptReason, verifyReceipt } from '../../src/attest/verifyReceipt.ts'
import { TEST_ADDRESS } from '../attest/samples.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const corpus = join(root, 'test', 'corpus', 'receipts')
const VERIFIERS = [`0x${'0'.repeat(39)}1`, TEST_ADDRESS]
const REQUIREMENTS = ['eth-account==0.14.0', 'rfc8785==0.1.4']

let interpreter: string
const receipts = new Map<string, string>()
beforeAll(async () => {
  interpreter = await python(REQUIREMENTS)
  for (const name of (await readdir(corpus)).filter((file) => file.endsWith('.json'))) {
    receipts.set(name, await readFile(join(corpus, name), 'utf8'))
  }
})

type Asked = { texts?: readonly string[]; values?: readonly string[] }
type Told = { verdicts: (ReceiptReason | null)[]; canonical: string[] }

function ask({ texts = [], values = [] }: Asked): Promise<Told> {
  const script = join(root, 'scripts', 'truth', 'receipt_verdicts.py')
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: 64 * 1024 * 1024, timeout: 300_000 }
    const child = execFile(interpreter, [script], options, (error, stdout) => {
      if (error === null) resolve(JSON.parse(stdout))
      else reject(error)
    })
    child.stdin?.end(JSON.stringify({ verifiers: VERIFIERS, texts, values }))
  })
}

function ours(text: string): ReceiptReason | null {
  return verifyReceipt(text, { verifiers: VERIFIERS }).reason
}

/** The text with every scalar in it changed or dropped, one at a time. */
function forgeries(text: string): string[] {
  const forged: string[] = []
  for (let index = 0; index < scalars(text); index++) {
    for (const put of ['forged', 1, null, undefined]) {
      forged.push(JSON.stringify(JSON.parse(text), visit(index, put)))
    }
  }
  return forged
}

function scalars(text: string): number {
  let count = 0
  JSON.parse(text, (_key, value) => {
    if (typeof value !== 'object' || value === null) count++
    return value
  })
  return count
}

/** A replacer that puts another value in the place of the scalar with that number. */
function visit(index: number, put: unknown) {
  let seen = 0
  return (_key: string, value: unknown) => {
    if (typeof value === 'object' && value !== null) return value
    return seen++ === index ? put : value
  }
}

const word = (value: bigint) => value.toString(16).padStart(64, '0')

const SIGNATURES: readonly ((signature: string) => unknown)[] = [
  () => undefined,
  () => '',
  () => 27,
  (good) => ` ${good}`,
  (good) => good.slice(2),
  (good) => `0x${good.slice(2).toUpperCase()}`,
  (good) => good.slice(0, 130),
  (good) => good.slice(0, -1),
  (good) => `${good.slice(0, -1)}g`,
  (good) => `${good.slice(0, 130)}00`,
  (good) => `${good.slice(0, 130)}01`,
  (good) => `${good.slice(0, 130)}1d`,
  (good) => `${good.slice(0, 130)}${good.endsWith('1b') ? '1c' : '1b'}`,
  (good) => `0x${word(0n)}${good.slice(66)}`,
  (good) => `0x${word(5n)}${good.slice(66)}`,
  (good) => `0x${word(CURVE_ORDER)}${good.slice(66)}`,
  (good) => `${good.slice(0, 66)}${word(CURVE_ORDER - BigInt(`0x${good.slice(66, 130)}`))}1b`,
]

const SERVED = /"served_in_ms": \d+/

const TEXTS: readonly ((text: string) => string)[] = [
  (text) => text.slice(0, -2),
  (text) => `[${text}]`,
  (text) => `\ufeff${text}`,
  (text) => text.replace('"verdict":', '"verdict": "absent", "verdict":'),
  (text) => text.replace('"exists":', '"\\u0065xists": true, "exists":'),
  (text) => text.replace(SERVED, '"served_in_ms": 9007199254740993'),
  (text) => text.replace(SERVED, '"served_in_ms": 1e-400'),
  (text) => text.replace(SERVED, '"served_in_ms": 0.10000000000000000001'),
  (text) => text.replace(SERVED, '"served_in_ms": NaN'),
  (text) => text.replace(SERVED, '"served_in_ms": "\\ud800"'),
  (text) => text.replace(SERVED, `"served_in_ms": ${'['.repeat(32)}${']'.repeat(32)}`),
  (text) => text.replace(SERVED, '"served_in_ms": 7.50e0'),
  (text) => text.replace(SERVED, '"served_in_ms": 7, "extra": null'),
]

describe('a program that was written from the document', () => {
  test('finds every receipt of the corpus valid', async () => {
    expect(receipts.size).toBeGreaterThanOrEqual(5)
    const { verdicts } = await ask({ texts: [...receipts.values()] })
    expect(verdicts).toEqual([...receipts.keys()].map(() => null))
  })

  test('agrees on every forgery of a member, with the reason', async () => {
    const texts = [...receipts.values()].flatMap(forgeries)
    expect(texts.length).toBeGreaterThan(500)
    const { verdicts } = await ask({ texts })
    expect(verdicts).toEqual(texts.map(ours))
    const meanings = new Set(verdicts)
    for (const reason of ['answer_mismatch', 'signer_not_published', 'attestation_malformed']) {
      expect(meanings).toContain(reason)
    }
  })

  test('agrees on every other encoding of the signature', async () => {
    const texts = [...receipts.values()].flatMap((text) => {
      const receipt = JSON.parse(text)
      return SIGNATURES.map((rewrite) =>
        JSON.stringify({ ...receipt, signature: rewrite(receipt.signature) }),
      )
    })
    const { verdicts } = await ask({ texts })
    expect(verdicts).toEqual(texts.map(ours))
    expect(verdicts).not.toContain(null)
  })

  test('agrees on texts that have two meanings or none', async () => {
    // Not every receipt has every member.
    const texts = [...receipts.values()].flatMap((text) =>
      TEXTS.map((rewrite) => rewrite(text)).filter((rewritten) => rewritten !== text),
    )
    const { verdicts } = await ask({ texts })
    expect(verdicts).toEqual(texts.map(ours))
    // One row of each receipt is only another spelling.
    expect(verdicts.filter((reason) => reason === null)).toHaveLength(receipts.size)
  })

  test('writes the same canonical bytes', async () => {
    const anyValue = fc.oneof(
      fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme' }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.dictionary(
        fc.string({ unit: 'binary' }).filter((key) => !hasLoneSurrogate(key)),
        fc.nat(),
      ),
    )
    const values = fc.sample(anyValue, { numRuns: 3_000, seed: 8785 })
    const { canonical } = await ask({ values: values.map((value) => JSON.stringify(value)) })
    expect(canonical).toEqual(values.map((value) => canonicalJson(value)))
  })
})

describe('the examples as they are run', () => {
  const run = promisify(execFile)

  async function status(program: string, ...rest: string[]) {
    return run(program, rest, { cwd: root, timeout: 120_000 }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }) => ({ code, stdout }),
    )
  }

  test('both accept a receipt and refuse it after a change', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-receipt-'))
    try {
      const text = receipts.get('v0.3.0-npm-hit.json') ?? ''
      const good = join(folder, 'good.json')
      const forged = join(folder, 'forged.json')
      await writeFile(good, text)
      await writeFile(forged, text.replace('"exists": true', '"exists": false'))
      const py = [interpreter, join('examples', 'verify_receipt.py')] as const
      const ts = [
        process.execPath,
        '--import',
        'tsx',
        join('examples', 'verify-receipt.ts'),
      ] as const
      expect(await status(...py, good, TEST_ADDRESS)).toEqual({ code: 0, stdout: 'valid\n' })
      expect(await status(...py, forged, TEST_ADDRESS)).toMatchObject({
        code: 1,
        stdout: 'answer_mismatch\n',
      })
      expect(await status(...py)).toMatchObject({ code: 2 })
      expect(await status(...ts, good, TEST_ADDRESS)).toMatchObject({ code: 0 })
      expect(await status(...ts, forged, TEST_ADDRESS)).toMatchObject({ code: 1 })
      expect(await status(...ts)).toMatchObject({ code: 2 })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
